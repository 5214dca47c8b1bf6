"""The treasurer's report once more, from the exported lists alone: nothing of the project is used.

Amounts are cents. The lists are those of a year as CSV: bookings, trial balance, claims and
settlements, in German.
"""

import csv
import io
from collections import Counter, defaultdict
from dataclasses import dataclass, field

TILLS = ("Kasse", "Bank")
OPENING, UNDER_WAY, PERSONS = "Anfangsbestände", "Geld unterwegs", "Forderungen an Personen"
CREDIT = "Guthaben (noch nichts beglichen)"


@dataclass
class PlainReport:
    opening: int = 0
    receipts: Counter[str] = field(default_factory=Counter)
    payments: Counter[str] = field(default_factory=Counter)
    closing: Counter[str] = field(default_factory=Counter)


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text.lstrip("\ufeff")), delimiter=";"))


def cents(euros: str) -> int:
    whole, _comma, part = euros.replace("−", "-").replace(".", "").partition(",")
    return int(f"{whole}{part:0<2}") if euros else 0


def report(bookings: str, accounts: str, claims: str, settlements: str) -> PlainReport:
    kinds = {row["Konto"]: row["Art"] for row in rows_of(accounts)}
    lines: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for row in rows_of(bookings):
        label = f"{row['Buch']} {row['Jahr']}/{row['Nummer']}"
        lines[label].append((row["Konto"], cents(row["Soll + / Haben − (€)"])))
    report = PlainReport()
    for label, moved in lines.items():
        if label.split()[0] not in TILLS:
            continue
        for account, amount in moved:
            if account in TILLS:
                report.closing[account] += amount
            elif account == OPENING:
                report.opening -= amount
            elif account == PERSONS:
                report.receipts[CREDIT] -= amount
            elif account != UNDER_WAY:
                side = report.receipts if kinds[account] == "Einnahme" else report.payments
                side[account] -= amount if kinds[account] == "Einnahme" else -amount
    earned = {row["Schlüssel"]: row["Buchung"] for row in rows_of(claims)}
    for row in rows_of(settlements):
        if row["Zahlung"].split()[0] not in TILLS:
            continue
        claim = earned[row["Schlüssel der Forderung"]]
        (kind,) = (account for account, _amount in lines[claim] if account != PERSONS)
        report.receipts[kind] += cents(row["Betrag (€)"])
        report.receipts[CREDIT] -= cents(row["Betrag (€)"])
    report.receipts = Counter({kind: sum_ for kind, sum_ in report.receipts.items() if sum_})
    return report
