"""What games write: cards and breaches, pushed down through the league."""

from collections.abc import Mapping
from dataclasses import fields
from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _

from games import cards
from games import rulebooks as books
from league import queries
from league.actors import Actor
from league.errors import IllegalError, InvalidError
from league.models import Charge, Event, Participation, Result, Table, User
from league.services.events import set_rules
from league.services.results import (
    SeatCharge,
    SeatLine,
    record_charge,
    record_result,
)

NO_SHOW = "no_show"


def agree_on_rules(
    *, event: Event, rulebook: str, venue: str, house_rules: Mapping[str, Any]
) -> Event:
    """Fixes rulebook and house rules for the evening's next games. Locks the event.

    InvalidError where the rulebook does not know a rule, or locks it; it names the clause.
    """
    try:
        books.for_table(rulebook, house_rules)
    except books.EngineError as error:
        raise InvalidError(
            error.code, error.sentence(books.lang()), field=error.data.get("rule")
        ) from error
    return set_rules(event=event, rulebook=rulebook, venue=venue, house_rules=dict(house_rules))


def rules_of(table: Table, result: Result | None = None) -> tuple[str, dict[str, Any]]:
    """Slug and house rules of the next game at a table, or of one that was played."""
    if result is not None:
        return result.rulebook, result.house_rules
    event = table.block.event
    agreed = event.house_rules if table.house_rules is None else table.house_rules
    return table.rulebook or event.rulebook, agreed


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
    now: datetime,
) -> Result:
    """Stores a card as the result of game `number` and charges the loser's stake.

    `seen` is the version the writer corrects, None for a new game. A correction
    (`replaces`) keeps the rules the game was played by. Locks the table. Raises InvalidError for
    a card that cannot have happened, else as `league.services.results.record_result`.
    """
    event = table.block.event
    slug, agreed = rules_of(table, replaces)
    rulebook = books.for_table(slug, agreed)
    try:
        outcome = cards.check(card, books.card_table(rulebook))
    except cards.CardError as error:
        raise InvalidError(error.code, error.sentence, field=error.field) from error
    first_known = card.lost_first is not None or outcome.ended_by in {"final", "sweep"}
    second_known = card.lost_second is not None or outcome.ended_by in {"final", "sweep"}
    lines = {
        seat: SeatLine(
            lost_first=seat == card.lost_first if first_known else None,
            lost_second=seat == card.lost_second if second_known else None,
            lost_game=seat == outcome.lost_game,
            schock_aus=card.schock_aus.get(seat, 0),
        )
        for seat in card.seats
    }
    repeated = queries.has_client_id(table, client_id)
    if replaces and not repeated and _says_the_same(replaces, outcome, lines):
        raise IllegalError("nothing_changed", _("Auf der Karte hat sich nichts geändert."))
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
        charges=_stake(rulebook, event, card, outcome),
        reason=reason,
        actor=actor,
        now=now,
    )


def _says_the_same(result: Result, outcome: cards.Outcome, lines: Mapping[int, SeatLine]) -> bool:
    names = [field.name for field in fields(SeatLine)]
    there = {
        line.seat_id: SeatLine(**{name: getattr(line, name) for name in names})
        for line in result.lines.all()
    }
    return result.ended_by == outcome.ended_by and there == dict(lines)


def _stake(
    rulebook: books.Rulebook, event: Event, card: cards.Card, outcome: cards.Outcome
) -> list[SeatCharge]:
    due = rulebook.stake(len(card.seats), event.venue)
    if due is None or outcome.lost_game is None:
        return []
    kind, cents = due
    return [SeatCharge(seat=outcome.lost_game, code="stake", kind=kind, cents=cents)]


def _check_no_show(event: Event, participation: Participation) -> None:
    """Whoever is here was no no-show, and nobody stays away twice from one evening."""
    name = participation.person.name
    if participation.is_here:
        raise InvalidError(
            "person_is_here",
            _("%(name)s ist heute da. Ändere sonst erst die Anwesenheit.") % {"name": name},
            field="person",
        )
    charges = queries.standing_charges(event).filter(person=participation.person, code=NO_SHOW)
    if charges.exists():
        raise InvalidError(
            "no_show_twice",
            _("Bei %(name)s ist das Fernbleiben schon eingetragen.") % {"name": name},
            field="person",
        )


def charge_breach(
    *,
    event: Event,
    participation: Participation,
    code: str,
    count: int,
    cents: int | None,
    note: str,
    client_id: str,
    by: User | None,
    now: datetime,
) -> Charge:
    """Charges a breach outside of a game from the catalogue of the evening's rulebook.

    `cents` counts only where the rulebook leaves the amount open. A repeat of the `client_id`
    changes nothing. InvalidError for a code the rulebook does not know or a count it does not.
    """
    rulebook = books.for_table(event.rulebook, event.house_rules)
    breach = next((one for one in books.breaches(rulebook) if one.code == code), None)
    if breach is None:
        raise InvalidError(
            "breach_unknown", _("Das steht nicht im Regelwerk dieses Abends."), field="code"
        )
    if not 1 <= count <= breach.most:
        raise InvalidError(
            "count_out_of_range",
            _("Davon geht höchstens %(most)s auf einmal.") % {"most": breach.most},
            field="count",
        )
    if breach.open_amount and not note.strip():
        raise InvalidError(
            "note_missing", _("Schreib dazu, was war: Der Betrag ist ja frei."), field="note"
        )
    if code == NO_SHOW:
        _check_no_show(event, participation)
    if breach.kind == "drinks_round":
        amount = None
    elif breach.open_amount:
        amount = cents
    else:
        amount = None if breach.cents is None else breach.cents * count
    return record_charge(
        event=event,
        person=participation.person,
        code=code,
        kind=breach.kind,
        cents=amount,
        count=count,
        rulebook=event.rulebook,
        note=note,
        client_id=client_id,
        by=by,
        now=now,
    )
