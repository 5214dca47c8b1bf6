"""Charging the absent with the evening's average, at its close."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from finance.books import labels as words
from finance.books.models.catalogue import Deed, Tariff
from finance.books.queries.tariffs import CLUB
from finance.catalogue.queries.averages import average_of
from finance.errors import IllegalError
from league.events.models import Event
from league.people.models.people import User
from league.results.models.results import Charge
from league.results.services.results import record_charge


def charge_absentees(*, event: Event, by: User | None, now: datetime) -> list[Charge]:
    """Charge every active member who was absent with the average of the evening, as it is now.

    The amount is frozen in the charge, with the reckoning as its note; the till proposes the claims
    in the same transaction. A member charged already keeps that. Locks the event; a repeat charges
    no one. IllegalError if the catalogue knows no average.
    """
    with transaction.atomic():
        event = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
        average = average_of(event)
        tariff = average.tariff
        if tariff is None:
            raise IllegalError(
                "no_average",
                _("The catalogue has no average for the absent. Enter it there first."),
            )
        if not average.cents:
            return []
        made = []
        for person in average.absent:
            charge = record_charge(
                event=event,
                person=person,
                code=tariff.code,
                title=words.tariff(tariff),
                kind=tariff.charge_kind,
                cents=average.cents,
                rulebook=CLUB,
                note=average.reckoning,
                client_id=_client_id(event, tariff, person.pk),
                by=by,
                now=now,
            )
            Deed.objects.get_or_create(charge=charge, defaults={"tariff": tariff})
            made.append(charge)
        return made


def _client_id(event: Event, tariff: Tariff, person: int) -> str:
    """Return another id after each withdrawal, so that the average can be charged anew."""
    before = Charge.objects.filter(event=event, person=person, code=tariff.code, rulebook=CLUB)
    return f"average:{tariff.pk}:{person}:{before.count()}"
