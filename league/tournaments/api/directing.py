"""What a tournament's direction looks at: what to do next, tables and calls, draws, people."""

from typing import Any

from django.http import Http404

from league.access.queries.rights import may_direct
from league.results.queries.confirming import calls_of, open_problems
from league.tournaments.api.direction_shapes import (
    AtTheDayOut,
    CupClosingOut,
    CupSettingsOut,
    DirectedBlockOut,
    DirectedDrawOut,
    DirectedWhyOut,
    DirectionOut,
    TwoAsk,
)
from league.tournaments.api.tournaments import tie_json
from league.tournaments.models.tournaments import Draw
from league.tournaments.queries import agenda, corrections, draws, reading, versions
from league.tournaments.queries.course import BlockCourse, Course, TableState, format_of
from league.tournaments.queries.kept import course_of_now
from league.web.api.described import Json
from league.web.api.frame import ReadRequest, reads

HERE = ("present", "gone", "expected")


@reads(DirectionOut)
def direction(request: ReadRequest, pk: int) -> Json:
    """A tournament as its desk sees it: tables, cards, calls; for the direction what is next."""
    event = reading.get_tournament_to_run(request.user, pk, request.today)
    course, calls = course_of_now(event), calls_of(event)
    people = list(course.people.values())
    directs = may_direct(request.user, request.today)
    return {
        "revision": event.tournament.revision,
        "next": _next(agenda.next_step(course, request.now)) if directs else None,
        "blocks": [_step(block) for block in course.blocks.values()],
        "open": [
            {
                "number": block.block.number,
                "ends_at": (ends := block.ends_at()),
                "is_over": ends is not None and request.now >= ends,
                "cards_in": block.cards_in,
                "tables": [
                    _table(course, state, calls=state.table.pk in calls) for state in block.played
                ],
            }
            for block in agenda.open_blocks(course)
            if block.draw is not None
        ],
        "calls": list(calls.values()),
        "problems": open_problems(event),
        "corrections": [difference.sentence for difference in corrections.differences(course)],
        **{
            state: sum(agenda.is_here(participation) == state for participation in people)
            for state in HERE
        },
    }


@reads(AtTheDayOut(many=True))
def directed_people(request: ReadRequest, pk: int) -> list[Json]:
    """Who is here, who has gone, who never came."""
    course = _directed(request, pk)
    at = agenda.seats_now(course)
    people = sorted(
        course.people.values(),
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


@reads(CupClosingOut)
def closing(request: ReadRequest, pk: int) -> Json:
    """The places of the day, as they would be kept or are."""
    course = _directed(request, pk)
    return {
        "finished_at": course.event.tournament.finished_at,
        "is_final": course.unfinished is None,
        "places": [
            {
                "rank": placed.rank,
                "player": (who := course.people[placed.person]),
                "real_name": who.person.name,
            }
            for placed in course.ranking
        ],
        "unplaced": agenda.without_a_game(course),
    }


@reads(DirectedBlockOut)
def directed_block(request: ReadRequest, pk: int, number: int) -> Json:
    """A block with its proposal, which nobody else sees, its versions and its ties."""
    course = _directed(request, pk)
    if number not in course.blocks:
        raise Http404
    one = course.blocks[number]
    ties = agenda.open_ties(one) if one.block.locked_at else []
    return {
        "block": _step(one),
        "next": _next(agenda.step_of(course, one, request.now)),
        "proposal": _draw(course, one, draws.proposed_draw(one.block)),
        "in_force": _draw(course, one, one.draw),
        "versions": draws.released_draws(one.block),
        "ties": [tie_json(course, tie) for tie in ties],
        "decisions": [
            {
                "kind": decided.kind,
                "players": [course.people[pk] for pk in decided.order],
                "seed": decided.seed,
                "decided_at": decided.decided_at,
            }
            for decided in draws.tie_decisions(one.block)
        ],
    }


@reads(DirectedWhyOut, TwoAsk)
def why(request: ReadRequest, pk: int, number: int) -> Json:
    """„Warum wieder zusammen?“ of two, in the proposal or else in what is in force."""
    course = _directed(request, pk)
    one, other = request.query["one"], request.query["other"]
    if number not in course.blocks:
        raise Http404
    there, called = course.blocks[number], versions.names(course)
    drawn = draws.proposed_draw(there.block) or there.draw
    version = versions.shown(course, there, drawn)
    if version is None:
        raise Http404
    return {
        "said": versions.why(there, version, called, one, other),
        "one": course.people[one],
        "other": course.people[other],
    }


@reads(DirectedDrawOut)
def draw_version(request: ReadRequest, pk: int, number: int, version: int) -> Json | None:
    """One version of a draw that was released once, as it was."""
    course = _directed(request, pk)
    block = reading.get_block(course.event, number)
    found = draws.get_released(block, version)
    return _draw(course, course.blocks[number], found)


@reads(CupSettingsOut)
def settings(request: ReadRequest, pk: int) -> Json:
    """What the direction has set: description, chain of blocks, prizes."""
    event = reading.get_tournament_to_direct(request.user, pk, request.today)
    tournament = event.tournament
    own = (
        *("template", "places", "registration_open", "registration_until", "fee_cents"),
        *("pot_cents", "adults_only", "words", "consent", "team", "event"),
    )
    return {
        **{name: getattr(tournament, name) for name in own},
        "blocks": [block.to_dict() for block in format_of(event).blocks],
        "prizes": event.prizes.all(),
    }


def _directed(request: ReadRequest, pk: int) -> Course:
    """The tournament, for the direction: it draws, decides and closes."""
    return course_of_now(reading.get_tournament_to_direct(request.user, pk, request.today))


def _next(step: agenda.Next) -> dict[str, Any]:
    return {**vars(step), "block": step.block.block.number if step.block else None}


def _step(one: BlockCourse) -> dict[str, Any]:
    return {"number": one.block.number, "name": one.name, "step": one.step}


def _table(course: Course, state: TableState, *, calls: bool) -> dict[str, Any]:
    return {
        "id": state.table.pk,
        "number": state.table.number,
        "state": state.state,
        "card_missing": state.table.card_missing,
        "played": state.played,
        "expected": state.expected,
        "calls": calls,
        "players": [course.people[pk] for pk in state.people],
    }


def _draw(course: Course, one: BlockCourse, draw: Draw | None) -> dict[str, Any] | None:
    shown = versions.shown(course, one, draw)
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
            {"number": number, "players": [course.people[pk] for pk in people]}
            for number, people in shown["tables"].items()
        ],
        "springers": [course.people[pk] for pk in draw.springers],
    }
