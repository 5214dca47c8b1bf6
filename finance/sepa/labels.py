"""Words for direct debits."""

from django.utils.translation import gettext as _

from finance.books.labels import day_label
from finance.sepa.models import Debit
from finance.sepa.rules import masked
from league.web.money import euro


def announcement(debit: Debit) -> str:
    """Say „Am 7.12. ziehen wir 25,00 € von DE02 … 2051 ein (Mandat M12-1, Gläubiger-ID DE98…).“"""
    return _(
        "On %(day)s we collect %(amount)s from %(iban)s (mandate %(mandate)s, creditor identifier "
        "%(creditor)s)."
    ) % {
        "day": day_label(debit.run.day),
        "amount": euro(debit.cents),
        "iban": masked(debit.mandate.iban),
        "mandate": debit.mandate.reference,
        "creditor": debit.run.identifier,
    }
