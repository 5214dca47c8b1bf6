"""The scorer's page and the rulebook's table of values. What happens there is in `static/js`."""

import json
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from django.core.serializers.json import DjangoJSONEncoder
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import json_script
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from games.engine.phone import rulebooks_digest
from games.rules import rulebooks as books
from games.scoring.api.lobby import LobbyAPI
from games.scoring.api.show import ShowAPI
from games.scoring.labels import scorer_words
from games.scoring.models import Game
from games.scoring.queries import rules_of, running_game
from games.scoring.services.refusals import phone_words
from league.access.permissions import TableAccess, at_table
from league.access.senders import sender_of
from league.events.models import Event, Table
from league.web.views import may_be_kept


class Short(DjangoJSONEncoder):
    """Some hundred words weigh a tenth less without spaces and escaped umlauts."""

    def __init__(self, **fields: Any) -> None:
        super().__init__(**{**fields, "ensure_ascii": False, "separators": (",", ":")})


@require_safe
@may_be_kept("at-once")
@never_cache
@gzip_page
@at_table
def play(request: HttpRequest, access: TableAccess) -> HttpResponse:
    """Show the page of a table: its game, or the form that starts one. Open to a
    table's link too.
    """
    table = access.table
    event = table.block.event
    rulebook = books.for_table(*rules_of(table))
    running = running_game(table)
    return render(
        request,
        "games/play.html",
        {
            "table": table,
            "event": event,
            "may_score": access.rights.score,
            "words": json_script({**scorer_words(), **phone_words()}, "scorer-words", Short),
            "answers": json_script(
                list(_answers(request, table, running)), "scorer-answers", Short
            ),
            "settings": {
                "table": table.pk,
                "game": str(running.key) if running else None,
                "api": "/api/",
                # Only what does not change while the page lies on a phone.
                "sender": sender_of(access.actor),
                "rulebooks": reverse("games:rulebooks_data", args=[rulebooks_digest()]),
                "links": {
                    "evening": _evening(request, event),
                    # An onlooker is not led to what would be refused.
                    "card": reverse("games:new_card", args=[table.pk])
                    if access.rights.score
                    else None,
                    "log": access.rights.inside,
                    "login": f"{reverse('account_login')}?{urlencode({'next': request.path})}",
                    "values": reverse("games:values", args=[rulebook.slug]),
                    "phone": reverse("league:phone", args=[table.pk])
                    if access.actor.holder_id
                    else None,
                },
            },
        },
    )


def _answers(request: HttpRequest, table: Table, running: Game | None) -> Iterator[dict[str, Any]]:
    """Yield what the page would ask first, answered as the API does: a phone need not
    ask for it.
    """
    asked = [(f"tables/{table.pk}/", LobbyAPI.as_view()(request, pk=table.pk))]
    if running:
        asked.append((f"games/{running.key}/", ShowAPI.as_view()(request, key=running.key)))
    for path, answer in asked:
        if answer.status_code == HTTPStatus.OK:
            yield {"path": path, "etag": answer["ETag"], "content": json.loads(answer.content)}


def _evening(request: HttpRequest, event: Event) -> str | None:
    """Return the page of the table's evening as the way back, if it is open to the user."""
    if request.user.is_authenticated or event.is_public:
        return reverse("league:evening", args=[event.pk])
    return None


@require_safe
def values(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what beats what, and how many Deckel it moves. The same for all, also on paper."""
    if slug not in books.slugs():
        raise Http404
    rulebook = books.load(slug)
    lang = books.lang()
    rows = [
        {
            "rank": rank,
            "hand": row.hand,
            "dice": [[int(face) for face in dice.split("-")] for dice in row.hand.split(" … ")],
            "name": getattr(row.name, lang),
            "penalty": row.penalty,
            "clause": row.clause,
        }
        for rank, row in enumerate(rulebook.value_table, start=1)
    ]
    return render(
        request,
        "games/values.html",
        {
            "rulebook": rulebook,
            "source": getattr(rulebook.source, lang),
            "deckel": getattr(rulebook.words["deckel"], lang),
            "rows": rows,
            "rulebooks": books.all_rulebooks(),
        },
    )
