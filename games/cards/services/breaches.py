"""Breaches outside of a game, from the catalogue of the evening's rulebook."""

from datetime import datetime

from django.utils.translation import gettext_lazy as _

from games.rules import rulebooks as books
from league.errors import InvalidError
from league.events.models import Event, Participation
from league.people.models.people import User
from league.results.models.results import Charge
from league.results.queries.results import standing_charges
from league.results.services.results import record_charge

NO_SHOW = "no_show"


def _check_no_show(event: Event, participation: Participation) -> None:
    """Refuse the absence of a person who is here, or a second one on the same evening."""
    name = participation.person.name
    if participation.is_here:
        raise InvalidError(
            "person_is_here",
            _("%(name)s is here tonight. If not, change the attendance first.") % {"name": name},
            field="person",
        )
    charges = standing_charges(event).filter(person=participation.person, code=NO_SHOW)
    if charges.exists():
        raise InvalidError(
            "no_show_twice",
            _("%(name)s’s absence has been entered already.") % {"name": name},
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
    """Charge a breach outside of a game from the catalogue of the evening's rulebook.

    `cents` counts only if the rulebook leaves the amount open. A repeat of the `client_id` changes
    nothing. InvalidError for a code the rulebook does not know or a count it does not.
    """
    rulebook = books.for_table(event.rulebook, event.house_rules)
    breach = next((breach for breach in books.breaches(rulebook) if breach.code == code), None)
    if breach is None:
        raise InvalidError(
            "breach_unknown", _("That is not in this evening’s rulebook."), field="code"
        )
    if not 1 <= count <= breach.most:
        raise InvalidError(
            "count_out_of_range",
            _("No more than %(most)s of these at once.") % {"most": breach.most},
            field="count",
        )
    if breach.open_amount and not note.strip():
        raise InvalidError(
            "note_missing", _("Add what happened: the amount is free, after all."), field="note"
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
