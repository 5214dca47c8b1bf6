"""The effects of a Storno in sentences, for the page before it."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from finance.books import chart
from finance.books.labels import cause, money
from finance.books.models.claims import Claim
from finance.books.models.ledger import Posting, Transaction
from finance.books.models.payments import Payment
from finance.books.models.payouts import Payout
from finance.books.models.rounds import Conversion
from finance.books.queries.cashbook import parts_of
from finance.books.queries.chart import account_of
from finance.books.queries.claims import with_cause
from finance.books.queries.money import of_money
from finance.books.queries.rounds import conversion_of
from league.web.money import euro


def reversal_effects(original: Transaction) -> list[str]:
    """Return the effects of reversing this booking as sentences. Reads only."""
    conversion = conversion_of(original)
    if conversion is not None:
        return _of_conversion(conversion)
    claim = with_cause(Claim.objects.filter(transaction=original)).first()
    if claim is not None:
        return _of_refund(claim) if claim.kind == Claim.Kind.REFUND else _of_claim(claim)
    payment = (
        Payment.objects.filter(transaction=original)
        .select_related("person", "transaction__head")
        .first()
    )
    if payment is not None:
        return _of_payment(payment)
    payout = Payout.objects.filter(transaction=original).select_related("event").first()
    if payout is not None:
        back = {"amount": euro(payout.cents), "event": payout.event.name}
        return [_("%(amount)s goes back into the till and into the pot of “%(event)s”.") % back]
    return _of_money(original)


# What the Storno of a booking does to the money: in every club's till and bank, or in another.
_BACK = {
    ("cash", True): gettext_lazy("%(amount)s goes back out of the till."),
    ("cash", False): gettext_lazy("%(amount)s go back into the cash box."),
    ("bank", True): gettext_lazy("%(amount)s goes back out of the bank account."),
    ("bank", False): gettext_lazy("%(amount)s go back to the bank account."),
    ("", True): gettext_lazy("%(amount)s goes back out of “%(name)s”."),
    ("", False): gettext_lazy("%(amount)s go back into “%(name)s”."),
}

# What the book says is there once the opening balance is gone.
_LEFT = {
    "cash": gettext_lazy("According to the book the till then holds %(amount)s."),
    "bank": gettext_lazy("According to the book the bank account then holds %(amount)s."),
    "": gettext_lazy("According to the book “%(name)s” then holds %(amount)s."),
}


def _back(account: str, cents: int) -> str:
    """Return the effect of taking back `cents` received by an account; negative for cents paid."""
    words = _BACK[account if account in chart.MONEY else "", cents > 0]
    return str(words) % {"amount": euro(abs(cents)), "name": account_of(account).label}


def _of_money(original: Transaction) -> list[str]:
    parts = parts_of(original)
    moved = Posting.objects.filter(of_money("account__code"), transaction__in=parts)
    effects = [
        _back(posting.account.code, posting.amount)
        for posting in moved.select_related("account").order_by("transaction__entry__part", "pk")
    ]
    if original.kind == Transaction.Kind.OPENING:
        effects += [
            str(_LEFT[posting.account.code if posting.account.code in chart.MONEY else ""])
            % {
                "amount": euro(posting.account.balance - posting.amount),
                "name": account_of(posting.account.code).label,
            }
            for posting in moved.select_related("account").order_by("pk")
        ]
    if len(parts) > 1:
        effects.append(_("Both bookings are reversed, in both books."))
    if original.voucher_links.exists():
        effects.append(_("The voucher stays and can be used for another booking."))
    return effects


def _of_refund(claim: Claim) -> list[str]:
    amount = euro(claim.amount or 0)
    return [
        _back(claim.code, -(claim.amount or 0)),
        _("%(name)s has a credit of %(amount)s again.")
        % {"name": claim.person.name, "amount": amount},
    ]


def _of_claim(claim: Claim) -> list[str]:
    name = {"name": claim.person.name, "amount": money(claim.amount or 0, claim.unit)}
    effects = [_("%(name)s will owe %(amount)s less.") % name]
    paid = sum(
        allocation.amount
        for allocation in claim.allocations.exclude(payment__method=Payment.Method.WAIVER)
    )
    if paid:
        effects.append(
            _("%(paid)s of it is settled already. That becomes credit.")
            % {"paid": money(paid, claim.unit)}
        )
    if claim.conversions.filter(waiver__is_reversed=False).exists():
        effects.append(_("What the round was to cost in euros goes as well."))
    if claim.kind not in Claim.ENTERED:
        effects.append(_("The claim will not be proposed again."))
    return effects


def _of_conversion(conversion: Conversion) -> list[str]:
    money_claim, owed = conversion.claim, conversion.round
    effects = _of_claim(money_claim)[:-1]
    effects.append(
        _("Open again instead: %(amount)s for %(cause)s.")
        % {"amount": money(conversion.waiver.amount, owed.unit), "cause": cause(owed)}
    )
    effects.append(_("Both bookings are reversed, in the rounds and in the claims."))
    return effects


def _of_payment(payment: Payment) -> list[str]:
    effects = []
    amount = money(payment.amount, payment.unit)
    journal = payment.transaction.head.journal
    if chart.like(journal):
        effects.append(_back(journal, payment.amount))
    elif payment.method == Payment.Method.SETOFF:
        effects.append(_("%(amount)s is no expense of the club any more.") % {"amount": amount})
        effects.append(_("The voucher stays and can be used for another booking."))
    open_again: dict[int, int] = {}
    for allocation in payment.allocations.all():
        open_again[allocation.claim_id] = open_again.get(allocation.claim_id, 0) + allocation.amount
    for claim in with_cause(Claim.objects.filter(pk__in=open_again)).order_by("pk"):
        again = open_again[claim.pk]
        if again:
            effects.append(
                _("Open again: %(amount)s (%(cause)s).")
                % {"amount": money(again, claim.unit), "cause": cause(claim)}
            )
    rest = payment.amount - payment.allocated
    if rest and payment.unit == chart.EUR:
        effects.append(
            _("%(name)s’s credit goes down by %(rest)s.")
            % {"name": payment.person.name, "rest": euro(rest)}
        )
    return effects
