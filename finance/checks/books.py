"""The whole till, checked: what `manage.py check_books` says."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db import IntegrityError, connection
from django.utils.translation import gettext as _

from finance.books.models.claims import Claim
from finance.books.models.payments import Payment
from finance.checks import audits, bank, chain, claims, counts, deeds, rounds, versions, vouchers


@dataclass(frozen=True)
class Report:
    """The rows that were looked at, and in words what is wrong; nothing if all is well."""

    wrong: list[str]
    transactions: int
    postings: int
    claims: int
    payments: int


def check_books() -> Report:
    """Read everything, change nothing. The first sentence names the first bad row."""
    seen = chain.Seen()
    return Report(
        wrong=list(sentences(seen)),
        transactions=seen.transactions,
        postings=seen.postings,
        claims=Claim.objects.count(),
        payments=Payment.objects.count(),
    )


def sentences(seen: chain.Seen) -> Iterator[str]:
    """Yield what is wrong, as it is found; `seen` is filled on the way."""
    try:
        connection.check_constraints()
    except IntegrityError as error:
        yield _("A row names another one that does not exist: %(error)s") % {"error": error}
        return
    for check in _checks(seen):
        try:
            yield from check
        except Exception as error:  # whatever was written into the database
            yield _("A row cannot be read, the check broke off: %(error)s") % {"error": repr(error)}


def _checks(seen: chain.Seen) -> Iterator[Iterator[str]]:
    yield chain.check_chart()
    yield chain.check_chain(seen)
    yield chain.check_balances(seen)
    yield chain.check_reversals(seen)
    yield chain.check_texts()
    yield chain.check_days()
    yield vouchers.check_vouchers()
    yield vouchers.check_words()
    yield vouchers.check_links()
    yield vouchers.check_transfers()
    yield vouchers.check_names()
    yield claims.check_claims()
    yield claims.check_openings()
    yield claims.check_pots()
    yield bank.check_bank()
    yield rounds.check_given()
    yield rounds.check_conversions()
    yield deeds.check_deeds()
    yield deeds.check_objections()
    yield deeds.check_dues()
    yield counts.check_counts()
    yield counts.check_closes()
    yield audits.check_years()
    yield claims.check_steps()
    yield versions.check_versions()
