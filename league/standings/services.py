"""Writes of the rankings: marking them stale, and the tables of evenings, seasons and all time."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_

from django.db import transaction
from django.db.models import F, Q

from league import signals
from league.events.models import Event
from league.people.models.people import Person
from league.results.models.results import Result
from league.seasons.models import Season
from league.standings import scoring
from league.standings.models import Standing, StandingCorrection, StandingMove, StandingRow
from league.standings.queries import tallies as tallies_queries
from league.standings.queries.standings import (
    STALE,
    corrections_to_process,
    members_of,
    scoring_options,
    stale_standings,
)

Scope = Standing.Scope


def mark_stale(*, event: Event, corrected: Result | None = None) -> None:
    """Mark the rankings of an event as stale, in the transaction that changes its results.

    `corrected` is the new version of a result that had one. One statement if the standings exist;
    it locks them in the order of their keys. A tournament counts in no season's table, and a match
    of teams in the table of its league alone, which is summed up on request.
    """
    if event.kind == Event.Kind.MATCH:
        return
    concerned, least = _concerned(event), _least(event)
    with transaction.atomic(savepoint=False):
        if _raise_wanted(concerned) < len(least):
            _make(least)
            _raise_wanted(concerned)
        if corrected is not None:
            if event.kind == Event.Kind.TOURNAMENT:
                block = corrected.table.block_id
                concerned = Q(scope=Scope.TOURNAMENT, event=event) | Q(block=block)
            StandingCorrection.objects.bulk_create(
                StandingCorrection(standing_id=pk, result=corrected)
                for pk in Standing.objects.filter(concerned).values_list("pk", flat=True)
            )
    _announce(event)


def mark_merged_stale(*, events: Iterable[Event], person: Person) -> None:
    """Say that a person has results of these events and memberships that were another record's.

    Locks the standings of all of them in the order of their keys: event by event the evening of
    the second might come before the season of the first, and meet a card that waits for it.
    """
    counted = [event for event in events if event.kind != Event.Kind.MATCH]
    with transaction.atomic():
        _make(standing for event in counted for standing in _least(event))
        _raise_wanted(reduce(or_, map(_concerned, counted), _ranks(person)))
    for event in counted:
        _announce(event)
    _announce_seasons_of(person)


def _concerned(event: Event) -> Q:
    """Return which standings count the results of an event."""
    if event.kind == Event.Kind.TOURNAMENT:
        return Q(event=event)
    return (
        Q(scope=Scope.EVENING, event=event)
        | Q(scope=Scope.SEASON, season=event.season_id)
        | Q(scope=Scope.ALL_TIME)
    )


def _least(event: Event) -> list[Standing]:
    """Return the standings that must exist to be marked stale."""
    if event.kind == Event.Kind.TOURNAMENT:
        return [Standing(scope=Scope.TOURNAMENT, event=event)]
    return [
        Standing(scope=Scope.EVENING, season_id=event.season_id, event=event),
        Standing(scope=Scope.SEASON, season_id=event.season_id),
        Standing(scope=Scope.ALL_TIME),
    ]


def _announce(event: Event) -> None:
    season = None if event.kind == Event.Kind.TOURNAMENT else event.season_id
    signals.standings_stale.send(sender=Standing, season_id=season, event_id=event.pk)


def mark_season_stale(*, season: Season) -> None:
    """Mark a season stale whose scoring changed: its evenings, itself and all time."""
    with transaction.atomic():
        _make([Standing(scope=Scope.SEASON, season=season), Standing(scope=Scope.ALL_TIME)])
        _raise_wanted(Q(season=season) | Q(scope=Scope.ALL_TIME))
    signals.standings_stale.send(sender=Standing, season_id=season.pk, event_id=None)


def mark_membership_stale(*, person: Person) -> None:
    """Say that a person who has played belongs to the club on other days than before.

    Locks the standings in the order of their keys. Tables of closed seasons stay as they are.
    """
    if _raise_wanted(_ranks(person)):
        _announce_seasons_of(person)


def _ranks(person: Person) -> Q:
    """Return which standings may still change and have a row of this person, a guest or not."""
    # A subquery and no join: PostgreSQL locks no row that an outer join may leave out.
    running = Season.objects.filter(closed_at=None).values("pk")
    return (Q(scope=Scope.SEASON, season__in=running) | Q(scope=Scope.ALL_TIME)) & Q(
        pk__in=StandingRow.objects.filter(person=person).values("standing")
    )


def _announce_seasons_of(person: Person) -> None:
    played = Season.objects.filter(closed_at=None, standings__rows__person=person)
    for season in played.distinct():
        signals.standings_stale.send(sender=Standing, season_id=season.pk, event_id=None)


def _raise_wanted(concerned: Q) -> int:
    """Raise `wanted`; return the number of standings. In the order of their keys, so that two
    transactions never wait in a ring.
    """
    locked = (
        Standing.objects.select_for_update(no_key=True)
        .filter(concerned)
        .order_by("pk")
        .values("pk")
    )
    return Standing.objects.filter(pk__in=locked).update(wanted=F("wanted") + 1)


def _make(standings: Iterable[Standing]) -> None:
    """Make the standings that do not exist yet."""
    Standing.objects.bulk_create(standings, ignore_conflicts=True)


def standing_of_season(season: Season) -> Standing:
    """Return the standing of a season, made if it does not exist yet."""
    standing, _created = Standing.objects.get_or_create(scope=Scope.SEASON, season=season)
    return standing


def compute_evenings(*, season: Season, now: datetime, anew: bool = False) -> None:
    """Compute the stale evenings of a season (`anew`: all of them) from their results alone.

    Of a closed season they are as they counted when it was closed.
    """
    if anew:
        counted = tallies_queries.tallies_of_season(season, season.closed_at)
        _make(Standing(scope=Scope.EVENING, season=season, event_id=event) for event in counted)
    standings = Standing.objects.filter(scope=Scope.EVENING, season=season)
    stale = list(standings if anew else standings.filter(STALE))
    if not stale:
        return
    corrections = {} if season.is_closed else corrections_to_process(stale)
    events = {standing.event_id: standing for standing in stale if standing.event_id is not None}
    if not anew or corrections:
        counted = tallies_queries.tallies_of_events(events, season.closed_at)
    drafts = []
    for event, standing in events.items():
        evenings = {event: counted.get(event, {})}
        mine = corrections.get(standing.pk, [])
        moved = _moves(mine, evenings, lambda all_: scoring.places(scoring.season(all_)))
        drafts.append(Draft(standing, scoring.season(evenings), moved))
    _write(drafts, now)


def compute_standing(*, season: Season, now: datetime) -> Standing:
    """Bring a season's table up to date, and before it its evenings, whose rows it is made of.

    A closed season does not change. Reads first and locks the standing only to write, so that no
    referee waits for it. Only the `wanted` seen before reading counts as computed; a worker that
    was overtaken writes nothing.
    """
    standing = standing_of_season(season)
    season = Season.objects.get(pk=season.pk)
    compute_evenings(season=season, now=now)
    if season.is_closed:
        return standing
    corrections = corrections_to_process([standing]).get(standing.pk, [])
    options = scoring_options(season)
    evenings = tallies_queries.evening_rows(season)
    least = scoring.threshold_of_season(evenings, options).games
    rows = scoring.season(evenings, options=options)
    moved = _moves(
        corrections,
        evenings,
        lambda all_: scoring.places(scoring.season(all_, options=options)),
    )
    _write([Draft(standing, rows, moved, least)], now)
    return Standing.objects.get(pk=standing.pk)


def compute_all_time(*, now: datetime) -> Standing:
    """Bring the all-time table up to date: the sum of the rows of all seasons, stale ones first.

    Locks only to write.
    """
    standing, _created = Standing.objects.get_or_create(scope=Scope.ALL_TIME)
    corrections = corrections_to_process([standing]).get(standing.pk, [])
    for stale in stale_standings().filter(scope=Scope.SEASON).select_related("season"):
        if stale.season is not None:
            compute_standing(season=stale.season, now=now)
    members = members_of(None)
    rows = scoring.total(tallies_queries.sums_of_seasons(), members=members)
    least = scoring.threshold_of_all_time(rows, members).games
    _write([Draft(standing, rows, _all_time_moves(corrections, members), least)], now)
    return Standing.objects.get(pk=standing.pk)


@dataclass(frozen=True)
class Draft:
    """A computed table before it is stored. `standing` is as it was before anything was read."""

    standing: Standing
    rows: Sequence[scoring.Row]
    moved: Sequence[tuple[StandingCorrection, scoring.Moved]] = ()
    min_games: int = 0


def _moves(
    corrections: Sequence[StandingCorrection],
    evenings: scoring.Evenings,
    places: Callable[[scoring.Evenings], scoring.Places],
) -> list[tuple[StandingCorrection, scoring.Moved]]:
    """Return the people that each correction moved."""
    if not corrections:
        return []
    counts = tallies_queries.correction_counts([correction.result for correction in corrections])
    return list(zip(corrections, scoring.moves(counts, evenings, places), strict=True))


def _all_time_moves(
    corrections: Sequence[StandingCorrection], members: frozenset[int]
) -> list[tuple[StandingCorrection, scoring.Moved]]:
    """Return the people they moved in the sum of the seasons, each of which has its own scoring."""
    seasons = {
        standing_correction.result.table.block.event.season for standing_correction in corrections
    }
    others = (
        tallies_queries.sums_of_seasons(but=[season.pk for season in seasons]) if seasons else []
    )
    parts: list[tuple[scoring.Evenings, scoring.Options]] = []
    for season in seasons:
        evenings = tallies_queries.evening_rows(season)
        for correction in corrections:
            event = correction.result.table.block.event
            if event.season_id == season.pk:
                evenings.setdefault(event.pk, {})  # no row is left there, before there were some
        parts.append((evenings, scoring_options(season)))

    def places(evenings: scoring.Evenings) -> scoring.Places:
        rows = list(others)
        for own, options in parts:
            rows += scoring.season({event: evenings[event] for event in own}, options=options)
        return scoring.places(scoring.total(rows, members=members))

    everything = {event: rows for own, _options in parts for event, rows in own.items()}
    return _moves(corrections, everything, places)


def _write(drafts: Sequence[Draft], now: datetime) -> None:
    """Store the changes. Locks the standings in the order of their keys.

    The effect of a correction is noted only if nothing was changed while it was counted.
    """
    with transaction.atomic():
        locked = (
            Standing.objects.select_for_update(no_key=True)
            .order_by("pk")
            .in_bulk([draft.standing.pk for draft in drafts])
        )
        seasons = [pk for pk, standing in locked.items() if standing.scope == Scope.SEASON]
        if (
            seasons
            and Season.objects.filter(standings__in=seasons, closed_at__isnull=False).exists()
        ):
            return
        drafts = [
            draft for draft in drafts if locked[draft.standing.pk].computed <= draft.standing.wanted
        ]
        _write_rows(drafts)
        for draft in drafts:
            standing = locked[draft.standing.pk]
            if standing.wanted == draft.standing.wanted:
                note_moves(draft.moved, now)
            standing.computed = draft.standing.wanted
            standing.as_of = now
            standing.scoring_version = scoring.SCORING_VERSION
            standing.min_games = draft.min_games
            standing.criteria = [criterion.code for criterion in scoring.CRITERIA]
        Standing.objects.bulk_update(
            [locked[draft.standing.pk] for draft in drafts],
            ["computed", "as_of", "scoring_version", "criteria", "min_games"],
        )


def _write_rows(drafts: Sequence[Draft]) -> None:
    """Write only the rows that differ: a game moves a few of many."""
    wanted = {
        (draft.standing.pk, row.person): tallies_queries.values_of(row)
        for draft in drafts
        for row in draft.rows
    }
    stored = StandingRow.objects.filter(standing__in=[draft.standing.pk for draft in drafts])
    gone = []
    for pk, standing, person, *values in stored.order_by().values_list(
        "pk", "standing_id", "person_id", *tallies_queries.COLUMNS
    ):
        if wanted.get((standing, person)) == values:
            del wanted[standing, person]
        else:
            gone.append(pk)
    if gone:
        StandingRow.objects.filter(pk__in=gone).delete()
    StandingRow.objects.bulk_create(
        StandingRow(
            standing_id=standing,
            person_id=person,
            **dict(zip(tallies_queries.COLUMNS, values, strict=True)),
        )
        for (standing, person), values in wanted.items()
    )


def note_moves(moved: Iterable[tuple[StandingCorrection, scoring.Moved]], now: datetime) -> None:
    """Note the people that each correction moved, and that it is processed.

    Two workers may have counted the same; the first to hold the standing's lock has noted it.
    """
    for correction, people in moved:
        pending = StandingCorrection.objects.filter(pk=correction.pk, processed_at=None)
        if pending.update(processed_at=now):
            StandingMove.objects.bulk_create(
                StandingMove(correction=correction, person_id=person, was=was, now=is_now)
                for person, (was, is_now) in people.items()
            )
