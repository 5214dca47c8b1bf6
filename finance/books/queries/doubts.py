"""Reasons that keep a claim out of the books, and reasons why a claim is gone."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from finance.books import booking_labels as booking_words
from finance.books import chart
from finance.books import labels as words
from finance.books.models.claims import Claim
from finance.books.models.ledger import Transaction
from finance.books.queries.claims import with_cause
from league.events.models import Event
from league.results.models.results import Result
from league.results.models.second_look import Objection
from league.results.queries.confirming import FROZEN, problem_of

State = Claim.State


# --- held back ------------------------------------------------------------------------------
@dataclass(frozen=True)
class Hold:
    """A reason not to book a claim for now: `code` and `sentence` refuse, `short` marks it."""

    code: str
    short: str
    sentence: Any


IN_CORRECTION = gettext_lazy("The game is being corrected. It can be booked once that is done.")


def with_doubts(claims: QuerySet[Claim]) -> QuerySet[Claim]:
    """Return claims with all that `hold_of` reads, in one query more for however many."""
    return claims.select_related("charge__result").prefetch_related("charge__result__objections")


def hold_of(claim: Claim) -> Hold | None:
    """Return the fault of the result a claim comes from, or None.

    A result to be corrected by a referee's ruling is held until that has been done.
    """
    result = claim.charge.result if claim.charge is not None else None
    if result is None:
        return None
    problem = problem_of(result)
    if problem is not None:
        return Hold("result_frozen", _("disputed: %(text)s") % {"text": problem.text}, FROZEN)
    ruled = list(result.objections.all())
    if result.in_correction or (ruled and ruled[-1].outcome == Objection.Outcome.CORRECT):
        return Hold("result_in_correction", _("being corrected"), IN_CORRECTION)
    return None


def is_held(claim: Claim) -> bool:
    return hold_of(claim) is not None


def held_among(event: Event, claims: Iterable[int]) -> list[Claim]:
    """Return those of these claims that wait for a ruling or for a correction."""
    queryset = with_doubts(
        Claim.objects.filter(
            event=event, pk__in=list(claims), is_current=True, state__in=Claim.UNDECIDED
        )
    )
    return [claim for claim in queryset if is_held(claim)]


def results_seen_by_one(event: Event) -> int:
    """Return the number of results of an evening without a second person's confirmation."""
    return Result.objects.filter(
        table__block__event=event, is_current=True, confirmed_at=None
    ).count()


# --- gone -----------------------------------------------------------------------------------
@dataclass(frozen=True)
class Gone:
    """A claim that does not stand any more: `why` is a key of `words.GONE`."""

    claim: Claim
    why: str
    reason: str

    @property
    def because(self) -> str:
        return words.because(self.why, self.reason)

    @property
    def reversal(self) -> Transaction | None:
        booked = self.claim.transaction
        return getattr(booked, "reversal", None) if booked is not None else None


def with_ends(claims: QuerySet[Claim]) -> QuerySet[Claim]:
    """Return claims with all that `why_gone` and the link to their Storno read."""
    return claims.select_related(
        "charge__result",
        "charge__withdrawal",
        "transaction__reversal__head",
        "transaction__reversal__text",
    )


def undone(event: Event) -> list[Gone]:
    """Return the claims booked for an evening and reversed because their cause went."""
    claims = Claim.objects.filter(event=event, is_current=False, state=State.REVERSED)
    return why_gone(
        list(with_ends(with_cause(claims)).order_by("person__sort_key", "person_id", "pk"))
    )


def why_gone(claims: Sequence[Claim]) -> list[Gone]:
    """Return for each of these claims the reason it is gone, in the words given with it.

    A correction is the version after the one that last brought the charge. A Storno by hand comes
    first: it precedes the correction.
    """
    results_of_claims = [claim.charge.result for claim in claims if claim.charge is not None]
    results = [result for result in results_of_claims if result is not None]
    reasons: dict[tuple[int, int, int], str] = {}
    if results:
        for table, number, version, reason in Result.objects.filter(
            table__in={result.table_id for result in results},
            number__in={result.number for result in results},
        ).values_list("table_id", "number", "version", "reason"):
            reasons[table, number, version] = reason
    return [_gone(claim, reasons) for claim in claims]


def _gone(claim: Claim, reasons: dict[tuple[int, int, int], str]) -> Gone:
    reversal = getattr(claim.transaction, "reversal", None) if claim.transaction else None
    text = booking_words.own_text(reversal) if reversal is not None else ""
    if text and text != booking_words.CAUSE_GONE:
        return Gone(claim, "by_hand", text)
    result = claim.charge.result if claim.charge is not None else None
    withdrawal = getattr(claim.charge, "withdrawal", None)
    if result is not None:
        after = (result.table_id, result.number, result.version + 1)
        if after in reasons:
            return Gone(claim, "corrected", reasons[after])
    if withdrawal is not None:
        why = "checked_out" if claim.kind in chart.ENTRY else "withdrawn"
        return Gone(claim, why, withdrawal.reason)
    return Gone(claim, "other", "")
