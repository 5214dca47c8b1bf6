"""Swaps of two seats: from now on, or because they were wrong from the start."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.access.actors import Actor
from league.access.permissions import user_of
from league.access.phones import device_of
from league.access.queries.rights import person_of
from league.errors import IllegalError, InvalidError, LeagueError
from league.events.models import Block, Participation
from league.tournaments.core.queries import draws, reading
from league.tournaments.core.queries.block_state import BlockState
from league.tournaments.core.queries.games import games_of
from league.tournaments.core.queries.stored_state import state_now
from league.tournaments.direction.views.pages import Directed, directs, fresh_seed, show_block
from league.tournaments.draws import queries as previews
from league.tournaments.draws.services import swapping as services
from league.tournaments.public.queries import versions


@require_safe
@login_required
@never_cache
def swap(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Preview a swap before the players get up."""
    now = timezone.now()
    event = reading.get_tournament_to_direct(request.user, pk, timezone.localdate(now))
    reading.get_block(event, number)
    directed = Directed(request, user_of(request), event, now)
    try:
        return _preview(directed, number)
    except LeagueError as error:
        return show_block(request, event, number, error)


def _preview(directed: Directed, number: int) -> HttpResponse:
    state = state_now(directed.event)
    there = state.blocks[number]
    if there.draw is None:
        raise IllegalError("draw_first", _("Nothing has been drawn here yet."))
    participation, other = _both(directed)
    before = draws.tables_of(there.draw)
    change = {participation.pk: other.pk, other.pk: participation.pk}
    after = {
        table: tuple(change.get(person, person) for person in people)
        for table, people in before.items()
    }
    context = {
        "event": directed.event,
        "block_state": there,
        "first": participation,
        "second": other,
        "from_start": directed.text("when") == "start",
        "games": [
            (own, whom, *_games(there, own))
            for own, whom in ((participation, other), (other, participation))
        ],
        "change": previews.change(before, after, draws.history(directed.event, number)),
        "names": versions.names(state),
        "seen": directed.event.tournament.revision,
        "client_id": fresh_seed(),
    }
    return render(directed.request, "league/tournament/swap.html", context)


def _both(directed: Directed) -> tuple[Participation, Participation]:
    participation, other = directed.chosen("first"), directed.chosen("second")
    if participation == other:
        raise InvalidError("two_people", _("Choose two different people."))
    return participation, other


def _games(there: BlockState, own: Participation) -> tuple[int, int]:
    """Return the player's table, and the number of games entered under that name there."""
    for state in there.tables:
        if own.pk in state.people:
            games = games_of(own.event, own.pk).get(there.block.pk, [])
            return state.table.number, sum(game.table == state.table.pk for game in games)
    return 0, 0


@directs
def change_places(directed: Directed, block: Block) -> None:
    participation, other = _both(directed)
    services.swap_seats(
        block=block,
        first=participation,
        other=other,
        from_start=directed.text("when") == "start",
        client_id=directed.client_id,
        seen=directed.seen,
        reason=directed.text("reason"),
        by=directed.user,
        actor=Actor(
            user_id=directed.user.pk,
            device=device_of(directed.request),
            name=str(person_of(directed.user) or ""),
        ),
        now=directed.now,
    )
