"""The pure core: entries that balance, the chain, what a payment settles, amounts as typed."""

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from finance.books import booking, chart
from finance.books.booking import Entry, Header, UnbalancedError
from league.errors import InvalidError
from league.web.money import euro, parse_cents

HEADER = Header(
    "cash", 2026, 1, date(2026, 3, 6), datetime(2026, 3, 6, tzinfo=UTC), 7, "payment", None, ""
)
ENTRIES = booking.payment("cash", chart.EUR, 3, 500)


def test_a_claim_is_owed_by_the_person_and_earned_by_kind():
    assert booking.claim("fine", 3, 100) == (
        Entry("fines", -100, sphere=chart.IDEAL),
        Entry("receivable", 100, 3, sphere=0),
    )


def test_income_belongs_to_a_sphere_and_what_somebody_owes_to_none():
    fees = {entry.account: entry.belongs for entry in booking.claim("entry_fee", 3, 1500)}
    assert fees == {"entry_fees": chart.BUSINESS, "receivable": 0}
    with pytest.raises(UnbalancedError):
        booking.balanced([Entry("cash", 100, sphere=chart.IDEAL), Entry("fines", -100)])
    with pytest.raises(UnbalancedError):
        booking.balanced([Entry("cash", 100), Entry("fines", -100, sphere=5)])


def test_one_bill_is_shared_by_two_spheres_and_its_storno_by_the_same():
    bill = booking.balanced(
        [
            Entry("drinks", 3000, sphere=chart.IDEAL),
            Entry("drinks", 2000, sphere=chart.BUSINESS),
            Entry("cash", -5000),
        ]
    )
    assert [(entry.account, entry.amount, entry.belongs) for entry in booking.opposite(bill)] == [
        ("cash", 5000, 0),
        ("drinks", -3000, 1),
        ("drinks", -2000, 4),
    ]


def test_what_was_booked_before_there_were_spheres_keeps_its_hash():
    start = booking.genesis("claims", 2026)
    old = [Entry("fines", -100, sphere=0), Entry("receivable", 100, 3, sphere=0)]
    assert booking.chained(start, HEADER, old) == (
        "734760eb9c0fc80830e821b01a0bc4b1c6c93acc9f72369eb82c8bc6298cec54"
    )
    assert booking.chained(start, HEADER, booking.claim("fine", 3, 100)) != (
        booking.chained(start, HEADER, old)
    )


def test_a_round_is_owed_as_one_and_belongs_to_no_sphere():
    assert booking.claim("drinks_round", 3, 1) == (
        Entry("rounds_charged", -1, sphere=0),
        Entry("rounds_owed", 1, 3, 0),
    )


@pytest.mark.parametrize(
    "entries",
    [
        [],
        [Entry("cash", 1)],
        [Entry("cash", 1), Entry("bank", -2)],
        [Entry("cash", 1), Entry("rounds_given", -1)],
        [Entry("cash", 1), Entry("receivable", -1)],
        [Entry("cash", 1, 3), Entry("bank", -1)],
        [Entry("cash", 1), Entry("pocket", -1)],
        [Entry("cash", 1), Entry("cash", -1)],
    ],
)
def test_what_does_not_balance_is_no_transaction(entries):
    with pytest.raises(UnbalancedError):
        booking.balanced(entries)


def test_the_opposite_takes_everything_back():
    both = [*ENTRIES, *booking.opposite(ENTRIES)]
    assert {e.key: sum(x.amount for x in both if x.key == e.key) for e in both} == {
        ("cash", 0): 0,
        ("receivable", 3): 0,
    }


@pytest.mark.parametrize(
    "change",
    [
        {"number": 2},
        {"date": date(2026, 3, 7)},
        {"entered_by": None},
        {"kind": "other"},
        {"reverses": 1},
        {"text_digest": "x"},
        {"journal": "bank"},
        {"year": 2025},
        {"entered_at": datetime(2026, 3, 6, 0, 0, 0, 1, tzinfo=UTC)},
    ],
)
def test_every_field_of_a_header_is_in_its_hash(change):
    first = booking.chained("start", HEADER, ENTRIES)
    assert booking.chained("start", replace(HEADER, **change), ENTRIES) != first


def test_the_hash_covers_the_predecessor_and_each_entry_and_no_order():
    first = booking.chained("start", HEADER, ENTRIES)
    assert booking.chained("other", HEADER, ENTRIES) != first
    assert booking.chained("start", HEADER, ENTRIES[::-1]) == first
    other_person = booking.payment("cash", chart.EUR, 4, 500)
    assert booking.chained("start", HEADER, other_person) != first


def test_the_chain_is_written_down_so_that_others_can_check_it():
    # A stand-alone checker relies on these bytes: they must never change.
    start = booking.genesis("cash", 2026)
    assert start == "0de5594839e3cc0f0c7190f7df638bf7b59da2bd66c78c72e48364e449835d73"
    assert booking.chained(start, HEADER, ENTRIES) == (
        "359ecffcf56a7f1cadbf8414473ff8e35c6d28c746062a4887d86eaebe5edd7d"
    )
    assert booking.canonical({"b": ["ä", 1], "a": None}) == b'{"a":null,"b":["\\u00e4",1]}'


def test_around_number_and_predecessor_stands_the_one_canonical_text():
    header = replace(HEADER, number=15, reverses=9, text_digest="d")
    before, after = booking.around(header, ENTRIES)
    assert f'{before}15,"previous":"4f{after}'.encode() == booking.canonical(
        {
            "by": 7,
            "date": "2026-03-06",
            "entered": "2026-03-06T00:00:00.000000+00:00",
            "entries": [["cash", None, "EUR", 500], ["receivable", 3, "EUR", -500]],
            "journal": "cash",
            "kind": "payment",
            "number": 15,
            "previous": "4f",
            "reverses": 9,
            "text": "d",
            "year": 2026,
        }
    )


def test_no_text_has_no_digest_and_a_salt_hides_the_rest():
    assert booking.text_digest("salt", "") == ""
    assert booking.text_digest("a", "bar") != booking.text_digest("b", "bar")


amounts = st.lists(st.integers(1, 1000), max_size=6)


@given(payments=amounts, claims=amounts)
def test_allocation_pays_oldest_first_and_loses_no_cent(payments, claims):
    plan = booking.allocate(list(enumerate(payments)), list(enumerate(claims)))
    assert all(amount > 0 for *_pair, amount in plan)
    used = [sum(a for p, _c, a in plan if p == i) for i in range(len(payments))]
    paid = [sum(a for _p, c, a in plan if c == i) for i in range(len(claims))]
    assert sum(paid) == sum(used) == min(sum(payments), sum(claims))
    assert all(number <= most for number, most in zip(used, payments, strict=True))
    # Everything before the last touched claim is paid whole: oldest first.
    touched = [i for i, number in enumerate(paid) if number]
    assert all(paid[i] == claims[i] for i in touched[:-1])
    assert touched == list(range(len(touched)))


@pytest.mark.parametrize(
    ("typed", "cents"),
    [
        ("12,50", 1250),
        ("12.50", 1250),
        ("12,50 €", 1250),
        ("12.50€", 1250),
        ("12", 1200),
        (" 12 Euro ", 1200),
        ("€ 12,50", 1250),
        ("1.234,50", 123450),
        ("0,01", 1),
        ("1234,00 EUR", 123400),
    ],
)
def test_amounts_are_read_as_people_write_them(typed, cents):
    assert parse_cents(typed) == cents


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "gib einen Betrag ein"),
        ("€", "gib einen Betrag ein"),
        ("-3", "ohne Vorzeichen"),
        ("−3,00", "ohne Vorzeichen"),
        ("+3", "ohne Vorzeichen"),
        ("12,5", "12,50 oder 12,05"),
        ("12.5 €", "12,50 oder 12,05"),
        ("1e9", "kein Betrag"),
        ("zwölf", "kein Betrag"),
        ("1.2345", "kein Betrag"),
        ("12,505", "kein Betrag"),
        ("1,234.50", "kein Betrag"),
        ("1.234", "kein Betrag"),
        ("١٢", "kein Betrag"),
        ("0", "größer als null"),
        ("0,00", "größer als null"),
        ("123456789", "So viel Geld"),
    ],
)
def test_what_is_no_amount_gets_a_sentence_beside_the_field(typed, sentence):
    with pytest.raises(InvalidError, match=sentence) as refused:
        parse_cents(typed)
    assert refused.value.field == "amount"


@given(st.text(max_size=20))
def test_whatever_is_typed_is_an_amount_or_a_sentence(typed):
    try:
        cents = parse_cents(typed)
    except InvalidError:
        return
    assert cents > 0


@given(st.integers(1, 99_999_99))
def test_what_is_shown_can_be_typed_again(cents):
    assert parse_cents(euro(cents)) == cents


def test_amounts_are_shown_in_both_languages():
    assert euro(123456789) == "1.234.567,89\u00a0€"
    assert euro(-5) == "\u22120,05\u00a0€"
    assert euro(5, sign=True) == "+0,05\u00a0€"
    with translation.override("en"):
        assert euro(-123450) == "\u2212€1,234.50"
