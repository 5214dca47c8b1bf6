"""The whole till, checked: what `manage.py check_books` says."""

from collections.abc import Iterator
from dataclasses import dataclass

from finance.checks import audits, bank, chain, claims, counts, deeds, rounds, vouchers
from finance.models import Claim, Payment
from finance.queries.ledger import days_below_zero


@dataclass(frozen=True)
class Report:
    """What was looked at, and in words what is wrong; nothing where all is well."""

    wrong: list[str]
    transactions: int
    postings: int
    claims: int
    payments: int


def check_books() -> Report:
    """Reads everything, changes nothing. The first sentence names the first bad row."""
    seen = chain.Seen()

    def sentences() -> Iterator[str]:
        yield from chain.check_chain(seen)
        yield from chain.check_balances(seen)
        yield from chain.check_reversals(seen)
        yield from chain.check_texts()
        yield from chain.check_days(days_below_zero())
        yield from vouchers.check_vouchers()
        yield from vouchers.check_words()
        yield from vouchers.check_links()
        yield from vouchers.check_transfers()
        yield from vouchers.check_names()
        yield from claims.check_claims()
        yield from claims.check_pots()
        yield from bank.check_bank()
        yield from rounds.check_given()
        yield from rounds.check_conversions()
        yield from deeds.check_deeds()
        yield from deeds.check_objections()
        yield from deeds.check_dues()
        yield from counts.check_counts()
        yield from counts.check_closes()
        yield from audits.check_years()
        yield from claims.check_steps()

    return Report(
        wrong=list(sentences()),
        transactions=seen.transactions,
        postings=seen.postings,
        claims=Claim.objects.count(),
        payments=Payment.objects.count(),
    )
