"""The cards that can have happened, in the words of the table."""

import pytest

from games.rules.outcomes import Card, CardError, Outcome, Table, check

PLAIN = Table(third_in_final=False, excludes=False)
EINWUERFELN = Table(third_in_final=True, excludes=True)
ANNA, BEN, CARO, DIRK = 1, 2, 3, 4
SEATS = (ANNA, BEN, CARO, DIRK)


def card(first=None, second=None, game=None, ending="normal", aus=None, seats=SEATS):
    return Card(seats, first, second, game, ending, aus or {})


def refused(*args, table=PLAIN, **kwargs):
    with pytest.raises(CardError) as caught:
        check(card(*args, **kwargs), table)
    assert str(caught.value)
    return caught.value.code


def test_two_losers_play_a_final():
    assert check(card(ANNA, BEN, BEN), PLAIN) == Outcome("final", BEN)


def test_both_halves_lost_is_a_sweep_without_naming_the_loser_again():
    assert check(card(ANNA, ANNA), PLAIN) == Outcome("sweep", ANNA)
    assert check(card(ANNA, ANNA, ANNA), PLAIN) == Outcome("sweep", ANNA)


def test_after_a_sweep_nobody_else_can_lose():
    assert refused(ANNA, ANNA, BEN) == "sweep_has_no_final"


def test_the_final_is_between_the_losers_of_the_halves():
    assert refused(ANNA, BEN, CARO) == "not_in_final"


def test_whoever_throws_along_in_the_final_can_lose_it():
    assert check(card(ANNA, BEN, CARO), EINWUERFELN) == Outcome("final", CARO)


@pytest.mark.parametrize(
    ("parts", "code"),
    [
        ((None, None, None), "first_half_missing"),
        ((None, BEN, BEN), "first_half_missing"),
        ((ANNA, None, None), "second_half_missing"),
        ((ANNA, BEN, None), "final_missing"),
        ((ANNA, 9, ANNA), "loser_did_not_play"),
    ],
)
def test_an_unfinished_card_asks_for_what_is_missing(parts, code):
    assert refused(*parts) == code


def test_nobody_plays_alone():
    assert refused(ANNA, ANNA, seats=(ANNA,)) == "too_few_seats"


def test_an_abandoned_game_has_no_loser():
    assert check(card(ANNA, ending="abandoned"), PLAIN) == Outcome("abandoned", None)
    assert refused(ANNA, BEN, BEN, ending="abandoned") == "abandoned_has_no_loser"
    assert refused(ANNA, ANNA, ending="abandoned") == "abandoned_has_no_loser"


def test_played_sharp_the_last_half_decides():
    assert check(card(ANNA, ending="overtime"), PLAIN) == Outcome("overtime", ANNA)
    assert check(card(ANNA, BEN, BEN, ending="overtime"), PLAIN) == Outcome("overtime", BEN)
    assert check(card(ANNA, ANNA, ending="overtime"), PLAIN) == Outcome("overtime", ANNA)
    assert refused(ANNA, BEN, ANNA, ending="overtime") == "overtime_loser"
    assert refused(ending="overtime") == "overtime_half_missing"


def test_only_a_rulebook_that_excludes_has_exclusions():
    assert refused(game=ANNA, ending="exclusion") == "no_exclusion"
    ended = check(card(game=ANNA, ending="exclusion"), EINWUERFELN)
    assert ended == Outcome("exclusion", ANNA)
    assert refused(ending="exclusion", table=EINWUERFELN) == "loser_missing"


def test_the_referee_may_end_a_game_in_any_half():
    assert check(card(ANNA, game=BEN, ending="ruling"), PLAIN) == Outcome("ruling", BEN)
    assert refused(ending="ruling") == "loser_missing"
    assert refused(game=ANNA, ending="rained off") == "ending_unknown"


def test_a_schock_aus_ends_its_half_so_nobody_has_more_than_parts_played():
    assert check(card(ANNA, BEN, BEN, aus={CARO: 2}), PLAIN)
    assert refused(ANNA, BEN, BEN, aus={CARO: 3}) == "too_many_schock_aus"
    assert check(card(ANNA, BEN, BEN, aus={ANNA: 2}), PLAIN)
    assert check(card(ANNA, BEN, CARO, aus={DIRK: 3}), EINWUERFELN)


def test_whoever_lost_with_a_schock_aus_was_beaten_by_another():
    assert refused(ANNA, BEN, BEN, aus={BEN: 2}) == "schock_aus_unbeaten"
    assert check(card(ANNA, BEN, BEN, aus={BEN: 2, CARO: 1}), PLAIN)
    assert refused(ANNA, ANNA, aus={ANNA: 1}) == "schock_aus_unbeaten"


def test_a_stroke_of_somebody_who_sat_out_is_refused():
    assert refused(ANNA, BEN, BEN, aus={9: 1}) == "stroke_did_not_play"
