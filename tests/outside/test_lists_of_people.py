"""Lists as clubs and their programs write them: whom they name, and what is said of each part."""

import csv
import random
from datetime import date
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.people.reading.amounts import example_of, signed_column
from league.people.reading.lines import Columns, Reading, fault_of, read_lines, unclear_days
from league.people.reading.sheets import Sheet, open_list, read

pytestmark = pytest.mark.rules
CASES = Path(__file__).parent / "people"
TODAY = date(2026, 11, 28)
KINDS = {"aktiv": "active", "passiv": "passive", "gast": ""}


def opened(name: str) -> Sheet:
    return open_list((CASES / name).read_bytes())


def reading(sheet: Sheet, sign: str = "minus_owes", **more) -> Reading:
    """Return the reading of the list, with every question answered in one way."""
    roles = list(sheet.guessed())
    place = signed_column(sheet, roles)
    if place is not None:
        roles[place] = sign
    assert not fault_of(roles)
    return read_lines(sheet, Columns(tuple(roles), {}), KINDS, TODAY, **more)


def notes(line) -> list[tuple[str, str, str]]:
    return [(note.code, note.text, note.instead) for note in line.notes]


# --- a club's list of 22 people -------------------------------------------------------------
@pytest.mark.parametrize("name", ["liste.csv", "liste.xlsx"])
def test_the_mixed_list_says_its_22_people_and_the_total_of_the_file(name):
    sheet = opened(name)
    assert dict(zip(sheet.names, sheet.guessed(), strict=True)) == {
        "Lfd.Nr.": "",
        "Handy": "phone",
        "Ort": "town",
        "Name": "last",
        "Vorname": "first",
        "Spitzname": "nickname",
        "Geb.": "birthday",
        "Straße": "street",
        "PLZ": "postcode",
        "E-Mail": "email",
        "Mitglied seit": "start",
        "Status": "kind",
        "Saldo": "balance",
        "Telefon": "second_phone",
        "Bemerkung": "notes",
    }
    there = reading(sheet)
    people = {line.number: line for line in there.lines}
    assert len(people) == 22
    assert sum(line.cents for line in people.values()) == 1301_00
    assert [total.number for total in there.totals] == [27]
    assert there.totals[0].cents == (1301_00 if name == "liste.csv" else None)
    assert there.unknown == ("Ehrenmitglied",)
    assert people[6].cents == 12_50
    assert people[13].birthday == date(1960, 2, 29)
    assert (people[13].start, notes(people[13])) == (
        date(2005, 12, 1),
        [("start_month", "12/2005", "2005-12-01")],
    )
    assert notes(people[10]) == [("email_shared", "kalle@mail.invalid", "Karl-Heinz Schäfer")]
    assert (people[15].name, people[16].name) == ("Jörg Krämer", "Jörg Krämer (Jojo)")
    assert notes(people[21]) == [("email", "lars.petersen@mail", "")]
    assert people[5].start == date(1998, 1, 1)
    assert (people[5].phone, people[5].second_phone) == ("0171 2345678", "0201/443322")
    assert people[25].remark == "ausgetreten 31.12.2024"
    assert sum(len(line.notes) for line in people.values()) == 4


def test_the_other_meaning_of_a_minus_turns_every_sign():
    there = reading(opened("liste.csv"), "minus_has")
    assert sum(line.cents for line in there.lines) == -1301_00 == there.totals[0].cents


# --- public cases ---------------------------------------------------------------------------
def test_days_and_zeros_that_a_spreadsheet_has_eaten_come_back_and_are_said():
    ylva, tjorven = reading(opened("11_excel_bom.csv")).lines
    assert (ylva.birthday, ylva.start) == (date(1958, 2, 1), date(1965, 4, 1))
    assert (tjorven.birthday, tjorven.start) == (date(1998, 12, 24), date(1998, 1, 1))
    assert notes(ylva) == [
        ("phone_zero", "1701234567", "01701234567"),
        ("postcode_zero", "1067", "01067"),
    ]
    assert notes(tjorven)[0] == ("phone_without_zero", "351998877", "351998877")


@pytest.mark.parametrize("name", ["12_excel_mac.csv", "12b_excel_dos.csv"])
def test_excels_old_encodings_are_told_by_their_letters(name):
    lines = reading(opened(name)).lines
    assert [line.name for line in lines] == ["Jürgen Größmann", "Änne Süßmilch"]


def test_names_the_database_holds_for_one_are_told_apart_or_said_at_the_row():
    names = [line.name for line in reading(opened("15_same_name.csv")).lines]
    assert names == ["Heinz Ohlbach", "Heinz Ohlbach (2)", "René Maier", "Rene Maier (2)"]
    first, second = reading(opened("16_nfd.csv")).lines
    assert first.name == second.name == "Jürgen Größmann"
    assert (first.problem, second.problem) == ("", "twice")


def test_telephones_of_excel_and_people_are_read_or_named():
    ylva, tjorven, ole = reading(opened("17_excel_phone.csv")).lines
    assert (ylva.phone, notes(ylva)) == ("", [("phone", "1,70123E+11", "")])
    assert (tjorven.phone, notes(tjorven)) == ("0170 1234567", [])
    assert (ole.phone, notes(ole)[0][0]) == ("0170-1234567", "phone_words")


def test_a_last_day_of_membership_lies_in_the_past_or_not_far_ahead():
    table = "Name;Eintritt;Austritt\nA;1.3.85;30.6.98\nB;1.3.85;31.12.9999\nC;1.3.85;31.12.26\nD;;x"
    lines = reading(read(table)).lines
    assert [line.end for line in lines] == [date(1998, 6, 30), None, date(2026, 12, 31), None]
    assert [notes(line) for line in lines] == [[], [], [], [("end", "x", "")]]


def test_the_amount_that_cannot_be_read_is_the_one_that_is_said():
    (line,) = reading(read("Name;Soll;Haben\nA;12,50;drei")).lines
    assert notes(line) == [("amount", "drei", "")]


def test_addresses_the_login_refuses_are_said_at_the_row():
    said = [
        (line.email, [code for code, *_ in notes(line)])
        for line in reading(opened("18_mail_list.csv")).lines
    ]
    assert said == [
        ("ulrike@zwiesel.example", []),
        ("", ["email_letters"]),
        ("", ["email"]),
        ("tilo@ranft.example", []),
    ]


def test_what_is_typed_at_a_row_takes_the_place_of_its_cell():
    sheet = opened("liste.csv")
    typed = {(21, "email"): "lars@petersen.invalid", (16, "name"): "Jojo Krämer"}
    people = {line.number: line for line in reading(sheet, mended=typed).lines}
    assert (people[21].email, people[21].notes) == ("lars@petersen.invalid", ())
    assert (people[16].name, people[16].notes) == ("Jojo Krämer", ())


def test_an_address_of_two_goes_to_whom_somebody_says():
    sheet = opened("liste.csv")
    roles = tuple("minus_owes" if role == "balance" else role for role in sheet.guessed())
    there = read_lines(sheet, Columns(roles, {}, frozenset({10})), KINDS, TODAY)
    mails = {line.number: line.email for line in there.lines}
    assert (mails[9], mails[10]) == ("", "kalle@mail.invalid")


# --- headings of programs -------------------------------------------------------------------
@pytest.mark.parametrize(
    ("heading", "roles"),
    [
        (
            "First Name,Middle Name,Last Name,Nickname,Organization Name,Birthday,Notes,"
            "E-mail 1 - Value,Phone 1 - Value,Address 1 - Street,Address 1 - City,"
            "Address 1 - Postal Code,Address 1 - Country",
            "first,,last,nickname,,birthday,notes,email,phone,street,town,postcode,country",
        ),
        (
            "Name,Given Name,Family Name,Birthday,Phone 1 - Value,Phone 2 - Value",
            ",first,last,birthday,phone,second_phone",
        ),
        (
            "Anrede;Vorname;Nachname;Straße privat;Ort privat;Postleitzahl privat;Telefon privat;"
            "Mobiltelefon;E-Mail-Adresse;Geburtstag;Notizen",
            ";first;last;street;town;postcode;second_phone;phone;email;birthday;notes",
        ),
        (
            "First Name,Last Name,Home Street,Home City,Home Postal Code,Home Phone,Mobile Phone,"
            "E-mail Address",
            "first,last,street,town,postcode,second_phone,phone,email",
        ),
        (
            "Mitgl.-Nr.;Name;Vorname;Straße und Hausnummer;PLZ;Wohnort;Mobiltelefon;Geb.;Eintritt;"
            "Austritt;Beitragsgruppe",
            "number;last;first;street;postcode;town;phone;birthday;start;end;kind",
        ),
        ("Lfd.Nr.;Name;Saldo;Vorname", ";last;balance;first"),
        ("Wer;Offen;Guthaben;Mailkontakt", "name;debt;credit;email"),
    ],
)
def test_the_headings_of_programs_and_address_books_are_known(heading, roles):
    separator = ";" if ";" in heading else ","
    cells = [
        "x@y.invalid" if "contakt" in name or "kontakt" in name else "Wort"
        for name in heading.split(separator)
    ]
    sheet = read(f"{heading}\n{separator.join(cells)}")
    assert separator.join(sheet.guessed()) == roles


def test_name_beside_vorname_is_the_whole_name_where_it_says_both():
    sheet = read("Name;Vorname;Ort\nFilz, Anke;Anke;Trier\nBert Korken;Bert;Trier")
    assert sheet.guessed() == ("name", "", "town")
    assert [line.name for line in reading(sheet).lines] == ["Anke Filz", "Bert Korken"]


@pytest.mark.parametrize(
    ("table", "sums"),
    [
        ("Name;Schulden\nA;12,50\nB;3", [1250, 300]),
        ("Name;Guthaben\nA;12,50\nB;3", [-1250, -300]),
        ("Name;Soll;Haben\nA;12,50;\nB;;3", [1250, -300]),
        ("Name;Betrag;S/H\nA;12,50;S\nB;3;H", [1250, -300]),
        ("Name;Betrag;\nA;12,50;-\nB;3;+", [1250, -300]),
        ("Name;Saldo\nA;-12,50 €\nB;3,00 EUR", [1250, -300]),
        ("Name;Schulden\nA;-12,50\nB;3", [1250, -300]),
        ("Name,Balance\nA,-1040.50\nB,3.00", [104050, -300]),
    ],
)
def test_debts_are_read_by_heading_and_sign_and_what_says_two_things_is_asked(table, sums):
    sheet = read(table)
    asked = signed_column(sheet, sheet.guessed())
    assert (asked is None) == ("-" not in table and "S/H" not in table)
    if asked is not None:
        example = example_of(sheet, sheet.guessed(), asked)
        assert (example.name, example.cents < 0) == ("A", True)
    assert [line.cents for line in reading(sheet).lines] == sums


@pytest.mark.parametrize("word", ["Summe", "Summe 22", "Gesamt:", "Gesamtsumme", "Total", ""])
def test_a_row_of_totals_is_no_person(word):
    there = reading(read(f"Name;Ort;Saldo\nA;Trier;-3\nB;Trier;-4,50\n{word};;-7,50"))
    assert [line.name for line in there.lines] == ["A", "B"]
    assert [total.cents for total in there.totals] == [750]


def test_days_that_could_begin_with_the_month_are_asked_about():
    sheet = read("Name;Geburtstag\nA;02/03/1970\nB;04/05/1980")
    assert unclear_days(sheet, sheet.guessed()) == [1]
    sheet = read("Name;Geburtstag\nA;02/03/1970\nB;04/25/1980")
    assert unclear_days(sheet, sheet.guessed()) == []
    assert reading(sheet).lines[0].birthday == date(1970, 2, 3)


# --- tables of any order --------------------------------------------------------------------
FIRST = ("Änne", "Bernd", "Cem", "Dörte", "Łukasz", "Jörg", "René", "Søren", "Ayşe")
LAST = ("Größmann", "von der Heide", "Müller-Lüdenscheidt", "Özdemir", "Weiß", "Krämer", "Nowak")
people = st.lists(
    st.tuples(
        st.sampled_from(FIRST),
        st.sampled_from(LAST),
        st.dates(date(1930, 1, 1), date(2008, 1, 1)),
        st.integers(-200_000, 200_000),
    ),
    min_size=1,
    max_size=12,
    unique_by=(lambda one: one[:2], lambda one: one[2]),
)


def written(cents: int, style: str) -> str:
    whole, rest = divmod(abs(cents), 100)
    grouped = f"{whole:,}"
    number = f"{grouped}.{rest:02}" if style == "." else f"{grouped.replace(',', '.')},{rest:02}"
    return f"{'-' if cents < 0 else ''}{number}"


@given(
    people,
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "cp1252"]),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.sampled_from([";", "\t", ","]),
    st.sampled_from([",", "."]),
    st.sampled_from(["minus_owes", "minus_has", "columns"]),
    st.sampled_from(["%d.%m.%Y", "%Y-%m-%d", "%d.%m.%y"]),
    st.sampled_from([("Vorname", "Name"), ("First Name", "Last Name"), ("Name, Vorname", "")]),
    st.booleans(),
    st.randoms(use_true_random=False),
)
def test_people_and_money_are_equal_or_it_is_asked(
    known, encoding, end, separator, style, money, days, names, has_total, rng: random.Random
):
    """Each of the known people comes out once with the birthday and the debt, whatever the order of
    columns, the headings, the dialect and the signs are.
    """
    if encoding == "cp1252":  # which has no Ł and no ş
        known = [one for one in known if one[0] not in {"Łukasz", "Ayşe"}]
    if days == "%d.%m.%y":  # two figures do not say the century
        known = [one for one in known if one[2].year >= 1930]
    sign = -1 if money == "minus_owes" else 1
    rows = []
    for first, last, born, cents in known:
        row = {"Geburtsdatum": born.strftime(days), "Ort": "Köln"}
        row |= {names[0]: first, names[1]: last} if names[1] else {names[0]: f"{last}, {first}"}
        if money == "columns":
            row["Schulden"] = written(cents, style) if cents > 0 else ""
            row["Guthaben"] = written(-cents, style) if cents < 0 else ""
        else:
            row["Saldo"] = written(sign * cents, style)
        rows.append(row)
    total = sum(cents for *_, cents in known)
    if has_total and money != "columns":
        rows.append({names[1] or names[0]: "Summe", "Saldo": written(sign * total, style)})
    heading = list(rows[0]) if rows else [names[0]]
    rng.shuffle(heading)
    text = StringIO()
    table = csv.DictWriter(text, heading, delimiter=separator, lineterminator=end, restval="")
    table.writeheader()
    table.writerows(rows)
    if not known:
        return
    sheet = open_list(text.getvalue().encode(encoding))
    assert read(sheet.text) == sheet
    roles = sheet.guessed()
    asked = signed_column(sheet, roles)
    assert (asked is not None) == (money != "columns")
    there = reading(sheet, money if asked is not None else "")
    assert sorted((line.name, line.birthday, line.cents) for line in there.lines) == sorted(
        (f"{first} {last}", born, cents) for first, last, born, cents in known
    )
    assert [total.cents for total in there.totals] == ([total] if len(rows) > len(known) else [])
    assert not any(line.notes or line.problem for line in there.lines)
