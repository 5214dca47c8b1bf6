"""Cards: entering one, looking at one with all its versions, correcting it."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from games import rulebooks as books
from games import services
from games.forms import CardForm
from league import queries
from league.errors import LeagueError, StaleError
from league.forms import refuse
from league.models import Result, Seat, Table
from league.phones import actor_of


@login_required
@never_cache
def new_card(request: HttpRequest, pk: int) -> HttpResponse:
    table = _table_for_card(request, pk)
    return _card_page(
        request, table, queries.next_number(table), list(queries.seats_of(table)), None
    )


@login_required
@never_cache
def card(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """One game's card: what counts, every version, and the correction of it."""
    today = timezone.localdate()
    table = queries.get_table_for(request.user, pk, today)
    current = queries.current_result(table, number)
    if current is None:
        raise Http404
    if request.method == "POST":
        _table_for_card(request, pk)
    seats = [line.seat for line in current.lines.all()]
    return _card_page(request, table, number, seats, current)


def _table_for_card(request: HttpRequest, pk: int) -> Table:
    today = timezone.localdate()
    table = queries.get_table_for(request.user, pk, today)
    if not queries.may_enter_card(request.user, table, today):
        raise PermissionDenied
    return table


def _card_page(
    request: HttpRequest, table: Table, number: int, seats: list[Seat], current: Result | None
) -> HttpResponse:
    rulebook = books.for_table(*services.rules_of(table, current))
    form = CardForm(
        request.POST or None,
        seats=seats,
        may_exclude=books.card_table(rulebook).excludes,
        initial=_written(current) if current else CardForm.fresh(number),
    )
    if form.is_valid():
        saved = _save(request, form, table, current)
        if saved is not None:
            messages.success(request, _saved(saved))
            if current:
                return redirect("games:card", table.pk, saved.number)
            return redirect("games:new_card", table.pk)
    return render(
        request,
        "games/card.html",
        {
            "table": table,
            "event": table.block.event,
            "number": number,
            "form": form,
            "current": current,
            "versions": list(queries.versions(table, number)) if current else [],
            "rulebook": rulebook,
            "stake": rulebook.stake(len(seats), table.block.event.venue),
            "may_enter": queries.may_enter_card(request.user, table, timezone.localdate()),
            "good_seats": rulebook.ideal_players[1],
        },
        status=422 if form.errors else 200,
    )


def _save(
    request: HttpRequest, form: CardForm, table: Table, current: Result | None
) -> Result | None:
    now = timezone.now()
    try:
        return services.enter_card(
            table=table,
            number=form.cleaned_data["number"],
            replaces=current,
            seen=form.cleaned_data["seen"],
            client_id=form.cleaned_data["client_id"],
            card=form.card(),
            reason=form.cleaned_data["reason"],
            actor=actor_of(request, table.pk, now),
            now=now,
        )
    except StaleError:
        form.add_error(None, _stale(table, form.cleaned_data["number"], current))
        # What was typed stays; saved once more it is the table's next game, or a fresh correction.
        fresh = request.POST.copy()
        fresh["number"] = str(current.number if current else queries.next_number(table))
        fresh["seen"] = str(current.version) if current else ""
        form.data = fresh
    except LeagueError as error:
        refuse(form, error)
    return None


def _stale(table: Table, number: int, current: Result | None) -> str:
    """Who was faster, with what, and what to do now."""
    there = current or queries.current_result(table, number)
    if there is None:
        return _("Diese Karte ist veraltet. Sieh nach, was inzwischen eingetragen ist.")
    by = queries.person_of(there.entered_by)
    words = {
        "number": number,
        "name": by.name if by else "?",
        "outcome": _outcome(there),
        "next": queries.next_number(table),
    }
    if current:
        said = _(
            "%(name)s hat Spiel %(number)s gerade korrigiert: %(outcome)s. Stimmt das noch nicht, "
            "speichere deine Fassung noch einmal."
        )
    else:
        said = _(
            "Spiel %(number)s hat %(name)s schon eingetragen: %(outcome)s. Ist es dasselbe Spiel, "
            "bist du fertig. Ist es ein weiteres, speichere es als Spiel %(next)s."
        )
    return said % words


def _outcome(result: Result) -> str:
    loser = next((line for line in result.lines.all() if line.lost_game), None)
    if loser is None:
        return _("abgebrochen")
    return _("%(name)s hat verloren") % {"name": loser.seat.participation.person.name}


def _written(result: Result) -> dict[str, Any]:
    """A stored result as the form shows it."""
    written = {
        **CardForm.fresh(result.number),
        "seen": result.version,
        "ending": CardForm.ending_of(result.ended_by),
    }
    for line in result.lines.all():
        for part in ("lost_first", "lost_second", "lost_game"):
            if getattr(line, part):
                written[part] = str(line.seat_id)
        written[f"aus_{line.seat_id}"] = [str(n) for n in range(1, (line.schock_aus or 0) + 1)]
    return written


def _saved(result: Result) -> str:
    return _("Spiel %(number)s ist gespeichert: %(outcome)s.") % {
        "number": result.number,
        "outcome": _outcome(result),
    }
