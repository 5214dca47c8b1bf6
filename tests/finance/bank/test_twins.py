"""The same line again changes nothing; two that only look the same are both money."""

from dataclasses import replace
from datetime import date

from finance.bank.reading.statements import Known, Line, sort_out

LINE = Line(booked=date(2026, 3, 6), cents=500, name="Toni Probe", text="Runde")


def known(*lines):
    return [
        Known(new.line.fingerprint, new.occurrence, new.line.reference)
        for new in sort_out(lines, [])
    ]


def new(lines, before):
    return [
        (new_line.line, new_line.occurrence, new_line.is_twin)
        for new_line in sort_out(lines, known(*before))
    ]


def test_two_equal_bookings_on_one_day_are_two():
    assert new([LINE, LINE], []) == [(LINE, 1, False), (LINE, 2, False)]


def test_the_same_file_again_brings_nothing():
    assert new([LINE, LINE], [LINE, LINE]) == []


def test_a_file_that_overlaps_brings_only_what_is_new():
    later = replace(LINE, booked=date(2026, 3, 7))
    assert new([LINE, later], [LINE]) == [(later, 1, False)]


def test_a_second_one_that_comes_later_the_same_day_is_a_twin():
    assert new([LINE, LINE], [LINE]) == [(LINE, 2, True)]


def test_other_spaces_and_capitals_make_no_other_line():
    assert new([replace(LINE, name="TONI  PROBE", text="R un-de")], [LINE]) == []


def test_where_the_bank_numbers_its_bookings_its_numbers_decide():
    first, second = replace(LINE, reference="A"), replace(LINE, reference="B")
    assert new([second], [first]) == [(second, 2, True)]
    assert new([second, first], [first]) == [(second, 2, True)]
    assert new([first], [first, second]) == []


def test_a_file_without_the_banks_numbers_is_counted():
    assert new([LINE], [replace(LINE, reference="A")]) == []


def test_numbers_that_are_not_unique_say_nothing():
    same = replace(LINE, reference="0")
    assert new([same, same], []) == [(same, 1, False), (same, 2, False)]
    assert new([same, same], [same, same]) == []
