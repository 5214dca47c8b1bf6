"""The direction's word at a tournament: a result as it says, beside whatever was written down."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.rules import outcomes as cards
from games.scoring import queries as scorer
from league.access.actors import Actor
from league.errors import IllegalError, InvalidError
from league.events.models import Event, Table
from league.results.models.results import Result
from league.results.queries.results import current_result
from league.results.services.results import SeatLine, record_result


def decide_result(
    *,
    table: Table,
    number: int,
    seen: int | None,
    client_id: str,
    card: cards.Card,
    reason: str,
    actor: Actor,
    now: datetime,
) -> Result:
    """Store the direction's decision as the result of game `number`, with its reason.

    The card need not be one that the rulebook knows; without any loser the game counts nothing. The
    decision is kept beside the log and is not undone by finishing the game again. The caller asks
    before who may decide (`queries.may_direct`). Locks the table. A repeat of `client_id` answers
    the same.

    InvalidError without a reason or for seats of elsewhere, IllegalError at an evening, else as
    `league.results.services.results.record_result`.
    """
    if table.block.event.kind != Event.Kind.TOURNAMENT:
        raise IllegalError("no_direction", _("Only a tournament has a director."))
    if not reason.strip():
        raise InvalidError(
            "reason_missing", _("Please say why the director decides this way."), field="reason"
        )
    lost = {card.lost_first, card.lost_second, card.lost_game}
    if not {*lost, *card.schock_aus} - {None} <= set(card.seats):
        raise InvalidError("foreign_seat", _("The card names a seat from elsewhere."))
    outcome = _outcome(card)
    with transaction.atomic():
        Table.objects.select_for_update(no_key=True).get(pk=table.pk)
        slug, agreed = scorer.rules_of(table, current_result(table, number))
        return record_result(
            table=table,
            number=number,
            replaces=seen,
            client_id=client_id,
            source=Result.Source.DIRECTOR,
            ended_by=outcome.ended_by,
            rulebook=slug,
            house_rules=agreed,
            lines={seat: SeatLine(**line) for seat, line in cards.lines(card, outcome).items()},
            reason=reason,
            actor=actor,
            now=now,
        )


def _outcome(card: cards.Card) -> cards.Outcome:
    """Return the kind of end that it is scored as. Unlike on a card nothing has to fit."""
    first, second, game = card.lost_first, card.lost_second, card.lost_game
    if first is None and second is None and game is None:
        return cards.Outcome(Result.EndedBy.ABANDONED, None)
    if card.ending == Result.EndedBy.OVERTIME:
        return cards.Outcome(card.ending, game or second or first)
    if first is not None and first == second and game in {None, first}:
        return cards.Outcome(Result.EndedBy.SWEEP, first)
    if first is None or second is None or game is None:
        return cards.Outcome(Result.EndedBy.RULING, game)
    return cards.Outcome(Result.EndedBy.FINAL, game)
