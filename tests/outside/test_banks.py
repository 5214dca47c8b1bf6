"""Files of banks and payment services: each comes out the same, or the page has to ask.

Each is tried in every encoding and with every line end; `tests/finance/bank/test_outside_files.py`
sends it through the page that a treasurer uses.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from finance.bank.reading.read import read
from finance.bank.reading.sheet import doubt_about, guessed, open_sheet
from finance.bank.reading.statements import BankFileError, Statement, without_own
from finance.bank.reading.table import reading_of
from tests.outside.banks import ENCODINGS, FILES, LINE_ENDS, NAMES, OF_XML, SAID, expected, written

pytestmark = pytest.mark.rules
CLUB = "DE02120300000000202051"


def every_way() -> Iterator[Any]:
    for name in NAMES:
        for encoding in OF_XML if name.endswith(".xml") else ENCODINGS:
            for line_end in LINE_ENDS:
                # That code page is older than the euro.
                if "€" in (FILES / name).read_text() and encoding == "cp850":
                    continue
                yield pytest.param(name, encoding, line_end, id=f"{name}-{encoding}-{line_end!r}")


def holds(name: str, statement: Statement) -> None:
    said = SAID["files"][name]
    lines = [without_own(line, "Schockclub", CLUB) for line in statement.lines if line.cents]
    fees = [line.cents for line in lines if line.is_fee]
    assert fees == ([said["fee"]] if "fee" in said else [])
    lines = sorted((line for line in lines if not line.is_fee), key=lambda line: line.booked)
    for line, wanted in zip(lines, expected(name), strict=True):
        assert (line.booked, line.cents) == (wanted["day"], wanted["cents"])
        for field in ("name", "text"):
            if field in wanted:
                assert getattr(line, field).startswith(wanted[field])
        if "iban" in wanted:
            assert line.iban == wanted["iban"]
    assert statement.pending == said.get("pending", 0)
    assert [balance.cents for balance in statement.balances] == said.get("balances", [])
    assert statement.adds_up


@pytest.mark.parametrize(("name", "encoding", "line_end"), every_way())
def test_a_file_comes_out_the_same_in_every_encoding(name, encoding, line_end):
    content, said = written(name, encoding, line_end), SAID["files"][name]
    if "asks" not in said:
        (statement,) = read(content).statements
        holds(name, statement)
        return
    with pytest.raises(BankFileError, match=f"csv_{said['asks']}"):
        read(content)
    sheet = open_sheet(content)
    assert doubt_about(sheet, guessed(sheet)) == f"columns_{said['asks']}"
    holds(name, reading_of(sheet, guessed(sheet)).statement)


def test_quotation_marks_that_nobody_doubled_keep_both_rows() -> None:
    content = written("dkb_2024.csv").replace("für Änne".encode(), 'für "Änne"'.encode())
    (statement,) = read(content).statements
    assert [line.text for line in statement.lines] == [
        *("Getränke für den 13.11.", 'Beitrag Oktober für "Änne"')
    ]
