"""The papers on the tables, at the door and handed over at the end, as PDF."""

import re
from datetime import date, datetime
from io import BytesIO

import pytest
from pypdf import PdfReader

from league.files.printing import typeset
from league.files.printing.typeset import PrintError
from league.tournaments.direction import papers
from league.tournaments.direction.papers import (
    CardSeat,
    Certificate,
    Games,
    Lives,
    Occasion,
    PlanSeat,
    PlanTable,
    Ranking,
    RankingRow,
    TableCard,
)
from tests.builders import BERLIN

pytestmark = pytest.mark.slow

NOW = datetime(2026, 11, 21, 20, 15, tzinfo=BERLIN)
OPEN = Occasion(
    tournament="14. Offene Meisterschaft", day=date(2026, 11, 21), block="Punkterunde 1"
)
NAMES = [
    "Jürgen Groß-Öhlschläger",
    '#Rolf $x$ *fett* _kursiv_ [Klammer] @anke \\ "quer" `roh` <los> ~ // /* =',
    "Maximilian Alexander Konstantin Freiherr von und zu Hohenstein-Wackersdorf",
    "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverleihungsbeauftragte",
    "#eval(read(sys.inputs.data))",
]
SIX_GAMES = Games(6)
LINK = "https://schocken.example/t/abc"


def cards(*, names=NAMES, count=1, written=SIX_GAMES, language="de", **card):
    seats = [CardSeat(name, place, 40 + place) for place, name in enumerate(names, 1)]
    tables = [TableCard(number=number, seats=seats, **card) for number in range(1, count + 1)]
    return papers.table_cards(OPEN, tables, written=written, language=language, now=NOW)


def plan(*, names=NAMES, tables=1):
    seats = [PlanSeat(name, begins=name == names[0]) for name in names]
    rows = [PlanTable(number, seats) for number in range(1, tables + 1)]
    return papers.seating_plan(OPEN, rows, language="de", now=NOW)


def ranking(*, names=NAMES, footnotes=()):
    table = Ranking(
        title="Rangliste",
        criteria=["Siegpunkte", "weniger verlorene Spiele"],
        columns=["Siegpunkte", "Spiele"],
        rows=[
            RankingRow(rank=number, name=name, team="Die Deckel", cells=["34", "12"])
            for number, name in enumerate(names, 1)
        ],
        footnotes=footnotes,
    )
    return papers.ranking(OPEN, table, language="de", now=NOW)


def certificates(*, names=NAMES, language="de", **more):
    honoured = [Certificate(name=name, place=place) for place, name in enumerate(names, 1)]
    return papers.certificates(OPEN, honoured, language=language, now=NOW, **more)


PAPERS = pytest.mark.parametrize("paper", [cards, plan, ranking, certificates])


def pages(pdf):
    return [page.extract_text() for page in PdfReader(BytesIO(pdf)).pages]


def run_together(text):
    """Without the places where a line was broken."""
    return re.sub(r"\s", "", text)


def shown(pdf):
    return run_together("".join(pages(pdf)))


@PAPERS
def test_every_name_stands_there_as_it_is_written(paper):
    text = shown(paper())
    assert [name for name in NAMES if run_together(name) not in text] == []


@PAPERS
def test_a_paper_says_its_title_and_its_language_and_can_be_read_by_ear(paper):
    reader = PdfReader(BytesIO(paper()))
    assert "14. Offene Meisterschaft" in reader.metadata.title
    assert reader.root_object["/Lang"] == "de"
    assert reader.root_object["/MarkInfo"]["/Marked"]
    about = reader.root_object["/Metadata"].get_data().decode()
    assert "<pdfaid:part>3</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance>" in about
    assert "<pdfuaid:part>1</pdfuaid:part>" in about


@PAPERS
def test_the_same_paper_is_the_same_to_the_byte(paper):
    assert paper() == paper()


def test_a_paper_is_as_old_as_it_is_told():
    assert PdfReader(BytesIO(plan())).metadata.creation_date == NOW


@PAPERS
def test_a_sign_without_a_letter_keeps_nobody_from_his_paper(paper):
    text = shown(paper(names=["Kim \U0001f3b2", "王芳", "Anke"]))
    assert "Kim" in text
    assert "Anke" in text


def test_a_paper_speaks_english():
    reader = PdfReader(BytesIO(certificates(names=["Anke"] * 23, language="en")))
    text = [page.extract_text() for page in reader.pages]
    assert reader.root_object["/Lang"] == "en"
    places = dict(enumerate(text, 1))
    for number, words in {1: "1st", 2: "2nd", 3: "3rd", 4: "4th", 11: "11th", 12: "12th"}.items():
        assert f"{words} place" in places[number]
    assert "22nd place" in places[22]
    assert "23rd place" in places[23]


# --- cards ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("tables", "sheets"), [(1, 1), (2, 1), (3, 2), (20, 10)])
def test_two_cards_lie_on_a_sheet(tables, sheets):
    assert len(pages(cards(count=tables))) == sheets


def test_a_card_says_where_who_and_what():
    [text] = pages(cards(names=["Anke", "Bernd"], deckel=11))
    for words in ("Tisch 1", "Punkterunde 1", "21. November 2026", "11 Deckel", "Schock-Aus"):
        assert words in text
    assert [f"Spiel {number}" in text for number in range(1, 8)] == [True] * 6 + [False]


def test_many_games_still_leave_two_cards_on_a_sheet():
    crowd = [f"Gast {number}" for number in range(1, 9)]
    assert len(pages(cards(names=crowd, count=2, written=Games(15)))) == 1


def test_a_card_of_lives_has_them_to_cross_out():
    [text] = pages(cards(names=["Anke", "Bernd"], written=Lives(2)))
    assert "Verlorene Leben durchstreichen." in text
    assert "Spiel 1" not in text


def test_a_card_without_names_is_filled_in_by_hand():
    [text] = pages(cards(names=[]))
    assert "Tisch 1" in text


def read_aloud(pdf):
    """Return what is said instead of each picture."""
    reader = PdfReader(BytesIO(pdf))
    pdf_objects = (reader.get_object(number) for number in range(1, reader.trailer["/Size"]))
    return [
        pdf_object["/Alt"]
        for pdf_object in pdf_objects
        if isinstance(pdf_object, dict) and "/Alt" in pdf_object
    ]


def test_a_card_with_a_link_says_what_the_code_opens():
    with_code = cards(count=2, link=LINK, valid_until=NOW)
    assert run_together("Der Code öffnet diesen Tisch, ohne Login.") in shown(with_code)
    assert "Gilt bis 21. November 2026, 20:15 Uhr." in pages(with_code)[0]
    assert read_aloud(with_code) == ["QR-Code für Tisch 1", "QR-Code für Tisch 2"]


def test_a_card_without_a_link_promises_no_code():
    assert "Scannen" not in pages(cards())[0]
    assert read_aloud(cards()) == []


# --- plan, ranking, certificates -------------------------------------------------------------


def test_the_plan_finds_everybody_by_name_umlauts_with_their_vowels():
    first, last = pages(plan(names=["Özlem", "Paul", "Otto", "Anke"]))
    assert "Sitzplan" in first
    assert re.findall("Anke|Otto|Özlem|Paul", last) == ["Anke", "Otto", "Özlem", "Paul"]


def test_the_plan_marks_who_begins():
    first, _ = pages(plan(names=["Otto", "Anke"]))
    assert first.count("Platz 1") == 1
    assert first.index("Otto") < first.index("Platz 1") < first.index("Anke")


def test_a_long_ranking_has_its_headings_on_every_page():
    text = pages(ranking(names=[f"Gast {number}" for number in range(1, 121)], footnotes=["Ende."]))
    assert len(text) > 2
    assert all("Siegpunkte" in page and "Mannschaft" in page for page in text)
    assert f"Seite 2 von {len(text)}" in text[1]
    assert "Stand: 21. November 2026, 20:15" in text[0]
    assert "Ende." in text[-1]


def test_eighty_certificates_are_eighty_pages():
    text = pages(certificates(names=[f"Gast {number}" for number in range(1, 81)]))
    assert len(text) == 80
    assert "Gast 80" in text[79]
    assert "80. Platz" in text[79]


def test_a_certificate_for_a_title_has_no_place():
    king = Certificate(name="Jürgen", honour="Schock-Aus-König mit 9 Schock-Aus")
    pdf = papers.certificates(OPEN, [king], where="Hamm", language="de", now=NOW)
    [text] = pages(pdf)
    assert "Schock-Aus-König mit 9 Schock-Aus" in text
    assert "Hamm, 21. November 2026" in text
    assert "Platz" not in text


# --- when it does not work --------------------------------------------------------------------


def broken():
    return typeset.pdf("no_such_paper", {"words": {}}, title="-", language="de", now=NOW)


def test_what_cannot_be_printed_is_refused_in_a_sentence_and_the_log_says_why(caplog):
    with pytest.raises(PrintError, match="Das PDF ließ sich nicht erzeugen") as refused:
        broken()
    assert refused.value.code == "print_failed"
    assert "no_such_paper" in caplog.text


def test_nobody_waits_for_ever(monkeypatch):
    monkeypatch.setattr(typeset, "PATIENCE", 0.001)
    with pytest.raises(PrintError, match="dauert zu lange"):
        certificates()
