"""Writes at the door: attendance, start numbers, and the charges for playing."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from league.errors import IllegalError, InvalidError
from league.events.models import Event, Participation
from league.people.models.people import User
from league.results.models.results import Charge
from league.results.services.entry import EntryCost, record_entry
from league.results.services.results import withdraw_charge, withdraw_charges
from league.tournaments.core.services.locking import fresh, locked, refuse_if_over
from league.tournaments.models.tournaments import Registration, Tournament
from league.tournaments.registration.queries import registrations
from league.tournaments.registration.services.identities import accept, rename

Kind, State = Charge.Kind, Registration.State
# A card has three digits for it.
HIGHEST_NUMBER = 999
KINDS = [Kind.ENTRY_FEE, Kind.PRIZE_POT]
# Word of the key, kind and cents of a charge.
Cost = tuple[str, str, int]


def check_in(
    *, participation: Participation, by: User | None, now: datetime, number: int | None = None
) -> Participation:
    """Check a player in with this start number, or the lowest free one, and charge fee and pot.

    A player already checked in is left as is. Locks the tournament. Raise IllegalError after a
    cancellation, for a taken number, or once the tournament is over; InvalidError for an invalid
    number.
    """
    with transaction.atomic():
        tournament = locked(participation.event)
        refuse_if_over(tournament)
        own = Participation.objects.select_related("event", "person").get(pk=participation.pk)
        if own.checked_in_at is not None:
            return own
        if own.answer == Participation.Answer.NO:
            raise IllegalError(
                "registration_cancelled",
                _("%(name)s has cancelled. Register the person again if they do come.")
                % {"name": own.person.name},
            )
        if number is not None:
            _refuse_number(own.event, number)
        own.attendance = Participation.Attendance.PRESENT
        own.checked_in_at = now
        own.start_number = number or registrations.free_number(own.event)
        own.save(update_fields=["attendance", "checked_in_at", "start_number"])
        rename(own)
        _charge(own, _costs(tournament), by, now)
        return own


def receive(
    *, registration: Registration, by: User | None, now: datetime, number: int | None = None
) -> Participation:
    """Check in a registered player; one who is not in the club yet becomes its guest first.

    Repeatable. Locks the tournament. Raise InvalidError without a place, and for the same name as a
    person of the club: the desk decides that first. IllegalError as `check_in`.
    """
    with transaction.atomic():
        own = fresh(registration)
        if own.participation is None and not (own.state == State.REGISTERED and accept(own, now)):
            raise InvalidError(
                "registration_undecided",
                _("It is not decided yet who %(name)s is, or no place is free.")
                % {"name": own.name},
                field="do",
            )
        assert own.participation is not None
        return check_in(participation=own.participation, by=by, now=now, number=number)


def undo_check_in(*, participation: Participation, by: User | None, now: datetime) -> Participation:
    """Undo a mistaken check-in: free the number and take the charges back.

    Does nothing if not checked in. Locks the tournament. Raise IllegalError once the player has sat
    at a table.
    """
    with transaction.atomic():
        refuse_if_over(locked(participation.event))
        own = Participation.objects.select_related("event", "person").get(pk=participation.pk)
        if own.checked_in_at is None:
            return own
        if registrations.has_sat(own):
            raise IllegalError(
                "already_seated",
                _("%(name)s already has a seat at a table. The check-in stays.")
                % {"name": own.person.name},
            )
        own.attendance = Participation.Attendance.OPEN
        own.checked_in_at = own.start_number = None
        own.save(update_fields=["attendance", "checked_in_at", "start_number"])
        rename(own)
        withdraw_charges(charges=list(_standing(own)), reason="", by=by, now=now)
        return own


def charge_anew(*, event: Event, by: User | None, now: datetime) -> int:
    """Charge everyone checked in with the changed fee or pot; return how many changed.

    A different amount is taken back first, the same one stays. Repeatable. Locks the tournament.
    """
    with transaction.atomic():
        tournament = locked(event)
        changed = set()
        here = Participation.objects.filter(event=event, checked_in_at__isnull=False)
        for own in here.select_related("event", "person"):
            standing = {charge.kind: charge for charge in _standing(own)}
            others = [
                (word, kind, cents)
                for word, kind, cents in _costs(tournament)
                if (standing[kind].cents if kind in standing else 0) != cents
            ]
            for _word, kind, _cents in others:
                if kind in standing:
                    withdraw_charge(charge=standing[kind], reason="", by=by, now=now)
            if others:
                _charge(own, others, by, now)
                changed.add(own.pk)
        return len(changed)


def take_back_charges(*, event: Event, by: User | None, now: datetime) -> None:
    """Take back all charges of a tournament that does not take place. Repeatable."""
    with transaction.atomic():
        locked(event)
        charges = Charge.objects.filter(event=event, kind__in=KINDS, withdrawal=None)
        withdraw_charges(charges=list(charges), reason="", by=by, now=now)


def _costs(tournament: Tournament) -> list[Cost]:
    return [
        ("fee", Kind.ENTRY_FEE, tournament.fee_cents),
        ("pot", Kind.PRIZE_POT, tournament.pot_cents),
    ]


def _refuse_number(event: Event, number: int) -> None:
    if not 1 <= number <= HIGHEST_NUMBER:
        raise InvalidError(
            "start_number_invalid",
            _("A start number is between 1 and %(highest)s.") % {"highest": HIGHEST_NUMBER},
            field="number",
        )
    holder = Participation.objects.filter(event=event, start_number=number).first()
    if holder is not None:
        raise IllegalError(
            "start_number_taken",
            _("%(name)s has number %(number)s already. The lowest free one is %(free)s.")
            % {
                "name": holder.person.name,
                "number": number,
                "free": registrations.free_number(event),
            },
        )


def _standing(own: Participation) -> list[Charge]:
    """Return the charges for playing that were not taken back."""
    return list(
        Charge.objects.filter(
            event=own.event_id,
            person=own.person_id,
            kind__in=KINDS,
            withdrawal=None,
        )
    )


def _charge(own: Participation, costs: Sequence[Cost], by: User | None, now: datetime) -> None:
    """Charge each cost once; after each time it was taken back, once more under the next key."""
    charges = Charge.objects.filter(event=own.event_id, person=own.person_id, kind__in=KINDS)
    charged = list(charges.values_list("kind", "withdrawal"))
    times = Counter(kind for kind, _withdrawal in charged)
    standing = {kind for kind, withdrawal in charged if withdrawal is None}
    due = [
        EntryCost(kind, cents, f"{word}:P{own.person_id}:{times[kind] + 1}")
        for word, kind, cents in costs
        if cents and kind not in standing
    ]
    record_entry(own=own, costs=due, by=by, now=now)
