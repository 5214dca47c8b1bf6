"""Bookings that recur: rules, splitting a line, and a month in few taps."""

import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from finance.bank.models.bank import BankImport, BankLine
from finance.bank.models.rules import BankRule
from finance.bank.reading.matching import propose
from finance.bank.reading.proposal import Rule, Seen
from finance.books.queries.ledger import balance
from finance.books.services.cashbook import open_book
from finance.books.services.own_accounts import add_account, change_account
from finance.checks.books import check_books
from tests.finance.bank_club import ROBINS, Bank, file_of, row
from tests.finance.club import DAY, NOW, TODAY, client_id
from tests.finance.files import PDF
from tests.finance.pages import hidden, text, url

pytestmark = [pytest.mark.once, pytest.mark.usefixtures("at_night")]

REWE = Rule(words="REWE", incoming=False, account="drinks")
RENT = Rule(words="Miete", incoming=False, account="venue", by_statement=True)
SPONSOR = Rule(words="Brauerei Müller", incoming=True, account="gifts")
RULES = [REWE, RENT, SPONSOR, Rule(words="rewe getränke", incoming=False, account="trips")]


def proposed(cents: int, text: str, **fields: Any) -> tuple[str, str]:
    proposal = propose(Seen(cents=cents, day=DAY, text=text, **fields), [], rules=RULES)
    return proposal.account, proposal.confidence


# --- what a rule says -----------------------------------------------------------------------------
def test_a_rule_knows_its_word_however_the_bank_writes_it() -> None:
    assert proposed(-2000, "KARTE Rewe Markt 17") == ("drinks", "maybe")  # its receipt is missing
    assert proposed(5000, "BRAUEREI MUELLER Zuschuss") == ("gifts", "likely")


def test_of_two_rules_the_longer_word_counts_and_no_rule_looks_at_the_other_side() -> None:
    assert proposed(-2000, "REWE Getränke Center") == ("trips", "maybe")
    assert proposed(2000, "REWE Gutschrift") == ("", "none")


def test_a_rule_is_about_a_word_and_not_about_letters_within_one() -> None:
    assert proposed(-2000, "Brewery Tour") == ("", "none")
    assert proposed(-2000, "Vermieterbund") == ("", "none")
    assert proposed(-2000, "SEPA/REWE-MARKT") == ("drinks", "maybe")


def test_what_the_statement_proves_and_what_the_bank_charges_is_likely() -> None:
    assert proposed(-5000, "Miete Bahn") == ("venue", "likely")
    assert proposed(-300, "Kontoführung", is_fee=True) == ("bank_fees", "likely")
    assert proposed(-300, "Miete Bahn", is_return=True) == ("", "none")


# --- through the pages ----------------------------------------------------------------------------
@pytest.fixture
def rich(bank: Bank) -> Bank:
    open_book(
        money="bank",
        amount=100_000,
        day=DAY.replace(month=1),
        client_id=client_id(),
        by=bank.club.user("kim"),
        today=TODAY,
        now=NOW,
    )
    return bank


def _line(bank: Bank, *message: str) -> BankLine:
    (line,) = bank.sends(row(*message)).lines.all()
    return line


def _rule(kim: Any, words: str, account: str, **more: str) -> None:
    kim.post(url("set_rule"), {"words": words, "account": account, **more})


def test_a_rule_is_shown_changed_and_ended(kim: Any, rich: Bank) -> None:
    line = _line(rich, "-20,00", "Einkauf", "REWE Markt")
    page = text(kim.get(f"{url('bank_rules')}?words=REWE Markt"))
    assert "Noch keine Regel" in page
    for _click in range(2):
        _rule(kim, "REWE", "drinks")
    assert "„REWE“ → Essen und Getränke" in text(kim.get(url("bank_rules")))
    shown = kim.get(url("bank_line", line.pk))
    assert "Regel des Clubs für „REWE“." in text(shown)
    assert re.search(r'value="drinks"[^>]*checked', shown.content.decode())
    _rule(kim, "rewe", "trips")
    assert [rule.account for rule in BankRule.objects.filter(ended_at=None)] == ["trips"]
    kim.post(url("end_rule", BankRule.objects.latest("pk").pk))
    assert "Noch keine Regel" in text(kim.get(url("bank_rules")))
    assert BankRule.objects.count() == 2
    assert check_books().wrong == []


def _spends(kim: Any, line: BankLine, **more: str) -> Any:
    page = kim.get(url("bank_line", line.pk))
    sent = {"client_id": hidden(page), "account": "drinks", "text": "Chips"}
    return page, kim.post(
        url("book_elsewhere", line.pk),
        sent | {"payee": "REWE", "why": "Bon verloren"} | more,
    )


def test_what_was_booked_once_is_proposed_the_next_time(kim: Any, rich: Bank) -> None:
    first = _line(rich, "-12,00", "Einkauf", "REWE Markt 4711 GmbH")
    page, done = _spends(kim, first, remember="on")
    assert "Bei „REWE Markt“ künftig so vorschlagen" in text(page)
    assert done.status_code == 302
    assert "„REWE Markt“ → Essen und Getränke" in text(kim.get(url("bank_rules")))
    second = _line(rich, "-7,00", "Einkauf", "REWE Markt 0815 GmbH", "", "08.03.2026")
    again = kim.get(url("bank_line", second.pk)).content.decode()
    assert re.search(r'value="drinks"[^>]*checked', again)
    assert "künftig so vorschlagen" not in again


def test_what_came_in_is_remembered_only_where_somebody_ticks_it(kim: Any, rich: Bank) -> None:
    ticked = 'name="remember" id="id_remember" checked'
    spent, given = _line(rich, "-9,00", "x", "Markt"), _line(rich, "50,00", "Spende", "Oma Probe")
    assert ticked in kim.get(url("bank_line", spent.pk)).content.decode()
    assert ticked not in kim.get(url("bank_line", given.pk)).content.decode()


def test_nothing_is_remembered_without_the_tick_or_a_name(kim: Any, rich: Bank) -> None:
    _spends(kim, _line(rich, "-12,00", "Einkauf", "REWE Markt"))
    page, _done = _spends(kim, _line(rich, "-5,00", "Einkauf", "4711"), remember="on")
    assert "künftig so vorschlagen" not in text(page)
    assert not BankRule.objects.exists()


def test_the_rule_of_a_kind_that_ended_stops_nobody(kim: Any, rich: Bank) -> None:
    by = rich.club.user("kim")
    kind = add_account(kind="expense", name="GEMA", sphere=1, place="", by=by, now=NOW)
    _rule(kim, "Musik", kind.code, by_statement="on")
    line = _line(rich, "-20,00", "Musik im Saal", "Verwertung")
    assert "GEMA" in text(kim.get(url("bank_line", line.pk)))
    change_account(account=kind, name="GEMA", sphere=1, place="", ended=DAY, by=by, now=NOW)
    page_text = text(kim.get(url("bank_import", line.bank_import_id)))
    assert "GEMA" not in page_text
    assert "Alle angekreuzten buchen" not in page_text


def test_a_rule_without_a_word_or_of_no_kind_is_refused(kim: Any, rich: Bank) -> None:
    refused = kim.post(url("set_rule"), {"words": "-- a", "account": "drinks"})
    assert refused.status_code == 422
    assert "Mindestens drei Buchstaben" in text(refused)
    assert kim.post(url("set_rule"), {"words": "Rewe", "account": "cash"}).status_code == 422
    assert not BankRule.objects.exists()


def test_a_line_is_split_into_kinds_and_people(kim: Any, rich: Bank) -> None:
    line = _line(rich, "50,00", "Robin und Spende", "Familie")
    part = {"client_id": "gift", "account": "gifts", "amount": "20,00", "text": "Spende"}
    for _click in range(2):
        kim.post(url("book_elsewhere", line.pk), part)
    line.refresh_from_db()
    assert (line.left, balance("gifts")) == (3000, -2000)
    too_much = {**part, "client_id": "more", "amount": "30,01"}
    refused = kim.post(url("book_elsewhere", line.pk), too_much)
    assert refused.status_code == 422
    assert "So viel ist auf dieser Zeile nicht mehr übrig" in text(refused)
    robin = {"client_id": "rest", "person_1": rich.club.robin.pk, "amount_1": "30"}
    kim.post(url("book_line", line.pk), robin)
    line.refresh_from_db()
    assert (line.left, balance("bank")) == (0, 105_000)
    assert check_books().wrong == []


def test_twenty_lines_in_at_most_twenty_five_taps(kim: Any, rich: Bank, evening: Any) -> None:
    """A month of the club: 14 members, two charges, rent, a sponsor, two receipts."""
    names = ("robin", "sascha", "toni")
    for number, name in enumerate(names, start=1):
        evening.card(name, number=number, cents=500)
    evening.confirm()
    _rule(kim, "Bahnmiete", "venue", by_statement="on")
    _rule(kim, "Entgelt", "bank_fees", by_statement="on")
    _rule(kim, "Brauerei", "gifts", incoming="1")
    _rule(kim, "REWE", "drinks")
    members = [
        row("5,00", f"{rich.ref(name)} {month}", name.title(), day=f"0{day}.03.2026")
        for name in names
        for day, month in ((2, "Januar"), (3, "Februar"), (4, "März"), (5, "Rest"))
    ]
    month = [
        *members,
        row("5,00", f"Nachzahlung {rich.ref('robin')}", "Oma Probe"),
        row("5,00", f"Nachzahlung {rich.ref('gabi')}", "Gabi", ROBINS),
        row("-3,00", "Kontoführung Entgelt"),
        row("-80,00", "Bahnmiete März", "Kegelhof"),
        row("100,00", "Zuschuss", "Brauerei Kronberg"),
        row("-24,00", "Einkauf", "REWE Markt", day="04.03.2026"),
        row("-16,00", "Einkauf", "REWE Markt", day="05.03.2026"),
        row("-1,50", "Kontoauszug Entgelt", day="05.03.2026"),
    ]
    assert len(month) == 20
    # Taps: choose the file and read it in; the sure; the likely; for each receipt open the line,
    # choose its file, book it.
    taps = 2
    answer = kim.post(
        url("import_bank"), {"file": SimpleUploadedFile("maerz.csv", file_of(*month))}
    )
    page = kim.get(answer.url).content.decode()
    statement = BankImport.objects.get()
    kim.post(
        url("book_sure", statement.pk), {"line": re.findall(r'name="line" value="(\d+)"', page)}
    )
    taps += 1
    page = kim.get(answer.url).content.decode()
    ticked = dict.fromkeys(re.findall(r'name="(line-\d+)" checked', page), "on")
    stamps = dict(re.findall(r'name="(proposal-\d+)" value="([^"]+)"', page))
    kim.post(url("book_likely", statement.pk), ticked | stamps)
    taps += 1
    for line in [line for line in statement.lines.order_by("pk") if line.left]:
        shown = kim.get(url("bank_line", line.pk))
        (account,) = re.findall(r'name="account" value="(\w+)"[^>]*checked', shown.content.decode())
        receipt = SimpleUploadedFile("bon.pdf", PDF.replace(b"1.4", b"1.%d" % (taps % 10)))
        sent = {
            "client_id": hidden(shown),
            "account": account,
            "amount": f"{-line.left / 100:.2f}".replace(".", ","),
            "text": "Einkauf",
            "file": receipt,
        }
        kim.post(url("book_elsewhere", line.pk), sent)
        taps += 3
    assert [line.left for line in statement.lines.all() if line.left] == []
    assert taps <= 25
    assert check_books().wrong == []
