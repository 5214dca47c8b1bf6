"""A file that can be meant in several ways is asked about at every door, and read as answered."""

import io
import re
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from openpyxl import Workbook

from finance.bank.models.bank import BankLine
from league.people.services import people
from tests.finance.bank_club import Bank
from tests.finance.club import DAY, build_club
from tests.html import one_line
from tests.plugins.built import built_once

pytestmark = [pytest.mark.once, pytest.mark.django_db]

LIST = [["Name", "Saldo"], ["Änne Weiß", 12.5], ["Bea Klöß", 3]]
BOOKINGS = [["Buchungstag", "Name", "Verwendungszweck", "Betrag"]]
BOOKINGS += [["04.03.2026", "Änne Weiß", "Beitrag", "-12,50"]]
# The addresses of the doors, with the fields of each form and a table that it reads.
DOORS = {
    "/leute/liste/": ({}, LIST),
    "/kasse/anfang/personen/liste/": ({"client_id": "one", "day": DAY.isoformat()}, LIST),
    "/tabelle/alt/neu/": (
        {"title": "1998", "kind": "season", "source": "Heft", "client_id": "one"},
        LIST,
    ),
    "/kasse/bank/einlesen/": ({}, BOOKINGS),
}


@built_once
def club():
    club = build_club()
    people.appoint(person=club.kim, role="secretary", start=DAY)
    Bank(club)
    return club


@pytest.fixture
def kim(client, club):
    client.force_login(club.kim.user)
    return client


def workbook(**sheets: list[list[object]]) -> bytes:
    book, content = Workbook(), io.BytesIO()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    book.save(content)
    return content.getvalue()


def text_of(rows, encoding: str) -> bytes:
    return "".join(";".join(map(str, row)) + "\r\n" for row in rows).encode(encoding)


def choices(page: str) -> dict[str, str]:
    """Return the answers on the page by their words."""
    found = re.findall(r'name="which" value="([^"]*)"[^>]*>\s*(.*?)</label>', page)
    return {" ".join(unescape(label).split()): unescape(value) for value, label in found}


def asked(client, door: str, name: str, content: bytes):
    """Return the page that asks, its choices, and what its form would send."""
    fields, _table = DOORS[door]
    page = one_line(
        client.post(door, {**fields, "text": "", "file": SimpleUploadedFile(name, content)})
    )
    waits = re.search(r'name="waiting" value="([^"]+)"', page)
    assert waits, page
    return page, choices(page), {**fields, "waiting": waits[1]}


@pytest.mark.parametrize("door", DOORS)
def test_several_sheets_are_a_choice_with_first_names(door, kim):
    table = DOORS[door][1]
    last_year = [[str(cell).replace("Änne", "Ulla") for cell in row] for row in table]
    content = workbook(Heute=table, Vorjahr=last_year)
    page, ways, data = asked(kim, door, "liste.xlsx", content)
    assert "Die Datei hat mehrere Blätter." in page
    assert "[&#x27;" not in page  # what was typed stays as it was
    assert [label for label in ways if "Heute: Änne Weiß" in label]
    (key,) = [value for label, value in ways.items() if "Vorjahr: Ulla Weiß" in label]
    answer = kim.post(door, data | {"which": key}, follow=True)
    assert answer.status_code == 200 or door.startswith("/kasse/anfang"), one_line(answer)
    assert "Ulla Weiß" in one_line(answer)
    assert "Änne" not in one_line(answer)


@pytest.mark.parametrize("door", DOORS)
def test_letters_that_could_be_two_are_a_choice_with_the_names_they_make(door, kim):
    plain = str.maketrans({"Ä": "A", "ö": "o"})
    table = [[str(cell).translate(plain) for cell in row] for row in DOORS[door][1]]
    content = text_of(table, "cp850")
    page, ways, data = asked(kim, door, "liste.csv", content)
    assert "Die Buchstaben sind nicht eindeutig." in page
    (key,) = [value for label, value in ways.items() if label.startswith("Anne Weiß")]
    answer = kim.post(door, data | {"which": key}, follow=True)
    assert "Anne Weiß" in one_line(answer)
    assert "Weiá" not in one_line(answer)


def test_without_an_answer_the_question_stays(kim):
    door = "/leute/liste/"
    _page, ways, data = asked(kim, door, "liste.csv", text_of([["Name"], ["Anne Weiß"]], "cp850"))
    for answer in ("", "latin-9"):
        page = one_line(kim.post(door, data | {"which": answer}))
        assert choices(page) == ways


def test_the_same_file_of_the_bank_answered_twice_comes_once(kim):
    door, content = "/kasse/bank/einlesen/", workbook(Heute=BOOKINGS, Alt=BOOKINGS)
    for _time in range(2):
        _page, _ways, data = asked(kim, door, "umsatz.xlsx", content)
        kim.post(door, data | {"which": "Heute"})
    assert BankLine.objects.count() == 1
