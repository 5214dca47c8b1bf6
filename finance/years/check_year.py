#!/usr/bin/env python3
"""Checks an exported year of the books: one file, Python 3.9 or newer, nothing to install.

    python3 check_year.py jahr-2026.jsonl
    python3 check_year.py jahr-2026.jsonl --seal 9f86d081884c…
    python3 check_year.py jahr-2026.jsonl --sample "4-2-1 6-6-5" 20
    python3 check_year.py jahr-2026.jsonl --sample "4-2-1 6-6-5" 20 --weighted --upto cash=312

Ends with 0 where all is right, with 1 and the bad rows, the first one first, where it is not.
The rows are described in docs/ledger-laws.md. Nothing of Schockwart is needed or asked here, so
auditors of the club need not believe its program; the program checks by this file as well.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from typing import Any

FORMAT, VERSION = "schockwart-year", 1
MARK = b',"~check":"'
FIRST_CHECK = hashlib.sha256(b"schockwart-year 1").hexdigest()
# The fields that the hash of a booking covers; all else in its row is beside the chain.
HASHED = (
    *("by", "date", "entered", "entries", "journal", "kind", "number", "previous", "reverses"),
    *("text", "year"),
)
# The sections of a file, in this order.
ORDER = (
    *("year", "account", "person", "opening", "earlier", "journal", "booking", "head", "closing"),
    *("voucher", "end"),
)
Row = dict[str, Any]
# Account, person and sphere with an amount.
Sums = dict[tuple[Any, ...], int]
# Real money lies here; it moves only in the journal of the same name.
# Each is a book of its own; those that begin like these are the club's other tills and accounts.
MONEY = ("cash", "bank")
TILL, GIRO = "till_", "giro_"


SENTENCES = {
    "line": "Die Zeile wurde nach dem Export verändert.",
    "row": "Die Zeile ist nicht zu lesen, oder sie steht am falschen Platz.",
    "format": "Das ist kein Jahresexport, oder einer, den dieses Programm nicht kennt.",
    "end": "Das Ende fehlt: Die Datei ist nicht vollständig.",
    "number": "Davor fehlt die Nummer %(number)s.",
    "previous": "Die Buchung hängt nicht an der vorigen.",
    "hash": "Die Buchung wurde nachträglich verändert, die Prüfsumme stimmt nicht.",
    "balance": "Soll und Haben sind nicht gleich.",
    "account": "Das Konto „%(account)s“ passt nicht in diese Buchung.",
    "day": "Das Datum liegt nicht in diesem Jahr.",
    "words": "Der Text ist nicht der, der gebucht wurde.",
    "reversal": "Das Storno ist nicht das Gegenteil einer früheren Buchung.",
    "twice": "Die Buchung, die dieses Storno zurücknimmt, war schon zurückgenommen.",
    "head": "Der Kopf nennt Nummer %(said)s, gebucht ist bis Nummer %(number)s.",
    "head_hash": "Der Kopf nennt eine andere letzte Prüfsumme als die letzte Buchung.",
    "head_balance": "Der Kopf nennt einen Saldo von %(said)s, gebucht sind %(moved)s.",
    "opening": "Die Anfangsbestände in %(unit)s ergeben zusammen %(sum)s statt null.",
    "closing": "Am Ende sollen %(said)s auf dem Konto stehen, es sind %(sum)s.",
    "unsaid": "Auf dem Konto stehen am Ende %(sum)s, der Export nennt es nicht.",
    "below": "An diesem Tag hätten %(sum)s in der Kasse gelegen.",
    "voucher": "Der Beleg gehört zu einer Buchung, die es nicht gibt.",
    "seal": "Das Siegel ist ein anderes: %(seal)s.",
}


class Finding:
    """One thing that is wrong: in which line, about what, and the sentence with its figures."""

    def __init__(self, code: str, line: int, where: str, **data: Any) -> None:
        self.code, self.line, self.where, self.data = code, line, where, data
        self.sentence = SENTENCES[code]

    def __str__(self) -> str:
        sentence = self.sentence % self.data if self.data else self.sentence
        where = f"{self.where}: " if self.where else ""
        return f"Zeile {self.line}: {where}{sentence}" if self.line else f"{where}{sentence}"


def canonical(value: Any) -> bytes:
    """Write a value as JSON in the one way there is: sorted keys, no spaces, ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode("ascii")


def digest(value: Any) -> str:
    return hashlib.sha256(canonical(value)).hexdigest()


def sealed(rows: Iterable[dict[str, Any]]) -> Iterator[bytes]:
    """Yield the lines of a file, each with the check that covers it and all lines before it."""
    check = FIRST_CHECK
    for row in rows:
        content = canonical(row)
        check = hashlib.sha256(check.encode() + content).hexdigest()
        yield content[:-1] + MARK + check.encode() + b'"}\n'


def seal_of(year: int, heads: Iterable[Sequence[Any]]) -> str:
    """Return the year in one number: `heads` are (journal, last number, last hash)."""
    return digest(["schockwart-seal", 1, year, sorted(list(head) for head in heads)])


def sample(seed: str, year: int, numbers: dict[str, int], size: int) -> list[tuple[str, int]]:
    """Return the (journal, number) to be looked at: those whose sha256 with the seed is the least.

    `numbers` says for each journal up to which number is drawn: they have no gap.
    """
    drawn = [
        (hashlib.sha256(f"{seed}|{journal}/{year}/{n}".encode()).hexdigest(), journal, n)
        for journal in sorted(numbers)
        for n in range(1, numbers[journal] + 1)
    ]
    return sorted((journal, n) for _digest, journal, n in sorted(drawn)[:size])


def interval_of(amounts: dict[str, list[int]], size: int) -> int:
    """Return the cents from one draw to the next; a booking of at least so much is surely drawn."""
    return max(1, -(-sum(map(sum, amounts.values())) // size))


def weighted_sample(
    seed: str, year: int, amounts: dict[str, list[int]], size: int
) -> list[tuple[str, int]]:
    """Return the (journal, number) drawn by amount (monetary unit sampling), at most `size`.

    `amounts` are cents of the bookings 1, 2, 3 … of each journal. The cents of all bookings are
    laid in a row, journals by name; from a start that the seed says every `interval_of` them is
    drawn.
    """
    interval = interval_of(amounts, size)
    named = hashlib.sha256(f"{seed}|weighted/{year}".encode()).hexdigest()
    following, passed = int(named, 16) % interval, 0
    drawn = []
    for journal in sorted(amounts):
        for number, cents in enumerate(amounts[journal], start=1):
            passed += cents
            if following < passed:
                drawn.append((journal, number))
                following += -(-(passed - following) // interval) * interval
    return drawn


class Year:
    """One pass over the lines of a file; what it adds up can be asked afterwards."""

    def __init__(self) -> None:
        self.year, self.club, self.check = 0, "", FIRST_CHECK
        self.line, self.where, self.place, self.ended = 0, "", 0, False
        self.accounts: dict[str, Row] = {}
        self.heads: dict[str, tuple[int, str]] = {}
        self.bookings: dict[int, tuple[str, int | None, Sums]] = {}
        self.taken_back: set[int] = set()
        self.balances: dict[tuple[str, int], int] = {}
        self.stated: set[tuple[str, int]] = set()
        self.days: dict[str, dict[str, int]] = {}
        self.opened: dict[str, int] = {}
        # What the bookings in EUR move, by journal and in the order of their numbers.
        self.amounts: dict[str, list[int]] = {}
        # Of the journal that is being read.
        self.journal: Row = {}
        self.number, self.hash, self.moved = 0, "", 0
        self.counts = dict.fromkeys(ORDER, 0)

    @property
    def seal(self) -> str:
        return seal_of(self.year, [(name, *head) for name, head in self.heads.items()])

    def findings(self, lines: Iterable[bytes]) -> Iterator[Finding]:
        """Read all lines (bytes) and yield a Finding for everything that is wrong."""
        for raw in lines:
            self.line, self.where = self.line + 1, ""
            try:
                yield from self._line(raw)
            except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
                if self.year:
                    yield self._bad("row")
            if self.line == 1 and not self.year:
                yield self._bad("format")
                return
        self.where = ""
        if not self.ended:
            yield self._bad("end")
        yield from self._whole()

    def _bad(self, code: str, **data: Any) -> Finding:
        return Finding(code, self.line, self.where, **data)

    def _line(self, raw: bytes) -> Iterator[Finding]:
        cut = len(raw) - len(MARK) - 67
        content, check = raw[:cut] + b"}", raw[cut + len(MARK) : -3].decode("ascii", "replace")
        real = hashlib.sha256(self.check.encode() + content).hexdigest()
        whole = real == check and raw[cut:] == MARK + check.encode() + b'"}\n'
        self.check = check
        row = json.loads(content)
        if row["row"] in ("booking", "earlier"):
            self.where = f"{row['journal']} {row['year']}/{row['number']}"
        elif "account" in row:
            self.where = f"{row['account']} {row.get('person') or ''}".strip()
        if not whole or canonical(row) != content:
            yield self._bad("line")
        place = ORDER.index(row["row"])
        # After a journal's head comes the next journal, or what follows them all.
        again = self.place == ORDER.index("head") and row["row"] == "journal"
        if self.ended or (place < self.place and not again) or (self.line == 1) != (place == 0):
            yield self._bad("row")
        self.place = place
        self.counts[row["row"]] += 1
        yield from getattr(self, "_" + row["row"])(row) or ()

    def _year(self, row: Row) -> None:
        if (row["format"], row["version"]) == (FORMAT, VERSION):
            self.year, self.club = int(row["year"]), row["club"]

    def _account(self, row: Row) -> None:
        self.accounts[row["account"]] = row

    def _person(self, row: Row) -> None:
        self.where = row["name"]

    def _opening(self, row: Row) -> None:
        unit = self.accounts[row["account"]]["unit"]
        self.opened[unit] = self.opened.get(unit, 0) + row["amount"]
        self._move(row["account"], row["person"], row["amount"], f"{self.year}-01-01")

    def _earlier(self, row: Row) -> Iterator[Finding]:
        yield from self._content(row)
        if row["year"] >= self.year:
            yield self._bad("day")

    def _journal(self, row: Row) -> None:
        self.journal, self.number, self.moved = row, 0, 0
        self.hash = digest(["schockwart", 1, row["journal"], self.year])

    def _booking(self, row: Row) -> Iterator[Finding]:
        if (row["journal"], row["year"]) != (self.journal["journal"], self.year):
            yield self._bad("row")
        if row["number"] != self.number + 1:
            yield self._bad("number", number=self.number + 1)
        if row["previous"] != self.hash:
            yield self._bad("previous")
        yield from self._content(row)
        self.number, self.hash = row["number"], row["hash"]
        moved = [entry[3] for entry in row["entries"] if entry[2] == "EUR" and entry[3] > 0]
        if moved:
            self.amounts.setdefault(row["journal"], []).append(sum(moved))
        for account, person, _unit, amount, *_sphere in row["entries"]:
            self._move(account, person, amount, row["date"])
            self.moved += amount if account == self.journal["account"] else 0

    def _content(self, row: Row) -> Iterator[Finding]:
        """Check a booking as such: its hash, its entries, its text, what it takes back."""
        if digest({name: row[name] for name in HASHED}) != row["hash"]:
            yield self._bad("hash")
        if date.fromisoformat(row["date"]).year != row["year"]:
            yield self._bad("day")
        datetime.fromisoformat(row["entered"])
        units = {unit for _account, _person, unit, *_rest in row["entries"]}
        amounts = [amount for _account, _person, _unit, amount, *_sphere in row["entries"]]
        if len(amounts) < 2 or len(units) != 1 or sum(amounts) or 0 in amounts:
            yield self._bad("balance")
        for name, person, unit, _amount, *_sphere in row["entries"]:
            account = self.accounts.get(name, {})
            fits = account.get("unit") == unit and account.get("per_person") == (person is not None)
            holds_money = name in MONEY or name.startswith((TILL, GIRO))
            if not fits or (holds_money and name != row["journal"]):
                yield self._bad("account", account=name)
        salt, words, erased = row["words"] or ("", "", None)
        if not erased and (digest([salt, words]) if words else "") != row["text"]:
            yield self._bad("words")
        if (row["kind"] == "reversal") != (row["reverses"] is not None):
            yield self._bad("reversal")
        elif row["reverses"] is not None and row["row"] == "booking":
            yield from self._reversal(row)
        self.bookings[row["key"]] = row["journal"], row["reverses"], _sums(row["entries"])

    def _reversal(self, row: Row) -> Iterator[Finding]:
        journal, reverses, sums = self.bookings.get(row["reverses"], ("", None, {}))
        opposite = {place: -amount for place, amount in sums.items()}
        if journal != row["journal"] or reverses or opposite != _sums(row["entries"]):
            yield self._bad("reversal")
        if row["reverses"] in self.taken_back:
            yield self._bad("twice")
        self.taken_back.add(row["reverses"])

    def _head(self, row: Row) -> Iterator[Finding]:
        self.where = f"{row['journal']} {row['year']}"
        self.heads[row["journal"]] = (row["number"], row["hash"])
        if row["number"] != self.number or row["journal"] != self.journal["journal"]:
            yield self._bad("head", said=row["number"], number=self.number)
        if row["hash"] != self.hash:
            yield self._bad("head_hash")
        if row["balance"] != self.moved:
            yield self._bad("head_balance", said=row["balance"], moved=self.moved)

    def _closing(self, row: Row) -> Iterator[Finding]:
        place = (row["account"], row["person"] or 0)
        self.stated.add(place)
        if self.balances.get(place, 0) != row["amount"]:
            yield self._bad("closing", said=row["amount"], sum=self.balances.get(place, 0))

    def _voucher(self, row: Row) -> Iterator[Finding]:
        self.where = f"Beleg {row['voucher']}"
        if row["booking"] not in self.bookings:
            yield self._bad("voucher")

    def _end(self, row: Row) -> Iterator[Finding]:
        self.ended = True
        if row["rows"] != self.line:
            yield self._bad("end")

    def _move(self, account: str, person: int | None, amount: int, day: str) -> None:
        place = (account, person or 0)
        self.balances[place] = self.balances.get(place, 0) + amount
        if account == "cash" or account.startswith(TILL):
            days = self.days.setdefault(account, {})
            days[day] = days.get(day, 0) + amount

    def _whole(self) -> Iterator[Finding]:
        """Yield the findings of the whole year: unnamed balances, and tills below zero on a day."""
        self.line = 0
        for unit, total in sorted(self.opened.items()):
            if total:
                yield self._bad("opening", unit=unit, sum=total)
        for (account, person), total in sorted(self.balances.items()):
            if total and (account, person) not in self.stated:
                self.where = f"{account} {person or ''}".strip()
                yield self._bad("unsaid", sum=total)
        for _till, days in sorted(self.days.items()):
            standing = 0
            for day in sorted(days):
                standing += days[day]
                if standing < 0:
                    self.where = day
                    yield self._bad("below", sum=standing)
                    return


def _sums(entries: Iterable[Sequence[Any]]) -> Sums:
    sums: Sums = {}
    for account, person, _unit, amount, *sphere in entries:
        place = (account, person, *sphere)
        sums[place] = sums.get(place, 0) + amount
    return sums


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file")
    parser.add_argument("--seal", help="the seal on the printed report")
    parser.add_argument("--sample", nargs=2, metavar=("SEED", "SIZE"), help="which were drawn")
    parser.add_argument("--weighted", action="store_true", help="they were drawn by amount")
    parser.add_argument("--upto", nargs="*", default=[], metavar="cash=312", help="drawn up to")
    asked = parser.parse_args(arguments)
    try:
        size = int(asked.sample[1]) if asked.sample else 0
        upto = {name: int(number) for name, number in (pair.split("=") for pair in asked.upto)}
    except ValueError:
        parser.error('So geht es: --sample "4-2-1 6-6-5" 20 --upto cash=312 bank=40')
    year = Year()
    try:
        with open(asked.file, "rb") as lines:
            wrong = list(year.findings(lines))
    except OSError:
        parser.error(f"Die Datei {asked.file} ist nicht da oder nicht zu lesen.")
    if asked.seal and "".join(asked.seal.split()).lower() != year.seal:
        wrong.append(Finding("seal", 0, "", seal=year.seal))
    for finding in wrong[:20]:
        print(finding)
    if len(wrong) > 20:
        print(f"… und {len(wrong) - 20} weitere Stellen.")
    if wrong:
        return 1
    print(f"Alles stimmt: {year.club}, {year.year}, {year.counts['booking']} Buchungen.")
    for journal, (number, last) in sorted(year.heads.items()):
        print(f"{journal} {number} {last}")
    print(f"Siegel {year.seal}")
    if asked.sample:
        numbers = upto or {name: len(amounts) for name, amounts in year.amounts.items()}
        missing = [name for name in numbers if numbers[name] > len(year.amounts.get(name, []))]
        if missing:
            print(f"So viele Buchungen stehen nicht in der Datei: {', '.join(missing)}.")
            return 1
        if asked.weighted:
            amounts = {name: year.amounts[name][:number] for name, number in numbers.items()}
            drawn = weighted_sample(asked.sample[0], year.year, amounts, size)
            print(f"Gezogen nach Betrag, sicher ab {interval_of(amounts, size)} ct.")
        else:
            drawn = sample(asked.sample[0], year.year, numbers, size)
        for journal, number in drawn:
            print(f"{journal} {year.year}/{number}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
