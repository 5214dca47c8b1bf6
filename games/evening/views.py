"""What is being played right now, and the way from a result to the game behind it."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.rules.rulebooks import lang, load
from games.scoring import queries as scorer
from games.scoring.models import Game, OtherVersion
from games.scoring.snapshot import history
from league.access.permissions import TableAccess, at_table
from league.events.queries import get_event_for
from league.people.api.fields import name_of


@require_safe
@never_cache
@login_required
def running(request: HttpRequest, pk: int) -> HttpResponse:
    """By which rulebook an evening is played, and what is being scored: part of its page."""
    event = get_event_for(request.user, pk, timezone.localdate())
    games = [_line(game) for game in scorer.running_games(event)]
    context = {"games": games, "event": event, "rulebook": load(event.rulebook)}
    part = "HX-Request" in request.headers
    return render(request, "games/_running.html" if part else "games/running.html", context)


def _line(game: Game) -> dict[str, Any]:
    live = scorer.live_game(game.key)
    live.refresh()
    state, names = live.state, scorer.names_of(live)
    book = state.table.game.book
    over = state.step == "over"
    return {
        "game": game,
        "part": "" if over else getattr(book.words[state.table.part.phase], lang()),
        "over": over,
        "turn": names.get(state.turn or ""),
        "deckel": [
            (names[player], number)
            for player, number in zip(live.header["players"], state.table.deckel, strict=True)
            if number
        ],
        "middle": state.table.middle,
        "word": getattr(book.words["middle"], lang()),
    }


@require_safe
@at_table
def game(request: HttpRequest, access: TableAccess, number: int) -> HttpResponse:
    """The scored game behind a result, on the scorer's page."""
    game = scorer.game_of(access.table, number)
    if game is None:
        raise Http404
    response = redirect("games:play", access.table.pk)
    response["Location"] += f"?game={game.key}"
    return response


@require_safe
@at_table
def versions(request: HttpRequest, access: TableAccess, number: int) -> HttpResponse:
    """How a game went on at a phone without network, where another version counts."""
    if not access.rights.inside:
        raise PermissionDenied
    queryset = scorer.other_versions(access.table, number)
    if not queryset:
        raise Http404
    context = {
        "table": access.table,
        "number": number,
        "versions": [_version(version) for version in queryset],
        "game": scorer.game_of(access.table, number),
    }
    return render(request, "games/versions.html", context)


def _version(version: OtherVersion) -> dict[str, Any]:
    played = scorer.rounds_of(version)
    rounds, names = [], scorer.seat_names(version.header.get("players", []))
    if played is not None:
        state, before = played
        rounds = history(state.table.rounds, names, full=True, since=before)
    return {
        "version": version,
        "by": version.holder.name if version.holder else name_of(version.user),
        "rounds": rounds,
        "entries": len(version.events),
    }
