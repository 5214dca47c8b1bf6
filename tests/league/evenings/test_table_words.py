"""The words and offers of an evening's page about a table: decided without a page."""

import pytest

from league.evenings.labels import against_seats, how_full, table_actions
from league.events.models import Table

pytestmark = pytest.mark.usefixtures("english")


def offered(playing=None, seated=4, writes=True, may_run=False, is_called=False):
    table = Table(pk=5, playing=playing)
    can = table_actions(table, seated=seated, writes=writes, may_run=may_run, is_called=is_called)
    return can.first and can.first.text, [link.text for link in can.others], can.may_call


def test_who_sits_there_keeps_score_first_and_may_enter_a_card():
    assert offered() == ("Keep score", ["Enter a card"], True)


def test_while_a_game_is_played_its_score_stands_with_the_others():
    assert offered(playing=3) == (None, ["Keep score", "Enter a card"], True)


def test_who_runs_the_evening_gets_the_link_for_the_table():
    assert offered(may_run=True) == ("Keep score", ["Enter a card", "Link and QR"], True)


def test_one_alone_can_only_call_somebody():
    assert offered(seated=1) == (None, [], True)
    assert offered(seated=0) == (None, [], False)


def test_a_referee_is_called_once():
    assert offered(is_called=True)[2] is False


def test_who_sits_elsewhere_is_offered_nothing():
    assert offered(writes=False, playing=3) == (None, [], False)


@pytest.mark.parametrize(
    ("playing", "seated", "words"),
    [(3, 4, "game 3 is being played"), (None, 4, "4 seats"), (None, 1, "one seat")],
)
def test_a_table_plays_or_says_how_many_sit_there(playing, seated, words):
    assert how_full(Table(playing=playing), seated) == words


@pytest.mark.parametrize(
    ("seated", "begin"),
    [(0, ""), (1, "Nobody plays Schocken alone"), (2, ""), (8, ""), (9, "With more than 8")],
)
def test_too_few_and_too_many_are_told(seated, begin):
    sentence = against_seats(seated)
    assert sentence.startswith(begin)
    assert bool(sentence) == bool(begin)
