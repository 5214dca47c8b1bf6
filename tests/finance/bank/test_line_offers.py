"""The offers on the page of a line, and a line's words in a list: decided without a page."""

import pytest
from django.utils import translation

from finance.bank.models.bank import BankLine, BankLineText
from finance.bank.reading.proposal import Proposal, Reason
from finance.bank.rows import Row, offered

BOTH_WAYS = ["elsewhere", "transfer"]


def line(cents=1250, done=0, ignored=False, **text):
    bank_line = BankLine(cents=cents, done=done, ignored=ignored)
    bank_line.text = BankLineText(**text)
    return bank_line


def proposal(confidence="likely", *codes, **more):
    return Proposal(confidence=confidence, reasons=tuple(map(Reason, codes)), **more)


def held(bank_line):
    reasons = ("Included in the opening balance.",)
    return Row(bank_line, proposal("none", "before_opening"), reasons=reasons)


def offers(row, posts=True, has_refund=False):
    return offered(row, posts=posts, has_refund=has_refund)


def test_the_treasurer_is_offered_what_the_line_can_become():
    assert offers(Row(line())) == ["payment", *BOTH_WAYS, "rule", "ignore"]
    assert offers(Row(line(-1250))) == [*BOTH_WAYS, "rule", "ignore"]


def test_a_credit_can_have_been_paid_back_where_somebody_has_that_much():
    assert offers(Row(line(-1250)), has_refund=True) == [*BOTH_WAYS, "refund", "rule", "ignore"]


def test_what_a_rule_proposed_needs_no_rule():
    assert "rule" not in offers(Row(line(), proposal("sure", "rule")))


def test_a_line_that_is_booked_in_part_is_not_left_out():
    assert offers(Row(line(done=500))) == ["payment", *BOTH_WAYS, "rule"]


def test_a_line_that_is_booked_offers_nothing():
    assert offers(Row(line(done=1250))) == []


def test_what_was_left_out_can_be_taken_up():
    assert offers(Row(line(ignored=True))) == ["take_up"]


def test_what_the_opening_balance_holds_can_only_be_left_out():
    assert offers(held(line())) == ["ignore_held"]
    assert offers(held(line(done=500))) == []


@pytest.mark.parametrize("row", [Row(line()), Row(line(ignored=True)), held(line())])
def test_who_only_reads_is_offered_nothing(row):
    assert offers(row, posts=False, has_refund=True) == []


@pytest.mark.parametrize(
    ("row", "tag", "tone"),
    [
        (Row(line(), proposal("sure"), "Toni", "sure"), "sure", "good"),
        (Row(line(), proposal("likely"), "Toni", "likely"), "likely", ""),
        (Row(line(), proposal("maybe"), "Toni", "perhaps"), "perhaps", "warn"),
        (Row(line(), proposal("none"), "", "unknown"), "", ""),
        (Row(line(), proposal("likely", transaction=4), "", "likely"), "likely", ""),
        (Row(line(ignored=True)), "ignored", ""),
        (Row(line(done=1250)), "", ""),
    ],
)
def test_the_tag_says_how_sure_it_is_or_that_it_stays_out(row, tag, tone):
    with translation.override("en"):
        assert (row.tag, row.tone) == (tag, tone)


def test_below_the_name_stands_what_helps_most():
    of_oma = line(name="Oma", text="Thank you")
    with translation.override("en"):
        assert held(of_oma).about == "Included in the opening balance."
        assert Row(of_oma, proposal(), "Toni").about == "for Toni"
        assert Row(of_oma, proposal("none")).about == "Thank you"
        assert Row(line(text="Thank you")).about == ""  # it is where the name would be


def test_the_page_asks_what_a_line_is_or_says_from_whom():
    with translation.override("en"):
        assert Row(line(), proposal(), "Toni").heading == "Probably from Toni"
        assert Row(line()).heading == "What is this?"
