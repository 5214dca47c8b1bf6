"""A small club for the till's tests: members, an evening with one table, and short verbs."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from itertools import count
from typing import Any

from finance.books.formulas import Formula
from finance.books.models.catalogue import Tariff
from finance.books.models.claims import Claim
from finance.books.services.charging import charge_people
from finance.catalogue.services.catalogue import set_tariff
from league.access.actors import NOBODY
from league.events.models import Event, Participation, Seat, Table
from league.events.services import attendance, evenings, seating
from league.people.models.people import Person, User
from league.people.services import people
from league.results.services import results
from league.results.services.results import SeatCharge, SeatLine
from league.tournaments.models.tournaments import Placing, Prize, Tournament

DAY = date(2026, 3, 6)
NOW = datetime(2026, 3, 6, 22, 0, tzinfo=UTC)
TODAY = date(2026, 3, 10)
_ids = count(1)


def client_id() -> str:
    return f"test-{next(_ids)}"


def tariff(
    code: str = "", cents: int | None = None, kind: str = "piece", *, start: date, **more: Any
) -> Tariff:
    """Set an entry of the catalogue; what is left over belongs to its formula."""
    words = {
        name: more.pop(name)
        for name in ("title", "thing", "within", "ground", "decided_on")
        if name in more
    }
    formula = Formula(kind, cents=cents, **more)
    return set_tariff(code=code, formula=formula, start=start, now=NOW, **words)


@dataclass
class Club:
    """The cast: `treasurer`, `auditor`, `chair`, `referee` have logins, so have all members."""

    persons: dict[str, Person] = field(default_factory=dict)

    def __getattr__(self, name: str) -> Person:
        try:
            return self.__dict__["persons"][name]
        except KeyError:
            raise AttributeError(name) from None

    def join(self, name: str, *, guest: bool = False, role: str = "") -> Person:
        person = people.create_person(name=name.title(), email=f"{name}@club.test")
        if not guest:
            people.start_membership(person=person, kind="active", start=date(2020, 1, 1))
        if role:
            people.appoint(person=person, role=role, start=date(2020, 1, 1))
        self.persons[name] = person
        return person

    def user(self, name: str) -> User:
        return self.persons[name].user

    def tournament(self, *names: str, fee: int = 1000, pot: int = 500) -> "EntryDesk":
        """Return the desk of a tournament at which all these names are checked in and charged."""
        event = Event.objects.create(
            kind=Event.Kind.TOURNAMENT,
            season=evenings.season_for(DAY),
            name="Kirmespokal",
            business_date=DAY,
            venue="pub",
            rulebook="rsc2003",
        )
        Tournament.objects.create(event=event, template="free", fee_cents=fee, pot_cents=pot)
        entry_desk = EntryDesk(self, event, fee, pot)
        for name in names:
            entry_desk.checks_in(name)
        return entry_desk

    def evening(self, *names: str, day: date = DAY, rulebook: str = "rsc2003") -> "Evening":
        event = evenings.create_evening(
            name="Spielabend", business_date=day, venue="club_night", rulebook=rulebook
        )
        evening = Evening(self, event, seating.add_table(event=event))
        for name in names:
            evening.arrives(name)
        return evening


@dataclass
class Evening:
    club: Club
    event: Event
    table: Table
    seats: dict[str, Seat] = field(default_factory=dict)

    def arrives(self, name: str, *, sits: bool = True) -> Participation:
        who = attendance.add_participant(event=self.event, person=self.club.persons[name])
        attendance.mark_attendance(participation=who, attendance="present")
        if sits:
            self.seats[name] = seating.seat(table=self.table, participation=who)
        return who

    def card(
        self,
        loser: str,
        *,
        number: int = 1,
        cents: int | None = 100,
        kind: str = "stake",
        code: str = "stake",
        also: tuple[tuple[str, str, str, int | None, int], ...] = (),
        reason: str = "Falsch abgelesen",
    ) -> Any:
        """Game `number` is lost by `loser`, who is charged; `also` are (who, code, kind, cents, n).

        A second card for the same number corrects the first.
        """
        from league.results.queries.results import row_of_result

        known = row_of_result(self.table, number)
        charges = [SeatCharge(self.seats[loser].pk, code, kind, cents)]
        charges += [
            SeatCharge(self.seats[who].pk, what, how, much, n) for who, what, how, much, n in also
        ]
        return results.record_result(
            table=self.table,
            number=number,
            replaces=known.version if known else None,
            client_id=client_id(),
            source="card",
            ended_by="final",
            rulebook=self.event.rulebook,
            house_rules={},
            lines={seat.pk: SeatLine(lost_game=name == loser) for name, seat in self.seats.items()},
            charges=[charge for charge in charges if charge.code],
            reason=reason if known else "",
            actor=NOBODY,
            now=NOW,
        )

    def charge(
        self, name: str, code: str, kind: str, cents: int | None, *, n: int = 1, note: str = ""
    ) -> Any:
        return results.record_charge(
            event=self.event,
            person=self.club.persons[name],
            code=code,
            kind=kind,
            cents=cents,
            count=n,
            rulebook=self.event.rulebook,
            note=note,
            client_id=client_id(),
            by=None,
            now=NOW,
        )

    def withdraw(self, charge: Any) -> None:
        results.withdraw_charge(charge=charge, reason="Verwechselt", by=None, now=NOW)

    def claims(self, name: str = "", **states: Any) -> list[Claim]:
        claims = Claim.objects.filter(event=self.event, is_current=True, **states).order_by("pk")
        return [claim for claim in claims if not name or claim.person == self.club.persons[name]]

    def claim(self, name: str = "") -> Claim:
        (only,) = self.claims(name)
        return only

    def confirm(self, by: str = "kim") -> list[Claim]:
        from finance.books.services.claims import confirm_evening

        seen = [claim.pk for claim in self.claims()]
        return confirm_evening(event=self.event, seen=seen, by=self.club.user(by), now=NOW)


@dataclass
class EntryDesk:
    """The desk of a tournament: `fee` and `pot` are cents per head."""

    club: Club
    event: Event
    fee: int
    pot: int
    charges: dict[str, list[Any]] = field(default_factory=dict)

    def checks_in(self, name: str) -> None:
        who = attendance.add_participant(event=self.event, person=self.club.persons[name])
        who.checked_in_at = NOW
        who.start_number = who.start_number or len(self.charges) + 1
        who.save(update_fields=["checked_in_at", "start_number"])
        self.charges[name] = [
            results.record_charge(
                event=self.event,
                person=who.person,
                code=kind,
                kind=kind,
                cents=cents,
                client_id=client_id(),
                by=None,
                now=NOW,
            )
            for kind, cents in (("entry_fee", self.fee), ("prize_pot", self.pot))
            if cents
        ]

    def checks_out(self, name: str) -> None:
        Participation.objects.filter(event=self.event, person=self.club.persons[name]).update(
            checked_in_at=None
        )
        for charge in self.charges[name]:
            results.withdraw_charge(charge=charge, reason="Doch nicht da", by=None, now=NOW)

    def pays(self, name: str, cents: int | None = None, click: str = "") -> Any:
        from finance.books.services.entry_fees import take_entry

        return take_entry(
            event=self.event,
            person=self.club.persons[name],
            amount=self.fee + self.pot if cents is None else cents,
            client_id=click or client_id(),
            by=self.club.user("kim"),
            today=DAY,
            now=NOW,
        )

    def ends(self, places: Iterable[tuple[int, str, int]]) -> None:
        """Store the final places: rank, name, number of Schock-Aus."""
        Placing.objects.filter(event=self.event).delete()
        for position, (rank, name, schock_aus) in enumerate(places, start=1):
            Placing.objects.create(
                event=self.event,
                participation=self.event.participations.get(person=self.club.persons[name]),
                rank=rank,
                position=position,
                schock_aus=schock_aus,
            )

    def wins(
        self,
        name: str,
        cents: int,
        what: str = "1. Platz",
        click: str = "",
        prize: Prize | None = None,
    ) -> Any:
        from finance.books.services.entry_fees import pay_prize

        return pay_prize(
            event=self.event,
            person=self.club.persons[name],
            cents=cents,
            for_what=what,
            prize=prize,
            client_id=click or client_id(),
            by=self.club.user("kim"),
            today=DAY,
            now=NOW,
        )

    def claims(self, name: str) -> list[Claim]:
        return list(
            Claim.objects.filter(
                event=self.event, person=self.club.persons[name], is_current=True
            ).order_by("pk")
        )


def build_club() -> Club:
    club = Club()
    club.join("kim", role="treasurer")
    club.join("alex", role="auditor")
    club.join("chris", role="chair")
    club.join("robin")
    club.join("sascha")
    club.join("toni")
    club.join("gabi", guest=True)
    return club


def payer(club: Club) -> Any:
    """`pay("robin", 500)`: cash on the evening's day."""
    from finance.books.services.payments import take_payment

    def paid(name: str, cents: int, *, method: str = "cash", day: date = DAY, **more: Any) -> Any:
        return take_payment(
            person=club.persons[name],
            method=method,
            amount=cents,
            day=day,
            client_id=more.pop("client_id", None) or client_id(),
            by=club.user("kim"),
            today=TODAY,
            now=NOW,
            **more,
        )

    return paid


def reverser(club: Club) -> Any:
    """`storno(transaction)`: by the treasurer."""
    from finance.books.services.reversals import reverse

    def reversed_(original: Any, reason: str = "Vertippt", today: date = TODAY) -> Any:
        return reverse(
            original=original,
            reason=reason,
            by=club.user("kim"),
            today=today,
            now=NOW + timedelta(hours=1),
        )

    return reversed_


def owes(club: Club, name: str, cents: int, due: date | None = TODAY - timedelta(days=3)) -> Claim:
    """Charge a person for the trip to Trier, overdue where nothing else is said."""
    (claim,) = charge_people(
        people=[club.persons[name]],
        amount=cents,
        shared=False,
        code="outing",
        note="Fahrt nach Trier",
        day=DAY,
        due=due,
        client_id=client_id(),
        by=club.user("kim"),
        today=TODAY,
        now=NOW,
    )
    return claim
