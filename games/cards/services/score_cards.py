"""A whole paper card at once: all games of a table, as a desk types them in."""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.cards.services.cards import enter_card, says_the_same
from games.rules import outcomes as cards
from league.access.actors import Actor
from league.access.queries.tables import TableRights
from league.errors import StaleError
from league.events.models import Table
from league.results.models.results import Result
from league.results.queries.confirming import signature
from league.results.queries.results import current_result
from league.tournaments.direction.services.rounds import hand_in_card


def enter_score_card(
    *,
    table: Table,
    client_id: str,
    games: Mapping[int, cards.Card],
    seen: Mapping[int, int | None],
    reason: str = "",
    doubt: str = "",
    complete: bool,
    actor: Actor,
    rights: TableRights,
    now: datetime,
) -> list[Result]:
    """Store the games of a paper card by their numbers, all or none; return those stored anew.

    `seen` are the versions the writer saw. A game that says the same already stays untouched, no
    matter who entered it; one that differs is a correction and needs `reason`. `doubt` is why a sum
    on the paper differs: it is the reason of every game this card brings. With `complete` the card
    is handed in. Locks the table. A repeat changes nothing. StaleError if another person entered a
    game differently meanwhile, else as `games.services.enter_card`.
    """
    with transaction.atomic():
        Table.objects.select_for_update(no_key=True).get(pk=table.pk)
        stored = []
        entered = {*table.results.filter(is_current=True).values_list("number", flat=True)}
        for number, card in sorted(games.items()):
            own_id = f"{client_id}:{number}"
            current = current_result(table, number) if number in entered else None
            known = Result.objects.filter(table=table, client_id=own_id).first()
            if known is not None and says_the_same(table, known, card):
                continue
            if current is not None and says_the_same(table, current, card):
                continue
            if known is not None or (current and current.version != seen.get(number)):
                raise _stale(number, current)
            stored.append(
                enter_card(
                    table=table,
                    number=number,
                    replaces=current,
                    seen=seen.get(number),
                    client_id=own_id,
                    card=card,
                    reason=_reason(reason, doubt) if current else doubt,
                    actor=actor,
                    rights=rights,
                    now=now,
                )
            )
        if complete:
            hand_in_card(table=table, now=now)
        return stored


def _reason(reason: str, doubt: str) -> str:
    """Join reason and doubt; a correction needs its own reason, whatever is wrong with the sums."""
    return f"{reason.strip()}. {doubt}"[:200] if reason.strip() and doubt else reason


def _stale(number: int, current: Result | None) -> StaleError:
    signed = signature(current).entered if current else None
    return StaleError(
        "game_entered_meanwhile",
        _(
            "%(name)s has entered game %(number)s differently in the meantime. Reload the "
            "card and compare before you correct it."
        )
        % {"number": number, "name": signed.name if signed else "?"},
        number=number,
    )
