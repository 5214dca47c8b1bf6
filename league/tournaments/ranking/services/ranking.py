"""Writes of a tournament's rankings: its blocks, the day, the teams and the special prizes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction

from league import formats
from league.events.models import Event
from league.standings.models import PlaceRow, Standing
from league.standings.services import note_moves
from league.tournaments.core.queries.block_state import BlockState
from league.tournaments.core.queries.state import TournamentState
from league.tournaments.models.tournaments import Tournament
from league.tournaments.ranking.queries import moves

Scope = Standing.Scope
# The key of a standing within its event.
Key = tuple[str, int | None, str]


@dataclass(frozen=True)
class _Ranking:
    """A standing as it is to be stored: its rows, not yet linked to it."""

    key: Key
    rows: Sequence[PlaceRow]
    criteria: Sequence[str] = field(default=())


def compute_tournament(*, event: Event, now: datetime) -> None:
    """Compute all rankings of a tournament whole, from its results alone, in one reading.

    It reads first and locks the standings only to write, in the order of their keys, so that no
    table waits for it. Only the `wanted` seen before reading counts as computed; an overtaken run
    writes nothing, and unchanged rows stay. A finished tournament keeps its rows.
    """
    event = Event.objects.select_related("tournament").get(pk=event.pk)
    _make_missing(event)
    seen = dict(Standing.objects.filter(event=event).values_list("pk", "wanted"))
    state = TournamentState(event)
    rankings = list(rankings_of(state))
    moved = [
        (correction, moves.moved_by(correction, state)) for correction in moves.to_process(event)
    ]
    with transaction.atomic():
        standings = _locked(event)
        over = Tournament.objects.filter(event=event, finished_at__isnull=False).exists()
        was_stored = any(
            standing.scope == Scope.TOURNAMENT and standing.as_of for standing in standings
        )
        if (over and was_stored) or any(
            standing.computed > seen.get(standing.pk, 0) for standing in standings
        ):
            return
        _write(standings, rankings, seen, now)
        # A change during the computation means another run, so its corrections wait for that.
        sure = {standing.pk for standing in standings if standing.computed == standing.wanted}
        note_moves([pair for pair in moved if pair[0].standing_id in sure], now)


def keep_rankings(state: TournamentState, now: datetime) -> None:
    """Store the rankings of this state as those in force. Within the caller's transaction."""
    _make_missing(state.event)
    standings = _locked(state.event)
    _write(
        standings,
        list(rankings_of(state)),
        {standing.pk: standing.wanted for standing in standings},
        now,
    )


def _locked(event: Event) -> list[Standing]:
    return list(Standing.objects.select_for_update(no_key=True).filter(event=event).order_by("pk"))


def key_of(standing: Standing) -> Key:
    return standing.scope, standing.block_id, standing.award


def _make_missing(event: Event) -> None:
    """Create the missing standings of all possible rankings; new ones wait to be computed."""
    there = {key_of(standing) for standing in Standing.objects.filter(event=event)}
    wanted: list[Key] = [(Scope.TOURNAMENT, None, "")]
    wanted += [(Scope.BLOCK, block, "") for block in event.blocks.values_list("pk", flat=True)]
    wanted += [(Scope.PRIZE, None, code) for code in formats.AWARDS]
    if event.tournament.team:
        wanted.append((Scope.TEAM, None, ""))
    Standing.objects.bulk_create(
        [
            Standing(scope=scope, event=event, block_id=block, award=award)
            for scope, block, award in wanted
            if (scope, block, award) not in there
        ],
        ignore_conflicts=True,
    )


def _write(
    standings: Sequence[Standing],
    rankings: Sequence[_Ranking],
    seen: dict[int, int],
    now: datetime,
) -> None:
    by_key = {ranking.key: ranking for ranking in rankings}
    before: dict[int, list[PlaceRow]] = {}
    for row in PlaceRow.objects.filter(standing__in=standings).order_by("standing", "position"):
        before.setdefault(row.standing_id, []).append(row)
    new: list[PlaceRow] = []
    old: list[int] = []
    for standing in standings:
        ranking = by_key.get(key_of(standing), _Ranking(key_of(standing), ()))
        if plain(before.get(standing.pk, ())) != plain(ranking.rows):
            old.append(standing.pk)
            new += ranking.rows
            for row in ranking.rows:
                row.standing = standing
        standing.computed = seen.get(standing.pk, 0)
        standing.criteria = list(ranking.criteria)
        standing.as_of = now
        standing.scoring_version = formats.SCORING_VERSION
    PlaceRow.objects.filter(standing__in=old).delete()
    PlaceRow.objects.bulk_create(new)
    # Once: PostgreSQL checks the unchanged keys of a row that this transaction has written before,
    # and so COMMIT would wait for the block, the event and the season.
    Standing.objects.bulk_update(
        standings, ["computed", "criteria", "as_of", "scoring_version"], batch_size=50
    )


def plain(rows: Sequence[PlaceRow]) -> list[tuple[Any, ...]]:
    return [
        (row.participation_id, row.team_id, row.rank, row.position, row.figures) for row in rows
    ]


def rankings_of(state: TournamentState) -> Iterator[_Ranking]:
    for block in state.blocks.values():
        yield _Ranking(
            (Scope.BLOCK, block.block.pk, ""), list(_block_rows(block)), block.setting.ties
        )
    yield _Ranking(
        (Scope.TOURNAMENT, None, ""),
        [
            PlaceRow(
                participation_id=placed.person,
                rank=placed.rank,
                position=placed.position,
                figures={
                    "block": placed.block,
                    "day": formats.tally_to_list(state.day[placed.person]),
                },
            )
            for placed in state.ranking
        ],
    )
    yield _Ranking(
        (Scope.TEAM, None, ""),
        [
            PlaceRow(
                team_id=team_row.team,
                rank=team_row.rank,
                position=team_row.position,
                figures=formats.team_to_dict(team_row),
            )
            for team_row in state.teams
        ],
    )
    for award, honours in state.honours.items():
        yield _Ranking(
            (Scope.PRIZE, None, award),
            [
                PlaceRow(
                    participation_id=honour.person,
                    rank=honour.rank,
                    position=honour.position,
                    figures={"value": honour.value},
                )
                for honour in honours
            ],
        )


def _block_rows(block: BlockState) -> Iterator[PlaceRow]:
    """Yield the rows of a block.

    `goes_on` is the place among those who go on; a tie is stored with the first of its people.
    """
    further = block.advancing or formats.Advancing(())
    goes_on = {person: at for at, person in enumerate(further.people)}
    leads: dict[int, dict[str, int]] = {}
    for taker, sent in block.ranked.leads.items():
        for at, person in enumerate(sent.people):
            leads.setdefault(person, {})[str(taker)] = at
    ties = [*further.ties, *block.podium_ties]
    for row in block.rows:
        own = [formats.tie_to_dict(tie) for tie in ties if tie.people[0] == row.person]
        yield PlaceRow(
            participation_id=row.person,
            rank=row.rank,
            position=row.position,
            figures={
                **formats.row_to_dict(row),
                "goes_on": goes_on.get(row.person),
                "leads": leads.get(row.person, {}),
                "ties": own,
            },
        )
