"""The state of a tournament, in words and in actions: decided without a page."""

from typing import get_args

import pytest
from django.utils import timezone

from league.events.models import Block
from league.formats import CreditKind
from league.tournaments.core.labels import state as words
from league.tournaments.core.labels.steps import button
from league.tournaments.core.queries.agenda import card_actions
from league.tournaments.core.queries.block_state import BlockState, Ranked, Step
from league.tournaments.public.queries.public import Where

NOW = timezone.now()


def test_every_step_and_every_credit_has_its_words():
    assert set(words.STEPS) == set(get_args(Step))
    assert set(words.CREDITED) == set(get_args(CreditKind))


@pytest.mark.parametrize(
    ("given_up", "sentence"),
    [(0, "7 von 12 Karten sind da"), (2, "7 von 12 Karten sind da, 2 aufgegeben")],
)
def test_how_many_cards_are_in(given_up, sentence):
    assert words.cards_in(7, 12, given_up) == sentence


@pytest.mark.parametrize(
    ("state", "played", "expected", "tile"),
    [
        ("in", 4, 4, ("check", "Karte da")),
        ("missing", 2, 4, ("ban", "ohne Karte")),
        ("playing", 2, 4, ("dices", "Spiel 2 von 4")),
        ("playing", 1, None, ("dices", "1 Spiel")),
        ("playing", 3, None, ("dices", "3 Spiele")),
        ("free", 0, 4, ("circle", "noch leer")),
        ("empty", 0, None, ("circle", "noch leer")),
    ],
)
def test_a_table_at_a_glance(state, played, expected, tile):
    assert words.tile(state, played, expected) == tile


@pytest.mark.parametrize("where", sorted(set(get_args(Where)) - {"table"}))
@pytest.mark.parametrize("is_ahead", [True, False])
def test_whoever_has_no_table_hears_what_to_do(where, is_ahead):
    place = words.place(where, is_ahead=is_ahead, block="Vorrunde")
    assert place.title
    assert place.sentence.endswith(".")
    assert "%" not in place.sentence


def test_before_the_day_nobody_is_told_to_check_in_now():
    assert words.place("not_here", is_ahead=True) != words.place("not_here", is_ahead=False)
    assert words.place("gone", is_ahead=True) == words.place("gone", is_ahead=False)


def test_whoever_sits_out_hears_which_round_begins():
    assert words.place("sits_out", is_ahead=False, block="Vorrunde").sentence.startswith(
        "Vorrunde "
    )


# By the state of a card that is not locked, for the desk: what the direction may besides is added.
OFFERED = {
    ("empty", False): ["enter"],
    ("free", False): ["enter"],
    ("playing", False): ["hand_in", "enter"],
    ("in", False): ["enter"],
    ("in", True): ["back", "enter"],
    ("missing", False): ["back", "enter"],
}


def actions(state, is_handed_in, *, is_locked=False, may_direct=False, may_rule=False):
    return card_actions(
        state=state,
        is_handed_in=is_handed_in,
        is_locked=is_locked,
        may_direct=may_direct,
        may_rule=may_rule,
    )


@pytest.mark.parametrize(("state", "is_handed_in"), OFFERED)
def test_each_state_of_a_card_offers_its_actions(state, is_handed_in):
    assert actions(state, is_handed_in) == OFFERED[state, is_handed_in]
    assert actions(state, is_handed_in, may_rule=True) == OFFERED[state, is_handed_in]


@pytest.mark.parametrize(("state", "is_handed_in"), OFFERED)
def test_the_direction_gives_up_a_card_that_is_out(state, is_handed_in):
    added = set(actions(state, is_handed_in, may_direct=True)) - set(OFFERED[state, is_handed_in])
    assert added == ({"give_up"} if state in {"empty", "free", "playing"} else set())


@pytest.mark.parametrize(("state", "is_handed_in"), OFFERED)
def test_a_locked_card_is_only_corrected_by_a_referee(state, is_handed_in):
    assert actions(state, is_handed_in, is_locked=True, may_direct=True) == []
    assert actions(state, is_handed_in, is_locked=True, may_rule=True) == ["correct"]


@pytest.mark.parametrize(
    ("steps", "clock"),
    [
        ({}, ""),
        ({"ends_at": NOW}, "running"),
        ({"ends_at": NOW, "sharp_at": NOW}, "sharp"),
        ({"ends_at": NOW, "sharp_at": NOW, "locked_at": NOW}, "locked"),
        ({"locked_at": NOW}, "locked"),
        ({"locked_at": NOW, "ranked_at": NOW}, ""),
    ],
)
def test_what_the_direction_can_do_with_the_clock(steps, clock):
    block = Block(number=1, **steps)
    block_state = BlockState(block, None, None, False, False, (), Ranked())
    assert block_state.clock == clock


@pytest.mark.parametrize(
    ("deed", "with_block", "on_its_page"),
    [
        ("draw", "Finale auslosen (8 Leute)", "Auslosen (8 Leute)"),
        ("start", "Uhr starten (30 Minuten)", "Uhr starten (30 Minuten)"),
        ("lock", "Alle Karten da: Finale sperren", "Alle Karten da: sperren"),
        ("rank", "Ergebnis von Finale freigeben", "Ergebnis freigeben"),
    ],
)
def test_the_button_of_a_step_names_its_round_on_the_control_page(deed, with_block, on_its_page):
    of = {"people": 8, "minutes": 30}
    assert button(deed, block="Finale", **of).words == with_block
    assert button(deed, **of).words == on_its_page


def test_a_lock_says_how_many_cards_were_given_up_and_waiting_has_no_button():
    lock = button("lock", block="Finale", cards_in=1, given_up=2)
    assert lock.words == "1 Karte da, 2 aufgegeben: Finale sperren"
    assert button("play") is button("release") is None
