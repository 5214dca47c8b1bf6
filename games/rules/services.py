"""Change the rules that an evening plays by."""

from collections.abc import Mapping
from typing import Any

from games.rules import rulebooks as books
from league.errors import InvalidError
from league.events.models import Event
from league.events.services.evenings import set_rules


def agree_on_rules(
    *, event: Event, rulebook: str, venue: str, house_rules: Mapping[str, Any]
) -> Event:
    """Fix rulebook and house rules for the evening's next games. Locks the event.

    InvalidError if the rulebook does not know a rule, or locks it; it names the clause.
    """
    try:
        books.for_table(rulebook, house_rules)
    except books.EngineError as error:
        raise InvalidError(
            error.code, error.sentence(books.lang()), field=error.data.get("rule")
        ) from error
    return set_rules(event=event, rulebook=rulebook, venue=venue, house_rules=dict(house_rules))
