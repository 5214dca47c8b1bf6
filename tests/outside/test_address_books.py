"""Cards of phones and programs: each person of the file comes out, and each card is counted."""

import base64
from pathlib import Path

import pytest

from league.people.reading.vcards import rows_of

pytestmark = pytest.mark.rules
CASES = Path(__file__).parent / "people"
PICTURE = base64.b64encode(bytes(range(250))).decode() + "=="


def cards(content: bytes) -> list[dict[str, str]]:
    heading, *rows = rows_of(content)
    return [{name: cell for name, cell in zip(heading, row, strict=True) if cell} for row in rows]


def card(*lines: str, version: str = "3.0") -> str:
    return "\r\n".join(["BEGIN:VCARD", f"VERSION:{version}", *lines, "END:VCARD", ""])


def test_an_address_book_of_two_versions_says_all_its_people():
    there = cards((CASES / "kontakte.vcf").read_bytes())
    assert len(there) == 6
    assert there[0] == {
        "Karte": "1",
        "Name": "Günther Wölkering",
        "Spitzname": "Gü",
        "E-Mail": "g.woelkering@mail.invalid",
        "Straße": "Lindenstr. 4",
        "PLZ": "45127",
        "Ort": "Essen",
        "Telefon": "0171 2345678",
        "Geburtstag": "1958-02-01",
    }
    assert there[5]["Name"] == "Jürgen Müller"


def test_outlooks_cards_are_read_in_their_own_charset():
    for name in ("14_outlook.vcf", "14b_vcf_qp_equals.vcf"):
        (there,) = cards((CASES / name).read_bytes())
        assert there["Name"] == "Jürgen Größmann"
        assert there["Telefon"] == "0170 7654321"


FOLDED = "\r\n ".join(PICTURE[n : n + 74] for n in range(0, len(PICTURE), 74))
UNINDENTED = "\r\n".join(PICTURE[n : n + 76] for n in range(0, len(PICTURE), 76))


@pytest.mark.parametrize(
    "picture",
    [
        f"PHOTO;ENCODING=BASE64;TYPE=JPEG:{PICTURE}",
        f"PHOTO;ENCODING=BASE64;JPEG:\r\n {FOLDED}\r\n",
        f"PHOTO;ENCODING=b;TYPE=JPEG:{FOLDED}",
        f"PHOTO;ENCODING=BASE64;JPEG:\r\n{UNINDENTED}\r\n",
        f"PHOTO:data:image/jpeg;base64,{FOLDED}",
    ],
)
@pytest.mark.parametrize("end", ["\r\n", "\n", "\r"])
def test_a_photograph_swallows_neither_the_number_below_it_nor_the_next_card(picture, end):
    text = card("FN:Anke Filz", picture, "TEL;CELL:0171 5550123", version="2.1")
    text += card("FN:Bert Korken", picture, version="2.1") + card("FN:Clara Besuch")
    there = cards(text.replace("\r\n", end).encode())
    assert [person["Name"] for person in there] == ["Anke Filz", "Bert Korken", "Clara Besuch"]
    assert there[0]["Telefon"] == "0171 5550123"
    assert [person.get("Foto") for person in there] == ["1", "1", None]


def test_folded_and_escaped_lines_are_whole_again():
    (there,) = cards(
        card(
            "N:Filz\\, geb. Rahm;Anke;;;",
            "FN:Anke",
            "  Filz",
            'item1.ADR;LABEL="Hof: links";TYPE=HOME:;;Am Tresen\\, Hinter',
            " haus 3;Trier;;54290;Deutschland",
            "NOTE:kommt\\nspäter\\; meist",
        ).encode()
    )
    assert there["Name"] == "Anke Filz"
    assert there["Straße"] == "Am Tresen, Hinterhaus 3"
    assert there["Notiz"] == "kommt später; meist"


def test_quoted_printable_goes_over_several_lines():
    text = card(
        "N;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:Gr=F6=DF=\r\nmann;J=FCrgen",
        "NOTE;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Erste Zeile=0D=0A=\r\nzweite: K=C3=B6ln",
        "TEL;CELL:0170 1",
        version="2.1",
    )
    (there,) = cards(text.encode())
    assert there["Name"] == "Jürgen Größmann"
    assert there["Notiz"] == "Erste Zeile zweite: Köln"
    assert there["Telefon"] == "0170 1"


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("BDAY:1962-05-04", "1962-05-04"),
        ("BDAY:19620504", "1962-05-04"),
        ("BDAY;VALUE=date-and-or-time:19620504T000000Z", "1962-05-04"),
        ("BDAY:--0504", "4.5."),
        ("BDAY:--05-04", "4.5."),
        ("BDAY;X-APPLE-OMIT-YEAR=1604:1604-05-04", "4.5."),
        ("BDAY;VALUE=text:um 1960", "um 1960"),
    ],
)
def test_a_birthday_without_its_year_keeps_what_it_says(written, read):
    assert cards(card("FN:Anke Filz", written).encode())[0]["Geburtstag"] == read


def test_the_mobile_phone_and_the_preferred_mail_come_first():
    (there,) = cards(
        card(
            "FN:Anke Filz",
            "TEL;TYPE=FAX:0651 9",
            "TEL;TYPE=HOME:0651 5550",
            'TEL;TYPE="cell,voice";VALUE=uri:tel:+49-171-5550123',
            "TEL;TYPE=WORK:0651 7770",
            "EMAIL;TYPE=WORK:buero@filz.invalid",
            "EMAIL;TYPE=HOME;PREF=1:anke@filz.invalid",
            "ORG:Filz & Söhne;Lager",
            version="4.0",
        ).encode()
    )
    assert there["Telefon"] == "+49-171-5550123"
    assert there["Telefon 2"] == "0651 5550"
    assert there["Weitere Telefone"] == "0651 7770"
    assert (there["E-Mail"], there["Weitere E-Mails"]) == (
        "anke@filz.invalid",
        "buero@filz.invalid",
    )
    assert there["Firma"] == "Filz & Söhne Lager"


def test_each_card_of_the_file_is_a_row_whatever_is_wrong_with_it():
    text = card("TEL:0171 1") + "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ohne Ende\r\n"
    text += card("N:Stammtisch;;;;", "FN:Stammtisch", "X-ADDRESSBOOKSERVER-KIND:group")
    text += "BEGIN:VCARD\r\nFN:Zuletzt\r\n"
    there = cards(text.encode("cp1252"))
    assert [(person["Karte"], person.get("Name")) for person in there] == [
        *(("1", None), ("2", "Ohne Ende")),
        *(("3 Gruppe", "Stammtisch"), ("4", "Zuletzt")),
    ]
