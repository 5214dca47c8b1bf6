"""Draws of a block: proposed, looked at, released, changed; every released version readable."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.errors import InvalidError
from league.events.models import Block
from league.tournaments.core.queries import draws, reading
from league.tournaments.core.queries.stored_state import state_now
from league.tournaments.direction.views.pages import Directed, directs, fresh_seed, show_block
from league.tournaments.draws.services import changes, drawing, releasing
from league.tournaments.models.tournaments import Draw
from league.tournaments.public.queries import versions
from league.web.views import typed_number


@require_safe
@login_required
@never_cache
def direct_block(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Show a block to the direction, with the proposal that it alone sees."""
    event = reading.get_tournament_to_direct(request.user, pk, timezone.localdate())
    return show_block(request, event, number)


@directs
def propose(directed: Directed, block: Block) -> HttpResponse:
    drawing.propose_draw(
        block=block,
        seen=directed.seen,
        seed=fresh_seed(),
        reason=directed.text("reason"),
        by=directed.user,
        now=directed.now,
    )
    # Also from the control page: a proposal has to be looked at.
    return redirect("league:direct_block", directed.event.pk, block.number)


@directs
def change(directed: Directed, block: Block) -> HttpResponse:
    """Propose a change as a new version: an arrival, a departure, a wrong seat, a redraw."""
    given: dict[str, Any] = {
        "block": block,
        "seen": directed.seen,
        "seed": fresh_seed(),
        "by": directed.user,
        "now": directed.now,
    }
    match directed.text("change"):
        case "seat":
            return _seat(directed, given)
        case "join":
            changes.propose_join(participation=directed.chosen("person"), **given)
        case "leave":
            changes.propose_leave(participation=directed.chosen("person"), **given)
        case "right":
            changes.propose_replacement(**given)
        case "redraw":
            numbers = directed.numbers("keep")
            changes.propose_redraw(keep=numbers, reason=directed.text("reason"), **given)
        case _other:
            raise InvalidError("unknown_change", _("There is no such change."))
    return redirect("league:direct_block", directed.event.pk, block.number)


def _seat(directed: Directed, given: dict[str, Any]) -> HttpResponse:
    """Seat a late arrival at once, from the control page."""
    who = directed.chosen("person")
    draw = changes.seat_late_arrival(participation=who, **given)
    table = next(number for number, people in draws.tables_of(draw).items() if who.pk in people)
    messages.success(
        directed.request,
        _("%(name)s sits at table %(table)s.") % {"name": who.both_names, "table": table},
    )
    return redirect("league:direction", directed.event.pk)


def _draw_meant(directed: Directed, block: Block) -> Draw:
    """Return the version whose button was pressed, never one that came after it."""
    draw = draws.draw_of(block, typed_number(directed.text("draw")) or 0)
    if draw is None:
        raise InvalidError("no_such_draw", _("There is no such draw here."))
    draw.block = block
    return draw


@directs
def release(directed: Directed, block: Block) -> None:
    releasing.release_draw(
        draw=_draw_meant(directed, block),
        seen=directed.seen,
        by=directed.user,
        now=directed.now,
    )


@directs
def discard(directed: Directed, block: Block) -> None:
    releasing.discard_draw(draw=_draw_meant(directed, block), seen=directed.seen, now=directed.now)


@require_safe
@login_required
@never_cache
def draw_version(request: HttpRequest, pk: int, number: int, version: int) -> HttpResponse:
    """Show one version that was released once, as it was."""
    event = reading.get_tournament_to_direct(request.user, pk, timezone.localdate())
    block = reading.get_block(event, number)
    draw = draws.get_released(block, version)
    state = state_now(event)
    context = {
        "event": event,
        "block_state": state.blocks[number],
        "shown": versions.shown(state, state.blocks[number], draw),
        "names": versions.names(state),
    }
    return render(request, "league/tournament/draw_version.html", context)
