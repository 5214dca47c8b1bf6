"""The steps of a year's end: draft, board, the auditors' signatures, discharge. Rows only grow.

Each locks the year and is taken on the books as they are: a step on books that were changed since
the draft is refused (StaleError). A repeat answers with the step there is.
"""

from collections.abc import Mapping
from datetime import date, datetime
from types import MappingProxyType

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from finance.books.booking_labels import label
from finance.books.services.closing import close_days, tell_proposals
from finance.books.services.tables import lock_books
from finance.errors import IllegalError, InvalidError, NotAllowedError, StaleError
from finance.years.labels import FINDINGS, matter_words
from finance.years.matters import Matter
from finance.years.models import YearEnd, YearMatter, YearStep
from finance.years.queries.audits import (
    AuditedBooking,
    auditors,
    samples_of,
    seal_of_year,
    standing_of,
    steps_of,
    unsettled,
)
from finance.years.queries.matters import open_matters, said_before
from finance.years.queries.yearfile import check_year
from finance.years.services.audits import lock_year, require_independent
from finance.years.steps import Standing
from league.access.queries.rights import day_of
from league.people.models.people import User

Kind = YearStep.Kind
# The sentence about each open matter; empty where it was explained before.
Said = Mapping[Matter, str]
NOTHING_SAID: Said = MappingProxyType({})


def draft_year(
    *, year: int, by: User, today: date, now: datetime, said: Said = NOTHING_SAID
) -> YearStep:
    """Submit the year as complete; anew where something was booked since.

    IllegalError while the year is not over, where nothing is booked, or the books are not right;
    InvalidError for an open matter that is not in `said`.
    """
    if today <= date(year, 12, 31):
        raise IllegalError("year_not_over", _("A year can be closed once it is over."))
    _require_right(year, now)
    with transaction.atomic():
        year_end, standing = _locked(year)
        seal = seal_of_year(year)
        if standing.state != "open" and (standing.seal == seal or standing.is_final):
            return _last(year_end, Kind.DRAFT)
        return _take_seen(year_end, Kind.DRAFT, by, today, now, said, seal=seal)


def confirm_year(*, year: int, by: User, now: datetime, said: Said = NOTHING_SAID) -> YearStep:
    """Confirm the draft as chair for the board.

    NotAllowedError for the author of the draft, InvalidError for an open matter not in `said`.
    """
    with transaction.atomic():
        year_end, standing = _locked(year)
        if standing.reached("board"):
            return _last(year_end, Kind.BOARD)
        _require(standing, "draft", _("First the treasurer submits a draft."))
        if standing.drafted_by == by.pk:
            raise NotAllowedError(
                "drafted_it_oneself",
                _("The draft is confirmed by somebody other than who submitted it."),
            )
        _require_unchanged(standing, year)
        today = day_of(now)
        return _take_seen(year_end, Kind.BOARD, by, today, now, said, seal=standing.seal)


def sign_year(
    *,
    year: int,
    recommends: bool,
    remark: str,
    by: User,
    today: date,
    now: datetime,
    said: Said = NOTHING_SAID,
) -> YearStep:
    """Sign as auditor, recommending the discharge or not; the last signature closes the year.

    IllegalError before the board has confirmed, without a sample, while a question is open or a
    drawn booking was not looked at by this very auditor; InvalidError for an open matter not in
    `said`; NotAllowedError for a person who was on the board in that year.
    """
    require_independent(by, year, today)
    remark = " ".join(remark.split())
    if not recommends and not remark:
        raise InvalidError("remark_missing", _("Please say briefly why not."), field="remark")
    _require_right(year, now)
    with transaction.atomic():
        year_end, standing = _locked(year)
        if by.pk not in standing.signed:
            _require(standing, "board", _("First the board confirms the draft."))
            _require_unchanged(standing, year)
            _require_audited(year, by)
            _take_seen(
                year_end,
                Kind.SIGNED,
                by,
                today,
                now,
                said,
                seal=standing.seal,
                agrees=recommends,
                reason=remark[:400],
            )
        signed = _signed_by(year_end, by)
        everybody = {person.user_id for person in auditors(year, today)}
        complete = everybody <= standing.signed | {by.pk} and not standing.is_final
    if complete:
        _finish(year=year, by=by, today=today, now=now)
    return signed


def _finish(*, year: int, by: User, today: date, now: datetime) -> None:
    """Close the year once all have signed; then it counts as audited.

    Locks all books, so that nothing is booked in between. If something was since the last
    signature, the year stays open; if it breaks off, signing again goes on.
    """
    with transaction.atomic():
        year_end, standing = _locked(year)
        if standing.is_final:
            return
        lock_books()
        _require_unchanged(standing, year)
        closing = close_days(through=date(year, 12, 31), by=by, today=today, now=now)
        _take(year_end, Kind.AUDITED, by, now, seal=standing.seal)
    tell_proposals(closing, now)


def discharge_board(
    *,
    year: int,
    held_on: date,
    votes_for: int,
    votes_against: int,
    abstained: int,
    by: User,
    today: date,
    now: datetime,
    said: Said = NOTHING_SAID,
) -> YearStep:
    """Record the vote of the members' meeting on the discharge; more yes than no grants it.

    A refusal stays, and a later meeting may decide again. InvalidError for a day before the audit
    or after today, without a vote, and for an open matter not in `said`.
    """
    if held_on > today:
        raise InvalidError("meeting_to_come", _("That day is still to come."), field="held_on")
    if not votes_for + votes_against:
        raise InvalidError(
            "no_votes", _("How many were in favour, how many against?"), field="votes_for"
        )
    with transaction.atomic():
        year_end, standing = _locked(year)
        if standing.state == "discharged":
            return _last(year_end, Kind.DISCHARGED)
        _require(standing, "audited", _("The meeting can discharge once the year is audited."))
        if held_on < _last(year_end, Kind.AUDITED).taken_at.date():
            raise InvalidError(
                "meeting_before_audit",
                _("The audit was not finished by then."),
                field="held_on",
            )
        return _take_seen(
            year_end,
            Kind.DISCHARGED,
            by,
            today,
            now,
            said,
            seal=standing.seal,
            agrees=votes_for > votes_against,
            held_on=held_on,
            votes_for=votes_for,
            votes_against=votes_against,
            abstained=abstained,
        )


def give_back(*, year: int, reason: str, by: User, now: datetime) -> YearStep:
    """Back to before the draft, with a reason; what was signed is void and stays to be read."""
    reason = " ".join(reason.split())
    if not reason:
        raise InvalidError("reason_missing", _("Please say briefly why."), field="reason")
    with transaction.atomic():
        year_end, standing = _locked(year)
        if standing.is_final:
            raise IllegalError(
                "year_is_audited",
                _("The year is audited and closed. What was wrong is booked in the new one."),
            )
        if standing.state == "open":
            return _last(year_end, Kind.BACK)
        return _take(year_end, Kind.BACK, by, now, reason=reason[:400])


# --- what all of them ask ---------------------------------------------------------------------
def _locked(year: int) -> tuple[YearEnd, Standing]:
    return lock_year(year), standing_of(steps_of(year))


def _last(year_end: YearEnd, kind: str) -> YearStep:
    year_step = year_end.steps.filter(kind=kind).order_by("number").last()
    if year_step is None:
        raise IllegalError("nothing_drafted", _("There is no draft yet."))
    return year_step


def _signed_by(year_end: YearEnd, by: User) -> YearStep:
    return year_end.steps.filter(kind=Kind.SIGNED, taken_by=by).order_by("number").reverse()[0]


def _take(year_end: YearEnd, kind: str, by: User, now: datetime, **more: object) -> YearStep:
    number = year_end.steps.count() + 1
    return YearStep.objects.create(
        year_end=year_end, number=number, kind=kind, taken_by=by, taken_at=now, **more
    )


def _take_seen(
    year_end: YearEnd, kind: str, by: User, today: date, now: datetime, said: Said, **more: object
) -> YearStep:
    """Take a step that keeps the open matters with what is said about each.

    InvalidError for a matter not in `said`, and for one that no step has explained and this
    does not either.
    """
    matters, before = open_matters(year_end.year, today), said_before(year_end.year)
    said = {matter: " ".join(words.split())[:300] for matter, words in said.items()}
    for matter in matters:
        is_explained = matter in before and matter in said
        if not is_explained and not said.get(matter):
            raise InvalidError(
                "matter_not_seen",
                _("Before you sign, say something about it: %(matter)s")
                % {"matter": matter_words(matter)},
            )
    year_step = _take(year_end, kind, by, now, **more)
    YearMatter.objects.bulk_create(
        YearMatter(
            step=year_step,
            code=matter.code,
            count=matter.count,
            cents=matter.cents,
            said=said[matter],
        )
        for matter in matters
    )
    return year_step


def _require(standing: Standing, state: str, sentence: object) -> None:
    if standing.state != state:
        raise IllegalError("step_out_of_order", str(sentence))


def _require_unchanged(standing: Standing, year: int) -> None:
    if standing.seal != seal_of_year(year):
        raise StaleError(
            "booked_since_draft",
            _("Something was booked in this year since the draft. Submit it again."),
        )


def _require_right(year: int, now: datetime) -> None:
    """Require that the stand-alone checker finds nothing in the year as it lies in the database."""
    seen, wrong = check_year(year, now=now)
    if not seen.counts["booking"]:
        raise IllegalError("year_is_empty", _("Nothing is booked in this year."))
    if wrong:
        first = wrong[0]
        raise IllegalError(
            "books_are_wrong",
            _("The books are not right. %(where)s: %(what)s")
            % {"where": first.where, "what": FINDINGS[first.code] % first.data},
        )


def _require_audited(year: int, by: User) -> None:
    if not samples_of(year):
        raise IllegalError("no_sample", _("Draw a sample first and look through it."))
    if still := unsettled(year):
        raise IllegalError("sample_is_open", _("Still open: %(labels)s.") % _labels(still))
    if unseen := unsettled(year, by):
        raise IllegalError(
            "not_seen_oneself",
            _("You sign for what you have looked at yourself. Still missing: %(labels)s.")
            % _labels(unseen),
        )


def _labels(still: list[AuditedBooking]) -> dict[str, str]:
    return {"labels": ", ".join(label(audited.booking) for audited in still[:5])}
