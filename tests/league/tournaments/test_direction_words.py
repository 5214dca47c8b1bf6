"""The words of the direction's pages, for each reader and state, without a page."""

from dataclasses import replace
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.utils import timezone

from league import formats
from league.events.models import Block, Event, Participation, Table
from league.tournaments.core.queries.agenda import Next
from league.tournaments.core.queries.block_state import BlockState, Ranked, TableState
from league.tournaments.direction.labels import (
    attendance,
    drawn_by_hand,
    nobody_sits,
    open_block,
    page_of,
    ranking_title,
    rounds,
    row_tags,
    swapped_since,
    tie_words,
    too_few,
)
from league.tournaments.models.tournaments import Draw

pytestmark = pytest.mark.usefixtures("english")

NOW = timezone.now()
EARLIER, LATER = NOW - timedelta(minutes=5), NOW + timedelta(minutes=5)


def people(here=0, expected=0, gone=0):
    return [
        *(Participation(attendance="present", checked_in_at=NOW) for _ in range(here)),
        *(Participation() for _ in range(expected)),
        *(Participation(attendance="absent", checked_in_at=NOW) for _ in range(gone)),
    ]


@pytest.mark.parametrize(
    ("counts", "is_ahead", "sentences"),
    [
        ({"here": 1}, False, ["1 is here"]),
        ({"here": 2, "expected": 1}, False, ["2 are here", "1 still missing"]),
        ({"here": 0, "expected": 9}, True, ["0 are here", "9 are registered"]),
        ({"here": 2, "gone": 3}, False, ["2 are here", "3 have left"]),
    ],
)
def test_the_direction_reads_how_many_are_here_missing_and_gone(counts, is_ahead, sentences):
    assert attendance(people(**counts), is_ahead=is_ahead) == sentences


def state(tables=2, **of_block):
    setting = SimpleNamespace(name="Group stage", overtime="one_half", minutes=30)
    played = (Table(pk=number, number=number) for number in range(1, tables + 1))
    return BlockState(
        block=Block(number=1, **of_block),
        setting=setting,
        draw=Draw(),
        is_proposed=False,
        was_discarded=False,
        tables=tuple(TableState(table, (object(),), 0, 4, is_over=False) for table in played),
        ranked=Ranked(),
    )


RUNNING = {"released_at": EARLIER, "started_at": EARLIER}


@pytest.mark.parametrize(
    ("block", "directs", "minutes", "sharp", "sharp_back"),
    [
        ({"released_at": EARLIER}, True, [], False, False),
        ({**RUNNING, "ends_at": LATER}, True, [-5, 5, 10], False, False),
        ({**RUNNING, "ends_at": LATER}, False, [], False, False),
        ({**RUNNING, "ends_at": EARLIER}, True, [5, 10], False, False),
        ({**RUNNING, "ends_at": EARLIER, "sharp_at": NOW}, True, [5, 10], True, True),
        ({**RUNNING, "ends_at": EARLIER, "sharp_at": NOW}, False, [], True, False),
        (
            {**RUNNING, "ends_at": EARLIER, "sharp_at": NOW, "locked_at": NOW},
            True,
            [],
            False,
            False,
        ),
    ],
)
def test_only_a_running_clock_can_be_moved_and_not_before_its_end(
    block, directs, minutes, sharp, sharp_back
):
    shown = open_block(state(**block), {}, NOW, directs=directs)
    assert [minute for minute, _text in shown.minutes] == minutes
    assert (bool(shown.sharp), shown.sharp_back) == (sharp, sharp_back)


@pytest.mark.parametrize(("tables", "named"), [(20, 20), (21, 0)])
def test_of_many_tables_nobody_reads_which_are_still_out(tables, named):
    shown = open_block(state(tables), {}, NOW, directs=True)
    assert len(shown.outstanding) == named


@pytest.mark.parametrize(
    ("block", "tone"),
    [({}, ""), ({"released_at": NOW}, "warn"), ({"ranked_at": NOW}, "good")],
)
@pytest.mark.parametrize("directs", [True, False])
def test_only_whoever_directs_is_led_to_a_round(block, tone, directs):
    (shown,) = rounds(Event(pk=3), [state(**block)], directs=directs, rules=False)
    assert (shown.tone, bool(shown.address)) == (tone, directs)


@pytest.mark.parametrize(
    ("rules", "locked_at", "cards"), [(True, NOW, 2), (True, None, 0), (False, NOW, 0)]
)
def test_cards_of_a_locked_round_are_offered_to_whoever_rules(rules, locked_at, cards):
    blocks = [state(locked_at=locked_at)]
    (shown,) = rounds(Event(pk=3), blocks, directs=False, rules=rules)
    assert len(shown.cards) == cards


def test_without_tables_the_direction_reads_why():
    assert nobody_sits(Next("finished")) == "The tournament is closed."
    assert nobody_sits(Next("draw")).startswith("Nobody is sitting")


@pytest.mark.parametrize(("locked_at", "answers"), [(None, ["now", "start"]), (NOW, ["start"])])
def test_in_a_locked_round_seats_were_wrong_from_the_start(locked_at, answers):
    assert [choice.value for choice in swapped_since(Block(locked_at=locked_at))] == answers


@pytest.mark.parametrize(
    ("is_drawn", "proposal", "may"),
    [
        (False, None, True),
        (True, None, False),
        (False, Draw(kind="draw"), True),
        (True, Draw(kind="draw"), True),
        (True, Draw(kind="swap"), False),
    ],
)
def test_a_draw_on_paper_stands_for_one_and_not_beside_it(is_drawn, proposal, may):
    block = state() if is_drawn else replace(state(), draw=None)
    assert drawn_by_hand(block, proposal) == may


def test_a_row_says_who_advances_and_what_is_not_out_of_games():
    plain = formats.Row(person=1)
    assert row_tags(plain, set()) == []
    tags = row_tags(replace(plain, credited="own", incomplete=("games",)), {1})
    assert [tag.tone for tag in tags] == ["good", "", "warn"]
    assert ranking_title(Block(ranked_at=NOW)) != ranking_title(Block())


@pytest.mark.parametrize(
    ("deed", "words"),
    [
        ("people", "Check people in"),
        ("release", "Look at the draw and release it"),
        ("play", "Enter one more card"),
        ("tie", "Decide the tie"),
        ("finish", "Look at the placings and close"),
        ("finished", "To the placings"),
    ],
)
def test_what_is_next_stands_on_a_page_of_its_own(deed, words):
    step = Next(deed, state(), people=2, cards=1)
    assert page_of(Event(pk=3), step).text == words
    assert bool(too_few(step)) == (deed == "people")


@pytest.mark.parametrize("deed", ["blocked", "fit", "draw", "start", "sharp", "lock", "rank"])
def test_what_a_form_does_needs_no_page(deed):
    assert page_of(Event(pk=3), Next(deed, state())) is None


def test_a_tie_says_what_is_at_stake_and_what_is_played():
    cut = formats.OpenTie((1, 2), 3, 1, "cut", "half")
    podium = formats.OpenTie((1, 2, 3), 1, 3, "podium", "game")
    assert tie_words(cut) == "One of these advances, everything is equal. Play one half off."
    assert tie_words(podium) == "Everything is equal at place 1. Play one game off."
