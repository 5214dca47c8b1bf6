"""The end of the day: who gets what, certificates of some places, and where one came in."""

import random
from datetime import time
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from finance.books.services.entry_fees import pay_prize, take_entry
from league.tournaments.direction.services.setting_up import add_prize
from league.tournaments.models.tournaments import Placing, Tournament
from league.web.money import NBSP
from tests import builders
from tests import tournaments as day
from tests.builders import tournament
from tests.directing import address, all_play, browser, page
from tests.html import one_line

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def over(event):
    add_prize(event=event, award="place", place=1, thing="Schinken")
    add_prize(event=event, award="last", place=None, thing="Laterne")
    for number in (1, 2):
        day.draw(event, number)
        all_play(event, number)
        day.close(event, number, random.Random(1))
    day.finish(event)
    return event


def test_the_closing_names_points_prizes_and_specials(desk, over):
    text = page(desk, over, "closing")
    first = text[text.index('<span class="rank">1.</span>') :]
    assert "Schinken" in first[: first.index("</li>")]
    assert "Punkt" in first[: first.index("</li>")]
    specials = text[text.index('id="specials"') :]
    last = Placing.objects.filter(event=over).last().participation.person.name
    assert "Laterne" in specials
    assert last in specials


def test_certificates_are_printed_down_to_a_chosen_place(desk, over):
    assert 'name="places"' in page(desk, over, "closing")
    few = desk.get(address("papers", over, "urkunden"), {"places": "2"})
    everybody = desk.get(address("papers", over, "urkunden"))
    assert few.content.count(b"/Type /Page\n") <= everybody.content.count(b"/Type /Page\n")
    assert len(few.content) < len(everybody.content)


def test_my_table_ends_with_the_own_place_and_the_way_to_it(client, over):
    own = Placing.objects.filter(event=over).order_by("position")[3]
    text = one_line(client.get(address("my_table", over), {"person": own.participation_id}))
    assert f"Du bist {own.rank}. von 8" in text
    assert f"{address('tournament_table', over)}?block=all&amp;page=1" in text


def test_a_closed_tournament_of_today_is_not_to_come(desk, club):
    today = timezone.localdate()
    closed = tournament("Vorbei", today)
    Tournament.objects.filter(event=closed).update(finished_at=timezone.now())
    later = tournament("Nachmittag", today, start_time=time(14))
    earlier = tournament("Vormittag", today, start_time=time(9))
    coming, past = one_line(desk.get(reverse("league:tournaments"))).split('id="past"')
    assert closed.name in past
    assert closed.name not in coming
    assert coming.index(earlier.name) < coming.index(later.name)


MONEY = {"today": builders.DAY, "now": builders.NIGHT}


@pytest.fixture
def karl():
    """The treasurer, who also directs."""
    return builders.member("Karl", "treasurer", "director")


@pytest.fixture
def paid(over, karl):
    """All eight paid ten euros and five for the pot, half of which goes to the first."""
    for own in over.participations.select_related("person"):
        take_entry(
            event=over,
            person=own.person,
            amount=1500,
            client_id=uuid4().hex,
            by=karl.user,
            **MONEY,
        )
    return add_prize(event=over, award="place", place=1, thing="", pot_percent=50)


def test_the_closing_says_in_euros_what_a_prize_is_and_what_was_paid_out(over, paid, karl):
    treasurer = browser(karl)

    def pay(cents):
        pay_prize(
            event=over,
            person=Placing.objects.get(event=over, position=1).participation.person,
            cents=cents,
            for_what="Erster Platz",
            client_id=uuid4().hex,
            by=karl.user,
            prize=paid,
            **MONEY,
        )

    def shown():
        return page(treasurer, over, "closing").replace(NBSP, " ")

    assert "50 % vom Topf: 20,00 €" in shown()
    pay(500)
    assert "50 % vom Topf: 20,00 €, davon 5,00 € ausgezahlt" in shown()
    pay(1500)
    assert "50 % vom Topf: 20,00 €, ausgezahlt" in shown()


def test_the_closing_leads_to_the_money_whoever_may_read_it(over, paid, karl, desk):
    way = reverse("finance:tournament", args=[over.pk])
    assert way in page(browser(karl), over, "closing")
    text = page(desk, over, "closing")  # directs, and keeps no books
    assert way not in text
    assert "€" not in text


def test_the_money_of_a_prize_is_on_no_public_page(client, over, paid):
    for name in ("tournament", "tournament_table"):
        assert "20,00" not in page(client, over, name)
    answer = client.get(reverse("league:api_tournament", args=[over.pk]))
    assert "2000" not in str(answer.json()["prizes"])
