"""The two pages of the direction, drawn afresh: also where a decision was refused."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial, wraps
from hashlib import sha256
from random import Random
from secrets import token_hex
from typing import Any
from uuid import uuid4

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league import draw as core
from league import format_words, queries, words
from league.doors import user_of
from league.errors import IllegalError, InvalidError, LeagueError
from league.models import Draw, Event, Participation, User
from league.queries.tournaments import agenda, corrections, draws, previews, reading
from league.queries.tournaments.course import BlockCourse, Course

# Beyond so many people a matrix is no picture any more.
MOST_IN_A_MATRIX = 40


@dataclass(frozen=True)
class Directed:
    """A decision of the direction: who decides, about which tournament, on which state of it."""

    request: HttpRequest
    user: User
    event: Event
    now: datetime

    @property
    def seen(self) -> int:
        """The revision of the page the form stood on; what is unreadable is out of date."""
        typed = self.request.POST.get("seen", "")
        return int(typed) if typed.isascii() and typed.isdecimal() else -1

    @property
    def client_id(self) -> str:
        return self.request.POST.get("client_id", "")[:64] or uuid4().hex

    def text(self, name: str) -> str:
        """What was typed, in a form that writes or in one that only asks."""
        asked = self.request.POST if self.request.method == "POST" else self.request.GET
        return asked.get(name, "")

    def chosen(self, name: str) -> Participation:
        """Who was chosen in a list."""
        typed = self.text(name)
        if not (typed.isascii() and typed.isdecimal()):
            raise InvalidError("nobody_chosen", _("Wähle erst eine Person aus."))
        return reading.get_participation_of(self.event, int(typed))


def fresh_seed() -> str:
    """From the system's own chance: whoever could guess it could draw it too."""
    return token_hex(16)


def directs(view: Callable[..., HttpResponse | None]) -> Callable[..., HttpResponse]:
    """A form of the direction. Refused, the fresh page answers with the sentence.

    A view that returns nothing leads back to the page the form stood on.
    """

    @require_POST
    @login_required
    @wraps(view)
    def enter(request: HttpRequest, pk: int, **where: Any) -> HttpResponse:
        now = timezone.now()
        event = reading.get_tournament_to_direct(request.user, pk, timezone.localdate(now))
        there: dict[str, Any] = dict(where)
        if "number" in there:
            there["block"] = reading.get_block(event, there.pop("number"))
        try:
            answer = view(Directed(request, user_of(request), event, now), **there)
        except LeagueError as error:
            event = reading.get_tournament_to_direct(request.user, pk, timezone.localdate(now))
            return _before(request, event, where, error)
        return answer or _way_back(request, event, where)

    return enter


def _stood_on_the_block(request: HttpRequest, where: dict[str, Any]) -> bool:
    return "number" in where and request.POST.get("from") != "direction"


def _way_back(request: HttpRequest, event: Event, where: dict[str, Any]) -> HttpResponse:
    if _stood_on_the_block(request, where):
        return redirect("league:direct_block", event.pk, where["number"])
    return redirect("league:direction", event.pk)


def _before(
    request: HttpRequest, event: Event, where: dict[str, Any], error: LeagueError
) -> HttpResponse:
    if _stood_on_the_block(request, where):
        return show_block(request, event, where["number"], error)
    return show_direction(request, event, error)


def _status(error: LeagueError | None) -> int:
    if error is None:
        return 200
    return 422 if isinstance(error, InvalidError) else 409


# --- the control page -----------------------------------------------------------------------
def show_direction(
    request: HttpRequest, event: Event, error: LeagueError | None = None
) -> HttpResponse:
    now = timezone.now()
    context = direction_context(request, event, now)
    mark = mark_of("league/tournament/_direction.html", context)
    if error is None and request.GET.get("stand") == mark:
        return HttpResponse(status=204)
    return render(
        request,
        "league/tournament/direction.html",
        {**context, "mark": mark, "now": now, "error": error},
        status=_status(error),
    )


def mark_of(template: str, context: dict[str, object]) -> str:
    """What a part of a page says, short. Without the request: a form's token is always another."""
    return sha256(render_to_string(template, context).encode()).hexdigest()[:12]


def direction_context(request: HttpRequest, event: Event, now: datetime) -> dict[str, object]:
    course = Course(event)
    calls = queries.calls_of(event)
    people = list(course.people.values())
    return {
        "event": event,
        "course": course,
        "may_direct": queries.may_direct(request.user, timezone.localdate(now)),
        "may_rule": queries.may_rule(request.user, timezone.localdate(now)),
        "next": agenda.next_step(course, now),
        "seen": event.tournament.revision,
        "blocks": course.blocks.values(),
        "open": [
            {
                "one": one,
                "is_over": (ends := one.ends_at()) is not None and now >= ends,
                "ends_at": ends,
                "sharp": words.OVERTIME[one.setting.overtime],
                "tables": [(state, calls.get(state.table.pk)) for state in one.played],
            }
            for one in agenda.open_blocks(course)
            if one.draw is not None
        ],
        "calls": calls.values(),
        "problems": list(queries.open_problems().filter(result__table__block__event=event)),
        "corrections": corrections.sentences(course),
        "present": sum(one.is_here for one in people),
        "gone": sum(not one.is_here and one.checked_in_at is not None for one in people),
        "expected": sum(not one.is_here and one.checked_in_at is None for one in people),
    }


# --- the page of a block --------------------------------------------------------------------
def show_block(
    request: HttpRequest, event: Event, number: int, error: LeagueError | None = None
) -> HttpResponse:
    context = block_context(event, number)
    one, other = request.GET.get("eins", ""), request.GET.get("zwei", "")
    if one.isdecimal() and other.isdecimal():
        context["asked"] = one, other
        context["answer"] = why(context, int(one), int(other))
    return render(
        request,
        "league/tournament/direct_block.html",
        {**context, "error": error},
        status=_status(error),
    )


def block_context(event: Event, number: int) -> dict[str, Any]:
    course = Course(event)
    if number not in course.blocks:
        raise Http404
    one = course.blocks[number]
    proposal, in_force = draws.proposed_draw(one.block), one.draw
    now = timezone.now()
    return {
        "event": event,
        "course": course,
        "one": one,
        "seen": event.tournament.revision,
        "client_id": uuid4().hex,
        "lines": format_words.block_lines(course.format, number),
        "step": agenda.step_of(course, one, now),
        "is_finished": event.tournament.finished_at is not None,
        "names": names(course),
        "proposal": proposal,
        "shown": shown(course, one, proposal or in_force),
        "ends_at": one.ends_at(),
        "ties": agenda.open_ties(one) if one.block.locked_at else [],
        "decisions": list(one.block.tie_decisions.filter(withdrawn_at=None)),
        "may_change": in_force is not None and proposal is None and one.block.locked_at is None,
        "may_swap": in_force is not None and proposal is None and one.block.ranked_at is None,
        "seated": _seated(course, one),
        "late": _not_seated(course, one),
        "versions": list(draws.released_draws(one.block)),
        "advancing": set(one.advancing.people) if one.advancing else set(),
    }


def names(course: Course) -> dict[int, str]:
    """What the direction calls them."""
    return {pk: one.person.name for pk, one in course.people.items()}


def _seated(course: Course, one: BlockCourse) -> list[Participation]:
    return _by_name(
        course.people[seat.participation_id] for state in one.tables for seat in state.seats
    )


def _not_seated(course: Course, one: BlockCourse) -> list[Participation]:
    """Who may play in this block and has no seat yet."""
    sat = {person for state in one.tables for person in state.people}
    try:
        players = course.players(one.block.number)
    except IllegalError:
        return []
    return _by_name(course.people[pk] for pk in players if pk not in sat)


def _by_name(people: Any) -> list[Participation]:
    return sorted(people, key=lambda one: (one.person.sort_key, one.pk))


def shown(course: Course, one: BlockCourse, draw: Draw | None) -> dict[str, Any] | None:
    """A version of the draw with all its figures: a proposal, or what is in force."""
    if draw is None:
        return None
    history = draws.history(course.event, one.block.number)
    rounds = (*history, draws.round_of(draw))
    teams = {pk: own.team_id for pk, own in course.people.items() if own.team_id is not None}
    tables = draws.tables_of(draw)
    before = draws.tables_of(one.draw) if one.draw is not None and one.draw != draw else {}
    named = names(course)
    people = sorted(
        {person for table in tables.values() for person in table}, key=lambda pk: named[pk].lower()
    )
    met = core.meetings(rounds)
    return {
        "draw": draw,
        "tables": tables,
        "springers": draw.springers,
        "sizes": sizes_of(tables),
        "change": previews.change(before, tables, history),
        "quality": core.quality(rounds, teams),
        "has_history": bool(history),
        "met_before": partial(_met_before, history),
        "seed": draws.seed_of(draw),
        "people": people,
        "matrix": matrix(people, met) if len(people) <= MOST_IN_A_MATRIX else None,
        "repeats": repeats(people, met),
    }


def _met_before(history: Sequence[core.Round], one: int, other: int) -> int:
    return sum(one in table and other in table for tables in history for table in tables)


def sizes_of(tables: previews.Tables) -> list[tuple[int, int]]:
    """How many tables there are of each size: „3 zu 4, 2 zu 3“."""
    found: dict[int, int] = {}
    for people in tables.values():
        found[len(people)] = found.get(len(people), 0) + 1
    return sorted(found.items(), reverse=True)


Met = dict[int, dict[int, int]]


def matrix(people: Sequence[int], met: Met) -> list[tuple[int, list[int | None]]]:
    """Row by row how often each met each; None on the diagonal."""
    return [
        (one, [None if one == other else met[one].get(other, 0) for other in people])
        for one in people
    ]


def repeats(people: Sequence[int], met: Met) -> list[tuple[int, list[tuple[int, int]]]]:
    """Each with those whom he meets more than once."""
    return [
        (one, [(other, met[one][other]) for other in people if met[one].get(other, 0) > 1])
        for one in people
    ]


def why(context: dict[str, Any], one: int, other: int) -> list[words.Sentence]:
    """„Warum wieder mit ihm?“ of the version the page shows."""
    version, named = context["shown"], context["names"]
    if version is None or one not in named or other not in named:
        raise Http404
    draw, setting = version["draw"], context["one"].setting
    if setting.draw != "meetings":
        return words.why_not_by_meetings(setting.draw, version["met_before"](one, other))
    rng = Random(draw.seed)  # noqa: S311  # the answer is the same whenever somebody asks
    try:
        answer = core.why(draws.drawn(draw), one, other, rng, draw.index)
    except core.DrawError as error:
        return [words.draw_error(error)]
    together = any(one in table and other in table for table in version["tables"].values())
    if together == (answer.code == "not_together"):
        return [_("Nach der Auslosung haben Leute die Plätze getauscht.")]
    return words.why(answer, named[one], named[other])
