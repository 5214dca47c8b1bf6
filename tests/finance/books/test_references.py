"""A member's reference: found in whatever a bank makes of it, and never in something else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from finance.books.references import found_in, reference

PERSONS = st.integers(1, 50_000)


def test_a_reference_is_short_and_ends_with_two_check_digits():
    assert reference(7) == "SW-0007-49"
    assert reference(12345) == "SW-12345-31"


@pytest.mark.parametrize(
    "text",
    [
        "SW-0007-49",
        "sw000749",
        "SVWZ+Schocken im Maerz sw 0007 -49 danke",
        "BeitragSW0007492026",
        "Verwendungszweck: S W 00 07 49",
        "SWOOO749",
        "SW\n0007\n49/2026",
    ],
)
def test_a_reference_is_found_whatever_the_bank_makes_of_it(text):
    assert found_in(text) == [7]


def test_of_several_each_is_found_once_and_in_order():
    text = f"{reference(43)} und {reference(7)}, {reference(43)}"
    assert found_in(text) == [43, 7]
    assert found_in(reference(7) + reference(43)) == [7, 43]


@pytest.mark.parametrize(
    "text", ["", "Strafen März", "SW-0007-48", "SW-0000-75", "007 49", "SW 07"]
)
def test_nothing_is_read_into_another_text(text):
    assert found_in(text) == []


@given(PERSONS)
def test_every_reference_names_its_person(person):
    assert found_in(reference(person)) == [person]


@given(PERSONS, st.data())
def test_a_wrong_digit_and_two_that_changed_places_are_noticed(person, data):
    digits = reference(person).replace("SW", "").replace("-", "")
    place = data.draw(st.integers(0, len(digits) - 1))
    other = data.draw(st.sampled_from("0123456789"))
    wrong = digits[:place] + other + digits[place + 1 :]
    swapped = digits[:place] + digits[place : place + 2][::-1] + digits[place + 2 :]
    for changed in (wrong, swapped):
        if changed != digits:
            assert found_in(f"SW{changed}") != [person]
