"""The short form of a game on a card: what a desk types, and what it means."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cards.shorthand import Shape, parse, written
from games.rules.outcomes import CardError, Outcome, lines

KAI, JENNY, UTE, OLE = SEATS = (40, 10, 30, 20)  # around the table; the keys say nothing
PLAIN, EXITS, POINTS = Shape(), Shape(exits=True), Shape(throw_points=True)


def typed(text, shape=PLAIN, seats=SEATS):
    card = parse(text, seats, shape)
    if card is None:
        return None
    aus = {seat: n for seat, n in card.schock_aus.items() if n}
    return card.lost_first, card.lost_second, card.lost_game, card.ending, aus


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("", None),
        ("  ", None),
        ("0", None),
        ("121", (KAI, JENNY, KAI, "normal", {})),
        ("122", (KAI, JENNY, JENNY, "normal", {})),
        (" 121 ", (KAI, JENNY, KAI, "normal", {})),
        ("33", (UTE, UTE, None, "normal", {})),
        ("333", (UTE, UTE, UTE, "normal", {})),
        ("12", (KAI, JENNY, None, "normal", {})),  # the final is missed by the rules, not here
        ("1s", (KAI, None, None, "overtime", {})),
        ("12S", (KAI, JENNY, None, "overtime", {})),
        ("121+2", (KAI, JENNY, KAI, "normal", {JENNY: 1})),
        ("121+2+3+4", (KAI, JENNY, KAI, "normal", {JENNY: 1, UTE: 1, OLE: 1})),
        ("121+322", (KAI, JENNY, KAI, "normal", {UTE: 1, JENNY: 2})),
        ("4s+1", (OLE, None, None, "overtime", {KAI: 1})),
    ],
)
def test_what_is_typed_and_what_it_means(text, means):
    assert typed(text) == means


def test_the_order_of_getting_out_ends_with_the_loser():
    card = parse("4312/2143/2", SEATS, EXITS)
    assert (card.lost_first, card.lost_second, card.lost_game) == (JENNY, UTE, JENNY)
    assert card.exits == ({OLE: 1, UTE: 2, KAI: 3}, {JENNY: 1, KAI: 2, OLE: 3})


def test_who_gets_out_together_is_joined():
    card = parse("4=312/2=1=43", SEATS, EXITS)
    assert card.exits == ({OLE: 1, UTE: 1, KAI: 2}, {JENNY: 1, KAI: 1, OLE: 1})
    assert (card.lost_first, card.lost_second) == (JENNY, UTE)


def test_points_of_throws_stand_behind_in_the_order_of_the_seats():
    assert parse("121 5 0 7 12", SEATS, POINTS).throw_points == {KAI: 5, JENNY: 0, UTE: 7, OLE: 12}
    assert parse("121+3 5, 0, 7, 2", SEATS, POINTS).throw_points[UTE] == 7


@pytest.mark.parametrize(
    ("text", "jule", "aus"),
    [("121j3", {UTE: 1}, {}), ("22+1j334", {UTE: 2, OLE: 1}, {KAI: 1}), ("121", {}, {})],
)
def test_jules_are_typed_after_the_schock_aus(text, jule, aus):
    card = parse(text, SEATS, Shape())
    assert (card.jule, card.schock_aus) == (jule, aus)
    assert written(card, Shape()) == text
    counted = [line["jule"] for line in lines(card, Outcome("final", KAI)).values()]
    assert counted == ([jule.get(seat, 0) for seat in SEATS] if jule else [None] * 4)


@pytest.mark.parametrize(
    ("text", "shape", "code"),
    [
        ("Kai", PLAIN, "not_readable"),
        ("1-2-1", PLAIN, "not_readable"),
        ("12 1", PLAIN, "no_points_here"),
        ("121+", PLAIN, "not_readable"),
        ("s", PLAIN, "not_readable"),
        ("+2", PLAIN, "not_readable"),
        ("ss1", PLAIN, "not_readable"),
        ("120", PLAIN, "not_readable"),
        ("00", PLAIN, "not_readable"),
        ("1" * 90, PLAIN, "not_readable"),
        ("²²", PLAIN, "not_readable"),
        ("1211", PLAIN, "too_many_parts"),
        ("12/1", PLAIN, "too_many_parts"),
        ("151", PLAIN, "no_such_seat"),
        ("121+9", PLAIN, "no_such_seat"),
        ("121", EXITS, "order_incomplete"),
        ("4312/214", EXITS, "order_incomplete"),
        ("4312/2144", EXITS, "order_incomplete"),
        ("431=2/2143", EXITS, "order_incomplete"),  # two losers of one half
        ("4312/2143/2143", EXITS, "order_incomplete"),
        ("4312//2143", EXITS, "not_readable"),
        ("=4312/2143", EXITS, "not_readable"),
        ("4==312/2143", EXITS, "not_readable"),
        ("4312/2143/9", EXITS, "no_such_seat"),
        ("121", POINTS, "points_missing"),
        ("121 1 2 3", POINTS, "points_missing"),
        ("121 1 2 3 4 5", POINTS, "points_missing"),
    ],
)
def test_nonsense_is_refused_with_a_sentence(text, shape, code):
    with pytest.raises(CardError) as caught:
        parse(text, SEATS, shape)
    assert caught.value.code == code
    assert str(caught.value)


ORDER = st.permutations([1, 2, 3, 4]).flatmap(
    lambda order: st.lists(st.sampled_from(["", "="]), min_size=2, max_size=2).map(
        lambda joins: f"{order[0]}{joins[0]}{order[1]}{joins[1]}{order[2]}{order[3]}"
    )
)
DIGIT = st.sampled_from("1234")
STROKES = st.one_of(st.just(""), st.text("1234", min_size=1, max_size=5).map(lambda s: f"+{s}"))
FIGURES = st.lists(st.integers(0, 99), min_size=4, max_size=4).map(
    lambda all_of_them: " " + " ".join(map(str, all_of_them))
)


@given(
    st.one_of(
        st.tuples(st.just(PLAIN), st.tuples(DIGIT, DIGIT, DIGIT, STROKES).map("".join)),
        st.tuples(st.just(PLAIN), st.tuples(DIGIT, st.just("s"), STROKES).map("".join)),
        st.tuples(st.just(EXITS), st.tuples(ORDER, ORDER, DIGIT).map("/".join)),
        st.tuples(st.just(POINTS), st.tuples(DIGIT, DIGIT, DIGIT, FIGURES).map("".join)),
    )
)
def test_what_is_stored_is_shown_so_that_it_means_the_same(case):
    shape, text = case
    card = parse(text, SEATS, shape)
    shown = written(card, shape)
    again = parse(shown, SEATS, shape)
    swept = card.lost_first == card.lost_second
    assert again.exits == card.exits
    assert (again.lost_first, again.lost_second) == (card.lost_first, card.lost_second)
    assert again.lost_game == (None if swept else card.lost_game)
    assert (again.schock_aus, again.throw_points) == (card.schock_aus, card.throw_points)
    assert again.ending == card.ending
