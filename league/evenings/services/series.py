"""A season's evenings planned in one go."""

from collections.abc import Sequence
from datetime import date, time, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from league.errors import InvalidError
from league.evenings.queries.series import MOST_EVENINGS, planned
from league.events.models import Event
from league.events.services.evenings import create_evening
from league.people.models.people import Person
from league.people.services.founding import lock_founding


def create_series(
    *,
    days: Sequence[date],
    name: str,
    venue: str,
    rulebook: str,
    house_rules: dict[str, Any] | None = None,
    start_time: time | None = None,
    end_time: time | None = None,
    host: Person | None = None,
    place: str = "",
    answer_days: int | None = None,
) -> list[Event]:
    """Create an evening on each of these days, all of them or none; return the new ones.

    A day that already has an evening is left as it is, so a repeat makes nothing twice.
    `answer_days` is how many days before it the answers end. Locks the club, so that two who plan
    at once do not both plan. InvalidError for no day or more than a season has.
    """
    if not days:
        raise InvalidError("no_days", _("Choose at least one day."))
    if len(days) > MOST_EVENINGS:
        raise InvalidError(
            "too_many_days",
            _("No season has that many evenings: at most %(most)s at once.")
            % {"most": MOST_EVENINGS},
            field="last",
        )
    with transaction.atomic():
        lock_founding()
        return [
            create_evening(
                name=name,
                business_date=plan.day,
                venue=venue,
                rulebook=rulebook,
                house_rules=house_rules,
                start_time=start_time,
                end_time=end_time,
                host=host,
                place=place,
                answer_until=None
                if answer_days is None
                else plan.day - timedelta(days=answer_days),
            )
            for plan in planned(sorted(set(days)))
            if plan.there is None
        ]
