"""Missing games: a card that does not come back, a late arrival."""

from collections.abc import Sequence
from decimal import Decimal, InvalidOperation

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from league.access.permissions import user_of
from league.errors import InvalidError, LeagueError
from league.events.models import Participation
from league.events.queries import seats_of
from league.tournaments.core.queries import reading
from league.tournaments.core.queries.state import TournamentState
from league.tournaments.direction.views.direction import show_table
from league.tournaments.direction.views.pages import Directed, status_of
from league.tournaments.models.tournaments import Credit
from league.tournaments.ranking.queries import missing
from league.tournaments.ranking.services import crediting
from league.web.views import typed_number


@require_POST
@login_required
def give_up_card(request: HttpRequest, pk: int, table: int) -> HttpResponse:
    """Give up this table's card, with a reason and the credit instead."""
    now = timezone.now()
    event = reading.get_tournament_to_direct(request.user, pk, timezone.localdate(now))
    own = reading.get_table_of(event, table)
    people = [seat.participation for seat in seats_of(own)]
    directed = Directed(request, user_of(request), event, now)
    kind = directed.text("kind") or Credit.Kind.NOTHING
    try:
        crediting.give_up_card(
            table=own,
            kind=kind,
            sums=_sums(directed, people) if kind == Credit.Kind.SUMS else None,
            reason=directed.text("reason"),
            seen=directed.seen,
            by=directed.user,
            now=now,
        )
    except LeagueError as error:
        event = reading.get_tournament_to_direct(request.user, pk, timezone.localdate(now))
        return show_table(request, event, reading.get_table_of(event, table), error)
    return redirect("league:direction", pk)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def credit(request: HttpRequest, pk: int, number: int, person: int) -> HttpResponse:
    """Choose, with a preview, what counts for one person in a block without games."""
    now = timezone.now()
    event = reading.get_tournament_to_direct(request.user, pk, timezone.localdate(now))
    block, who = reading.get_block(event, number), reading.get_participation_of(event, person)
    error: LeagueError | None = None
    if request.method == "POST":
        directed = Directed(request, user_of(request), event, now)
        kind = directed.text("kind")
        try:
            crediting.credit(
                block=block,
                participation=who,
                kind=kind,
                sums=_sums(directed, [who]).get(who.pk) if kind == Credit.Kind.SUMS else None,
                reason=directed.text("reason"),
                seen=directed.seen,
                by=directed.user,
                now=now,
            )
        except LeagueError as refused:
            error = refused
            event = reading.get_tournament_to_direct(request.user, pk, timezone.localdate(now))
        else:
            messages.success(request, _("Entered: %(name)s.") % {"name": who.both_names})
            return redirect("league:direction", pk)
    state = TournamentState(event)
    context = {
        "event": event,
        "block_state": state.blocks[number],
        "who": who,
        "people": [who],
        "choices": missing.choices(state, number, [who], for_card=False),
        "seen": event.tournament.revision,
        "typed": request.POST,
        "error": error,
    }
    return render(request, "league/tournament/credit.html", context, status=status_of(error))


def _sums(directed: Directed, people: Sequence[Participation]) -> dict[int, crediting.Sums]:
    """Read the typed sums. Raise InvalidError for entries that are no numbers."""
    return {
        who.pk: crediting.Sums(
            _points(directed.text(f"points-{who.pk}"), who),
            _count(directed.text(f"lost-{who.pk}"), who),
            _count(directed.text(f"aus-{who.pk}") or "0", who),
        )
        for who in people
    }


def _points(typed: str, who: Participation) -> Decimal:
    try:
        amount = Decimal(typed.strip().replace(",", ".") or "x")
    except InvalidOperation:
        raise _unreadable(who) from None
    if not amount.is_finite() or amount.as_tuple().exponent < -2:  # type: ignore[operator]
        raise _unreadable(who)
    return amount


def _count(typed: str, who: Participation) -> int:
    count = typed_number(typed)
    if count is None or count > 999:
        raise _unreadable(who)
    return count


def _unreadable(who: Participation) -> InvalidError:
    return InvalidError(
        "sums_unreadable",
        _("Write a number into each field of %(name)s.") % {"name": who.both_names},
    )
