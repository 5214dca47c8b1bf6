"""Enter a result read as a QR code from the phone that scored the game without a network.

The reader enters it as a card and in the own name; that confirms nothing. The log follows when the
other phone has a network (`games.scoring.services.late_logs`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.cards.services.cards import check, enter_card
from games.rules import outcomes as cards
from games.rules import rulebooks as books
from games.scoring import queries
from games.scoring.live import Json
from games.scoring.models import Game, ScannedResult
from games.scoring.services.refusals import id_of_another_game
from league.access.actors import Actor
from league.access.queries.tables import TableRights
from league.errors import IllegalError, InvalidError
from league.events.models import Seat, Table
from league.results.models.results import Result
from league.results.queries.results import current_result

PARTS = ("lost_first", "lost_second", "lost_game")
MOST_AHEAD = 20  # games that a phone has scored and that are not entered yet


@dataclass(frozen=True)
class Scanned:
    """The content of the code: `seats` is the engine's card by seat, `more` cannot be verified."""

    key: UUID
    number: int
    rulebook: str
    ended_by: str
    seats: Mapping[int, Mapping[str, Any]]
    more: Json


@dataclass(frozen=True)
class Meaning:
    """The meaning of a code for its table: the number its game has or would get there, and the
    result it has already.
    """

    number: int
    card: cards.Card
    result: Result | None


def read_scanned(table: Table, scanned: Scanned) -> Meaning:
    """Return what entering the code would lead to. Raises as `enter_scanned`."""
    card = _card(scanned)
    known = ScannedResult.objects.filter(key=scanned.key).first()
    game = Game.objects.filter(key=scanned.key).first()
    there = known or game
    if there is not None and there.table_id != table.pk:
        raise id_of_another_game()
    if known is not None and _says(known.content) != _says(_stored(scanned)):
        raise IllegalError(
            "scanned_otherwise",
            _("Another result of this game has been scanned already. Report a problem with it."),
        )
    number = there.number if there is not None else _number(table, scanned.number)
    result = current_result(table, number) if there is not None else None
    if result is None:
        _check(table, scanned, card)
    return Meaning(number, card, result)


def enter_scanned(
    *, table: Table, scanned: Scanned, actor: Actor, rights: TableRights, now: datetime
) -> Meaning:
    """Enter a scanned result as a card. A game that has a result stays unchanged, so a second scan
    answers the same. Locks the table.

    Raises IllegalError if the table now plays by another rulebook or another result of this game
    has been scanned, InvalidError for seats of elsewhere and for what cannot have happened, else as
    `enter_card`.
    """
    with transaction.atomic():
        Table.objects.select_for_update(no_key=True).get(pk=table.pk)
        meaning = read_scanned(table, scanned)
        if meaning.result is not None:
            return meaning
        result = enter_card(
            table=table,
            number=meaning.number,
            replaces=None,
            seen=None,
            client_id=f"{scanned.key}:scanned",
            card=meaning.card,
            actor=actor,
            rights=rights,
            ends_log=False,
            now=now,
        )
        ScannedResult.objects.create(
            key=scanned.key,
            table=table,
            number=meaning.number,
            result=result,
            content=_stored(scanned),
            at=now,
        )
        return Meaning(meaning.number, meaning.card, current_result(table, meaning.number))


def still_says(result: Result, scanned: Scanned) -> bool:
    """Tell if the result that counts has the losers of the code."""
    lines = {
        line.seat_id: tuple(bool(getattr(line, part)) for part in PARTS)
        for line in result.lines.all()
    }
    scanned_lines = {
        seat: tuple(bool(line[part]) for part in PARTS) for seat, line in scanned.seats.items()
    }
    return lines == scanned_lines and result.ended_by == scanned.ended_by


def _stored(scanned: Scanned) -> Json:
    return {
        "number": scanned.number,
        "rulebook": scanned.rulebook,
        "ended_by": scanned.ended_by,
        "seats": {str(seat): dict(line) for seat, line in sorted(scanned.seats.items())},
        **scanned.more,
    }


def _says(stored: Json) -> Json:
    """Return the part of a code's content that a result is made of."""
    return {name: stored[name] for name in ("ended_by", "seats")}


def _card(scanned: Scanned) -> cards.Card:
    def loser(part: str) -> int | None:
        losers = [seat for seat, line in scanned.seats.items() if line[part]]
        if len(losers) > 1:
            raise _never_so()
        return losers[0] if losers else None

    def figures(name: str) -> dict[int, int]:
        return {seat: line[name] for seat, line in scanned.seats.items() if line[name]}

    played_out = scanned.ended_by in {"final", "sweep"}
    return cards.Card(
        seats=list(scanned.seats),
        lost_first=loser("lost_first"),
        lost_second=loser("lost_second"),
        lost_game=loser("lost_game"),
        ending=cards.NORMAL if played_out else scanned.ended_by,
        schock_aus=figures("schock_aus"),
        exits=(figures("exit_first"), figures("exit_second")),
        throw_points=figures("throw_points"),
    )


def _check(table: Table, scanned: Scanned, card: cards.Card) -> None:
    slug, agreed = queries.rules_of(table)
    if scanned.rulebook != slug:
        raise IllegalError(
            "other_rulebook",
            _("The game was played by another rulebook than the table’s. Enter the card instead."),
        )
    around = set(Seat.objects.filter(table=table).values_list("pk", flat=True))
    if not set(scanned.seats) <= around:
        raise foreign_seat()
    if check(card, books.for_table(slug, agreed)).ended_by != scanned.ended_by:
        raise _never_so()


def foreign_seat() -> InvalidError:
    return InvalidError("foreign_seat", _("The card names a seat from elsewhere."))


def _never_so() -> InvalidError:
    return InvalidError("never_so", _("No game ends like that. Scan the QR code once more."))


def _number(table: Table, number: int) -> int:
    """Return the number that the phone has counted, if that is free."""
    following = queries.next_number(table)
    if number < following + MOST_AHEAD and queries.is_free(table, number):
        return number
    return following
