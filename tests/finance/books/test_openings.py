"""Debts and credits from before the books began: once each, singly or as a list."""

from datetime import timedelta
from html import unescape
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, connection, transaction
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from finance.books import booking, opening_list
from finance.books.models.claims import Claim
from finance.books.models.ledger import Transaction
from finance.books.models.payments import Payment
from finance.books.queries.costs import costs_of
from finance.books.queries.ledger import balance
from finance.books.queries.openings import opening_forms
from finance.books.queries.people import credit, owing_of
from finance.books.services import cashbook, storing
from finance.books.services.openings import Balance, open_accounts, take_back_openings
from finance.checks.books import check_books
from finance.errors import IllegalError, InvalidError, NotAllowedError
from league.approvals.models import Approval
from league.guards.kinds import triggers_of
from league.guards.triggers import drop_triggers
from tests.finance.club import DAY, NOW, TODAY, client_id
from tests.finance.pages import hidden, text, url

pytestmark = pytest.mark.rules

NAMES = {1: "Robin Beck", 2: "Robin Herbst", 3: "Ilse Herbst", 4: "Toni"}


# --- reading a list -----------------------------------------------------------------------------
def read(typed, **more):
    return opening_list.read(typed, NAMES, **more).lines


def test_a_minus_is_a_credit_where_that_was_said():
    lines = read(
        "Toni; 12,5; vom Zettel\nilse herbst\t-1.250,00 €\n\nRobin Beck;−3;\nHerbst, Robin;0",
        sign="minus_has",
    )
    assert [(line.person, line.cents, line.text) for line in lines] == [
        (4, 1250, "vom Zettel"),
        (3, -125_000, ""),
        (1, -300, ""),
        (2, 0, ""),
    ]
    assert [line.problem for line in lines] == [""] * 4
    assert [line.number for line in lines] == [1, 2, 4, 5]


def test_a_heading_is_left_out_and_nothing_else():
    assert [line.name for line in read("Name;Betrag\nToni;5")] == ["Toni"]
    assert [line.problem for line in read("Toni;5\nName;Betrag")] == ["", "nobody"]


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        ("Toni", "fields"),
        ("Zoë; 5", "nobody"),
        ("; 5", "nobody"),
        ("Robin; 5", "several"),
        ("Toni; fünf", "amount"),
        ("Toni;", "fields"),
        ("Toni;; vom Zettel", "fields"),
        ("Toni; 1.00.0", "amount"),
        ("Toni; 100000", "too_large"),
        ("Toni; 5\nToni; 6", "twice"),
    ],
)
def test_a_line_that_cannot_be_booked_says_why(typed, problem):
    assert read(typed)[-1].problem == problem


def test_it_says_whom_a_name_could_mean_and_where_it_stood_before():
    assert read("Robin; 5")[0].names == ("Robin Beck", "Robin Herbst")
    assert read("Toni; 5\nIlse; 1\nToni; 6")[2].before == 1
    assert read("Toni; 5", opened=frozenset({4}))[0].problem == "opened"


@given(st.text(max_size=200))
def test_whatever_is_pasted_is_read_or_named(typed):
    for line in read(typed):
        assert line.problem or line.person in NAMES
        assert (line.person is None) == (line.problem in {"fields", "nobody", "several"})


# --- booking ------------------------------------------------------------------------------------
@pytest.fixture
def opens(club, that_day):
    """`opens(robin=1250, toni=-300)`: debts, and below zero credits, by Kim."""

    def opened(click=None, day=DAY, **cents):
        return open_accounts(
            balances=[Balance(club.persons[name], amount) for name, amount in cents.items()],
            day=day,
            client_id=click or client_id(),
            by=club.user("kim"),
            today=TODAY,
            now=NOW,
        )

    return opened


def owes(club, *names):
    return [owing_of(club.persons[name]).cents for name in names]


def test_a_debt_is_a_claim_and_a_credit_a_payment(club, opens, pay):
    opens(robin=1250, toni=-300)
    assert owes(club, "robin", "toni") == [1250, -300]
    assert (balance("opening"), balance("cash")) == (-950, 0)
    assert Claim.objects.get().kind == "opening"
    assert Payment.objects.get().method == "opening"
    pay("robin", 1250)
    assert (owes(club, "robin"), credit(club.toni)) == ([0], 300)
    assert costs_of(club.robin) == []
    assert check_books().wrong == []


def test_everybody_has_one_until_it_is_taken_back(club, opens, storno):
    (once,) = opens(robin=1250)
    with pytest.raises(IllegalError, match="Robin hat schon"):
        opens(toni=100, robin=-100)
    assert owes(club, "robin", "toni") == [1250, 0]
    storno(once)
    opens(robin=-100)
    assert owes(club, "robin") == [-100]
    assert check_books().wrong == []


@pytest.mark.both
def test_the_database_refuses_a_second_one(club, opens):
    opens(robin=1250)
    header = booking.Header(
        journal="claims",
        year=DAY.year,
        number=0,
        date=DAY,
        entered_at=NOW,
        entered_by=None,
        kind="opening",
        reverses=None,
        text_digest="",
    )
    sheet = storing.Unnumbered(header, booking.claim("opening", club.robin.pk, 100), ())
    with pytest.raises(IntegrityError, match="opened_before"), transaction.atomic():
        storing.store([sheet], None, NOW)
    other = storing.Unnumbered(header, booking.claim("opening", club.toni.pk, 100), ())
    with pytest.raises(IntegrityError, match="opened_before"), transaction.atomic():
        storing.store([other, other], None, NOW)
    storing.store([other], None, NOW)


@pytest.mark.both
def test_a_second_one_behind_the_triggers_is_found(club, opens):
    opens(robin=1250)
    drop_triggers(
        connection, [trigger for trigger in triggers_of("finance") if "opening" in trigger.name]
    )
    header = booking.Header(
        journal="claims",
        year=DAY.year,
        number=0,
        date=DAY,
        entered_at=NOW,
        entered_by=None,
        kind="opening",
        reverses=None,
        text_digest="",
    )
    sheet = storing.Unnumbered(header, booking.claim("opening", club.robin.pk, 100), ())
    storing.store([sheet], None, NOW)
    wrong = check_books().wrong
    assert "Robin: Der Anfangsbestand ist mehr als einmal gebucht." in wrong


def test_those_of_till_and_bank_are_still_once_each(club, opens):
    opens(robin=1250)
    for money in ("cash", "bank"):
        how = {"client_id": client_id(), "by": None, "today": TODAY, "now": NOW}
        cashbook.open_book(money=money, amount=100, day=DAY, **how)
        with pytest.raises(IllegalError, match="schon gebucht"):
            cashbook.open_book(money=money, amount=100, day=DAY, **how | {"client_id": "x"})
    assert check_books().wrong == []


def test_a_double_click_books_once(opens, storno):
    click = client_id()
    once = opens(click, robin=1250, toni=-300)
    assert opens(click, robin=1250, toni=-300) == once
    with pytest.raises(InvalidError, match="schon abgeschickt"):
        opens(click, robin=1250, toni=-301)
    assert Transaction.objects.count() == 2
    storno(once[0])
    with pytest.raises(InvalidError, match="schon abgeschickt"):
        opens(click, robin=1250, toni=-300)


def test_nonsense_is_refused(club, opens):
    with pytest.raises(InvalidError, match="größer als null"):
        opens(robin=0)
    with pytest.raises(InvalidError, match="noch"):
        opens(robin=5, day=TODAY + timedelta(days=1))
    twice = [Balance(club.robin, 5), Balance(club.robin, 6)]
    how = {"client_id": "x", "by": None, "today": TODAY, "now": NOW, "day": DAY}
    with pytest.raises(InvalidError, match="zweimal"):
        open_accounts(balances=twice, **how)
    assert not Transaction.objects.exists()


# --- taken back as one --------------------------------------------------------------------------
def takes_back(club, **more):
    (form,) = opening_forms()
    how = {"by": club.user("kim"), "today": TODAY, "now": NOW, "reason": "Alte Liste"} | more
    return take_back_openings(form=form, **how)


def test_a_list_is_taken_back_as_one(club, opens):
    opens(robin=1250, toni=-300, sascha=100)
    assert len(takes_back(club)) == 3
    assert owes(club, "robin", "toni", "sascha") == [0, 0, 0]
    assert takes_back(club) == []
    opens(robin=1, toni=2)
    assert check_books().wrong == []


def test_once_something_of_it_was_used_it_is_reversed_one_by_one(club, opens, pay, storno):
    booked = opens(robin=1250, toni=-300)
    pay("robin", 1)
    with pytest.raises(IllegalError, match=r"benutzt: Robin\.") as caught:
        takes_back(club)
    assert caught.value.code == "opening_used"
    assert owes(club, "robin", "toni") == [1249, -300]
    storno(booked[1])
    assert owes(club, "toni") == [0]


@pytest.mark.both
def test_the_own_credit_is_marked_and_the_own_list_needs_a_second_person(club, opens):
    opens(kim=-500, robin=100)
    assert Approval.objects.get(kind="opening").state == "done"
    with pytest.raises(NotAllowedError, match="zweite Person"):
        takes_back(club)
    kim, chris = Client(), Client()
    kim.force_login(club.user("kim"))
    chris.force_login(club.user("chris"))
    (form,) = opening_forms()
    kim.post(url("take_back_openings", form.key), {"reason": "Falsches Jahr"})
    assert owes(club, "kim") == [-500]
    waiting = Approval.objects.get(kind="openings")
    asked = text(chris.get("/"))
    assert "Kim hat ein eigenes Guthaben von 5,00 € aus der Zeit vor den Büchern" in asked
    assert "Kim nimmt Anfangsbestände zurück" in asked
    chris.post(f"/zweite-person/{waiting.pk}/entscheiden/", {"answer": "confirm"}, follow=True)
    assert owes(club, "kim", "robin") == [0, 0]


# --- the page -----------------------------------------------------------------------------------
def sends(client, typed, **more):
    page = client.get(url("openings"))
    form = {"client_id": hidden(page), "text": typed, "day": DAY.isoformat()} | more
    return form, client.post(url("open_list"), form)


@pytest.mark.once
def test_a_pasted_list_is_shown_first_and_then_booked(club, kim, that_day):
    form, shown = sends(kim, "Robin; 12,50; Zettel\nToni; -3\nSascha; 0", sign="minus_has")
    page_text = text(shown)
    assert shown.status_code == 200
    assert "Robin Zeile 1 · Zettel 12,50 € offen" in page_text
    assert "Toni Zeile 2 3,00 € Guthaben" in page_text
    assert "Sascha Zeile 3 nichts zu buchen" in page_text
    assert "Für 2 Personen buchen: 12,50 € Schulden, 3,00 € Guthaben" in page_text
    assert owes(club, "robin") == [0]
    booked = form | {"seen": hidden(shown, "seen"), "book": "1"}
    assert "2 Anfangsbestände gebucht" in text(kim.post(url("open_list"), booked, follow=True))
    assert owes(club, "robin", "toni", "sascha") == [1250, -300, 0]
    # Twice on the button: once in the books.
    kim.post(url("open_list"), booked, follow=True)
    assert Transaction.objects.count() == 2
    assert "Zettel" in text(kim.get(url("account", club.robin.pk)))


@pytest.mark.once
def test_columns_that_are_not_used_are_named(club, kim, that_day):
    typed = "Name;Saldo;Telefon;Bemerkung;Farbe\nRobin;12,50;0171 5550123;Zettel;"
    _form, shown = sends(kim, typed, sign="minus_has")
    assert "Nicht benutzt: Telefon" in text(shown)
    assert "Robin Zeile 2 · Zettel 12,50 € offen" in text(shown)
    _form, shown = sends(kim, "Robin; 12,50; Zettel")
    assert "Nicht benutzt" not in text(shown)


def test_what_was_not_shown_is_not_booked(club, kim, that_day):
    form, shown = sends(kim, "Robin; 12,50")
    changed = form | {"text": "Robin; 1250", "seen": hidden(shown, "seen"), "book": "1"}
    assert "1.250,00 € offen" in text(kim.post(url("open_list"), changed))
    assert owes(club, "robin") == [0]


def test_one_bad_line_and_nothing_is_booked(club, kim, that_day):
    form, shown = sends(kim, "Robin; 12,50\nZoë; 3\nToni; drei")
    assert shown.status_code == 422
    page_text = text(shown)
    assert "Hier heißt niemand „Zoë“." in page_text
    assert "„drei“ ist kein Betrag" in page_text
    assert "Personen buchen" not in page_text
    kim.post(url("open_list"), form | {"seen": "x", "book": "1"})
    assert not Transaction.objects.exists()


def test_strangers_are_named_in_one_sentence_and_do_not_matter_without_an_amount(
    club, kim, that_day
):
    _form, shown = sends(kim, "Name;Betrag\nRobin;5,00\nZoë;3,00\nÖmer;4,00\nWilma;")
    assert "Diese Leute sind noch nicht im Club: Zoë, Ömer." in text(shown)
    form, shown = sends(kim, "Name;Schulden\nRobin;5,00\nWilma;")
    kim.post(url("open_list"), form | {"seen": hidden(shown, "seen"), "book": "1"})
    assert owes(club, "robin") == [500]


def test_a_file_from_a_spreadsheet_is_read(club, kim, that_day):
    file = SimpleUploadedFile("alt.csv", "Name;Schulden\nRobin;7,00 €".encode("cp1252"))
    _form, shown = sends(kim, "", file=file)
    assert "Robin Zeile 2 7,00 € offen" in text(shown)
    _form, empty = sends(kim, " ")
    assert (empty.status_code, "Füge die Liste ein" in text(empty)) == (422, True)


OLD_LIST = "Stammtisch;\nName;Saldo\nRobin;-12,50\nToni;3,00\nSumme;-9,50"


def workbook(rows):
    book = Workbook()
    for row in rows:
        book.active.append(row)
    out = BytesIO()
    book.save(out)
    return SimpleUploadedFile("alt.xlsx", out.getvalue())


@pytest.mark.parametrize(
    ("sign", "cents", "said"),
    [
        ("minus_owes", [1250, -300], "Robin Zeile 3 12,50 € offen"),
        ("minus_has", [-1250, 300], "Robin Zeile 3 12,50 € Guthaben"),
    ],
)
@pytest.mark.parametrize("kind", ["pasted", "csv", "xlsx"])
def test_an_old_list_asks_what_a_minus_means_before_it_is_booked(
    club, kim, that_day, kind, sign, cents, said
):
    file = {
        "pasted": dict,
        "csv": lambda: {"file": SimpleUploadedFile("alt.csv", OLD_LIST.encode("cp1252"))},
        "xlsx": lambda: {
            "file": workbook(
                [["Stammtisch"], ["Name", "Saldo"], ["Robin", -12.5], ["Toni", 3], ["Summe", -9.5]]
            )
        },
    }[kind]()
    form, asked = sends(kim, OLD_LIST if kind == "pasted" else "", **file)
    page_text = text(asked)
    assert "schuldet 12,50 € 12,50 € Schulden, 3,00 € Guthaben" in page_text
    assert "hat 12,50 € Guthaben 3,00 € Schulden, 12,50 € Guthaben" in page_text
    form = {key: value for key, value in form.items() if key != "file"}
    form["text"] = unescape(hidden(asked, "text"))
    unanswered = form | {"seen": "x", "book": "1"}
    kim.post(url("open_list"), unanswered)
    assert not Transaction.objects.exists()
    shown = kim.post(url("open_list"), form | {"sign": sign})
    assert said in text(shown)
    assert "Summe 5" not in text(shown)
    assert "wie in Zeile 5" in text(shown)
    booked = form | {"sign": sign, "seen": hidden(shown, "seen"), "book": "1"}
    kim.post(url("open_list"), booked, follow=True)
    assert owes(club, "robin", "toni") == cents


def test_a_total_that_the_lines_do_not_reach_is_said(club, kim, that_day):
    _form, shown = sends(kim, "Name;Schulden\nRobin;12,50\nToni;3\nSumme;25,50")
    assert "Zeile 4 ergibt 25,50 € offen, die Zeilen zusammen 15,50 € offen." in text(shown)


def test_a_column_of_credits_is_booked_as_credits(club, kim, that_day):
    _form, shown = sends(kim, "Name;Guthaben\nRobin;12,50")
    assert "Robin Zeile 2 12,50 € Guthaben" in text(shown)


@pytest.mark.once
def test_one_person_is_entered_and_taken_back(club, kim, that_day):
    page = kim.get(url("openings"))
    form = {
        "one-client_id": hidden(page, "one-client_id"),
        "one-person": club.robin.pk,
        "one-amount": "7",
        "one-what": "credit",
        "one-day": DAY.isoformat(),
    }
    page_text = text(kim.post(url("open_person"), form, follow=True))
    assert "0,00 € Schulden, 7,00 € Guthaben" in page_text
    again = kim.post(url("open_person"), form | {"one-client_id": "other"})
    assert (again.status_code, "Robin hat schon" in text(again)) == (422, True)
    (booked,) = opening_forms()
    back = url("take_back_openings", booked.key)
    assert "warum" in text(kim.post(back, {"reason": ""}, follow=True))
    assert credit(club.robin) == 700
    kim.post(back, {"reason": "Verwechselt"})
    assert credit(club.robin) == 0
