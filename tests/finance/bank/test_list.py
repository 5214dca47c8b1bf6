"""Every line of the bank as a list: narrowed, sorted, handed out."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from finance.bank.models.bank import BankLine
from finance.bank.services.lines import ignore_line
from tests.finance.bank_club import file_of, row
from tests.finance.club import NOW
from tests.finance.pages import text, url
from tests.finance.till.test_lists import lines
from tests.plugins.built import built_once


@built_once
def read(evening, bank):
    """Robin pays a part of a line, a fee stays open, one line is left out."""
    evening.card("robin", cents=1250)
    evening.confirm()
    bank.sends(
        row("12,50", bank.ref("robin"), "Robin"),
        row("-5,90", "Entgelt", "Bank am Markt", day="08.03.2026"),
        row("7,00", "Irrläufer", "Niemand", day="09.03.2026"),
    )
    paid, _fee, stray = BankLine.objects.order_by("day", "pk")
    bank.books(paid, robin=1250)
    ignore_line(line=stray, reason="Gehört uns nicht", by=bank.club.user("kim"), now=NOW)
    return bank


def test_the_lines_are_narrowed_by_words_state_and_direction(kim, read):
    page = url("bank_lines")
    assert lines(kim.get(page)) == ["Niemand", "Bank", "Robin"]
    assert lines(kim.get(page, {"state": "open"})) == ["Bank"]
    assert lines(kim.get(page, {"state": "booked"})) == ["Robin"]
    assert lines(kim.get(page, {"state": "ignored"})) == ["Niemand"]
    assert lines(kim.get(page, {"direction": "out"})) == ["Bank"]
    assert lines(kim.get(page, {"search": "irrläufer"})) == ["Niemand"]
    assert lines(kim.get(page, {"until": "2026-03-07"})) == ["Robin"]
    assert lines(kim.get(page, {"sort": "amount"})) == ["Robin", "Niemand", "Bank"]


def test_the_sheet_says_what_became_of_each_line(kim, read):
    answer = kim.get(url("bank_lines"), {"export": "csv", "sort": "date"})
    full_text = b"".join(answer.streaming_content).decode("utf-8-sig").splitlines()
    assert len(full_text) == 4
    assert "gebucht" in full_text[1]
    assert "Bank 2026/1" in full_text[1]
    assert "zu klären" in full_text[2]
    assert "Gehört uns nicht" in full_text[3]


@pytest.mark.once
def test_many_lines_are_asked_for_as_few(kim, read):
    def asked():
        with CaptureQueriesContext(connection) as queries:
            assert kim.get(url("bank_lines")).status_code == 200
        return len(queries)

    few = asked()
    for number in range(6):
        read.sends(row(f"{number + 20},00", f"Rest {number}", "Niemand"))
    assert asked() <= few <= 16


def test_whoever_may_not_read_the_till_finds_no_list(as_, read):
    assert as_("robin").get(url("bank_lines")).status_code == 404
    assert as_("alex").get(url("bank_lines")).status_code == 200


def test_every_file_that_was_read_can_be_found_again(kim, read):
    for number in range(14):
        read.imports_(file_of(row(f"{number + 20},00", "?", "Niemand")), f"auszug-{number}.csv")
    assert "auszug-13.csv" in text(kim.get(url("bank_imports")))
    assert "auszug-0.csv" not in text(kim.get(url("bank_imports")))
    assert "auszug-0.csv" in text(kim.get(url("bank_imports"), {"page": "2"}))
    assert "Ein Eintrag" in text(kim.get(url("bank_imports"), {"search": "auszug-0"}))
    answer = kim.get(url("bank_imports"), {"export": "csv", "sort": "oldest"})
    full_text = b"".join(answer.streaming_content).decode("utf-8-sig").splitlines()
    assert len(full_text) == 16
    assert "auszug-0.csv" in full_text[2]
