"""Luck and skill in one game, turn by turn; and the page that says how they are reckoned."""

import json
import zlib
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.luck import labels as words
from games.luck.chances import chances
from games.luck.queries.throws import FEW_TURNS, game_luck
from games.luck.weighing import luck_of
from games.rules.rulebooks import Rulebook, all_rulebooks, for_table, lang
from games.scoring import queries as scorer
from games.scoring.models import Game
from league.access.permissions import TableAccess, at_table
from league.access.queries.rights import is_member
from league.results.queries.results import row_of_result
from league.signs.models import Heartbeat
from league.signs.queries import silent_since
from league.templatetags.league import percent
from league.web.asked import asked_text


@require_safe
@at_table
def turns(request: HttpRequest, access: TableAccess, number: int) -> HttpResponse:
    """Show what each turn of a closed game was worth: all players, one of them, or one round."""
    game = scorer.game_of(access.table, number)
    if game is None or game.status == Game.Status.CARD:
        raise Http404
    luck = game_luck(game)
    names = scorer.names_of(game, inside=access.rights.inside)
    rounds = _rounds(game, names, luck.turns) if luck is not None else []
    seats = {str(line.seat_id): line for line in luck.seats.all()} if luck is not None else {}
    is_running = game.status == Game.Status.RUNNING
    waits = luck is None and not is_running
    silent = silent_since(Heartbeat.Name.WORKER, timezone.now()) if waits else None
    may_see_card = access.rights.inside and row_of_result(access.table, number) is not None
    chosen, who = asked_text(request, "round"), asked_text(request, "seat")
    return render(
        request,
        "games/turns.html",
        {
            "table": access.table,
            "event": access.table.block.event,
            "number": number,
            "back": reverse("games:card", args=[access.table.pk, number])
            if may_see_card
            else reverse("games:play", args=[access.table.pk]),
            "notices": words.notices(
                is_running=is_running,
                is_ready=luck is not None,
                has_lines=bool(seats),
                silent_since=silent,
            ),
            "lines": [_line(seat, names[seat], line) for seat, line in seats.items()],
            "rounds": rounds,
            "unseen": sum(not weighed_round["turns"] for weighed_round in rounds),
            "round": next(
                (
                    weighed_round
                    for weighed_round in rounds
                    if str(weighed_round["place"]) == chosen
                ),
                None,
            ),
            "who": names.get(who),
            "turns": [
                (weighed_round, turn)
                for weighed_round in rounds
                for turn in weighed_round["turns"]
                if turn["player"] == who and turn["weighed"]
            ],
            "may_read": request.user.is_authenticated
            and is_member(request.user, timezone.localdate()),
        },
    )


def _line(seat: str, name: str, line: Any) -> dict[str, Any]:
    return {
        "seat": seat,
        "name": name,
        "turns": line.turns,
        "expected": words.deckel(line.expected),
        "came": words.whole(line.came),
        "luck": words.signed(line.luck),
        "skill": words.signed(line.skill),
        "right": f"{line.best}/{line.decisions}",
    }


def _rounds(game: Game, names: dict[str, str], packed: Any) -> list[dict[str, Any]]:
    """Return the rounds that were weighed, in words; `place` is an address within the page."""
    rounds = json.loads(zlib.decompress(packed))
    book = for_table(game.header["rulebook"], game.header.get("house_rules", {}))
    short = scorer.short_names(names)
    return [
        {
            **weighed_round,
            "place": place,
            "part": words.PHASES[weighed_round["phase"]],
            "giver": short.get(weighed_round["best"]),
            "taker": short[weighed_round["worst"]],
            "outcome": words.outcome(
                short.get(weighed_round["best"], ""),
                short[weighed_round["worst"]],
                weighed_round["moved"],
            ),
            "turns": [_turn(book, short, turn) for turn in weighed_round["turns"]],
        }
        for place, weighed_round in enumerate(rounds, start=1)
    ]


def _turn(book: Rulebook, names: dict[str, str], turn: dict[str, Any]) -> dict[str, Any]:
    weighed = turn["weighed"]
    values = {
        "player": turn["player"],
        "name": names[turn["player"]],
        "dice": turn["hand"]["dice"],
        "throws": turn["hand"]["throws"],
        "hand": words.shown_hand(book, turn["hand"]),
        "weighed": None,
    }
    if weighed is None:
        return values
    luck = luck_of(weighed["expected"], weighed["skill"], weighed["came"])
    others = luck - weighed["dice"]
    return {
        **values,
        "weighed": {
            "expected": words.deckel(weighed["expected"], 2),
            "came": words.whole(weighed["came"]),
            "luck": words.signed(luck, 2),
            "dice": words.signed(weighed["dice"], 2),
            "others": words.signed(others, 2),
            "skill": words.signed(weighed["skill"], 2),
            "decisions": [_decision(decision) for decision in weighed["decisions"]],
        },
    }


def _decision(decision: dict[str, Any]) -> dict[str, Any]:
    taken, best = decision["taken"], decision["best"]
    return {
        "situation": words.situation(decision),
        "taken": words.taken(taken),
        "is_best": taken["expected"] == best["expected"],
        "verdict": words.verdict(taken, best),
    }


@require_safe
@login_required
def reckoning(request: HttpRequest) -> HttpResponse:
    """Show „So wird gerechnet“: what luck and skill mean, and what the dice of a
    rulebook can do.
    """
    if not is_member(request.user, timezone.localdate()):
        raise PermissionDenied
    books = all_rulebooks()
    asked = asked_text(request, "rulebook")
    book = next((rulebook for rulebook in books if rulebook.slug == asked), books[0])
    rows = [
        (chance.name, [str(percent(float(share))) for share in chance.wanted])
        for chance in chances(book.slug, lang())
    ]
    context = {"books": books, "book": book, "rows": rows, "few_turns": FEW_TURNS}
    return render(request, "games/reckoning.html", context)
