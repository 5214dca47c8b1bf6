"""A table's whole paper card in the short form, read and typed in by a program of the hall."""

from typing import Any, ClassVar

from django.http import HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.cards.api.scanned import NO_CARD
from games.cards.services.score_cards import enter_score_card
from games.cards.sheet_reading import Reading, read
from games.cards.sheets import Sheet, sheet_of
from games.cards.shorthand import LONGEST
from league.access.phones import actor_of
from league.access.queries.tables import against_scoring, table_rights
from league.errors import InvalidError
from league.events.models import Event, Table
from league.events.queries import table as table_by
from league.results.api.tables import IdField
from league.tournaments.core.queries.reading import get_table_numbered
from league.tournaments.direction.api.writing import OFFICE, DirectedAPI
from league.web.api.described import (
    BOOLEAN,
    INTEGER,
    STRING,
    Operation,
    array_of,
    map_of,
    nullable,
    object_schema,
)
from league.web.api.frame import answered
from league.web.views import typed_number

CARD = object_schema(
    code={**STRING, "description": "The number on the paper: round, table."},
    table={**INTEGER, "description": "The key of the table."},
    complete=BOOLEAN,
    seats=array_of(object_schema(place=INTEGER, name=STRING, start_number=nullable(INTEGER))),
    games=array_of(
        object_schema(
            number=INTEGER,
            text={**STRING, "description": "The short form; empty where nothing is there."},
            words=STRING,
            version=nullable(INTEGER),
            closed={**STRING, "description": "Why it is not typed here; empty where it is."},
        )
    ),
    sums={**map_of(STRING), "description": "What the games come to, by place."},
)


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "A card of three games",
            {"id": "card-1-2", "games": {"1": "121", "2": "22+3", "3": "133"}, "complete": True},
        )
    ]
)
class WholeCardInput(serializers.Serializer[Any]):
    id = IdField()
    games = serializers.DictField(
        child=serializers.CharField(max_length=LONGEST, allow_blank=True),
        help_text="The short form by number of the game. Games that are left out stay as they are.",
    )
    seen = serializers.DictField(
        child=serializers.IntegerField(min_value=1, max_value=999),
        required=False,
        help_text="The version of each game that is corrected.",
    )
    sums = serializers.DictField(
        child=serializers.CharField(max_length=8),
        required=False,
        help_text="The sums on the paper by place, to be compared.",
    )
    complete = serializers.BooleanField(default=False, help_text="The card is back as it is.")
    reason = serializers.CharField(
        max_length=100, allow_blank=True, default="", help_text="Why a game is corrected."
    )
    doubt = serializers.CharField(
        max_length=100, allow_blank=True, default="", help_text="Why a sum holds all the same."
    )


class WholeCardAPI(DirectedAPI):
    """The paper card of a table of a round, by their numbers: all games of it at once."""

    operations: ClassVar = {
        "GET": Operation(CARD, refuses={401: ("not_authenticated",)}),
        "PUT": Operation(
            CARD,
            WholeCardInput,
            refuses={
                **OFFICE,
                403: ("referee_only", "block_locked", "not_allowed"),
                409: ("id_used_before", "game_entered_meanwhile", "stale"),
                422: (
                    *NO_CARD,
                    "block_locked",
                    "card_is_empty",
                    "card_unreadable",
                    "event_cancelled",
                    "game_missing_before",
                    "problem_open",
                    "reason_missing",
                    "sums_differ",
                    "table_is_over",
                    "tournament_finished",
                ),
            },
        ),
    }

    def get(self, request: Request, pk: int, block: int, table: int) -> HttpResponseBase:
        event = self.event(request, pk, to_direct=False)
        return answered(request, card_json(sheet_of(_table(event, block, table))))

    def put(self, request: Request, pk: int, block: int, table: int) -> Response:
        event, sent = self.event(request, pk, to_direct=False), self.read(WholeCardInput)
        own = _table(event, block, table)
        actor = actor_of(request._request, own.pk, self.now)
        rights = table_rights(actor, request.user, own, timezone.localdate(self.now))
        if refusal := against_scoring(rights):
            raise refusal

        def enter() -> dict[str, Any]:
            sheet = sheet_of(own)
            reading = _read(sheet, sent)
            enter_score_card(
                table=own,
                client_id=sent["id"],
                games=reading.games,
                seen={n: _key(sent.get("seen", {}), n) for n in reading.games},
                reason=sent["reason"],
                doubt=sent["doubt"] if reading.differs else "",
                complete=sent["complete"],
                actor=actor,
                rights=rights,
                now=self.now,
            )
            return card_json(sheet_of(_table(event, block, table)))

        return Response(self.once(request, event, sent, enter))


def _table(event: Event, block: int, number: int) -> Table:
    return table_by(get_table_numbered(event, block, number).pk)


def _key(numbers: dict[str, Any], number: int) -> Any:
    return numbers.get(str(number))


def _read(sheet: Sheet, sent: dict[str, Any]) -> Reading:
    """Read the texts. InvalidError names the games that cannot be, or the sums that differ."""
    numbers = {column.number for column in sheet.columns if not column.closed}
    if unknown := [name for name in sent["games"] if typed_number(name) not in numbers]:
        raise InvalidError(
            "card_unreadable",
            _("There is no game %(number)s to type on this card.") % {"number": unknown[0][:20]},
            field="games",
        )
    texts = {column.number: column.text for column in sheet.columns}
    texts |= {int(name): text for name, text in sent["games"].items()}
    places = {str(place): seat.pk for place, seat in enumerate(sheet.seats, 1)}
    sums = {places[at]: text for at, text in sent.get("sums", {}).items() if at in places}
    reading = read(sheet, texts, sums)
    wrong = {cell.column.number: cell.error for cell in reading.cells if cell.error}
    if wrong or reading.is_wrong:
        sentence = next(iter(wrong.values()), _("A sum is no number."))
        raise InvalidError("card_unreadable", sentence, field="games", games=wrong)
    if reading.differs and not sent["doubt"].strip():
        first = reading.differs[0]
        raise InvalidError("sums_differ", f"{first.name}: {first.error}", field="sums")
    return reading


def card_json(sheet: Sheet) -> dict[str, Any]:
    """Return a card as it is stored now."""
    table, reading = sheet.table, read(sheet, {c.number: c.text for c in sheet.columns}, {})
    return {
        "code": f"{table.block.number}-{table.number}",
        "table": table.pk,
        "complete": table.card_in_at is not None or reading.is_full,
        "seats": [
            {
                "place": place,
                "name": sheet.names[seat.pk],
                "start_number": seat.participation.start_number,
            }
            for place, seat in enumerate(sheet.seats, 1)
        ],
        "games": [
            {
                "number": cell.column.number,
                "text": cell.text,
                "words": cell.words,
                "version": cell.column.result.version if cell.column.result else None,
                "closed": str(cell.column.closed),
            }
            for cell in reading.cells
        ],
        "sums": {str(total.place): total.total for total in reading.sums},
    }
