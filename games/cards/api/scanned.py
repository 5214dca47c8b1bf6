"""A result that was scanned as a QR code from the phone that scored: what it means, entering it."""

import re
from typing import Any, ClassVar
from uuid import UUID

from django.urls import reverse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.cards.services.scanned import (
    Meaning,
    Scanned,
    enter_scanned,
    foreign_seat,
    read_scanned,
    still_says,
)
from games.rules import rulebooks as books
from games.rules.labels import stake_in_words
from games.scoring import queries
from games.scoring.api.game import SCORES
from games.scoring.api.inputs import MOST_GAMES, read_moment
from games.scoring.api.schemas import ENDED_BY
from games.scoring.live import Json
from games.scoring.models import charges_players
from league.club.queries import stakes_on
from league.events.models import Seat, Table
from league.events.queries import table as table_by
from league.results.api.tables import TableAPI, result_json
from league.web.api.described import (
    BOOLEAN,
    DATE,
    INTEGER,
    STRING,
    Operation,
    map_of,
    nullable,
    object_schema,
    schema_ref,
)

MOST = 999  # of anything on a card
MOST_SEATS = 99
SEAT = re.compile("[0-9]{1,9}")


class SeatInput(serializers.Serializer[Any]):
    """A seat of the engine's card."""

    lost_first = serializers.BooleanField()
    lost_second = serializers.BooleanField()
    lost_game = serializers.BooleanField()
    exit_first = serializers.IntegerField(min_value=1, max_value=99, allow_null=True)
    exit_second = serializers.IntegerField(min_value=1, max_value=99, allow_null=True)
    schock_aus = serializers.IntegerField(min_value=0, max_value=MOST, allow_null=True)
    jule = serializers.IntegerField(min_value=0, max_value=MOST, allow_null=True)
    deckel_taken = serializers.IntegerField(min_value=0, max_value=MOST, allow_null=True)
    deckel_given = serializers.IntegerField(min_value=0, max_value=MOST, allow_null=True)
    throw_points = serializers.IntegerField(min_value=0, max_value=MOST, allow_null=True)


class ScannedInput(serializers.Serializer[Any]):
    id = serializers.UUIDField(help_text="The id of the game on the phone that scored it.")
    number = serializers.IntegerField(min_value=1, max_value=MOST_GAMES)
    rulebook = serializers.CharField(max_length=20)
    ended_by = serializers.ChoiceField(choices=ENDED_BY)
    depth = serializers.ChoiceField(choices=("card", "rounds", "hands", "throws"))
    seats = serializers.DictField(child=SeatInput(), help_text="The card, by the id of the seat.")
    digest = serializers.CharField(
        max_length=22, allow_blank=True, default="", help_text="Of the log, by the phone."
    )
    began_at = serializers.CharField(
        allow_null=True, default=None, help_text="By the phone’s clock."
    )
    ended_at = serializers.CharField(
        allow_null=True, default=None, help_text="By the phone’s clock."
    )


MEANING = object_schema(
    event=object_schema(id=INTEGER, name=STRING, date=DATE),
    table=INTEGER,
    number=INTEGER,
    names=map_of(STRING),
    stake=STRING,
    result=nullable(schema_ref("ResultState")),
    agrees=BOOLEAN,
    card=nullable(STRING),
)
NO_CARD = (  # what cannot be on a card (games/rules/outcomes.py)
    "abandoned_has_no_loser",
    "final_missing",
    "first_half_missing",
    "loser_did_not_play",
    "loser_missing",
    "no_exclusion",
    "not_in_final",
    "overtime_half_missing",
    "overtime_loser",
    "schock_aus_unbeaten",
    "second_half_missing",
    "stroke_did_not_play",
    "sweep_has_no_final",
    "too_few_seats",
    "too_many_schock_aus",
)
REFUSED = {
    **SCORES,
    409: ("result_is_newer",),
    422: (
        *NO_CARD,
        "block_locked",
        "event_cancelled",
        "foreign_seat",
        "id_reused",
        "never_so",
        "other_rulebook",
        "scanned_otherwise",
        "table_is_over",
    ),
}


class ScannedAPI(TableAPI):
    """Enters a scanned result, as a card and in the name of whoever reads it. Where the game has a
    result nothing changes.
    """

    operations: ClassVar = {"POST": Operation(MEANING, ScannedInput, refuses=REFUSED)}

    def post(self, request: Request, pk: int) -> Response:
        table, scanned = self.scanned(request, pk)
        meaning = enter_scanned(
            table=table, scanned=scanned, actor=self.actor, rights=self.rights, now=self.now
        )
        return Response(meaning_json(table, scanned, meaning))

    def scanned(self, request: Request, pk: int) -> tuple[Table, Scanned]:
        self.enter(request, pk)
        self.must_score()
        sent = self.read(ScannedInput)
        times = {name: read_moment(sent[name]) for name in ("began_at", "ended_at")}
        more = {
            "depth": sent["depth"],
            "digest": sent["digest"],
            **{name: at.isoformat() if at else None for name, at in times.items()},
        }
        key: UUID = sent["id"]
        seats = _seats(sent["seats"])
        scanned = Scanned(key, sent["number"], sent["rulebook"], sent["ended_by"], seats, more)
        return table_by(pk), scanned


def _seats(lines: dict[str, Json]) -> dict[int, Json]:
    """Return the lines by the number of their seat. InvalidError for a number that is no seat's."""
    if not 1 <= len(lines) <= MOST_SEATS or not all(SEAT.fullmatch(seat) for seat in lines):
        raise foreign_seat()
    return {int(seat): dict(line) for seat, line in lines.items()}


class ScannedPreviewAPI(ScannedAPI):
    """What entering a scanned result would lead to; stores nothing."""

    operations: ClassVar = {"POST": Operation(MEANING, ScannedInput, refuses=REFUSED)}

    def post(self, request: Request, pk: int) -> Response:
        table, scanned = self.scanned(request, pk)
        return Response(meaning_json(table, scanned, read_scanned(table, scanned)))


def meaning_json(table: Table, scanned: Scanned, meaning: Meaning) -> Json:
    event, result = table.block.event, meaning.result
    seats = Seat.objects.filter(table=table, pk__in=scanned.seats)
    people = seats.select_related("participation__person").order_by("position")
    return {
        "event": {"id": event.pk, "name": event.name, "date": event.business_date.isoformat()},
        "table": table.number,
        "number": meaning.number,
        "names": {str(seat.pk): seat.participation.name for seat in people},
        "stake": _stake(table, scanned),
        "result": result_json(result) if result else None,
        "agrees": result is None or still_says(result, scanned),
        "card": reverse("games:card", args=[table.pk, meaning.number]) if result else None,
    }


def _stake(table: Table, scanned: Scanned) -> str:
    """Say in words what the loser owes; empty if there is no loser or no one pays."""
    event, number = table.block.event, len(scanned.seats)
    if not charges_players(event) or not any(line["lost_game"] for line in scanned.seats.values()):
        return ""
    book = books.for_table(*queries.rules_of(table))
    stakes = stakes_on(event.business_date)
    return stake_in_words(book, event.venue, range(number, number + 1), stakes)
