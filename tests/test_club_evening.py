"""One whole evening over HTTP: from the first handshake to the Storno, with a real worker."""

import re
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from finance.books.models.claims import Claim
from finance.books.models.ledger import Transaction
from finance.books.queries import people as accounts
from league.events.models import Event
from league.events.queries import participations, seats_of, tables
from league.people.models.people import Person
from league.results.queries.results import standing_charges
from league.standings.models import StandingRow
from league.standings.queries.standings import standing_of, standing_rows
from tests import builders

pytestmark = pytest.mark.once


class Browser:
    """A person with a phone: opens pages, fills what the page asks, reads the answer."""

    def __init__(self, person: Person) -> None:
        self.client = Client()
        self.client.force_login(person.user)

    def opens(self, page: str, *args: Any) -> str:
        response = self.client.get(reverse(page, args=args))
        assert response.status_code == 200, (page, response.status_code)
        return response.content.decode()

    def sends(self, action: str, *args: Any, expect: int = 200, **data: Any) -> str:
        response = self.client.post(reverse(action, args=args), data, follow=True)
        assert response.status_code == expect, (action, response.status_code)
        return response.content.decode()


def hidden(page: str, name: str) -> str:
    """Return the value of a page's hidden field, such as the id by which a repeat is known."""
    return re.search(rf'name="{name}" value="([^"]+)"', page).group(1)


def euros(person: Person) -> int:
    """Return a person's debt in cents; negative is credit."""
    return accounts.owing_of(person).cents


@pytest.mark.worker
def test_an_evening_from_the_attendance_to_the_storno(
    worker: Any, club: SimpleNamespace, time_machine: Any
) -> None:
    time_machine.move_to(builders.NIGHT, tick=True)
    referee, treasurer = Browser(club.rolf), Browser(club.kadir)

    # The referee opens the evening and says what is played.
    referee.sends(
        "league:new_evening", name="Spielabend", business_date="2026-03-06", venue="club_night"
    )
    event = Event.objects.get()
    rules = reverse("games:rules", args=[event.pk]) + "?rulebook=rsc2003"
    assert referee.client.post(rules, {"venue": "club_night"}).status_code == 302

    # Attendance: Ömer is absent, and Timo is a guest.
    on_the_list = {participation.person: participation for participation in participations(event)}
    for person in (club.anke, club.bernd, club.jette):
        referee.sends("league:attendance", on_the_list[person].pk, attendance="present")
    referee.sends("league:attendance", on_the_list[club.oemer].pk, attendance="absent")
    page = referee.sends("league:add_guest", event.pk, name="Timo")
    assert "Timo" in page

    # One table, all members around it.
    page = referee.sends("league:add_table", event.pk, all="1")
    assert "4 Plätze" in page
    (table,) = tables(event)
    seats = {seat.participation.person: seat.pk for seat in seats_of(table)}

    def card(number: int, first: Person, second: Person, game: Person, **more: Any) -> dict:
        return {
            "client_id": f"card-{number}",
            "number": number,
            "ending": "normal",
            "lost_first": seats[first],
            "lost_second": seats[second],
            "lost_game": seats[game],
            **more,
        }

    # Three cards; Jette, who sits there, enters the second one herself.
    strokes = {f"aus_{seats[club.jette]}": ["1"]}
    referee.sends(
        "games:new_card", table.pk, **card(1, club.anke, club.bernd, club.bernd, **strokes)
    )
    Browser(club.jette).sends(
        "games:new_card", table.pk, **card(2, club.bernd, club.bernd, club.bernd)
    )
    referee.sends("games:new_card", table.pk, **card(3, club.timo, club.anke, club.timo))

    # The first card was wrong: it was Anke who lost the final.
    wrong = {**card(1, club.anke, club.bernd, club.anke, **strokes), "client_id": "card-1b"}
    page = referee.sends("games:card", table.pk, 1, seen=1, expect=422, **wrong)
    assert "warum die Karte geändert wird" in page
    page = referee.sends("games:card", table.pk, 1, seen=1, reason="Finale verwechselt", **wrong)
    assert "Anke hat verloren" in page

    # Ömer did not show up, Bernd threw two dice off the table; one entry too many is taken back.
    def breach(person: Person, code: str, key: str, count: int = 1) -> str:
        who = participations(event).get(person=person).pk
        return referee.sends(
            "games:breaches", event.pk, person=who, code=code, count=count, client_id=key
        )

    breach(club.oemer, "no_show", "b1")
    breach(club.bernd, "dice_off_table", "b2", count=2)
    breach(club.jette, "cup_off_table", "b3")
    slip = standing_charges(event).get(code="cup_off_table")
    referee.sends("games:withdraw", slip.pk)

    # The worker brings the season's table up to date, with no button pressed.
    season = event.season
    worker.wait_until(lambda: not standing_of(season).is_stale)
    left = [
        (row.person.name, row.games, row.games_lost, row.sweeps, row.schock_aus, row.next_to_last)
        for row in standing_rows(standing_of(season))
    ]
    assert left == [
        ("Jette", 3, 0, 0, 1, 0),
        ("Anke", 3, 1, 0, 0, 1),
        ("Bernd", 3, 1, 1, 0, 1),
        ("Timo", 3, 1, 0, 0, 0),
    ]
    assert "Jette" in Browser(club.hilde).opens("league:season_table", season.pk)
    rows = StandingRow.objects.filter(standing__season=season).order_by("position")
    before = list(rows.values_list("person", "rank", "games"))
    call_command("rebuild_standings", verbosity=0)
    assert list(rows.all().values_list("person", "rank", "games")) == before

    # The treasurer sees who is charged with what, and why; the books are still empty.
    page = treasurer.opens("finance:evening", event.pk)
    assert {(claim.person.name, claim.code, claim.amount) for claim in current(event)} == {
        ("Anke", "stake", 100),
        ("Bernd", "stake", 100),
        ("Timo", "stake", 100),
        ("Ömer", "no_show", 500),
        ("Bernd", "dice_off_table", 200),
    }
    assert "Tisch 1" in page
    assert Transaction.objects.count() == 0

    # No one else decides; then the whole evening is confirmed, twice, as impatient people do.
    confirm = {"claim": [claim.pk for claim in current(event)]}
    for other in (club.rolf, club.paula, club.jette):
        url = reverse("finance:confirm_evening", args=[event.pk])
        assert Browser(other).client.post(url, confirm).status_code in {403, 404}
    # Timo is a guest: what he lost is booked because he has agreed to it.
    timo = event.participations.get(person__name="Timo").person
    treasurer.sends("finance:agree", event.pk, timo.pk, span="tonight")
    for _ in range(2):
        treasurer.sends("finance:confirm_evening", event.pk, **confirm)
    assert {claim.state for claim in current(event)} == {"confirmed"}
    assert [euros(person) for person in (club.anke, club.bernd, club.oemer)] == [100, 300, 500]

    # Bernd pays three euros in cash, Ömer a part by bank; the double click books once.
    form = treasurer.opens("finance:account", club.bernd.pk)
    paid = {
        "client_id": hidden(form, "client_id"),
        "seen": hidden(form, "seen"),
        "amount": "3,00",
        "method": "cash",
        "day": "2026-03-06",
    }
    for _ in range(2):
        treasurer.sends("finance:pay", club.bernd.pk, **paid)
    page = treasurer.sends(
        "finance:pay", club.oemer.pk, expect=422, **{**paid, "client_id": "x1", "amount": "-3"}
    )
    assert 'value="-3"' in page
    treasurer.sends(
        "finance:pay",
        club.oemer.pk,
        **{**paid, "client_id": "x2", "seen": 500, "amount": "2,00", "method": "bank"},
    )
    assert [euros(person) for person in (club.bernd, club.oemer)] == [0, 300]

    # A card corrected after the payment: what did not change stays paid, what vanished is credit.
    late = {**card(2, club.jette, club.jette, club.jette), "client_id": "card-2b"}
    referee.sends("games:card", table.pk, 2, seen=1, reason="Namen vertauscht", **late)
    assert current(event).get(code="dice_off_table").state == "settled"
    assert current(event).get(code="stake", person=club.jette).state == "proposed"
    assert euros(club.bernd) == -100

    # Ömer's transfer never arrived: a Storno with its reason, linked to what it takes back.
    transfer = Transaction.objects.get(head__journal="bank")
    page = treasurer.opens("finance:storno", transfer.pk)
    treasurer.sends("finance:storno", transfer.pk, expect=422, reason="")
    treasurer.sends("finance:storno", transfer.pk, reason="Überweisung kam nicht an")
    assert euros(club.oemer) == 500
    assert Transaction.objects.get(reverses=transfer)

    # Each person sees the own account and no other; the books agree with themselves.
    assert "Nicht" in Browser(club.oemer).opens("finance:own_account")
    assert Browser(club.oemer).client.get(
        reverse("finance:account", args=[club.bernd.pk])
    ).status_code in {403, 404}
    call_command("check_books", verbosity=0)


def current(event: Event) -> Any:
    return Claim.objects.filter(event=event, is_current=True).select_related("person")


def test_a_closed_month_and_a_missing_price_never_stop_the_referee(
    club: SimpleNamespace, client: Client, time_machine: Any
) -> None:
    from finance.books.services.closing import close_through

    time_machine.move_to(builders.NIGHT, tick=True)
    close_through(
        through=builders.DAY.replace(day=5),
        by=club.kadir.user,
        today=builders.DAY,
        now=builders.NIGHT,
    )
    late = builders.evening(day=builders.DAY.replace(day=1))
    table = builders.table(late, club.anke, club.bernd)
    builders.card(table, club.anke, club.anke)
    assert current(late).get().open_reason == "closed"

    client.force_login(club.rolf.user)
    tonight = builders.evening()
    builders.table(tonight, club.anke, club.bernd)
    bernd = participations(tonight).get(person=club.bernd)
    response = client.post(
        reverse("games:breaches", args=[tonight.pk]),
        {"client_id": "b1", "person": bernd.pk, "code": "left_table", "count": 1, "note": "Handy"},
    )
    assert response.status_code == 302
    assert current(tonight).get().open_reason == "amount_open"
