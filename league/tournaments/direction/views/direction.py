"""The control page: the next step, the tables, the people present; and the end of the day."""

from collections import Counter
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from league.access.queries import rights as rights_queries
from league.errors import InvalidError, LeagueError
from league.events.models import Event, Participation, Table
from league.results.queries.confirming import calls_of
from league.results.queries.results import results
from league.tournaments.core.queries import agenda, reading
from league.tournaments.core.queries.state import TournamentState
from league.tournaments.core.queries.stored_state import state_now
from league.tournaments.direction import honoured, picking
from league.tournaments.direction.services import rounds
from league.tournaments.direction.views.pages import (
    ROWS,
    Directed,
    directs,
    show_direction,
    status_of,
)
from league.tournaments.models.tournaments import Prize
from league.tournaments.public import labels as public_labels
from league.tournaments.ranking.queries import missing
from league.tournaments.ranking.services import finishing
from league.tournaments.registration.registry import has_moved_money, prize_money_for
from league.tournaments.registration.services import leaving
from league.web.asked import asked_text, posted_text

# In the order of the page: those present first.
GROUPS = ("present", "gone", "expected")


@require_safe
@never_cache
def direction(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the control page. It asks again every few seconds with a mark of its content.

    Unchanged content is answered with 204.
    """
    if not request.user.is_authenticated:
        way = redirect_to_login(request.path)
        # A user logged out meanwhile sees the login, not an old state.
        asking = "HX-Request" in request.headers
        return HttpResponse(status=204, headers={"HX-Redirect": way.url}) if asking else way
    event = reading.get_tournament_to_run(request.user, pk, timezone.localdate())
    return show_direction(request, event)


@require_safe
@login_required
def direct_table(request: HttpRequest, pk: int, table: int) -> HttpResponse:
    """Show one table: its people, its card, and the remedies if that does not come back."""
    event = reading.get_tournament_to_run(request.user, pk, timezone.localdate())
    return show_table(request, event, reading.get_table_of(event, table))


def show_table(
    request: HttpRequest, event: Event, own: Table, error: LeagueError | None = None
) -> HttpResponse:
    """Render the page of a table, also after a refused decision about its card."""
    may_direct = rights_queries.may_direct(request.user, timezone.localdate())
    may_give_up = may_direct and own.block.locked_at is None
    # Credits for a lost card need a computed state, so the stored rankings are not enough.
    tournament_state = TournamentState(event) if may_give_up else state_now(event)
    block = tournament_state.blocks[own.block.number]
    state = next(state for state in block.tables if state.table == own)
    people = [seat.participation for seat in state.seats]
    context = {
        "event": event,
        "block_state": block,
        "state": state,
        "call": calls_of(event).get(own.pk),
        "seen": event.tournament.revision,
        "actions": agenda.card_actions(
            state=state.state,
            is_handed_in=own.card_in_at is not None,
            is_locked=block.block.locked_at is not None,
            may_direct=may_direct,
            may_rule=rights_queries.may_rule(request.user, timezone.localdate()),
        ),
        "results": list(results(event).filter(table=own)),
        "people": people,
        "choices": missing.choices(tournament_state, block.block.number, people, for_card=True)
        if may_give_up
        else [],
        "typed": request.POST,
        "error": error,
    }
    return render(request, "league/tournament/direct_table.html", context, status=status_of(error))


@require_POST
@login_required
def table_card(request: HttpRequest, pk: int, table: int) -> HttpResponse:
    """Mark a card as back as it is, or as out again. The desk may do this as well."""
    event = reading.get_tournament_to_run(request.user, pk, timezone.localdate())
    own = reading.get_table_of(event, table)
    try:
        if posted_text(request, "do") == "back":
            rounds.take_card_back(table=own, now=timezone.now())
        else:
            rounds.hand_in_card(table=own, now=timezone.now())
    except LeagueError as error:
        return show_direction(request, event, error)
    return redirect("league:direction", pk)


@require_safe
@login_required
def direct_people(request: HttpRequest, pk: int) -> HttpResponse:
    """Show who is here, has gone or never came; seated people leave through their block."""
    event = reading.get_tournament_to_direct(request.user, pk, timezone.localdate())
    state = state_now(event)
    at, search = agenda.seats_now(state), asked_text(request, "search").strip()[:80]
    people = sorted(
        picking.matching(state.people.values(), search),
        key=lambda who: (GROUPS.index(agenda.is_here(who)), who.person.sort_key),
    )
    page = Paginator(people, ROWS).get_page(asked_text(request, "page"))
    counts = Counter(agenda.is_here(who) for who in state.people.values())
    shown: dict[str, list[Participation]] = {group: [] for group in GROUPS}
    for who in page:
        shown[agenda.is_here(who)].append(who)
    context = {
        "event": event,
        "counts": counts,
        "present": [(who, at.get(who.pk)) for who in shown["present"]],
        "gone": shown["gone"],
        "expected": shown["expected"],
        "page": page,
        "search": search,
        "seen": event.tournament.revision,
    }
    return render(request, "league/tournament/direct_people.html", context)


@directs
def gone(directed: Directed) -> HttpResponse:
    """Mark a person as gone between two blocks, or as back."""
    person: Participation = directed.chosen("person")
    if directed.text("do") == "back":
        leaving.come_back(participation=person, seen=directed.seen)
    else:
        leaving.go_home(participation=person, seen=directed.seen)
    return redirect("league:direct_people", directed.event.pk)


@require_safe
@login_required
def closing(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the places of the day, fixed or as they would be."""
    event = reading.get_tournament_to_direct(request.user, pk, timezone.localdate())
    return show_closing(request, event)


def show_closing(
    request: HttpRequest, event: Event, error: LeagueError | None = None
) -> HttpResponse:
    """Render the page of the places, also after a refused end."""
    state = state_now(event)
    is_over = event.tournament.finished_at is not None
    is_drawn = any(block.block.released_at for block in state.blocks.values())
    may_end_early = is_drawn and not is_over and state.unfinished is not None
    page = Paginator(state.ranking, ROWS).get_page(asked_text(request, "page"))
    prizes = list(event.prizes.all())
    of_place: dict[int, list[Prize]] = {}
    for prize in prizes:
        if prize.award == Prize.Award.PLACE:
            of_place.setdefault(prize.place or 0, []).append(prize)
    context = {
        "event": event,
        "state": state,
        "page": page,
        "ranking": [
            {
                "placed": placed,
                "own": state.people[placed.person],
                "reached": public_labels.reached(placed.row),
                "prizes": of_place.get(placed.position, []),
            }
            for placed in page
        ],
        "specials": honoured.specials(state, prizes) if state.ranking else [],
        "money": prize_money_for(event, request.user, timezone.localdate()),
        "unplaced": agenda.without_a_game(state),
        "may_end_early": may_end_early,
        "may_remove": may_end_early and not has_moved_money(event),
        "may_call_off": not is_drawn and not is_over,
        "seen": event.tournament.revision,
        "typed": request.POST,
        "error": error,
    }
    return render(request, "league/tournament/closing.html", context, status=status_of(error))


@directs
def finish(directed: Directed) -> HttpResponse:
    """Close the tournament after the last block; with `early` and a reason by the released
    rankings."""
    acting: dict[str, Any] = {"seen": directed.seen, "by": directed.user, "now": directed.now}
    if "early" in directed.request.POST:
        try:
            finishing.end_early(event=directed.event, reason=directed.text("reason"), **acting)
        except InvalidError as error:
            return show_closing(directed.request, directed.event, error)
    else:
        finishing.finish_tournament(event=directed.event, **acting)
    messages.success(directed.request, _("The tournament is closed. The placings are fixed."))
    return redirect("league:closing", directed.event.pk)


@directs
def reopen(directed: Directed) -> HttpResponse:
    finishing.reopen_tournament(event=directed.event, now=directed.now)
    messages.success(
        directed.request,
        _("The tournament is open again. The placings hold until you close it anew."),
    )
    return redirect("league:direction", directed.event.pk)
