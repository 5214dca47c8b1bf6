"""Lines as banks print them: short names, two people in one transfer, cash, what was struck out."""

import re
from typing import Any

import pytest

from finance.bank.models.bank import BankImport
from finance.bank.models.rules import BankRule
from finance.bank.services.lines import Share, book_line
from finance.books.queries.ledger import balance
from finance.books.queries.people import owing_of
from finance.books.references import reference
from finance.books.services.cashbook import open_book
from finance.books.services.charging import charge_people
from finance.checks.books import check_books
from league.people.models.people import Person
from league.people.services import people
from tests.finance.bank_club import Bank, row
from tests.finance.club import DAY, NOW, TODAY, client_id
from tests.finance.pages import text, url

pytestmark = [pytest.mark.once, pytest.mark.usefixtures("at_night")]
ROLFS = "DE02100100100006820101"


@pytest.fixture
def member(bank: Bank) -> Any:
    """Return a function that takes in a member, who owes so many cents."""

    def join(name: str, cents: int = 0) -> Person:
        person = people.create_person(name=name)
        people.start_membership(person=person, kind="active", start=DAY.replace(year=2020))
        if cents:
            charge_people(
                people=[person],
                amount=cents,
                shared=False,
                code="levy",
                note="Ausflug",
                day=DAY,
                client_id=client_id(),
                by=bank.club.user("kim"),
                today=TODAY,
                now=NOW,
            )
        return person

    return join


def _ticked(kim: Any, statement: BankImport) -> dict[str, str]:
    """Return the form as the page shows it, with all that is likely: ticks and proposals."""
    page = kim.get(url("bank_import", statement.pk)).content.decode()
    ticks = re.findall(r'name="(line-\d+)" checked', page)
    return dict.fromkeys(ticks, "on") | dict(
        re.findall(r'name="(proposal-\d+)" value="([^"]+)"', page)
    )


def _books_all(kim: Any, statement: BankImport) -> None:
    kim.post(url("book_likely", statement.pk), _ticked(kim, statement))


@pytest.mark.parametrize("written", ["M. Schüttelmeier", "SCHUETTELMEIER, M", "Schüttelmeier M."])
def test_a_first_letter_and_the_surname_find_the_only_one(
    kim: Any, bank: Bank, member: Any, written: str
) -> None:
    marlies = member("Marlies Schüttelmeier", 2500)
    _books_all(kim, bank.sends(row("25,00", "Danke", written)))
    assert owing_of(marlies).cents == 0


@pytest.mark.parametrize(
    ("written", "paid"), [("Max Brandt", (0, 0)), ("Max Brandt Maxi", (0, 800))]
)
def test_of_two_of_one_name_nobody_is_taken_for_the_other(
    kim: Any, bank: Bank, member: Any, written: str, paid: tuple[int, int]
) -> None:
    pair = member("Max Brandt", 800), member("Max Brandt (Maxi)", 800)
    statement = bank.sends(row("8,00", "Danke", written))
    _books_all(kim, statement)
    assert tuple(800 - owing_of(person).cents for person in pair) == paid
    if not any(paid):
        shown = text(kim.get(url("bank_line", statement.lines.get().pk)))
        assert "Max Brandt (Maxi)" in shown


def test_of_two_with_one_surname_the_first_letter_tells(kim: Any, bank: Bank, member: Any) -> None:
    marlies, otto = member("Marlies Schüttelmeier", 2500), member("Otto Schüttelmeier", 2500)
    _books_all(kim, bank.sends(row("25,00", "Danke", "O. Schüttelmeier")))
    assert [owing_of(marlies).cents, owing_of(otto).cents] == [2500, 0]


@pytest.mark.parametrize("written", ["Petra Schüttelmeier", "P. Schüttelmeier", "Schüttelmeier"])
def test_a_surname_with_another_first_name_is_only_a_guess(
    kim: Any, bank: Bank, member: Any, written: str
) -> None:
    member("Marlies Schüttelmeier", 2500)
    statement = bank.sends(row("17,00", "Danke", written))
    assert _ticked(kim, statement) == {}
    page = text(kim.get(url("bank_import", statement.pk)))
    assert "vielleicht" in page
    assert "für Marlies Schüttelmeier" in page


def test_two_first_names_and_the_sum_of_both_are_booked_for_both(
    kim: Any, bank: Bank, member: Any
) -> None:
    rolf, paula = member("Rolf Haken", 2500), member("Paula Haken", 2500)
    for message in (
        row("50,00", "fuer Rolf und Paula", "Rolf Haken", ROLFS),
        row("50,00", f"{bank.ref('robin')[:2]} Paula und Rolf Haken", "Gisela Probe"),
    ):
        statement = bank.sends(message)
        page = text(kim.get(url("bank_import", statement.pk)))
        assert "Zusammen ist genau das offen" in page
        assert "Rolf Haken 25,00" in page
        assert "Paula Haken 25,00" in page
    _books_all(kim, statement)
    assert [owing_of(rolf).cents, owing_of(paula).cents] == [0, 0]
    assert check_books().wrong == []


def test_a_known_account_and_a_code_give_way_to_the_sum_of_both(
    kim: Any, bank: Bank, member: Any
) -> None:
    rolf, paula = member("Rolf Haken", 2500), member("Paula Haken", 1500)
    statement = bank.sends(row("40,00", f"{reference(rolf.pk)} Rolf und Paula", "Rolf Haken"))
    assert "Paula Haken 15,00" in text(kim.get(url("bank_import", statement.pk)))
    _books_all(kim, statement)
    assert [owing_of(rolf).cents, owing_of(paula).cents] == [0, 0]


def test_two_names_whose_sum_does_not_fit_are_looked_at(kim: Any, bank: Bank, member: Any) -> None:
    member("Rolf Haken", 2500)
    member("Paula Haken", 2500)
    statement = bank.sends(row("44,00", "Rolf und Paula Haken", "Gisela Probe"))
    assert _ticked(kim, statement) == {}
    assert "Die Summe passt nicht" in text(kim.get(url("bank_line", statement.lines.get().pk)))


def test_a_line_that_was_struck_out_stays_without_its_tick(
    kim: Any, bank: Bank, member: Any
) -> None:
    rolf, paula = member("Rolf Haken", 2500), member("Paula Haken", 1500)
    statement = bank.sends(row("25,00", "x", "Rolf Haken"), row("15,00", "y", "Paula Haken"))
    form = _ticked(kim, statement)
    struck = f"line-{statement.lines.get(cents=1500).pk}"
    del form[struck]
    kim.post(url("book_likely", statement.pk), form)
    assert [owing_of(rolf).cents, owing_of(paula).cents] == [0, 1500]
    page = kim.get(url("bank_import", statement.pk)).content.decode()
    assert f'name="{struck}"' in page  # it can be ticked again
    assert struck not in _ticked(kim, statement)
    kim.post(url("book_likely", statement.pk), _ticked(kim, statement) | {struck: "on"})
    assert owing_of(paula).cents == 0


def test_what_was_struck_out_stays_so_where_another_line_is_refused(
    kim: Any, bank: Bank, member: Any
) -> None:
    member("Paula Haken", 1500)
    statement = bank.sends(row("15,00", "y", "Paula Haken"), row("80,00", "Bareinzahlung"))
    form = _ticked(kim, statement)
    struck = f"line-{statement.lines.get(cents=1500).pk}"
    del form[struck]
    page = kim.post(url("book_likely", statement.pk), form, follow=True)
    assert "Streich" in text(page)  # the till does not hold 80 €
    assert set(_ticked(kim, statement)) & {struck, *form} == set(form)


@pytest.mark.parametrize(
    ("euros", "words", "name"),
    [
        ("-100,00", "GA NR00001234 BLZ37050299 0", "GELDAUTOMAT"),
        ("-100,00", "Bargeldauszahlung 07.03. 19:12 Uhr", ""),
        ("80,00", "Bareinzahlung", ""),
        ("80,00", "SB-Einzahlung Filiale Mitte", "Sparkasse"),
    ],
)
def test_cash_that_is_fetched_or_paid_in_is_booked_as_a_transfer(
    kim: Any, bank: Bank, euros: str, words: str, name: str
) -> None:
    for money in ("cash", "bank"):
        open_book(
            money=money,
            amount=20_000,
            day=DAY.replace(month=1),
            client_id=client_id(),
            by=bank.club.user("kim"),
            today=TODAY,
            now=NOW,
        )
    statement = bank.sends(row(euros, words, name))
    line = statement.lines.get()
    shown = kim.get(url("bank_line", line.pk)).content.decode()
    assert re.search(r'<details class="card" id="umbuchen" open', shown)
    _books_all(kim, statement)
    assert balance("bank") == 20_000 + line.cents
    assert balance("cash") == 20_000 - line.cents
    assert check_books().wrong == []


def test_a_fee_of_the_cash_machine_and_a_member_who_pays_in_are_no_transfers(
    kim: Any, bank: Bank, member: Any
) -> None:
    rolf = member("Rolf Haken", 2500)
    statement = bank.sends(
        row("-3,95", "Entgelt Geldautomat"), row("25,00", "Bareinzahlung", "Rolf Haken")
    )
    form = _ticked(kim, statement)
    assert sorted(form.values()) == [f"{rolf.pk}:2500", "on"]


def test_people_who_owe_just_this_come_first(kim: Any, bank: Bank, member: Any) -> None:
    member("Aaron Adler", 100)
    zoe, yves = member("Zoe Zander", 4200), member("Yves Ypsilon", 4200)
    people.create_person(name="Gast Anfang")
    line = bank.sends(row("42,00", "Danke", "Unbekannt und Söhne")).lines.get()
    page = kim.get(url("bank_line", line.pk)).content.decode()
    select = page[page.index('name="person_1"') : page.index("</select>")]
    names = re.findall(r'<option value="\d+"[^>]*>([^<]+)</option>', select)
    assert names[:3] == [yves.name, zoe.name, "Aaron Adler"]
    assert names[-1] == "Gast Anfang"
    assert "Schulden genau 42,00" in select


# --- what the bank took back ---------------------------------------------------------------------
@pytest.fixture
def returned(kim: Any, bank: Bank, member: Any) -> Any:
    """Zoe's 10,00 € came, and go back with 3,00 € for the bank."""
    zoe = member("Zoe Angstroem", 1000)
    came = bank.sends(row("10,00", "Ausflug", "Zoe Angstroem", ROLFS))
    bank.books(came.lines.get(), robin=100)
    book_line(
        line=came.lines.get(),
        shares=[Share(zoe.pk, 900)],
        client_id=client_id(),
        by=bank.club.user("kim"),
        today=TODAY,
        now=NOW,
    )
    return zoe


def _page_of_return(kim: Any, bank: Bank, euros: str) -> tuple[Any, str]:
    back = bank.sends(row(euros, "Rückgabe Lastschrift", "Zoe Angstroem", ROLFS, "09.03.2026"))
    line = back.lines.get()
    return line, kim.get(url("bank_line", line.pk)).content.decode()


def test_a_returned_payment_opens_on_its_own_button(kim: Any, bank: Bank, returned: Any) -> None:
    line, page = _page_of_return(kim, bank, "-9,00")
    form = page[page.index('id="zurueck"') : page.index("</section>", page.index('id="zurueck"'))]
    assert "<details" not in form[: form.index("</form>")]
    assert 'class="button primary"' in form
    assert 'id="anders" open' not in page
    assert "remember" not in page
    (booking,) = re.findall(r'name="booking" value="(\d+)"', form)[:1]
    kim.post(url("give_back_line", line.pk), {"booking": booking})
    assert owing_of(returned).cents == 1000
    line.refresh_from_db()
    assert line.left == 0


@pytest.mark.parametrize(("bearer", "owed"), [("payer", 1300), ("club", 1000)])
def test_the_fee_of_a_return_is_passed_on_or_borne_in_one_tap(
    kim: Any, bank: Bank, returned: Any, bearer: str, owed: int
) -> None:
    line, page = _page_of_return(kim, bank, "-12,00")
    assert "Zoe Angstroem zahlt die Gebühr" in text(kim.get(url("bank_line", line.pk)))
    (booking,) = re.findall(r'name="booking" value="(\d+)"', page)[:1]
    before = balance("bank")
    for _click in range(2):
        kim.post(url("give_back_line", line.pk), {"booking": booking, "fee": bearer})
    line.refresh_from_db()
    assert (line.left, owing_of(returned).cents) == (0, owed)
    assert balance("bank") == before - 1200
    assert check_books().wrong == []


@pytest.mark.parametrize("booked_first", [True, False])
@pytest.mark.parametrize(
    "words",
    ["Entgelt für Rücklastschrift", "Rücklastschriftgebühr 1 Posten", "GEBUEHR FUER RUECKGABE"],
)
def test_a_fee_on_a_line_of_its_own_is_passed_on_in_one_tap(
    kim: Any, bank: Bank, returned: Any, words: str, booked_first: bool
) -> None:
    back, page = _page_of_return(kim, bank, "-9,00")
    if booked_first:
        (booking,) = re.findall(r'name="booking" value="(\d+)"', page)[:1]
        kim.post(url("give_back_line", back.pk), {"booking": booking})
    line = bank.sends(row("-3,50", words, day="09.03.2026")).lines.get()
    assert "sichere" not in text(kim.get(url("bank_import", line.bank_import_id)))
    shown = kim.get(url("bank_line", line.pk))
    assert "Zoe Angstroem zahlt die Gebühr" in text(shown)
    page = shown.content.decode()
    form = page[page.index('id="gebuehr"') : page.index("</form>", page.index('id="gebuehr"'))]
    assert 'id="anders" open' not in page
    sent = dict(re.findall(r'name="(client_id|person)" value="([^"]+)"', form))
    before, owed = balance("bank"), owing_of(returned).cents
    for _click in range(2):
        kim.post(url("pass_fee_on", line.pk), sent)
    line.refresh_from_db()
    assert (line.left, owing_of(returned).cents - owed) == (0, 350)
    assert balance("bank") == before - 350
    assert not BankRule.objects.exists()
    assert check_books().wrong == []


def test_a_fee_goes_to_nobody_whose_payment_did_not_come_back(
    kim: Any, bank: Bank, returned: Any
) -> None:
    line = bank.sends(row("-3,50", "Entgelt für Rücklastschrift", day="09.03.2026")).lines.get()
    shown = kim.get(url("bank_line", line.pk))
    assert "zahlt die Gebühr" not in text(shown)
    assert 'id="anders" open' in shown.content.decode()
    refused = kim.post(url("pass_fee_on", line.pk), {"client_id": "x", "person": returned.pk})
    assert "Diese Zeile ist keine Gebühr für eine Zahlung von Zoe Angstroem." in text(refused)
    line.refresh_from_db()
    assert line.left == -350


def test_nothing_is_learned_from_what_came_back(kim: Any, bank: Bank, returned: Any) -> None:
    line, page = _page_of_return(kim, bank, "-12,00")
    (client,) = re.findall(
        r'action="[^"]+anders/#anders".*?name="client_id" value="([^"]+)"', page, re.S
    )
    sent = {
        "client_id": client,
        "account": "bank_fees",
        "amount": "3,00",
        "text": "Entgelt",
        "payee": "Bank",
        "why": "Auszug",
        "remember": "on",
    }
    assert kim.post(url("book_elsewhere", line.pk), sent).status_code == 302
    assert not BankRule.objects.exists()
