"""Playing at once; what is being played right now; the way from a result to the game behind it."""

import json
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.evening.forms import PlayersForm, TonightForm, usual_newcomer
from games.rules.rulebooks import lang, load
from games.scoring import queries as scorer
from games.scoring.models import Game, OtherVersion
from games.scoring.snapshot import history
from league.access.permissions import TableAccess, at_table, require_run
from league.access.queries.rights import may_keep_people, person_of
from league.club.queries import stakes_on
from league.evenings.queries.changes import state_of_play
from league.evenings.services.tonight import play_tonight
from league.events.queries import (
    evening_on,
    get_event_for,
    rules_for_new_evening,
    sitting,
    table_opened,
    tables,
)
from league.people.queries.people import members
from league.people.queries.recognition import recognise
from league.results.queries.results import results
from league.web.asked import asked_text, posted_client_id, posted_text, posted_texts
from league.web.changes import by_whom
from league.web.submit import submit
from league.web.views import takes_a_form


@takes_a_form
@login_required
def tonight(request: HttpRequest) -> HttpResponse:
    """Show „Heute spielen“: names and a rulebook, a look at whom they mean, and the first throw."""
    by = require_run(request)
    today = timezone.localdate()
    event = evening_on(today)
    slug, agreed = rules_for_new_evening(today)
    usual = event.rulebook if event else slug
    me = person_of(request.user)
    sent = request.POST if request.method == "POST" else None
    client_id = posted_text(request, "client_id")[:64]
    asked = json.dumps(sorted((key, posted_texts(request, key)) for key in _filled_in(request)))
    if client_id and (table := table_opened(client_id, asked)):
        return redirect("games:play", table.pk)
    form = TonightForm(sent, me=me, initial={"me": True, "rulebook": usual})
    if not form.is_valid():
        return _tonight(request, form, None, 422 if sent else 200)
    may_add_members = may_keep_people(request.user, today)
    others = members(today).exclude(user=by)
    asks = PlayersForm(
        sent if client_id else None,
        names=recognise(form.all_names(), today),
        may_add_members=may_add_members,
        new_are=usual_newcomer(may_add_members, others.exists()),
        today=today,
        sitting=sitting(event) if event else {},
    )
    chosen = form.cleaned_data["rulebook"]
    house_rules = event.house_rules if event else agreed
    return submit(
        request,
        asks,
        lambda _data: play_tonight(
            players=asks.players(),
            leaving=asks.leaving(),
            rulebook=chosen,
            house_rules=house_rules if chosen == usual else {},
            name=pgettext("kind of event", "Evening"),
            client_id=client_id,
            asked=asked,
            by=by,
            now=timezone.now(),
            today=today,
        ),
        "",
        lambda table: redirect("games:play", table.pk),
    ) or _tonight(request, form, asks, 422 if asks.errors else 200)


def _filled_in(request: HttpRequest) -> list[str]:
    """Return the fields of the form that say what is wanted."""
    return [key for key in request.POST if key not in {"csrfmiddlewaretoken", "client_id"}]


def _tonight(
    request: HttpRequest, form: TonightForm, asks: PlayersForm | None, status: int
) -> HttpResponse:
    context = {
        "form": form,
        "asks": asks,
        "client_id": posted_client_id(request),
        "event": evening_on(timezone.localdate()),
        "stakes": stakes_on(timezone.localdate()),
    }
    page = "games/tonight_players.html" if asks else "games/tonight.html"
    return render(request, page, context, status=status)


@require_safe
@never_cache
@login_required
def running(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the rulebook of an evening, and what is being scored: part of its page."""
    event = get_event_for(request.user, pk, timezone.localdate())
    games = [_line(game) for game in scorer.running_games(event)]
    part = "HX-Request" in request.headers
    now = state_of_play(tables(event), results(event).count())
    context = {
        "games": games,
        "event": event,
        "rulebook": load(event.rulebook),
        "beside_tables": part,
    }
    response = render(request, "games/_running.html" if part else "games/running.html", context)
    if asked_text(request, "seen", now) != now:
        response["HX-Trigger"] = "outdated"
    return response


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
    """Show the scored game behind a result, on the scorer's page."""
    game = scorer.game_of(access.table, number)
    if game is None:
        raise Http404
    response = redirect("games:play", access.table.pk)
    response["Location"] += f"?game={game.key}"
    return response


@require_safe
@at_table
def versions(request: HttpRequest, access: TableAccess, number: int) -> HttpResponse:
    """Show how a game went on at a phone without network, if another version counts."""
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
        "by": version.holder.name if version.holder else by_whom(version.user),
        "written": scorer.written_in(version) if version.was_log else None,
        "rounds": rounds,
        "entries": len(version.events),
    }
