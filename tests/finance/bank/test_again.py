"""The same month in two formats: each booking comes once."""

from dataclasses import replace
from datetime import date

import pytest

from finance.bank.models.bank import BankLine
from finance.bank.reading.again import known_otherwise
from finance.bank.reading.statements import Line
from finance.errors import InvalidError
from tests.finance.bank_club import CLUB, Bank, file_of, row

DAY = date(2026, 3, 6)
LINE = Line(booked=DAY, cents=500, name="Jörg Schüttelmeier", text="Beitrag März EREF 4711")


def known(line: Line, *others: Line) -> bool:
    return known_otherwise([line], others) == {0}


@pytest.mark.parametrize(
    "other",
    [
        replace(LINE, name="JOERG SCHUETTELMEI", text="BEITRAG MAE RZ"),  # cut and broken
        replace(LINE, name="Schüttelmeier, Jörg"),
        replace(LINE, name="", text="Beitrag März"),
        replace(LINE, text=""),
        replace(LINE, iban="DE02500105170137075030"),
    ],
)
def test_a_line_that_another_format_spells_otherwise_is_known(other: Line) -> None:
    assert known(LINE, other)
    assert known(other, LINE)


@pytest.mark.parametrize(
    "other",
    [
        replace(LINE, booked=date(2026, 3, 7)),
        replace(LINE, cents=501),
        replace(LINE, name="Gabi Schüttelmeier"),
        replace(LINE, text="Beitrag April EREF 4712"),
    ],
)
def test_what_only_looks_alike_is_money_of_its_own(other: Line) -> None:
    assert not known(LINE, other)


def test_two_other_accounts_are_two_bookings() -> None:
    first = replace(LINE, iban="DE02500105170137075030")
    assert not known(first, replace(LINE, iban="DE02200505501015871393"))


def test_each_known_line_stands_for_one() -> None:
    assert known_otherwise([LINE, LINE, LINE], [LINE, LINE]) == {0, 1}


BATCH = Line(booked=DAY, cents=4500, text="SAMMELGUTSCHRIFT 3 Posten")
PARTS = [
    Line(booked=DAY, cents=cents, name=name)
    for name, cents in (("Robin", 1000), ("Sascha", 1500), ("Toni", 2000))
]
OTHER = Line(booked=DAY, cents=700, name="Gabi")


def test_a_batch_is_known_by_its_parts_and_its_parts_by_the_batch() -> None:
    assert known_otherwise([OTHER, BATCH], PARTS) == {1}
    assert known_otherwise([OTHER, *PARTS], [BATCH]) == {1, 2, 3}
    assert known_otherwise([OTHER, *PARTS[1:]], [BATCH]) == set()
    assert known_otherwise([replace(BATCH, text="Zuschuss")], PARTS) == set()


def test_a_return_is_known_too() -> None:
    back = replace(LINE, cents=-500, is_return=True, text="RUECKLASTSCHRIFT Beitrag Maerz")
    assert known(back, replace(back, text="Rücklastschrift Beitrag März, keine Deckung"))


MT940 = f"""
:20:STARTUMSE
:25:{CLUB}
:28C:00001/001
:60F:C260305EUR100,00
:61:2603060306C12,50NTRFNONREF
:86:166?00GUTSCHRIFT?20SVWZ+Einsatz Runde?32ROBIN
:61:2603060306D3,00NMSCNONREF
:86:808?00ENTGELT?20Kontofuehrung
:61:2603060306C7,00NTRFNONREF
:86:166?00GUTSCHRIFT?20SVWZ+Trikot?32SASCHA
:62F:C260306EUR116,50
-
"""


def test_the_month_as_csv_and_then_as_mt940_brings_only_what_is_new(bank: Bank) -> None:
    bank.sends(
        row("12,50", "Einsatz Runde", "Robin", day="06.03.2026"),
        row("-3,00", "Kontoführung", day="06.03.2026"),
    )
    again = bank.imports_(MT940.encode(), name="auszug.sta")
    assert (again.new, again.bank_import.known) == (1, 2)
    assert BankLine.objects.count() == 3
    whole = [
        row("12,50", "Einsatz Runde", "Robin", day="06.03.2026"),
        row("7,00", "Trikot", "Sascha", day="06.03.2026"),
        row("-3,00", "Kontoführung", day="06.03.2026"),
    ]
    with pytest.raises(InvalidError) as refused:
        bank.imports_(file_of(*whole))
    assert refused.value.code == "nothing_new"
