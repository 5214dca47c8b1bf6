"""The words beside the score of a match, without a page."""

import pytest

from league.matches.queries.sheets import Standing
from league.matches.queries.verdicts import verdict
from league.matches.rules import GAMES, SETS, Outcome

pytestmark = pytest.mark.usefixtures("english")


def standing(is_complete=False, **more):
    sets = GAMES * SETS if is_complete else 1
    return Standing(Outcome(home_sets=sets), "", **more)


@pytest.mark.parametrize(
    ("match", "tag", "note"),
    [
        (standing(), "", ""),
        (standing(is_complete=True), "provisional", "not signed yet"),
        (standing(is_complete=True, signed=frozenset({"home"})), "provisional", "not signed yet"),
        (standing(is_complete=True, signed=frozenset({"home", "away"})), "signed by both", ""),
        (standing(awarded_to="home"), "awarded", "Nobody came"),
        (standing(is_off=True), "awarded", "team withdrawn"),
        (standing(is_off=True, struck=True), "does not count", "team withdrawn"),
    ],
)
def test_a_match_is_played_signed_given_away_or_struck(match, tag, note):
    shown = verdict(match, "Nobody came")
    assert bool(shown) == bool(tag)
    if shown is not None:
        assert (shown.tag[: len(tag)], shown.note) == (tag, note)
