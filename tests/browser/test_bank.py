"""A month of the bank on the phone: twenty lines, and how many taps they cost."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from finance.bank.models.bank import BankLine
from finance.bank.queries.bank import open_lines
from finance.bank.services.account import set_club_account
from finance.bank.services.imports import import_file
from finance.bank.services.lines import Share, book_line
from finance.books.queries.people import owing_of
from finance.books.references import reference
from finance.books.services.cashbook import open_book
from finance.books.services.charging import charge_people
from finance.checks.books import check_books
from league.people.models.people import Person
from tests import builders
from tests.browser.page_checks import PHONE, enter_as
from tests.finance.bank_club import CLUB, HEADING
from tests.finance.club import client_id
from tests.finance.files import JPEG

pytestmark = pytest.mark.browser

MOST_TAPS = 25
# Each owes this many euros; the first eight send their code.
OWING = {
    **{f"Mitglied {letter}bert": 25 for letter in "ABCDEFGH"},
    "Ilse Kranich": 12,
    "Jost Wiedehopf": 18,
    "Marlies Schüttelmeier": 33,
    "Rolf Haken": 25,
    "Paula Haken": 25,
    "Zoe Angstroem": 10,
    "Nele Specht": 7,
    "Otto Specht": 7,
}
Message = tuple[str, str, str]


class Thumb:
    """A thumb that counts its taps."""

    def __init__(self) -> None:
        self.taps = 0

    def taps_on(self, part: Locator) -> None:
        part.click()
        self.taps += 1

    def takes(self, field: Locator, label: str) -> None:
        """Open a list and choose from it: two taps."""
        field.select_option(label=label)
        self.taps += 2

    def attaches(self, field: Locator, name: str, content: bytes, kind: str) -> None:
        field.set_input_files({"name": name, "mimeType": kind, "buffer": content})
        self.taps += 1


@pytest.fixture
def people(transactional_db: Any, club: Any) -> dict[str, Person]:
    """Return members with what they owe, 500 € at the bank, 300 € in the till; Zoe has paid."""
    today, now = timezone.localdate(), timezone.now()
    who = {"by": club.kadir.user, "today": today, "now": now}
    people = {name: builders.member(name, since=date(2025, 1, 1)) for name in OWING}
    for name, euros in OWING.items():
        charge_people(
            people=[people[name]],
            amount=euros * 100,
            shared=False,
            code="levy",
            note="Ausflug",
            day=today,
            client_id=client_id(),
            **who,
        )
    for money, cents in (("bank", 50_000), ("cash", 30_000)):
        opened = today - timedelta(days=9)
        open_book(money=money, amount=cents, day=opened, client_id=client_id(), **who)
    set_club_account(holder="Schockclub", iban=CLUB, bic="", by=club.kadir.user, now=now)
    came = import_file(
        content=_known([("10,00", "Ausflug", "Zoe Angstroem")]), name="a.csv", by=None, now=now
    )
    book_line(
        line=came.bank_import.lines.get(),
        shares=[Share(people["Zoe Angstroem"].pk, 1000)],
        client_id=client_id(),
        **who,
    )
    return people


def _month(people: dict[str, Person]) -> list[Message]:
    coded = [name for name in OWING if name.startswith("Mitglied")]
    return [
        *(("25,00", f"Ausflug {reference(people[name].pk)}", name) for name in coded),
        ("12,00", "Ausflug", "Ilse Kranich"),
        ("18,00", "Ausflug", "WIEDEHOPF, JOST"),
        ("33,00", "Danke", "M. Schüttelmeier"),
        ("50,00", "fuer Rolf und Paula", "Rolf Haken"),
        ("-100,00", "GA NR00001234", "GELDAUTOMAT"),
        ("80,00", "Bareinzahlung", ""),
        ("-13,00", "Rückgabe Lastschrift Ausflug", "Zoe Angstroem"),
        ("42,00", "Für die Vereinskasse", "Unbekannt und Söhne"),
        ("-23,90", "Kartenzahlung", "Markthalle Nord"),
        ("-150,00", "Saalmiete November", "Gasthof zur Eule"),
        ("7,00", "Ausflug", "Gisela Ohnename"),
        ("5,00", "Pfand zurück", "Getränke Kiste"),
    ]


def _known(rows: list[Message]) -> bytes:
    """Return a file as Volksbanken write it."""
    day = f"{timezone.localdate() - timedelta(days=2):%d.%m.%Y}"
    lines = [
        f"{CLUB};{day};{name};;{_kind(euros, text)};{text};{euros};EUR"
        for euros, text, name in rows
    ]
    return "\r\n".join([HEADING, *lines, ""]).encode()


def _kind(euros: str, text: str) -> str:
    if "Rückgabe" in text:
        return "Rückbuchung"
    return "Überweisung" if euros.startswith("-") else "Gutschrift"


def _unknown(rows: list[Message]) -> bytes:
    """Return a file as no bank writes it."""
    day = f"{timezone.localdate() - timedelta(days=2):%d.%m.%Y}"
    lines = [f"{day};{name};{text};{euros}" for euros, text, name in rows]
    return "\n".join(["Ausgeführt;Partner;Notiz;Summe", *lines, ""]).encode()


@pytest.mark.parametrize("write", [_known, _unknown], ids=["known", "unknown"])
def test_twenty_lines_cost_no_more_than_twenty_five_taps(
    browser: Any, live_server: Any, club: Any, people: dict[str, Person], write: Any
) -> None:
    context = browser.new_context(viewport=PHONE, locale="de-DE")
    page, thumb = context.new_page(), Thumb()
    enter_as(page, live_server, club.kadir)
    page.goto(f"{live_server.url}/kasse/bank/")
    content = write(_month(people))
    thumb.attaches(page.get_by_label("Datei der Bank"), "november.csv", content, "text/csv")
    thumb.taps_on(page.get_by_role("button", name="Einlesen"))
    if write is _unknown:
        thumb.takes(page.get_by_label("Partner"), "Name")
        thumb.taps_on(page.get_by_role("button", name="So einlesen"))
    expect(page.get_by_text("20 neue Zeilen")).to_be_visible()
    thumb.taps_on(page.get_by_role("button", name="8 sichere Zeilen buchen"))
    expect(page.get_by_text("8 Zeilen gebucht")).to_be_visible()
    thumb.taps_on(page.get_by_role("button", name="Alle angekreuzten buchen"))
    expect(page.get_by_text("6 Zeilen gebucht")).to_be_visible()
    _deals_with_the_rest(page, thumb)
    assert not open_lines().exists()
    assert BankLine.objects.count() == 21
    assert thumb.taps <= MOST_TAPS
    owed = {name: owing_of(person).cents for name, person in people.items()}
    assert {name: cents for name, cents in owed.items() if cents} == {
        "Zoe Angstroem": 1300,
        "Otto Specht": 700,
    }
    assert check_books().wrong == []
    context.close()


def _deals_with_the_rest(page: Page, thumb: Thumb) -> None:
    other = page.locator("#anders")

    def opens(name: str) -> None:
        thumb.taps_on(page.locator("#offen").get_by_role("link", name=name))

    def ticks(name: str) -> None:
        other.get_by_label(name, exact=True).check(force=True)
        thumb.taps += 1

    opens("Zoe Angstroem")
    thumb.taps_on(page.get_by_role("button", name="Zoe Angstroem zahlt die Gebühr"))
    opens("Unbekannt und Söhne")
    ticks("Spenden")
    thumb.taps_on(other.get_by_role("button", name="Buchen"))
    opens("Markthalle Nord")
    ticks("Essen und Getränke")
    thumb.attaches(other.get_by_label("Foto machen"), "bon.jpg", JPEG, "image/jpeg")
    thumb.taps_on(other.get_by_role("button", name="Buchen"))
    opens("Gasthof zur Eule")
    ticks("Raum und Bahn")
    ticks("Der Kontoauszug ist der Beleg")
    thumb.taps_on(other.get_by_role("button", name="Buchen"))
    opens("Gisela Ohnename")
    thumb.taps_on(page.get_by_role("button", name="Für Nele Specht buchen"))
    opens("Getränke Kiste")
    ticks("Sonstige Einnahmen")
    thumb.taps_on(other.get_by_role("button", name="Buchen"))
    expect(page.get_by_text("Nichts mehr anzusehen")).to_be_visible()
