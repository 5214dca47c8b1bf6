"""A club's list of people comes in as one: read, looked at, taken in, asked in, taken back."""

import io
import re
from datetime import date, timedelta
from html import unescape
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone
from openpyxl import Workbook

from finance.books.queries.openings import opening_forms
from finance.books.queries.people import owing_of
from finance.books.queries.periods import day_before
from finance.books.services.payments import take_payment
from league.errors import IllegalError, InvalidError, NotAllowedError
from league.files.reading.faults import TableError
from league.people.models.details import PersonDetails
from league.people.models.imports import ImportedLine, PeopleColumns, PeopleImport
from league.people.models.merges import PersonMerge
from league.people.models.people import Membership, Person, User
from league.people.queries.imports import columns_known, kinds_by_word, plan
from league.people.queries.recognition import recognise
from league.people.reading.lines import Columns, Line, fault_of, read_lines
from league.people.reading.sheets import Sheet, open_list, read
from league.people.services import imports
from league.people.services.details import save_details
from tests import builders
from tests.html import one_line
from tests.mail_server import sent

CASES = Path(__file__).parents[2] / "outside" / "people"
CSV = """Nachname;Vorname;E-Mail;Eintritt;Art;Straße;PLZ;Ort
Filz;Anke;anke@filz.invalid;01.03.2019;aktiv;Am Tresen 3;54290;Trier
Korken;Bert;;2001-05-01;passiv;;;
Besuch;Clara;;;Gast;;;
"""
CARDS = """BEGIN:VCARD
VERSION:3.0
N:Filz;Anke;;;
FN:Anke Filz
item1.EMAIL;type=INTERNET:anke@filz.inva
 lid
ADR;TYPE=HOME:;;Am Tresen 3;Trier;;54290;Deutschland
TEL;TYPE=CELL:0171 5550 123
BDAY:19620504
END:VCARD
BEGIN:VCARD
VERSION:2.1
N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=B6rg
END:VCARD
"""


def columns(sheet: Sheet) -> list[str]:
    return [role for role in sheet.guessed() if role]


def lines_of(sheet: Sheet, roles=None, kinds=None) -> list[Line]:
    reads = Columns(tuple(roles or sheet.guessed()), {})
    return list(read_lines(sheet, reads, kinds or {}, builders.DAY).lines)


def cells_of(sheet: Sheet) -> list[list[str]]:
    return [[row[n] for n in range(len(sheet.names))] for row in sheet.rows]


# --- reading --------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "typed", ["Anke, Bernd, Clara", "Anke\nBernd\nClara", "Name\nAnke\n\nBernd\n Clara "]
)
def test_names_are_read_however_they_are_pasted(typed):
    sheet = read(typed)
    assert [row[0] for row in sheet.rows] == ["Anke", "Bernd", "Clara"]
    assert columns(sheet) == ["name"]
    assert read(sheet.text) == sheet


def test_a_table_says_by_its_heading_what_the_columns_are():
    sheet = read(CSV)
    assert sheet.guessed() == (
        *("last", "first", "email", "start", "kind", "street", "postcode", "town"),
    )
    assert read(sheet.text) == sheet
    anke, bert, clara = lines_of(
        sheet, sheet.guessed(), {"aktiv": "active", "passiv": "passive", "gast": ""}
    )
    assert (anke.name, anke.email, anke.kind) == ("Anke Filz", "anke@filz.invalid", "active")
    assert anke.start == date(2019, 3, 1)
    assert (anke.street, anke.postcode, anke.town) == ("Am Tresen 3", "54290", "Trier")
    assert (bert.start, bert.street) == (date(2001, 5, 1), "")
    assert clara.kind == ""


def test_a_title_above_the_names_of_the_columns_is_nobody():
    sheet = read("Mitglieder 2026;;\nStand: heute;;\nName;E-Mail;Ort\nDora;d@x.invalid;Trier")
    assert sheet.names == ("Name", "E-Mail", "Ort")
    assert cells_of(sheet) == [["Dora", "d@x.invalid", "Trier"]]
    assert sheet.rows[0].number == 4
    assert cells_of(read("Dora\nEmil")) == [["Dora"], ["Emil"]]


def test_without_a_heading_what_stands_there_says_it():
    sheet = read("Anke\tanke@filz.invalid\t54290\t1.3.2019\nBernd\tb@filz.invalid\t54290\t1.3.2019")
    assert sheet.guessed() == ("name", "email", "postcode", "start")
    assert sheet.heading == "#4"


def test_a_workbook_reads_like_its_table():
    book = Workbook()
    for row in (["Name", "Mitglied seit"], ["Anke", date(2019, 3, 1)], ["Bert", None]):
        book.active.append(row)
    content = io.BytesIO()
    book.save(content)
    sheet = open_list(content.getvalue())
    assert cells_of(sheet) == [["Anke", "2019-03-01"], ["Bert", ""]]
    assert sheet.guessed() == ("name", "start")


def test_the_address_book_of_a_phone_reads_too():
    sheet = open_list(CARDS.replace("\n", "\r\n").encode())
    anke, joerg = (dict(zip(sheet.names, row, strict=True)) for row in cells_of(sheet))
    assert [text for text in anke.values() if text] == [
        *("1", "Anke Filz", "anke@filz.invalid", "Am Tresen 3", "54290", "Trier"),
        *("0171 5550 123", "1962-05-04"),
    ]
    assert joerg["Name"] == "Jörg Müller"
    assert read(sheet.text) == sheet


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_umlauts_survive_what_offices_write(encoding):
    assert cells_of(open_list("Name;Ort\nÖmer;Köln\n".encode(encoding))) == [["Ömer", "Köln"]]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "empty"),
        (b"\n \n", "empty"),
        (b"PK\x03\x04nonsense", "workbook_broken"),
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\nstream\n\x00\x01\nendstream", "encoding"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "encoding"),
        (b"x" * 2_000_001, "too_large"),
        (b"a\n" * 1002, "too_many_lines"),
    ],
)
def test_what_is_no_list_is_said(content, code):
    with pytest.raises(TableError, match=code):
        open_list(content)


def test_a_bad_cell_costs_its_own_part_and_says_so():
    sheet = read(
        "Name;E-Mail;Eintritt;Art\nA;a@\nB;;gestern\nC;;;Kaiser\n;x@y.zz\nD\nD\nE;d@y.zz\nF;d@y.zz"
    )
    lines = lines_of(sheet, kinds={"aktiv": "active"})
    assert [line.problem for line in lines] == ["", "", "", "name", "", "twice", "", ""]
    said = [[(note.role, note.code) for note in line.notes] for line in lines]
    assert said == [
        *([("email", "email")], [("start", "start")], [], [], [], [], []),
        [("email", "email_shared")],
    ]


def test_a_year_alone_is_its_first_day():
    lines = lines_of(read("Name;Eintritt\nA;1998\nB;98\nC;12/2005"))
    assert [(line.start, [note.code for note in line.notes]) for line in lines] == [
        *((date(1998, 1, 1), []), (None, ["start"])),
        (date(2005, 12, 1), ["start_month"]),
    ]


def test_a_name_behind_a_comma_is_turned():
    (line,) = lines_of(read("Name;Ort\nFilz, Anke;Trier"))
    assert line.name == "Anke Filz"


def test_two_columns_of_one_meaning_or_none_with_the_name_are_refused():
    assert fault_of(("name", "name")) == "columns_twice"
    assert fault_of(("email", "")) == "columns_name"
    assert fault_of(("first", "last")) == ""


# --- taking in ------------------------------------------------------------------------------
def taken(text=CSV, client_id="list", by=None):
    sheet, today = read(text), builders.DAY
    roles = tuple("minus_has" if role == "balance" else role for role in sheet.guessed())
    lines = lines_of(sheet, roles, kinds_by_word(today, "Gast"))
    return imports.take_in(
        planned=plan(lines, "active", today),
        heading=sheet.heading,
        roles=roles,
        client_id=client_id,
        by=by,
        now=timezone.now(),
        today=today,
    )


def undo(made, by=None):
    return imports.undo(people_import=made, by=by, today=timezone.localdate(), now=timezone.now())


@pytest.mark.django_db
def test_everybody_comes_in_with_kind_day_and_address():
    made = taken()
    assert list(made.lines.values_list("name", "outcome")) == [
        ("Anke Filz", "added"),
        ("Bert Korken", "added"),
        ("Clara Besuch", "added"),
    ]
    anke = Person.objects.get(name="Anke Filz")
    assert str(anke.postal_address) == "Am Tresen 3, 54290 Trier"
    kinds = Membership.objects.values_list("person__name", "kind", "start")
    assert set(kinds) == {
        ("Anke Filz", "active", date(2019, 3, 1)),
        ("Bert Korken", "passive", date(2001, 5, 1)),
    }
    assert not User.objects.exists()  # no one is asked in before the user says so
    assert not sent()


@pytest.mark.django_db
def test_the_same_list_again_takes_nobody_in_twice():
    assert taken() == taken()
    assert Person.objects.count() == 3
    with pytest.raises(InvalidError) as refused:
        taken("Name\nAndere")
    assert refused.value.code == "id_reused"
    with pytest.raises(InvalidError) as refused:
        taken(client_id="second")
    assert refused.value.code == "nobody_new"


@pytest.mark.django_db
def test_who_is_there_already_stays_and_what_is_wrong_is_left_out(club):
    made = taken("Name;E-Mail\nAnke;neu@x.invalid\nNeu Eins;bernd@club.invalid\nNeu Zwei;\n;")
    assert list(made.lines.values_list("outcome", "said")) == [
        ("known", "email:kept"),
        ("added", "email:email_taken"),
        ("added", ""),
    ]
    club.anke.user.refresh_from_db()
    assert club.anke.user.email == "anke@club.invalid"


@pytest.mark.django_db
def test_what_the_columns_are_is_remembered():
    taken()
    assert columns_known(read(CSV).heading) == read(CSV).guessed()
    taken("Nachname;Vorname;E-Mail;Eintritt;Art;Straße;PLZ;Ort\nNeu;Dora", client_id="next")
    assert PeopleColumns.objects.count() == 1


@pytest.mark.django_db
def test_first_names_of_an_evening_are_pointed_at():
    builders.member("Bernd")
    (row,) = plan(lines_of(read("Bernd Filz")), "active", builders.DAY)
    assert row.alike == ("Bernd",)


# --- asking in, taking back -----------------------------------------------------------------
@pytest.mark.django_db
def test_invitations_go_out_when_somebody_says_so_and_once(club):
    made = taken()
    assert imports.ask_in(people_import=made, by=club.stine, now=timezone.now()) == 1
    assert [letter.to for letter in sent()] == [["anke@filz.invalid"]]
    assert imports.ask_in(people_import=made, by=club.stine, now=timezone.now()) == 0
    assert not made.lines.exclude(email="").exists()


@pytest.mark.django_db
def test_a_list_is_taken_back_as_one(club):
    before = set(Person.objects.values_list("pk", flat=True))
    made = taken()
    assert undo(made) == []
    assert set(Person.objects.values_list("pk", flat=True)) == before
    assert undo(made) == []
    assert not made.lines.exclude(name="").exists()
    taken(client_id="again")
    assert Person.objects.filter(name="Anke Filz").exists()


@pytest.mark.django_db
def test_it_stays_once_something_refers_to_one_of_them(club):
    evening = builders.evening()  # later members are on no list of it
    made = taken()
    builders.table(evening, club.anke, Person.objects.get(name="Clara Besuch"))
    with pytest.raises(IllegalError, match="Clara Besuch") as refused:
        undo(made)
    assert "Bert" not in str(refused.value)
    assert Person.objects.filter(name="Bert Korken").exists()
    other = taken("Name;E-Mail\nDora;dora@x.invalid", client_id="other")
    imports.ask_in(people_import=other, by=club.stine, now=timezone.now())
    with pytest.raises(IllegalError, match="Dora"):
        undo(other)


@pytest.mark.django_db
def test_what_came_of_a_line_is_never_rewritten():
    made = taken()
    for change in ({"outcome": "known"}, {"number": 9}):
        with pytest.raises(IntegrityError), transaction.atomic():
            made.lines.filter(number=2).update(**change)
    with pytest.raises(IntegrityError), transaction.atomic():
        PeopleImport.objects.all().delete()


# --- debts and credits ----------------------------------------------------------------------
OWING = "Name;Schulden;Guthaben\nDora;12,50 €;\nEmil;;3,00\nFina;;\nAnke;99,00;"


def balance(name):
    return owing_of(Person.objects.get(name=name)).cents


@pytest.mark.parametrize(
    ("roles", "cents"),
    [
        (("name", "minus_owes", ""), [300, -123450, 0]),
        (("name", "minus_has", ""), [-300, 123450, 0]),
        (("name", "", "credit"), [0, 0, -200]),
        (("name", "", "debt"), [0, 0, 200]),
    ],
)
def test_debt_and_credit_are_read_with_their_sign(roles, cents):
    sheet = read("Name;Saldo;Guthaben\nA;-3,00;\nB;1.234,50 €;\nC;-;2,00\nD;viel;")
    *lines, last = lines_of(sheet, roles)
    assert [line.cents for line in lines] == cents
    assert [note.code for note in last.notes] == (["amount"] if roles[1] else [])


@pytest.mark.django_db
def test_what_the_new_ones_owed_waits_for_the_treasurer_and_is_booked_once(club, client):
    made = taken(OWING, by=club.stine.user)
    assert balance("Dora") == 0
    client.force_login(club.kadir.user)
    page = f"/leute/liste/{made.pk}/"
    assert f'href="{page}">Ansehen und buchen' in client.get("/").content.decode()
    assert "Eine Liste" in one_line(client.get("/kasse/anfang/personen/"))
    shown = one_line(client.get(page))
    assert "3 Anfangsbestände buchen" in shown
    assert "schuldet 12,50 €" in shown
    assert "Guthaben 3,00 €" in shown
    for _tap in range(2):
        client.post(f"{page}buchen/")
    assert "Ansehen und buchen" not in client.get("/").content.decode()
    yesterday = timezone.localdate() - timedelta(days=1)
    assert (
        {form.day for form in opening_forms()} == {yesterday} == {day_before(timezone.localdate())}
    )
    # Anke was there already, but the books knew nothing of her.
    assert [balance(name) for name in ("Dora", "Emil", "Fina", "Anke")] == [1250, -300, 0, 9900]
    made.refresh_from_db()
    # It is not taken back without the treasurer; the books keep the names.
    with pytest.raises(NotAllowedError):
        undo(made, by=club.stine.user)
    assert [person.name for person in undo(made, by=club.kadir.user)] == ["Dora", "Emil"]
    assert [balance(name) for name in ("Dora", "Emil")] == [0, 0]
    assert not Person.objects.filter(name="Fina").exists()
    assert not Membership.objects.filter(person__name="Dora").exists()


@pytest.mark.django_db
def test_phone_birthday_and_number_come_along_and_go_again():
    text = "Name;Handy;Geb.-Datum;Mitgliedsnr.;Bemerkung\nDora;0171 5550 123;4.5.62;7;Gründerin\n"
    made = taken(text + "Emil;anrufen;;\nFina;;31.2.1980;\nGerd;;;7\nHans;;;")
    assert list(made.lines.values_list("outcome", "said")) == [
        *(("added", ""), ("added", "phone:phone"), ("added", "birthday:birthday")),
        *(("added", "number:number_twice"), ("added", "")),
    ]
    (details,) = PersonDetails.objects.all()
    assert (details.phone, details.birthday, details.member_number) == (
        *("0171 5550 123", date(1962, 5, 4)),
        "7",
    )
    (row,) = plan(lines_of(read("Name;Mitgliedsnr.\nIda;7")), "", builders.DAY)
    assert [note.code for note in row.line.notes] == ["number_taken"]
    details.notes = "Kommt mit Krücken."
    details.save()
    with pytest.raises(IllegalError, match="Dora"):
        undo(made)
    details.notes = "Gründerin"
    details.save()
    assert undo(made) == []
    assert not PersonDetails.objects.exists()


@pytest.mark.django_db
def test_a_list_that_was_taken_back_comes_in_again_as_it_should_have_been(club):
    by = club.kadir.user
    undo(taken("Name;Schulden\nDora;1.250,00\nEmil;3,00\nFina;", by=by), by=by)
    again = taken("Name;Schulden\nDora;12,50\nEmil;\nFina;", client_id="again", by=by)
    assert set(again.lines.values_list("name", "outcome")) == {
        *(("Dora", "added"), ("Emil", "added"), ("Fina", "added"))
    }
    assert [balance(name) for name in ("Dora", "Emil")] == [1250, 0]
    assert Membership.objects.filter(person__name__in=["Dora", "Emil"]).count() == 2
    again.refresh_from_db()
    assert {person.name for person in undo(again, by=by)} == {"Dora", "Emil"}
    assert not Membership.objects.filter(person__name__in=["Dora", "Emil"]).exists()
    assert balance("Dora") == 0


@pytest.mark.once
@pytest.mark.django_db
def test_the_treasurer_who_took_a_list_back_sees_what_came_of_it(club, client):
    made = taken(OWING, by=club.stine.user)
    client.force_login(club.kadir.user)
    page = f"/leute/liste/{made.pk}/"
    client.post(f"{page}buchen/")
    answer = client.post(f"{page}zurueck/", follow=True)
    assert answer.status_code == 200
    assert "In den Büchern bleiben: Dora, Emil" in one_line(answer)


@pytest.mark.django_db
def test_a_list_of_which_something_was_paid_since_stays(club):
    made = taken(OWING, by=club.kadir.user)
    made.refresh_from_db()
    assert made.booked_at is not None  # a treasurer books it at once
    dora = Person.objects.get(name="Dora")
    take_payment(
        person=dora,
        amount=500,
        method="cash",
        day=timezone.localdate(),
        client_id="paid",
        by=club.kadir.user,
        today=timezone.localdate(),
        now=timezone.now(),
    )
    with pytest.raises(IllegalError, match="Dora"):
        undo(made, by=club.kadir.user)
    assert balance("Dora") == 750


# --- the pages ------------------------------------------------------------------------------
LIST = "/leute/liste/"


def hidden(page, name):
    return unescape(re.search(rf'name="{name}"\s+value="([^"]*)"', page)[1])


@pytest.mark.once
@pytest.mark.django_db
def test_the_secretary_looks_then_takes_in_invites_and_takes_back(client, club):
    client.force_login(club.stine.user)
    answer = client.post(LIST, {"text": CSV})
    page = answer.content.decode()
    assert "3 Leute aufnehmen" in one_line(answer)
    assert not PeopleImport.objects.exists()
    data = {name: hidden(page, name) for name in ("text", "client_id", "seen")}
    roles = {f"column_{n}": role for n, role in enumerate(read(CSV).guessed())}
    data |= {"kind": "active", "take": "1", **roles}
    changed = client.post(LIST, data | {"start": "2020-01-01"})
    assert changed.status_code == 200  # something else than was seen is shown first
    assert not PeopleImport.objects.exists()
    answer = client.post(LIST, data)
    made = PeopleImport.objects.get()
    assert answer.headers["Location"] == reverse("league:people_import", args=[made.pk])
    assert client.post(LIST, data).headers["Location"] == answer.headers["Location"]

    page = one_line(client.get(answer.headers["Location"]))
    assert "3 Leute wurden aufgenommen" in page
    assert "Eine Einladung verschicken" in page
    client.post(reverse("league:undo_import", args=[made.pk]))
    assert "zurückgenommen am" in one_line(client.get(answer.headers["Location"]))
    assert ImportedLine.objects.filter(person=None).count() == 3


@pytest.mark.once
@pytest.mark.django_db
def test_a_file_that_is_no_list_is_said_on_the_page(client, club):
    client.force_login(club.stine.user)
    answer = client.post(LIST, {"file": SimpleUploadedFile("liste.xlsx", b"PK\x03\x04x")})
    assert answer.status_code == 422
    assert "kann nicht gelesen werden" in one_line(answer)


@pytest.mark.once
@pytest.mark.django_db
def test_a_sheet_beside_the_list_is_named(client, club):
    client.force_login(club.stine.user)
    book, content = Workbook(), io.BytesIO()
    book.active.append(["Name", "E-Mail"])
    book.active.append(["Ulla Weiß", "ulla@weiss.invalid"])
    book.create_sheet("Getränke").append(["Kölsch", 3])
    book.save(content)
    answer = client.post(LIST, {"file": SimpleUploadedFile("liste.xlsx", content.getvalue())})
    assert "Ulla Weiß" in one_line(answer)
    assert "Nicht gelesen: Blatt Getränke" in one_line(answer)


# --- lists that clubs have: through the door --------------------------------------------------
def preview(client, name, **answers):
    """Send a file of the corpus with answers; return the page, and what its form would send."""
    content = (CASES / name).read_bytes()
    page = client.post(LIST, {"file": SimpleUploadedFile(name, content)}).content.decode()
    sheet = open_list(content)
    data = {f"column_{n}": role for n, role in enumerate(sheet.guessed())}
    data |= {field: hidden(page, field) for field in ("text", "client_id")} | answers
    return client.post(LIST, data), data


def take_in(client, name, **answers):
    answer, data = preview(client, name, **answers)
    data |= {"seen": hidden(answer.content.decode(), "seen"), "take": "1"}
    answer = client.post(LIST, data)
    assert answer.status_code == 302, one_line(answer)
    assert client.post(LIST, data).headers["Location"] == answer.headers["Location"]
    return PeopleImport.objects.latest("pk")


@pytest.mark.once
@pytest.mark.django_db
def test_what_a_minus_means_and_a_kind_nobody_knows_are_asked_before_anything_is_shown(
    client, club
):
    client.force_login(club.stine.user)
    answer, _data = preview(client, "liste.xlsx")
    page = one_line(answer)
    assert "23 Zeilen:" in page
    assert "2 Fragen sind noch offen." in page
    assert "Nicht benutzt: Lfd.Nr." in page
    assert "Leute aufnehmen" not in page
    assert "schuldet 45,00 €" not in page
    answer, _data = preview(client, "liste.xlsx", sign="minus_owes")
    assert "Schulden 1.324,50 €, Guthaben 23,50 €, zusammen 1.301,00 € Schulden" in one_line(answer)
    assert "Die Summe in Zeile 27 ist nicht lesbar." in one_line(answer)
    assert not PeopleImport.objects.exists()


@pytest.mark.django_db
def test_a_workbook_of_22_people_comes_in_with_its_debts_and_a_kind_of_its_own(client, club):
    client.force_login(club.stine.user)
    made = take_in(
        client, "liste.xlsx", sign="minus_owes", **{"kind:ehrenmitglied": "new-supporting"}
    )
    assert made.lines.filter(outcome="added").count() == 22
    assert sum(made.lines.values_list("cents", flat=True)) == 1301_00
    kind = Membership.objects.get(person__name="Günther Wölkering").kind
    assert (kind.name, kind.counts_as) == ("Ehrenmitglied", "supporting")
    assert PersonDetails.objects.get(person__name="Łukasz Nowak").nickname == "Luki"
    assert set(made.lines.exclude(said="").values_list("name", "said")) == {
        ("Ursula Schäfer", "email:email_shared"),
        ("Wilfried Große-Kämper", "start:start_month"),
        ("Jörg Krämer (Jojo)", "name:twin"),
        ("Lars Petersen", "email:email"),
    }
    assert undo(made) == []


@pytest.mark.once
@pytest.mark.django_db
def test_a_row_that_was_unticked_stays_out_and_is_counted_with_its_reason(client, club):
    client.force_login(club.stine.user)
    answer, data = preview(client, "liste.csv", sign="minus_owes")
    page = one_line(answer)
    kinds = re.findall(r'name="(kind:[^"]*)"', page)
    data |= {"ticks": hidden(page, "ticks"), **{unescape(name): "active" for name in kinds}}
    keeps = re.findall(r'type="checkbox" id="keep\d+" name="keep" value="(\d+)" checked', page)
    hers = re.search(r'id="keep(\d+)"[^>]*aria-label="Ursula[^"]*"', page)[1]
    data["keep"] = [number for number in keeps if number != hers]
    answer = client.post(LIST, data)
    page = one_line(answer)
    assert "1 nicht übernommen" in page
    assert "Der Haken wurde entfernt." in page
    assert f"{len(keeps) - 1} Leute aufnehmen" in page
    answer = client.post(LIST, data | {"seen": hidden(page, "seen"), "take": "1"})
    made = PeopleImport.objects.get()
    (left,) = made.lines.filter(outcome="left_out")
    assert (left.name.split()[0], left.problem, left.person) == ("Ursula", "unticked", None)
    assert not Person.objects.filter(name__startswith="Ursula").exists()
    assert "Der Haken wurde entfernt." in one_line(client.get(answer.headers["Location"]))


@pytest.mark.django_db
def test_two_names_that_the_books_hold_for_one_come_in_told_apart(client, club):
    client.force_login(club.stine.user)
    made = take_in(client, "15_same_name.csv")
    assert list(made.lines.values_list("outcome", flat=True)) == ["added"] * 4
    made = take_in(client, "16_nfd.csv")
    assert list(made.lines.values_list("name", "problem")) == [
        *(("Jürgen Größmann", ""), ("Jürgen Größmann", "twice")),
    ]


@pytest.mark.django_db
def test_an_address_book_says_its_cards_by_number(client, club):
    client.force_login(club.stine.user)
    answer, _data = preview(client, "kontakte.vcf")
    assert "Karte 6" in one_line(answer)
    assert take_in(client, "kontakte.vcf").lines.count() == 6
    joerg = take_in(client, "14_outlook.vcf").lines.get()
    assert (joerg.name, joerg.person.details.phone) == ("Jürgen Größmann", "0170 7654321")


@pytest.mark.django_db
def test_who_is_there_already_gets_what_is_missing_and_keeps_the_rest(client, club):
    save_details(person=club.anke, values={"birthday": date(1958, 2, 1)}, now=timezone.now())
    text = "Name;Geb.;Handy;Straße;PLZ;Ort\nAnke;1.2.1959;0171 555123;Am Tresen 3;54290;Trier"
    made = taken(text)
    assert made.lines.get().filled == "phone postal"
    assert made.lines.get().said == "birthday:birthday_other"
    anke = PersonDetails.objects.get(person=club.anke)
    assert (anke.birthday, anke.phone) == (date(1958, 2, 1), "0171 555123")
    assert str(club.anke.postal_address) == "Am Tresen 3, 54290 Trier"
    with pytest.raises(InvalidError, match="neu"):
        taken(text, client_id="again")
    client.force_login(club.stine.user)
    answer = client.post(f"{LIST}{made.pk}/zurueck/", follow=True)
    assert "Was bei anderen ergänzt wurde, bleibt." in one_line(answer)
    assert PersonDetails.objects.get(person=club.anke).phone == "0171 555123"


@pytest.mark.django_db
def test_a_list_without_anyone_new_counts_who_is_known(client, club):
    client.force_login(club.stine.user)
    shown = one_line(client.post(LIST, {"text": "Name\nAnke"}))
    assert "<strong>1 Zeile:</strong> <span>1 schon da</span> </p>" in shown


@pytest.mark.django_db
def test_a_guest_who_has_left_by_the_list_becomes_no_running_member():
    guest, over = Person.objects.create(name="Gesa Alt"), Person.objects.create(name="Otto Alt")
    text = "Name;Eintritt;Austritt\nGesa Alt;1.3.2001;30.6.98\nOtto Alt;1.3.2001;31.12.2004"
    made = taken(text)
    assert [line.filled for line in made.lines.all()] == ["", "membership"]
    assert not guest.memberships.exists()
    assert over.memberships.get().end == date(2005, 1, 1)


@pytest.mark.django_db
def test_a_running_membership_that_ended_by_the_list_is_said_at_the_row(club):
    (row,) = plan(lines_of(read("Name;Austritt\nAnke;31.12.2024")), "active", builders.DAY)
    assert row.needs_a_look
    assert [note.code for note in row.line.notes] == ["end_kept"]


@pytest.mark.django_db
def test_a_person_who_is_on_the_list_by_two_names_owes_once():
    kept, before = Person.objects.create(name="Dora Neu"), Person.objects.create(name="Dora Alt")
    PersonMerge.objects.create(
        kept=kept, absorbed=before, client_id="one", merged_at=timezone.now()
    )
    lines = lines_of(read("Name;Schulden\nDora Neu;7,00\nDora Alt;7,00"))
    first, second = plan(lines, "active", builders.DAY)
    assert (first.line.problem, second.line.problem) == ("", "twice")


@pytest.mark.django_db
def test_whoever_has_an_account_keeps_its_balance_and_the_row_says_so(club):
    taken(OWING, by=club.kadir.user)
    (row,) = plan(lines_of(read("Name;Schulden\nAnke;7,00")), "active", builders.DAY)
    assert (row.line.cents, [note.code for note in row.line.notes]) == (0, ["amount_known"])


@pytest.mark.django_db
def test_members_are_found_by_the_nickname_of_the_list(club):
    taken("Name;Spitzname\nPeter Möllenbeck;Piet\nPeter Süßkind;Pitter")
    (piet,) = recognise(["Piet"], builders.DAY)
    assert piet.person.name == "Peter Möllenbeck"
    builders.member("Pit")
    (row,) = plan(lines_of(read("Name;Spitzname\nPeter Neu;Pit")), "active", builders.DAY)
    assert row.alike == ("Pit",)
