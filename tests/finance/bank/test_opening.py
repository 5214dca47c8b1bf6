"""Lines of the bank from before its book begins: the opening balance holds them already."""

from datetime import timedelta

import pytest

from finance.bank.models.bank import BankLine
from finance.bank.queries.bank import proposals, with_words
from finance.bank.services.cash import book_elsewhere
from finance.books.queries.ledger import balance
from finance.books.services.cashbook import open_book
from finance.books.services.vouchers import SelfMade
from finance.checks.books import check_books
from finance.errors import IllegalError
from tests.finance.bank_club import row
from tests.finance.club import DAY, NOW, TODAY, client_id
from tests.finance.pages import text, url
from tests.plugins.built import built_once

pytestmark = pytest.mark.rules

SENTENCE = "Vor dem Anfangsbestand vom 06.03.2026, schon darin enthalten."


@built_once
def owing(bank, evening):
    """Robin owes 12,50 €; the bank's book begins with 100 € at the end of the evening's day."""
    evening.card("robin", cents=1250)
    evening.confirm()
    open_book(money="bank", amount=10_000, day=DAY, client_id="open", by=None, today=TODAY, now=NOW)
    return bank


@built_once
def before(owing):
    """Robin's money and a fee, both of the very day of the opening balance."""
    day = f"{DAY:%d.%m.%Y}"
    return owing.sends(
        row("12,50", owing.ref("robin"), "Robin", day=day), row("-3,00", "Entgelt", day=day)
    )


def elsewhere(line):
    return book_elsewhere(
        line=line,
        account="gifts" if line.cents > 0 else "bank_fees",
        text="Irgendwas",
        voucher=None if line.cents > 0 else SelfMade("Bank", "Kontoführung", "Kontoauszug"),
        client_id=client_id(),
        by=None,
        today=TODAY,
        now=NOW,
    )


def test_a_line_up_to_the_opening_day_is_not_sure_and_one_tap_leaves_it(owing, before):
    lines = list(with_words(before.lines.all()))
    actual = proposals(lines).values()
    assert {(proposal.confidence, proposal.reasons[0].code) for proposal in actual} == {
        ("none", "before_opening")
    }
    assert owing.books_all_sure(before) == []
    assert balance("bank") == 10_000


def test_it_is_booked_neither_as_a_payment_nor_as_anything_else(owing, before):
    came, went = before.lines.order_by("pk")
    for book in (lambda: owing.books(came, robin=1250), lambda: elsewhere(came)):
        with pytest.raises(IllegalError, match=r"Anfangsbestand vom 06\.03\.2026"):
            book()
    with pytest.raises(IllegalError) as refused:
        elsewhere(went)
    assert refused.value.code == "before_opening"
    assert balance("bank") == 10_000


def test_the_day_after_is_booked_as_ever(owing):
    after = f"{DAY + timedelta(days=1):%d.%m.%Y}"
    sends = owing.sends(row("12,50", owing.ref("robin"), day=after))
    assert len(owing.books_all_sure(sends)) == 1
    assert check_books().wrong == []


def test_its_page_says_so_and_ignores_it_with_that_reason_in_one_tap(owing, before, kim):
    line = before.lines.get(cents=1250)
    assert SENTENCE in text(kim.get(url("bank_import", before.pk)))
    page = kim.get(url("bank_line", line.pk))
    assert SENTENCE in text(page)
    assert "Als Zahlung buchen" not in text(page)
    assert f'name="reason" value="{SENTENCE}"' in page.content.decode()
    kim.post(url("ignore_line", line.pk), {"reason": SENTENCE})
    line = BankLine.objects.get(pk=line.pk)
    assert (line.ignored, line.reason) == (True, SENTENCE)
