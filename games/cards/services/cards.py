"""Cards: the shallowest depth of scoring, pushed down through the league."""

from collections.abc import Mapping
from dataclasses import fields
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.rules import outcomes as cards
from games.rules import rulebooks as books
from games.scoring.models import charges_players
from games.scoring.queries import against_another_game, rules_of, running_game
from games.scoring.services.closing import close_with_card
from league.access.actors import Actor
from league.access.queries.tables import TableRights, may_correct
from league.errors import IllegalError, InvalidError, NotAllowedError
from league.events.models import Event, Table
from league.results.models.results import Result
from league.results.queries.results import charges_of, has_client_id, row_of_result
from league.results.services.results import SeatCharge, SeatLine, record_result
from league.tournaments.core.queries.playing import ON_THE_SHEET

AUS_ROUND = "aus_round"


def enter_card(
    *,
    table: Table,
    number: int,
    replaces: Result | None,
    seen: int | None,
    client_id: str,
    card: cards.Card,
    reason: str = "",
    actor: Actor,
    rights: TableRights | None = None,
    ends_log: bool = True,
    now: datetime,
) -> Result:
    """Store a card as the result of game `number` and charge the loser's stake.

    `seen` is the version the writer corrects, None for a new game. A correction (`replaces`) keeps
    the rules the game was played by. If the game was being scored, its log ends with the card.
    `rights` are those of the writer, None for a command. Locks the table.

    Raises InvalidError for a card that cannot have happened, NotAllowedError for a correction of
    what two people confirmed, IllegalError for a new game if a tournament's table has played, else
    as `league.results.services.results.record_result`.
    """
    event = table.block.event
    slug, agreed = rules_of(table, replaces)
    rulebook = books.for_table(slug, agreed)
    outcome = check(card, rulebook)
    lines = {seat: SeatLine(**line) for seat, line in cards.lines(card, outcome).items()}
    repeated = has_client_id(table, client_id)
    same = replaces is not None and _says_the_same(replaces, outcome, lines)
    if replaces and not repeated and same and _aus_rounds_of(replaces) == _aus_rounds(card):
        raise IllegalError("nothing_changed", _("Nothing on the card has changed."))
    with transaction.atomic():
        if not repeated:
            _may_write(table, number, seen, rights)
            if ends_log:
                close_with_card(
                    table=table, number=number, client_id=client_id, actor=actor, now=now
                )
        return record_result(
            table=table,
            number=number,
            replaces=seen,
            client_id=client_id,
            source=Result.Source.CARD,
            ended_by=outcome.ended_by,
            rulebook=slug,
            house_rules=agreed,
            lines=lines,
            charges=[
                *_stake(rulebook, event, card, outcome),
                *_rounds(rulebook, event, card),
            ],
            reason=reason,
            actor=actor,
            now=now,
        )


def _may_write(table: Table, number: int, seen: int | None, rights: TableRights | None) -> None:
    """Check the right to write the game that the card names, whatever page sent it. Locks the
    table.
    """
    if table.block.event.kind == Event.Kind.MATCH:
        raise IllegalError("match_sheet", ON_THE_SHEET)
    Table.objects.select_for_update(no_key=True).get(pk=table.pk)
    there = row_of_result(table, number)
    if there is None:
        refusal = against_another_game(table)
        if refusal is not None:
            running = running_game(table)
            if running is None or running.number != number:
                raise refusal
        return
    if rights is None or there.version != seen:
        return
    if not may_correct(rights, there):
        raise NotAllowedError(
            "result_confirmed",
            _("The result is confirmed. Only the referee can open it again."),
        )


def says_the_same(table: Table, result: Result, card: cards.Card) -> bool:
    """Tell if a stored result is just this card. Raises InvalidError as `enter_card`."""
    outcome = check(card, books.for_table(*rules_of(table, result)))
    lines = {seat: SeatLine(**line) for seat, line in cards.lines(card, outcome).items()}
    return _says_the_same(result, outcome, lines)


def check(card: cards.Card, rulebook: books.Rulebook) -> cards.Outcome:
    """Return how the card ended by this rulebook. InvalidError for one that cannot have
    happened.
    """
    try:
        return cards.check(card, books.card_table(rulebook))
    except cards.CardError as error:
        raise InvalidError(error.code, error.sentence, field=error.field) from error


def _says_the_same(result: Result, outcome: cards.Outcome, lines: Mapping[int, SeatLine]) -> bool:
    names = [field.name for field in fields(SeatLine)]
    there = {
        line.seat_id: SeatLine(**{name: getattr(line, name) for name in names})
        for line in result.lines.all()
    }
    return result.ended_by == outcome.ended_by and there == dict(lines)


def _aus_rounds(card: cards.Card) -> dict[int, tuple[int, str]]:
    return {seat: (number, card.drink) for seat, number in card.aus_rounds.items() if number}


def _aus_rounds_of(result: Result) -> dict[int, tuple[int, str]]:
    seats = {line.seat.participation.person_id: line.seat_id for line in result.lines.all()}
    return {
        seats[charge.person_id]: (charge.count, charge.drink)
        for charge in charges_of(result)
        if charge.code == AUS_ROUND
    }


def _rounds(rulebook: books.Rulebook, event: Event, card: cards.Card) -> list[SeatCharge]:
    """Charge a round to each player with an Aus in one throw, if the rulebook lets a table agree
    so.
    """
    if AUS_ROUND not in rulebook.options or not charges_players(event):
        return []
    return [
        SeatCharge(
            seat=seat, code=AUS_ROUND, kind="drinks_round", cents=None, count=number, drink=drink
        )
        for seat, (number, drink) in _aus_rounds(card).items()
    ]


def _stake(
    rulebook: books.Rulebook, event: Event, card: cards.Card, outcome: cards.Outcome
) -> list[SeatCharge]:
    due = rulebook.stake_row(len(card.seats), event.venue)
    if due is None or outcome.lost_game is None or not charges_players(event):
        return []
    return [
        SeatCharge(
            seat=outcome.lost_game,
            code="stake",
            kind=due.kind,
            cents=due.cents,
            payer_counts=due.payer_counts,
        )
    ]
