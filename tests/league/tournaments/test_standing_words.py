"""The words beside the figures of a tournament's standings: without a page."""

from datetime import date
from fractions import Fraction
from types import SimpleNamespace

import pytest

from league.formats import Row, Tally
from league.tournaments.models.tournaments import Prize
from league.tournaments.public.labels import (
    moved,
    notes,
    nothing_yet,
    places,
    prize_consists_of,
    prize_title,
    reached,
    standing_of,
    state_of,
    step_of,
    tags,
)
from league.tournaments.registration.labels import everybody_pays, online, team_and_alias
from league.tournaments.registration.queries.registrations import Counts

pytestmark = pytest.mark.usefixtures("english")


def marks(row=None, *, goes_on=False, is_locked=False, has_left=False):
    seen = tags(row or Row(1), goes_on=goes_on, is_locked=is_locked, has_left=has_left)
    return [tuple(tag) for tag in seen]


def test_who_goes_on_would_until_the_block_is_locked():
    assert marks(goes_on=True) == [("would advance", "good")]
    assert marks(goes_on=True, is_locked=True) == [("advances", "good")]


def test_who_left_and_who_was_given_points_is_marked():
    assert marks() == []
    by_default = Row(1, credited="own")
    assert marks(by_default, has_left=True)[0] == ("left", "")
    assert len(marks(by_default, goes_on=True, has_left=True)) == 3


def block(step="locked", carry_over=False, better="more", lives=0):
    scoring = SimpleNamespace(better=better, lives=lives)
    setting = SimpleNamespace(carry_over=carry_over, scoring=scoring)
    return SimpleNamespace(step=step, cards_in=7, played=range(12), setting=setting)


def test_standings_are_provisional_until_they_are_released():
    assert standing_of(block()) == ("provisional", "warn")
    assert standing_of(block("ranked")) == ("released", "good")


@pytest.mark.parametrize(
    ("shown", "sentences"),
    [
        (block(), ["7 of 12 cards are in."]),
        (block("ranked"), []),
        (block("ranked", carry_over=True), ["The points of the rounds before count as well."]),
        (block("ranked", better="fewer"), ["Few points are good."]),
        (block("ranked", better="fewer", lives=3), []),
    ],
)
def test_a_block_says_how_its_figures_are_read(shown, sentences):
    assert list(notes(shown)) == sentences


def test_a_place_rests_on_points_or_on_lives():
    assert reached(Row(1, total=Tally(points=Fraction(7)))) == "7 points"
    assert reached(Row(1, lives=2)) == "Lives: 2"


@pytest.mark.parametrize(
    ("was", "now", "words"),
    [
        (3, 2, "place 2 instead of 3"),
        (None, 2, "new, in place 2"),
        (3, None, "without a place"),
    ],
)
def test_a_corrected_card_moves_somebody(was, now, words):
    assert moved(was, now) == words


@pytest.mark.parametrize(
    ("is_past", "is_stale", "begin"),
    [
        (True, False, "Nothing had been played yet."),
        (True, True, "Nothing had been played yet."),
        (False, False, "Nothing has been drawn yet."),
    ],
)
def test_without_standings_it_says_why(is_past, is_stale, begin):
    assert nothing_yet(is_past=is_past, is_stale=is_stale).startswith(begin)


def test_while_they_are_computed_nothing_is_missing():
    assert nothing_yet(is_past=False, is_stale=True) == ""


def test_the_programme_says_how_far_a_block_is():
    def tag_of_a_block(step, released_at=None):
        return step_of(SimpleNamespace(step=step, block=SimpleNamespace(released_at=released_at)))

    assert tag_of_a_block("planned") is None
    assert tag_of_a_block("running", released_at="18:00").text == "under way"
    assert tag_of_a_block("locked", released_at="18:00").text == "being evaluated"
    assert tag_of_a_block("ranked", released_at="18:00") == ("done", "good")


def test_the_programme_says_whether_there_is_a_place():
    def counts(registered, most=None, waiting=0):
        return Counts(registered, waiting, checked_in=0, undecided=0, places=most)

    assert places(counts(1)) == "One person is registered, there are places enough."
    assert places(counts(30, most=32)) == "2 of 32 places left."
    assert places(counts(32, most=32)).startswith("All places are taken.")
    assert places(counts(31, most=32, waiting=1)).startswith("All places are taken.")


def test_a_prize_is_for_a_place_or_for_what_it_is_called():
    assert prize_title(Prize(award="place", place=2)) == "Place 2"
    assert prize_title(Prize(award="team", place=1)) == "Team, place 1"
    assert prize_title(Prize(award="jule")) == "Jule König"


def test_a_prize_is_a_thing_or_a_share_of_the_pot_or_both():
    assert prize_consists_of(Prize(thing="A ham")) == "A ham"
    assert prize_consists_of(Prize(thing="A ham", pot_percent=50)) == "A ham, 50 % of the pot"


def test_a_list_says_how_a_tournament_stands():
    def tag_of_a_tournament(**of):
        held = {"is_cancelled": False, "business_date": date(2026, 3, 6)} | of
        tournament = SimpleNamespace(
            finished_at=of.get("finished_at"), registration_open=of.get("is_open", False)
        )
        return state_of(SimpleNamespace(tournament=tournament, **held), date(2026, 3, 7))

    assert tag_of_a_tournament() is None
    assert tag_of_a_tournament(is_cancelled=True, finished_at="18:00") == ("called off", "bad")
    assert tag_of_a_tournament(finished_at="18:00", business_date=date(2026, 3, 7)).text == "closed"
    assert tag_of_a_tournament(business_date=date(2026, 3, 7), is_open=True).text == "today"
    assert tag_of_a_tournament(is_open=True) == ("Registration open", "")


def test_the_desk_reads_what_it_costs_and_who_can_register():
    def tournament(fee=0, pot=0, is_open=True, is_public=True):
        event = SimpleNamespace(is_public=is_public)
        return SimpleNamespace(fee_cents=fee, pot_cents=pot, registration_open=is_open, event=event)

    assert everybody_pays(tournament()) == ""
    paid = everybody_pays(tournament(fee=500, pot=1000))
    assert paid == "Everybody pays: Entry fee €5.00, Prize pot €10.00"
    assert online(tournament(is_open=False)) == "It is closed."
    assert online(tournament()) == "It is open."
    assert "only to members" in online(tournament(is_public=False))


def test_the_desk_reads_team_and_public_name():
    def who(team="", shown_as=""):
        plays = SimpleNamespace(
            team=SimpleNamespace(name=team) if team else None, shown_as=shown_as, name=shown_as
        )
        return SimpleNamespace(participation=plays, team_name=team)

    assert team_and_alias(who()) == ""
    assert team_and_alias(who("The Deckel", "A.")) == "The Deckel · in public: A."
    new = SimpleNamespace(participation=None, team_name="The Deckel")
    assert team_and_alias(new) == "The Deckel · new here: a guest once you say so"
