"""The direction's view of a tournament: the next step, tables and calls, draws, people."""

from typing import Any

from django.http import Http404

from league.access.queries.rights import may_direct
from league.results.queries.confirming import calls_of, open_problems
from league.tournaments.core.queries import agenda, draws, reading
from league.tournaments.core.queries.block_state import BlockState, TableState
from league.tournaments.core.queries.state import TournamentState, format_of
from league.tournaments.core.queries.stored_state import state_now
from league.tournaments.direction.serializers import (
    AtTheDayOut,
    CupClosingOut,
    CupSettingsOut,
    DirectedBlockOut,
    DirectedDrawOut,
    DirectedWhyOut,
    DirectionOut,
    TwoAsk,
)
from league.tournaments.models.tournaments import Draw
from league.tournaments.public.api.tournaments import tie_json
from league.tournaments.public.queries import versions
from league.tournaments.ranking.queries import corrections
from league.web.api.described import Json
from league.web.api.frame import Lines, PageAsk, ReadRequest, pages, reads

HERE = ("present", "gone", "expected")


@reads(DirectionOut)
def direction(request: ReadRequest, pk: int) -> Json:
    """A tournament as its desk sees it: tables, cards, calls; for the direction what is next."""
    event = reading.get_tournament_to_run(request.user, pk, request.today)
    tournament_state, calls = state_now(event), calls_of(event)
    people = list(tournament_state.people.values())
    directs = may_direct(request.user, request.today)
    return {
        "revision": event.tournament.revision,
        "next": _next(agenda.next_step(tournament_state, request.now)) if directs else None,
        "blocks": [_step(block) for block in tournament_state.blocks.values()],
        "open": [
            {
                "number": block.block.number,
                "ends_at": (ends := block.ends_at()),
                "is_over": ends is not None and request.now >= ends,
                "cards_in": block.cards_in,
                "tables": [
                    _table(tournament_state, state, calls=state.table.pk in calls)
                    for state in block.played
                ],
            }
            for block in agenda.open_blocks(tournament_state)
            if block.draw is not None
        ],
        "calls": list(calls.values()),
        "problems": open_problems(event),
        "corrections": [
            difference.sentence for difference in corrections.differences(tournament_state)
        ],
        **{
            state: sum(agenda.is_here(participation) == state for participation in people)
            for state in HERE
        },
    }


@pages(AtTheDayOut)
def directed_people(request: ReadRequest, pk: int) -> list[Json]:
    """List who is here, who has gone and who never came, by name."""
    state = _directed(request, pk)
    at = agenda.seats_now(state)
    people = sorted(
        state.people.values(),
        key=lambda participation: (participation.person.sort_key, participation.pk),
    )
    return [
        {
            "player": participation,
            "real_name": participation.person.name,
            "is_here": agenda.is_here(participation),
            "block": at[participation.pk][0].block.number if participation.pk in at else None,
            "table": at[participation.pk][1].number if participation.pk in at else None,
        }
        for participation in people
    ]


@reads(CupClosingOut, PageAsk)
def closing(request: ReadRequest, pk: int) -> Json:
    """A page of the places of the day, as they would be kept or are."""
    state, lines = _directed(request, pk), Lines(request)
    return {
        "finished_at": state.event.tournament.finished_at,
        "is_final": state.is_over,
        "places": [
            {
                "rank": placed.rank,
                "player": (who := state.people[placed.person]),
                "real_name": who.person.name,
            }
            for placed in lines.of(state.ranking)
        ],
        "unplaced": lines.of(agenda.without_a_game(state)),
        **lines.beside(),
    }


@reads(DirectedBlockOut)
def directed_block(request: ReadRequest, pk: int, number: int) -> Json:
    """A block with its proposal, which nobody else sees, its versions and its ties."""
    state = _directed(request, pk)
    if number not in state.blocks:
        raise Http404
    block = state.blocks[number]
    ties = agenda.open_ties(block) if block.block.locked_at else []
    return {
        "block": _step(block),
        "next": _next(agenda.step_of(state, block, request.now)),
        "proposal": _draw(state, block, draws.proposed_draw(block.block)),
        "in_force": _draw(state, block, block.draw),
        "versions": draws.released_draws(block.block),
        "ties": [tie_json(state, tie) for tie in ties],
        "decisions": [
            {
                "kind": decided.kind,
                "players": [state.people[pk] for pk in decided.order],
                "seed": decided.seed,
                "decided_at": decided.decided_at,
            }
            for decided in draws.tie_decisions(block.block)
        ],
    }


@reads(DirectedWhyOut, TwoAsk)
def why(request: ReadRequest, pk: int, number: int) -> Json:
    """„Warum wieder zusammen?“ of two, in the proposal or else in what is in force."""
    state = _directed(request, pk)
    player, other = request.query["player"], request.query["other"]
    if number not in state.blocks:
        raise Http404
    there, called = state.blocks[number], versions.names(state)
    drawn = draws.proposed_draw(there.block) or there.draw
    version = versions.shown(state, there, drawn)
    if version is None:
        raise Http404
    return {
        "reasons": versions.why(there, version, called, player, other),
        "player": state.people[player],
        "other": state.people[other],
    }


@reads(DirectedDrawOut)
def draw_version(request: ReadRequest, pk: int, number: int, version: int) -> Json | None:
    """One version of a draw that was released once, as it was."""
    state = _directed(request, pk)
    block = reading.get_block(state.event, number)
    draw = draws.get_released(block, version)
    return _draw(state, state.blocks[number], draw)


@reads(CupSettingsOut)
def settings(request: ReadRequest, pk: int) -> Json:
    """What the direction has set: description, chain of blocks, prizes."""
    event = reading.get_tournament_to_direct(request.user, pk, request.today)
    tournament = event.tournament
    own = (
        *("template", "places", "registration_open", "registration_until", "fee_cents"),
        *("pot_cents", "adults_only", "words", "consent", "group", "team", "event"),
    )
    return {
        **{name: getattr(tournament, name) for name in own},
        "blocks": [block.to_dict() for block in format_of(event).blocks],
        "prizes": event.prizes.all(),
    }


def _directed(request: ReadRequest, pk: int) -> TournamentState:
    """Return the tournament for the direction, which draws, decides and closes."""
    return state_now(reading.get_tournament_to_direct(request.user, pk, request.today))


def _next(step: agenda.Next) -> dict[str, Any]:
    return {**vars(step), "block": step.block.block.number if step.block else None}


def _step(block: BlockState) -> dict[str, Any]:
    return {"number": block.block.number, "name": block.name, "step": block.step}


def _table(tournament_state: TournamentState, state: TableState, *, calls: bool) -> dict[str, Any]:
    return {
        "id": state.table.pk,
        "number": state.table.number,
        "state": state.state,
        "card_missing": state.table.card_missing,
        "played": state.played,
        "expected": state.expected,
        "calls": calls,
        "players": [tournament_state.people[pk] for pk in state.people],
    }


def _draw(state: TournamentState, block: BlockState, draw: Draw | None) -> dict[str, Any] | None:
    shown = versions.shown(state, block, draw)
    if shown is None or draw is None:
        return None
    own = ("version", "kind", "reason", "made_at", "released_at", "superseded_at")
    figures, seed = shown["quality"], shown["seed"]
    return {
        **{name: getattr(draw, name) for name in own},
        "seed": seed.shown,
        "fingerprint": seed.fingerprint,
        "repeats": figures.repeats,
        "most_meetings": figures.most_meetings,
        "mates": figures.mates,
        "tables": [
            {"number": number, "players": [state.people[pk] for pk in people]}
            for number, people in shown["tables"].items()
        ],
        "springers": [state.people[pk] for pk in draw.springers],
    }
