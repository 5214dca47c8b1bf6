"""What a tournament's direction looks at: what to do next, tables and calls, draws, people."""

from typing import Any, ClassVar, get_args

from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request

from league import queries
from league.api.frame import ReadAPI, reads
from league.api.tournament_shapes import (
    DrawnTableOut,
    DrawVersionOut,
    PlayerOut,
    PrizeOut,
    TieOut,
)
from league.api.tournaments import tie_json
from league.models import Draw, Event, TieDecision
from league.queries.tournaments import agenda, corrections, draws, reading, versions
from league.queries.tournaments.course import BlockCourse, Course, TableState, format_of
from league.queries.tournaments.kept import course_of_now

STEPS = ("planned", "proposed", "released", "running", "sharp", "locked", "ranked")


class CalledOut(serializers.Serializer[Any]):
    table = serializers.IntegerField(source="table_id")
    number = serializers.IntegerField(source="table.number")
    since = serializers.DateTimeField(source="called_at")
    note = serializers.CharField(allow_blank=True)


class ProblemOut(serializers.Serializer[Any]):
    result = serializers.IntegerField(source="result_id")
    table = serializers.IntegerField(source="result.table_id")
    table_number = serializers.IntegerField(source="result.table.number")
    number = serializers.IntegerField(source="result.number")
    text = serializers.CharField()
    raised_at = serializers.DateTimeField()


class NextOut(serializers.Serializer[Any]):
    """The one thing to do now, and what stands against it."""

    deed = serializers.ChoiceField(get_args(agenda.Deed))
    block = serializers.IntegerField(allow_null=True)
    sentence = serializers.CharField(allow_blank=True)
    people = serializers.IntegerField()
    cards = serializers.IntegerField(help_text="Cards that are out in all blocks played now.")


class DirectedTableOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    number = serializers.IntegerField()
    state = serializers.ChoiceField(["empty", "free", "playing", "in", "missing"])
    card_missing = serializers.CharField(allow_blank=True, help_text="Why nobody waits for it.")
    played = serializers.IntegerField()
    expected = serializers.IntegerField(allow_null=True)
    calls = serializers.BooleanField()
    players = PlayerOut(many=True)


class OpenBlockOut(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    ends_at = serializers.DateTimeField(allow_null=True)
    is_over = serializers.BooleanField(help_text="The time is up.")
    cards_in = serializers.IntegerField()
    tables = DirectedTableOut(many=True)


class StepOut(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = serializers.CharField()
    step = serializers.ChoiceField(STEPS)


class DirectionOut(serializers.Serializer[Any]):
    revision = serializers.IntegerField(help_text="Raised by each decision.")
    next = NextOut(allow_null=True, help_text="For the direction alone.")
    blocks = StepOut(many=True)
    open = OpenBlockOut(many=True)
    calls = CalledOut(many=True)
    problems = ProblemOut(many=True)
    corrections = serializers.ListField(
        child=serializers.CharField(), help_text="What a corrected card would have changed."
    )
    present = serializers.IntegerField()
    gone = serializers.IntegerField()
    expected = serializers.IntegerField()


class AtTheDayOut(serializers.Serializer[Any]):
    """Somebody of the tournament, by the real name, and where he sits now."""

    player = PlayerOut()
    real_name = serializers.CharField()
    is_here = serializers.ChoiceField(["present", "gone", "expected"])
    block = serializers.IntegerField(allow_null=True)
    table = serializers.IntegerField(allow_null=True)


class PlaceOfTheDayOut(serializers.Serializer[Any]):
    rank = serializers.IntegerField()
    player = PlayerOut()
    real_name = serializers.CharField()


class ClosingOut(serializers.Serializer[Any]):
    finished_at = serializers.DateTimeField(allow_null=True)
    is_final = serializers.BooleanField()
    places = PlaceOfTheDayOut(many=True)
    unplaced = PlayerOut(many=True, help_text="Checked in or drawn, and without a game.")


class DirectedDrawOut(DrawVersionOut):
    released_at = serializers.DateTimeField(allow_null=True, help_text="Null: a proposal.")
    made_at = serializers.DateTimeField()
    seed = serializers.CharField(allow_blank=True)
    fingerprint = serializers.CharField()
    repeats = serializers.IntegerField()
    most_meetings = serializers.IntegerField()
    mates = serializers.IntegerField(help_text="Team mates at one table.")
    tables = DrawnTableOut(many=True)
    springers = PlayerOut(many=True)


class TieDecisionOut(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(TieDecision.Kind.choices)
    players = PlayerOut(many=True, help_text="The best first.")
    seed = serializers.CharField(allow_blank=True)
    decided_at = serializers.DateTimeField()


class DirectedBlockOut(serializers.Serializer[Any]):
    block = StepOut()
    next = NextOut()
    proposal = DirectedDrawOut(allow_null=True)
    in_force = DirectedDrawOut(allow_null=True)
    versions = DrawVersionOut(many=True)
    ties = TieOut(many=True)
    decisions = TieDecisionOut(many=True)


class SettingsOut(serializers.Serializer[Any]):
    """What a tournament is to be. Amounts are cents."""

    template = serializers.CharField()
    places = serializers.IntegerField(allow_null=True)
    registration_open = serializers.BooleanField()
    registration_until = serializers.DateTimeField(allow_null=True)
    fee_cents = serializers.IntegerField()
    pot_cents = serializers.IntegerField()
    adults_only = serializers.BooleanField()
    words = serializers.CharField(allow_blank=True)
    consent = serializers.CharField(allow_blank=True)
    is_public = serializers.BooleanField(source="event.is_public")
    team = serializers.JSONField(allow_null=True)
    blocks = serializers.ListField(child=serializers.DictField(), help_text="As templates have them.")
    prizes = PrizeOut(many=True)


class _DirectedAPI(ReadAPI):
    """For the direction: it draws, decides and closes."""

    def course(self, request: Request, pk: int) -> Course:
        event = reading.get_tournament_to_direct(request.user, pk, self.today)
        return course_of_now(event)


class DirectionAPI(ReadAPI):
    """A tournament as its desk sees it: tables, cards, calls; for the direction what is next."""

    does: ClassVar = reads(DirectionOut)

    def show(self, request: Request, pk: int, **named: Any) -> Any:
        event = reading.get_tournament_to_run(request.user, pk, self.today)
        course, calls = course_of_now(event), queries.calls_of(event)
        people = list(course.people.values())
        directs = queries.may_direct(request.user, self.today)
        return DirectionOut(
            {
                "revision": event.tournament.revision,
                "next": _next(agenda.next_step(course, self.now)) if directs else None,
                "blocks": [_step(one) for one in course.blocks.values()],
                "open": [
                    {
                        "number": one.block.number,
                        "ends_at": (ends := one.ends_at()),
                        "is_over": ends is not None and self.now >= ends,
                        "cards_in": one.cards_in,
                        "tables": [
                            _table(course, state, calls=state.table.pk in calls)
                            for state in one.played
                        ],
                    }
                    for one in agenda.open_blocks(course)
                    if one.draw is not None
                ],
                "calls": list(calls.values()),
                "problems": queries.open_problems(event),
                "corrections": corrections.sentences(course),
                **{state: sum(agenda.is_here(one) == state for one in people) for state in HERE},
            }
        ).data


HERE = ("present", "gone", "expected")


class DirectedPeopleAPI(_DirectedAPI):
    """Who is here, who has gone, who never came."""

    does: ClassVar = reads(AtTheDayOut(many=True))

    def show(self, request: Request, pk: int, **named: Any) -> Any:
        course = self.course(request, pk)
        at = agenda.seats_now(course)
        people = sorted(course.people.values(), key=lambda one: (one.person.sort_key, one.pk))
        return AtTheDayOut(
            [
                {
                    "player": one,
                    "real_name": one.person.name,
                    "is_here": agenda.is_here(one),
                    "block": at[one.pk][0].block.number if one.pk in at else None,
                    "table": at[one.pk][1].number if one.pk in at else None,
                }
                for one in people
            ],
            many=True,
        ).data


class ClosingAPI(_DirectedAPI):
    """The places of the day, as they would be kept or are."""

    does: ClassVar = reads(ClosingOut)

    def show(self, request: Request, pk: int, **named: Any) -> Any:
        course = self.course(request, pk)
        return ClosingOut(
            {
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
        ).data


class DirectedBlockAPI(_DirectedAPI):
    """A block with its proposal, which nobody else sees, its versions and its ties."""

    does: ClassVar = reads(DirectedBlockOut)

    def show(self, request: Request, pk: int, number: int = 0, **named: Any) -> Any:
        course = self.course(request, pk)
        if number not in course.blocks:
            raise Http404
        one = course.blocks[number]
        ties = agenda.open_ties(one) if one.block.locked_at else []
        return DirectedBlockOut(
            {
                "block": _step(one),
                "next": _next(agenda.step_of(course, one, self.now)),
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
        ).data


class DrawVersionAPI(_DirectedAPI):
    """One version of a draw that was released once, as it was."""

    does: ClassVar = reads(DirectedDrawOut)

    def show(
        self, request: Request, pk: int, number: int = 0, version: int = 0, **named: Any
    ) -> Any:
        course = self.course(request, pk)
        block = reading.get_block(course.event, number)
        found = draws.get_released(block, version)
        return DirectedDrawOut(_draw(course, course.blocks[number], found)).data


class SettingsAPI(ReadAPI):
    """What the direction has set: description, chain of blocks, prizes."""

    does: ClassVar = reads(SettingsOut)

    def show(self, request: Request, pk: int, **named: Any) -> Any:
        event: Event = reading.get_tournament_to_direct(request.user, pk, self.today)
        tournament = event.tournament
        own = (
            *("template", "places", "registration_open", "registration_until", "fee_cents"),
            *("pot_cents", "adults_only", "words", "consent", "team", "event"),
        )
        return SettingsOut(
            {
                **{name: getattr(tournament, name) for name in own},
                "blocks": [block.to_dict() for block in format_of(event).blocks],
                "prizes": event.prizes.all(),
            }
        ).data


def _next(step: agenda.Next) -> dict[str, Any]:
    return {**vars(step), "block": step.block.block.number if step.block else None}


def _step(one: BlockCourse) -> dict[str, Any]:
    return {"number": one.block.number, "name": one.setting.name, "step": one.step}


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
