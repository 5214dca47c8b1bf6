"""The two pages of the direction, rendered afresh, also after a refused decision."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import wraps
from hashlib import sha256
from secrets import token_hex
from typing import Any
from uuid import uuid4

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.access.permissions import user_of
from league.access.queries.rights import may_direct, may_rule
from league.errors import IllegalError, InvalidError, LeagueError
from league.events.models import Event, Participation
from league.people.models.people import User
from league.results.queries.confirming import calls_of, open_problems
from league.tournaments.core.labels import formats as format_words
from league.tournaments.core.queries import agenda, draws, reading
from league.tournaments.core.queries.block_state import BlockState
from league.tournaments.core.queries.state import TournamentState
from league.tournaments.core.queries.stored_state import state_now
from league.tournaments.direction import folder, picking
from league.tournaments.direction import labels as words
from league.tournaments.direction.waiting import waiting
from league.tournaments.draws.queries import size_without_repeats
from league.tournaments.models.tournaments import Draw
from league.tournaments.public.queries import versions
from league.tournaments.ranking.queries import corrections, missing
from league.web.asked import asked_text, posted_client_id, posted_text, posted_texts, typed_text
from league.web.views import typed_number

# With more people a person is typed, not chosen.
MOST_IN_A_LIST = 100
# Rows of a ranking on one page.
ROWS = 50


@dataclass(frozen=True)
class Directed:
    """A decision of the direction: the user, the tournament, and the state it is based on."""

    request: HttpRequest
    user: User
    event: Event
    now: datetime

    @property
    def seen(self) -> int:
        """Return the revision of the page that held the form; an unreadable one is out of date."""
        return seen_on(self.request)

    @property
    def client_id(self) -> str:
        return posted_client_id(self.request)

    def text(self, name: str) -> str:
        """Return the typed value, of a form that writes or of one that only asks."""
        return typed_text(self.request, name)

    def chosen(self, name: str) -> Participation:
        """Return the person chosen in a list, or typed if a list would be too long."""
        person = typed_number(self.text(name))
        if person is not None:
            return reading.get_participation_of(self.event, person)
        typed = self.text(f"typed-{name}").strip()
        if not typed:
            raise InvalidError("nobody_chosen", _("Choose a person first."))
        return picking.the_only(draws.participants(self.event).values(), typed, field=name)

    def numbers(self, name: str) -> list[int]:
        """Return the ticked numbers, without anything else."""
        typed = map(typed_number, posted_texts(self.request, name))
        return [number for number in typed if number is not None]


def seen_on(request: HttpRequest) -> int:
    """Return the revision of the page that held the form; an unreadable one is out of date."""
    seen = typed_number(posted_text(request, "seen"))
    return -1 if seen is None else seen


def fresh_seed() -> str:
    """Return a seed from the system's random source: a guessable one would foretell the draw."""
    return token_hex(16)


def directs(view: Callable[..., HttpResponse | None]) -> Callable[..., HttpResponse]:
    """Make a view a form of the direction; a refusal renders the page afresh with its sentence.

    A view that returns nothing leads back to the page of the form.
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
    return "number" in where and posted_text(request, "from") != "direction"


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


def status_of(error: LeagueError | None) -> int:
    """Return the status of a page that may give the reason of a refusal."""
    if error is None:
        return 200
    return 422 if isinstance(error, InvalidError) else 409


# --- the control page -----------------------------------------------------------------------
def show_direction(
    request: HttpRequest, event: Event, error: LeagueError | None = None
) -> HttpResponse:
    now = timezone.now()
    token = get_token(request)
    inside = direction_context(request, event, now)
    part = render_to_string("league/tournament/_direction.html", {**inside, "csrf_token": token})
    # A digest of its content, without the token of its forms, which changes each time.
    mark = sha256(part.replace(token, "").encode()).hexdigest()[:12]
    if error is None and asked_text(request, "mark") == mark:
        return HttpResponse(status=204)
    context = {
        "event": event,
        "may_direct": may_direct(request.user, timezone.localdate(now)),
        "part": part,
        "folder_takes": folder.takes(len(inside["state"].people)),
        "mark": mark,
        "now": now,
        "error": error,
    }
    return render(request, "league/tournament/direction.html", context, status=status_of(error))


def direction_context(request: HttpRequest, event: Event, now: datetime) -> dict[str, Any]:
    tournament_state = state_now(event)
    calls = calls_of(event)
    following = agenda.next_step(tournament_state, now)
    today = timezone.localdate(now)
    directs, rules = may_direct(request.user, today), may_rule(request.user, today)
    return {
        "event": event,
        "state": tournament_state,
        "may_direct": directs,
        "may_rule": rules,
        "next": following,
        "button": agenda.button(following, named=True),
        "next_page": words.page_of(event, following),
        "too_few": words.too_few(following),
        "seen": event.tournament.revision,
        "attendance": words.attendance(
            tournament_state.people.values(), is_ahead=event.business_date > today
        ),
        "rounds": words.rounds(
            event, tournament_state.blocks.values(), directs=directs, rules=rules
        ),
        "open": [
            words.open_block(block, calls, now, directs=directs)
            for block in agenda.open_blocks(tournament_state)
            if block.draw is not None
        ],
        "nobody_sits": words.nobody_sits(following),
        "calls": calls.values(),
        "problems": list(open_problems(event)),
        "differences": corrections.differences(tournament_state),
        "waiting": waiting(event, tournament_state, following, now) if directs else [],
        "without_a_seat": agenda.without_a_seat(tournament_state),
        "without_games": missing.without_games(tournament_state)
        if directs and event.tournament.finished_at is None
        else [],
    }


# --- the page of a block --------------------------------------------------------------------
def show_block(
    request: HttpRequest, event: Event, number: int, error: LeagueError | None = None
) -> HttpResponse:
    context = block_context(event, number)
    if error is None and any(asked_text(request, name) for name in ("first", "typed-first")):
        try:
            context |= _answer(request, event, context)
        except InvalidError as refused:
            error = refused
    context["page"] = Paginator(context["block_state"].rows, ROWS).get_page(
        asked_text(request, "page")
    )
    return render(
        request,
        "league/tournament/direct_block.html",
        {**context, "error": error, "typed": request.POST or request.GET},
        status=status_of(error),
    )


def _answer(request: HttpRequest, event: Event, context: dict[str, Any]) -> dict[str, Any]:
    """Answer „Warum wieder zusammen?“ for the two chosen people."""
    directed = Directed(request, user_of(request), event, timezone.now())
    player, other = directed.chosen("first").pk, directed.chosen("second").pk
    shown = context["shown"]
    return {
        "asked": (str(player), str(other)),
        "answer": shown
        and versions.why(context["block_state"], shown, context["names"], player, other),
    }


def block_context(event: Event, number: int) -> dict[str, Any]:
    state = state_now(event)
    if number not in state.blocks:
        raise Http404
    block = state.blocks[number]
    proposal, in_force = draws.proposed_draw(block.block), block.draw
    shown = versions.shown(state, block, proposal or in_force)
    now = timezone.now()
    step = agenda.step_of(state, block, now)
    here = _by_name(who for who in state.people.values() if who.is_here)
    is_finished = event.tournament.finished_at is not None
    stands = in_force is not None and proposal is None and not is_finished
    people = [state.people[pk] for pk in shown["people"]] if shown else []
    return {
        "event": event,
        "state": state,
        "block_state": block,
        "seen": event.tournament.revision,
        "client_id": uuid4().hex,
        "lines": format_words.block_lines(state.format, number),
        "step": step,
        "button": agenda.button(step, named=False),
        "is_finished": is_finished,
        "names": versions.names(state),
        "proposal": proposal,
        "smaller": size_without_repeats(proposal, block.setting.tables) if proposal else None,
        "may_draw_again": proposal is not None and proposal.kind == Draw.Kind.DRAW,
        "shown": shown,
        # A single person cannot meet anyone.
        "shown_people": people if len(people) > 1 else [],
        "tables": [(table, None) for table in block.played],
        # Too many for lists to choose from: the person is typed.
        "typing": [picking.label(who) for who in here] if len(here) > MOST_IN_A_LIST else [],
        "ends_at": block.ends_at(),
        "ties": agenda.open_ties(block) if block.block.locked_at else [],
        "decisions": draws.tie_decisions(block.block),
        "may_change": stands and block.block.locked_at is None,
        "swaps_since": words.swapped_since(block.block)
        if stands and block.block.ranked_at is None
        else [],
        "draws_by_hand": not is_finished and words.drawn_by_hand(block, proposal),
        "says_why_again": proposal is not None or block.was_discarded,
        "seated": _seated(state, block),
        "late": _not_seated(state, block),
        "versions": list(draws.released_draws(block.block)),
        "ranking_title": words.ranking_title(block.block),
        "advancing": set(block.advancing.people) if block.advancing else set(),
    }


def _seated(tournament_state: TournamentState, block: BlockState) -> list[Participation]:
    return _by_name(
        tournament_state.people[seat.participation_id]
        for state in block.tables
        for seat in state.seats
    )


def _not_seated(tournament_state: TournamentState, block: BlockState) -> list[Participation]:
    """Return the people who may play in this block and have no seat yet."""
    sat = {person for state in block.tables for person in state.people}
    try:
        players = tournament_state.players(block.block.number)
    except IllegalError:
        return []
    return _by_name(tournament_state.people[pk] for pk in players if pk not in sat)


def _by_name(people: Any) -> list[Participation]:
    return sorted(
        people, key=lambda participation: (participation.person.sort_key, participation.pk)
    )
