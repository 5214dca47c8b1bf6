"""Write the friendly word to a person who owes something."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from finance.bank.models.bank import ClubAccount
from finance.books.instalments import Due
from finance.books.labels import cause, day_label, money
from finance.books.models.claims import Claim
from finance.books.references import reference
from league.people.models.people import Person
from league.web.money import euro


def reminder(
    person: Person,
    claims: Sequence[Claim],
    cents: int,
    more: int = 0,
    dues: Sequence[Due] = (),
    account: ClubAccount | None = None,
) -> str:
    """Write a friendly word to a person who owes something, to copy and to send. `more` are not
    named; of what was agreed to be paid in instalments only the `dues` are.
    """
    lines = [_("Hello %(name)s,") % {"name": person.name}, ""]
    if dues:
        lines.append(_("%(amount)s are due:") % {"amount": euro(cents)})
    elif cents > 0:
        lines.append(_("%(amount)s are open on your account:") % {"amount": euro(cents)})
    else:
        lines.append(_("this is still open:"))
    lines += [
        _("– Instalment of %(day)s: %(amount)s")
        % {"day": day_label(due.day), "amount": euro(due.open)}
        for due in dues
    ]
    lines += [
        f"– {day_label(claim.day)}: {cause(claim)}, {money(claim.open_amount, claim.unit)}"
        + (", " + _("payable by %(day)s") % {"day": day_label(claim.due)} if claim.due else "")
        for claim in claims
    ]
    if more > 0:
        lines.append(ngettext("– and one more item", "– and %(n)s more items", more) % {"n": more})
    return "\n".join([*lines, "", _how_to_pay(person, cents, account)])


def _how_to_pay(person: Person, cents: int, account: ClubAccount | None) -> str:
    if cents <= 0:
        return _("Remember it at the next evening. Thank you.")
    if account is None:
        return _("Bring it along to the next evening, or transfer it. Thank you.")
    return _(
        "Bring it along to the next evening, or transfer it to %(holder)s, %(iban)s, "
        "reference %(reference)s. Thank you."
    ) % {
        "holder": account.holder,
        "iban": account.grouped,
        "reference": reference(person.pk),
    }
