"""Writing a deed of the club's own catalogue down, at the evening where it happened."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from finance.books import formulas
from finance.books import labels as words
from finance.books.formulas import Deed as Happened
from finance.books.models.catalogue import Deed, Tariff
from finance.books.queries.tariffs import CLUB
from finance.books.services.once import used_before
from finance.catalogue.queries.catalogue import times_before
from finance.errors import IllegalError, InvalidError
from league.events.models import Event, Participation
from league.events.queries import participations
from league.people.models.people import Membership, Person, User
from league.results.models.results import Charge
from league.results.services.results import record_charge, withdraw_charge

MOST = 99


def charge_deed(
    *,
    event: Event,
    participation: Participation,
    tariff: Tariff,
    count: int = 1,
    minutes: int | None = None,
    cents: int | None = None,
    note: str = "",
    client_id: str,
    by: User | None,
    now: datetime,
) -> list[Charge]:
    """Charge a person, or all others, by the entry that holds on the evening's date.

    The amount is frozen in the charge. `cents` is only for an entry that leaves it open, `minutes`
    counts if it asks for a clock; without them the evening's own notes are used. Locks the event. A
    repeat of the `client_id` answers with what it stored. InvalidError if it now says something
    else, for what is missing, for an amount that the entry names itself, or for no member,
    IllegalError for an entry that did not hold that day.
    """
    with transaction.atomic():
        event = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
        known = Charge.objects.filter(event=event, key__startswith=f"X{client_id}:")
        if stored := list(known.select_related("deed").order_by("pk")):
            deed = stored[0].deed
            about = (deed.tariff_id, deed.cause_id or stored[0].person_id, stored[0].count)
            if about != (tariff.pk, participation.person_id, count):
                raise used_before()
            return stored
        if not Tariff.objects.on(event.business_date).filter(pk=tariff.pk).exists():
            raise IllegalError(
                "tariff_not_in_force", _("This did not hold on that evening."), field="tariff"
            )
        if minutes is None:
            minutes = participation.minutes_late
        if cents is not None and tariff.kind != formulas.OPEN:
            raise InvalidError(
                "amount_is_decided",
                _("The catalogue says what this costs. Leave the amount empty."),
                field="amount",
            )
        _must_be_complete(tariff, participation, count, minutes, note)
        members = set(
            Membership.objects.on(event.business_date).values_list("person_id", flat=True)
        )
        made = []
        for person in _who_pays(event, participation, tariff, members):
            before = times_before(tariff, person, event)
            happened = Happened(count=count, minutes=minutes, before=before)
            charge = record_charge(
                event=event,
                person=person,
                code=tariff.code,
                title=tariff.title,
                kind=tariff.charge_kind,
                cents=_frozen(tariff, happened, cents),
                count=count,
                rulebook=CLUB,
                note=note,
                drink=tariff.thing,
                client_id=f"{client_id}:{person.pk}",
                by=by,
                now=now,
            )
            Deed.objects.create(
                charge=charge,
                tariff=tariff,
                minutes=minutes if _asks_for_minutes(tariff) else None,
                times=before + 1,
                cause=participation.person if person != participation.person else None,
            )
            made.append(charge)
        return made


def take_back_all(*, charge: Charge, by: User | None, now: datetime) -> int:
    """Take back what the same tap wrote down: if all the others pay, from all of them.

    Locks the charges; a repeat changes nothing.
    """
    tap = charge.key.rpartition(":")[0]
    with transaction.atomic():
        together = Charge.objects.filter(
            event=charge.event_id, deed__isnull=False, key__startswith=f"{tap}:"
        ).order_by("pk")
        for same_charge in together:
            withdraw_charge(charge=same_charge, reason="", by=by, now=now)
        return len(together)


def _asks_for_minutes(tariff: Tariff) -> bool:
    return tariff.kind == formulas.STARTED or tariff.measure == formulas.MINUTES


def _must_be_complete(
    tariff: Tariff, participation: Participation, count: int, minutes: int | None, note: str
) -> None:
    if tariff.kind == formulas.AVERAGE:
        raise InvalidError(
            "average_at_the_close",
            _("The average comes by itself when the evening is closed."),
            field="tariff",
        )
    if not 1 <= count <= MOST:
        raise InvalidError(
            "count_out_of_range",
            _("No more than %(most)s of these at once.") % {"most": MOST},
            field="count",
        )
    if _asks_for_minutes(tariff) and minutes is None:
        raise InvalidError("minutes_missing", _("How many minutes was it?"), field="minutes")
    if tariff.kind == formulas.OPEN and not note.strip():
        raise InvalidError(
            "note_missing", _("Add what happened: the amount is free, after all."), field="note"
        )
    if tariff.code == "no_show" and participation.is_here:
        raise InvalidError(
            "person_is_here",
            _("%(name)s is here tonight. If not, change the attendance first.")
            % {"name": participation.person.name},
            field="person",
        )


def _who_pays(
    event: Event, participation: Participation, tariff: Tariff, members: set[int]
) -> list[Person]:
    """Return the members to be fined, guests never. If all the others pay, those are the members
    here.
    """
    if tariff.kind == formulas.OTHERS:
        others = [
            other_participation.person
            for other_participation in participations(event)
            if other_participation.is_here
            and other_participation.person_id in members
            and other_participation.person_id != participation.person_id
        ]
        if not others:
            raise IllegalError("nobody_else", _("No other member is here."))
        return others
    if participation.person_id not in members:
        raise InvalidError(
            "guests_are_not_fined",
            _("Only members are fined. %(name)s is a guest.") % {"name": participation.person.name},
            field="person",
        )
    return [participation.person]


def _frozen(tariff: Tariff, happened: Happened, cents: int | None) -> int | None:
    """Return the amount as charged; None for a thing, and if the treasurer names it later."""
    if tariff.kind == formulas.OPEN:
        return cents
    if tariff.kind == formulas.THING:
        return None
    price = formulas.price(tariff.formula, happened)
    if price is None:
        raise InvalidError(
            "not_by_hand",
            _("“%(what)s” is worked out by the games themselves.") % {"what": words.tariff(tariff)},
            field="tariff",
        )
    return price
