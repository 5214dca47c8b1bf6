"""The words on the page of a card, and on one that cannot be filled in: without a page."""

from datetime import date
from types import SimpleNamespace

import pytest
from django.urls import reverse

from games.cards.labels import back_from, entered, heading, instead, save_button
from games.rules.labels import loser_pays
from league.club.queries import Stakes
from league.events.models import Event, Table
from league.people.models.people import Person
from league.results.models.results import Charge
from league.tournaments.models.tournaments import Block

pytestmark = pytest.mark.usefixtures("english")


@pytest.fixture
def table():
    event = Event(pk=3, name="Club evening", business_date=date(2026, 11, 6))
    return Table(pk=8, number=2, block=Block(event=event))


def test_who_directs_goes_back_to_the_table_in_the_direction(table):
    back = back_from(table, directs=True, has_login=True)
    assert back == (reverse("league:direct_table", args=[3, 8]), "Back to the table")


def test_who_has_a_login_goes_back_to_the_evening(table):
    evening = reverse("league:evening", args=[3])
    back = back_from(table, directs=False, has_login=True)
    assert back == (f"{evening}#tisch-2", "Club evening, 6 Nov.")


def test_who_scanned_the_table_goes_back_to_its_game(table):
    back = back_from(table, directs=False, has_login=False)
    assert back == (reverse("games:play", args=[8]), "Back to the table")


def test_the_heading_names_a_game_only_where_there_is_one(table):
    assert heading(table, 4, is_over=False) == "Table 2, game 4"
    assert heading(table, 4, is_over=True) == "Table 2"


OVER = "The time is up."


@pytest.mark.parametrize(
    ("players", "over", "is_scored", "text", "tone"),
    [
        (1, OVER, True, "Nobody plays Schocken alone.", "error"),
        (4, OVER, False, OVER, ""),
        (4, "", True, "This game was scored throw by throw.", ""),
    ],
)
def test_where_no_card_is_filled_in_it_says_why(table, players, over, is_scored, text, tone):
    notice = instead(table, 4, players=players, over=over, is_scored=is_scored)
    assert notice.text.startswith(text)
    assert notice.tone == tone


def test_a_scored_game_leads_to_its_log_and_to_luck_and_skill(table):
    notice = instead(table, 4, players=4, over="", is_scored=True)
    assert [link.text for link in notice.links] == ["To the game", "Luck and skill"]


def test_any_other_game_has_a_card(table):
    assert instead(table, 4, players=2, over="", is_scored=False) is None


def test_a_card_is_saved_or_corrected():
    assert save_button(is_correction=False) == "Save card"
    assert save_button(is_correction=True) == "Save as a new version"


@pytest.mark.parametrize(
    ("charge", "due"),
    [
        ({"kind": "drinks_round"}, "a round of drinks"),
        ({"kind": "fine", "cents": 100, "count": 2}, "€1.00"),
        ({"kind": "donation"}, "open"),
        ({"kind": "fine", "cents": 100, "person": Person(pk=9, name="Gast")}, "€1.00, if agreed"),
    ],
)
def test_a_fine_says_what_it_costs(charge, due):
    own = {"person": Person(pk=1, name="Anke"), "title": "Peeking", "note": "twice", **charge}
    row = entered(Charge(**own), Stakes("rulebook"), {9})
    assert (row.due, row.address) == (due, "")
    assert row.about == ("Peeking × 2 · twice" if charge.get("count") else "Peeking · twice")


@pytest.mark.parametrize(
    ("kind", "stakes", "words"),
    [
        ("drinks_round", Stakes("none"), "The loser buys a round."),
        ("stake", Stakes("none"), "The club plays without money."),
        ("stake", Stakes("amount", 50), "The loser pays €0.50, as the club has said."),
        ("stake", Stakes("rulebook"), ""),
    ],
)
def test_what_the_loser_pays_is_the_club_s_word_before_the_rulebook_s(kind, stakes, words):
    assert loser_pays([SimpleNamespace(kind=kind)], stakes) == words
    assert loser_pays([], stakes) == "By this rulebook a lost game costs nothing."
