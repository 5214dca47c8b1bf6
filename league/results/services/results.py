"""Writes about outcomes: results, their versions, and charges."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from league import signals
from league.access.actors import Actor
from league.access.queries.tables import open_objection
from league.errors import IllegalError, InvalidError, StaleError
from league.events.models import MIN_SEATS, Event, Seat, Table
from league.events.queries import participations
from league.figures.services import mark_figures_stale
from league.people.models.people import Person, User
from league.results.models.results import Charge, ChargeWithdrawal, Result, ResultLine
from league.results.queries.confirming import FROZEN
from league.results.queries.results import row_of_result
from league.standings.services import mark_stale


@dataclass(frozen=True)
class SeatLine:
    """The line of a result for one seat. None means: not recorded at this depth."""

    lost_first: bool | None = None
    lost_second: bool | None = None
    lost_game: bool = False
    exit_first: int | None = None
    exit_second: int | None = None
    schock_aus: int | None = None
    jule: int | None = None
    deckel_taken: int | None = None
    deckel_given: int | None = None
    throw_points: int | None = None


@dataclass(frozen=True)
class SeatCharge:
    """A charge a game brings with it, in cents; `cents` is None for rounds and open amounts.

    Of a round of drinks: the `drink` agreed on, and whether the payer is one of those it is for.
    """

    seat: int
    code: str
    kind: str
    cents: int | None
    count: int = 1
    log_index: int | None = None
    drink: str = ""
    payer_counts: bool = False


def record_result(
    *,
    table: Table,
    number: int,
    replaces: int | None,
    client_id: str,
    source: str,
    ended_by: str,
    rulebook: str,
    house_rules: Mapping[str, Any],
    lines: Mapping[int, SeatLine],
    charges: Sequence[SeatCharge] = (),
    reason: str = "",
    occasion: str = "",
    depth: str = Result.Depth.CARD,
    actor: Actor,
    now: datetime,
) -> Result:
    """Store the result of game `number` at the table, or a new version of it.

    `lines` names seats by id, `replaces` the version the writer saw (None for a new game). Locks
    the table. `occasion` takes the place of a reason if no person was asked. A repeat of the same
    `client_id` returns its result and changes nothing. StaleError if the table has another version
    meanwhile, InvalidError for seats of another table or a correction without a reason,
    IllegalError for fewer than two seats, at a cancelled evening, or while a problem with the
    version that counts is not ruled on.
    """
    with transaction.atomic():
        tables = Table.objects.select_for_update(no_key=True, of=("self",))
        table = tables.select_related("block__event").get(pk=table.pk)
        if known := table.results.filter(client_id=client_id).first():
            return known
        if table.block.event.is_cancelled:
            raise IllegalError("event_cancelled", _("This evening is called off."))
        current = row_of_result(table, number)
        seen = current.version if current else None
        if seen != replaces:
            raise StaleError(
                "result_is_newer",
                _("This game has been entered in the meantime. Look at how it stands."),
                version=seen,
            )
        if current is not None and open_objection(current) is not None:
            raise IllegalError("result_frozen", FROZEN)
        if current is not None and not (reason.strip() or occasion):
            raise InvalidError(
                "reason_missing", _("Please say why the card is being changed."), field="reason"
            )
        if len(lines) < MIN_SEATS:
            raise IllegalError(
                "too_few_seats", _("Nobody plays Schocken alone: it takes at least two.")
            )
        persons = dict(
            Seat.objects.filter(table=table, pk__in=lines).values_list(
                "pk", "participation__person_id"
            )
        )
        if len(persons) != len(lines) or any(charge.seat not in lines for charge in charges):
            raise InvalidError("foreign_seat", _("The card names a seat from elsewhere."))
        if current is not None:
            Result.objects.filter(pk=current.pk).update(is_current=False)
        result = Result.objects.create(
            table=table,
            number=number,
            version=(seen or 0) + 1,
            source=source,
            ended_by=ended_by,
            rulebook=rulebook,
            house_rules=dict(house_rules),
            reason=reason.strip(),
            occasion=occasion,
            depth=depth,
            entered_by_id=actor.user_id,
            entered_holder_id=actor.holder_id,
            entered_device=actor.device,
            entered_network=actor.network,
            entered_at=now,
            client_id=client_id,
        )
        ResultLine.objects.bulk_create(
            ResultLine(result=result, seat_id=seat, **asdict(line)) for seat, line in lines.items()
        )
        _charge_result(result, charges, persons, actor, now)
        charged = {persons[charge.seat] for charge in charges}
        if current is not None:
            charged.update(current.charges.values_list("person_id", flat=True))
        mark_figures_stale(table.block.event.season_id, now)
        mark_stale(event=table.block.event, corrected=result if current else None)
        _announce(table.block.event_id, charged)
        return result


def set_playing(*, table_id: int, number: int | None) -> None:
    """Note the game that is being scored at a table, or that none is. Repeatable.

    Called by the scorer, in the transaction in which the game begins or ends.
    """
    Table.objects.filter(pk=table_id).update(playing=number)


def end_playing(*, table_id: int, number: int) -> None:
    """Note that this game is no longer being scored. Another one that is goes on. Repeatable."""
    Table.objects.filter(pk=table_id, playing=number).update(playing=None)


def mark_in_correction(*, result: Result) -> None:
    """Open the game again: the version counts on, shown as „wird korrigiert“. Repeatable.

    Locks the table. IllegalError while a problem with it is not ruled on.
    """
    with transaction.atomic():
        Table.objects.select_for_update(no_key=True).get(pk=result.table_id)
        if open_objection(result) is not None:
            raise IllegalError("result_frozen", FROZEN)
        Result.objects.filter(pk=result.pk, is_current=True).update(in_correction=True)


def _charge_result(
    result: Result,
    charges: Sequence[SeatCharge],
    persons: Mapping[int, int],
    actor: Actor,
    now: datetime,
) -> None:
    """Store the charges. A key counts the same deeds of the same person in the same game."""
    event_id = result.table.block.event_id
    times: dict[str, int] = {}
    for charge in charges:
        person = persons[charge.seat]
        deed = f"T{result.table_id}.{result.number}:P{person}:{charge.code}"
        times[deed] = times.get(deed, 0) + 1
        Charge.objects.create(
            event_id=event_id,
            person_id=person,
            key=f"{deed}:{times[deed]}",
            code=charge.code,
            kind=charge.kind,
            count=charge.count,
            cents=charge.cents,
            rulebook=result.rulebook,
            result=result,
            log_index=charge.log_index,
            drink=charge.drink,
            payer_counts=charge.payer_counts,
            recorded_by_id=actor.user_id,
            recorded_at=now,
        )


def record_charge(
    *,
    event: Event,
    person: Person,
    code: str,
    kind: str,
    cents: int | None,
    count: int = 1,
    rulebook: str = "",
    title: str = "",
    note: str = "",
    drink: str = "",
    client_id: str,
    by: User | None,
    now: datetime,
) -> Charge:
    """Charge a person of this evening for an incident outside of a game.

    `cents` is the amount of all `count` pieces together, or None if it is open; `title` names a
    charge that no rulebook has a word for, `drink` the drink of a round. A repeat of the same
    `client_id` changes nothing. InvalidError if it says something else than the first time, and for
    a person who is not on the evening's list, IllegalError if the evening is cancelled.
    """
    if not participations(event).filter(person=person).exists():
        raise InvalidError("not_on_the_list", _("This person is not on the evening’s list."))
    key = f"X{client_id}"
    if event.is_cancelled and not Charge.objects.filter(event=event, key=key).exists():
        raise IllegalError(
            "event_cancelled", _("This evening is called off. There are no new fines for it.")
        )
    try:
        with transaction.atomic():
            charge = Charge.objects.create(
                event=event,
                person=person,
                key=key,
                code=code,
                kind=kind,
                count=count,
                cents=cents,
                rulebook=rulebook,
                title=title,
                note=note.strip(),
                drink=drink,
                recorded_by=by,
                recorded_at=now,
            )
            _announce(event.pk, {person.pk})
            return charge
    except IntegrityError:
        known = Charge.objects.filter(event=event, key=key, result=None).first()
        if known is None:
            raise
        if (known.person_id, known.code, known.count) != (person.pk, code, count):
            raise InvalidError(
                "form_used_before",
                _("This form has been sent already. Reload the page."),
            ) from None
        return known


def withdraw_charge(*, charge: Charge, reason: str, by: User | None, now: datetime) -> None:
    """Take back a charge that was entered by hand. Repeating it changes nothing.

    Locks the event. A charge of a result is corrected with the result: IllegalError.
    """
    withdraw_charges(charges=[charge], reason=reason, by=by, now=now)


def withdraw_charges(
    *, charges: Sequence[Charge], reason: str, by: User | None, now: datetime
) -> None:
    """Take back charges of one event as `withdraw_charge` does, all or none. They are announced
    once: the debts of these persons are locked for all of them together.
    """
    if not charges:
        return
    with transaction.atomic():
        event = Event.objects.select_for_update(no_key=True).get(pk=charges[0].event_id)
        rows = Charge.objects.filter(pk__in=[charge.pk for charge in charges], event=event)
        standing = list(rows.filter(withdrawal=None).order_by("pk"))
        if any(charge.result_id is not None for charge in rows):
            raise IllegalError(
                "charge_of_a_result",
                _("This fine belongs to a game. Correct the card there."),
            )
        ChargeWithdrawal.objects.bulk_create(
            ChargeWithdrawal(
                charge=charge, reason=reason.strip(), withdrawn_by=by, withdrawn_at=now
            )
            for charge in standing
        )
        if standing:
            _announce(event.pk, {charge.person_id for charge in standing})


def take_out_of_count(*, event: Event, now: datetime) -> None:
    """Let no result of an event count any more; the rows stay. Repeatable.

    Within the caller's transaction, which holds the tables of the event and calls
    `withdraw_every_charge` in the end. IllegalError while a problem with a result is not ruled on.
    """
    results = Result.objects.filter(table__block__event=event, is_current=True)
    if results.filter(objections__isnull=False, objections__ruled_at=None).exists():
        raise IllegalError("result_frozen", FROZEN)
    results.update(is_current=False)
    mark_figures_stale(event.season_id, now)
    mark_stale(event=event)


def withdraw_every_charge(*, event: Event, reason: str, by: User | None, now: datetime) -> None:
    """Take back all charges of an event, after its results no longer count. Repeatable.

    Within the caller's transaction, which holds the event.
    """
    by_hand = Charge.objects.filter(event=event, result=None, withdrawal=None).order_by("pk")
    ChargeWithdrawal.objects.bulk_create(
        ChargeWithdrawal(charge=charge, reason=reason, withdrawn_by=by, withdrawn_at=now)
        for charge in by_hand
    )
    everyone = Charge.objects.filter(event=event).values_list("person_id", flat=True)
    _announce(event.pk, set(everyone))


def _announce(event_id: int, persons: set[int]) -> None:
    """Announce that `persons` have other charges than before."""
    signals.event_changed.send(sender=Event, event_id=event_id, persons=persons)
