"""The journal as plain text that both beancount and hledger read, with the same balances in each.

Pure: no Django, no database. Only syntax that both understand is written. Directives that beancount
alone knows (`open`, `balance`) are entries without postings to hledger and move nothing; text that
neither should compute with is a comment. Names become ASCII; a person's account ends in the
person's key, because two names may look alike without their accents.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from finance.books import chart
from finance.books.chart import EUR, Unit
from league.web.spelling import spelt

_ROOTS = {
    "asset": "Assets",
    "liability": "Liabilities",
    "income": "Income",
    "expense": "Expenses",
    "equity": "Equity",
}
_SPHERES = {
    chart.IDEAL: "Ideell",
    chart.WEALTH: "Vermoegen",
    chart.PURPOSE: "Zweckbetrieb",
    chart.BUSINESS: "Geschaeftsbetrieb",
}
# What a year begins with: what the years before earned and spent is one account from then on.
CARRIED: dict[Unit, str] = {EUR: "Equity:Vortrag", chart.RUNDE: "Equity:Vortrag-Runden"}


@dataclass(frozen=True)
class Line:
    """A posting: `account` as `account_name` gives it, cents or whole rounds."""

    account: str
    amount: int
    unit: Unit


@dataclass(frozen=True)
class Booking:
    """A transaction to write down; `link` names it in ASCII, `notes` are comments below it."""

    day: date
    link: str
    tag: str
    who: str
    what: str
    notes: Sequence[str]
    lines: Sequence[Line]


def component(name: str, otherwise: str = "Konto") -> str:
    """Write one part of an account's name: an ASCII capital or digit first, then letters, digits,
    „-“.
    """
    plain = spelt(name, str.isascii, otherwise="")
    plain = re.sub(r"[^A-Za-z0-9]+", "-", plain).strip("-") or otherwise
    return plain[0].upper() + plain[1:]


def account_name(
    code: str, sphere: int = 0, person: tuple[int, str] | None = None, own: str = ""
) -> str:
    """Write „Assets:Kasse“, „Expenses:Ausfluege:Ideell“, „Assets:Forderungen-an-Personen:Robin-12“.

    One of the club's `own` by this name has its number behind it: names may be the same.
    """
    account = chart.account(code)
    name = f"{own} {code.rpartition('_')[2]}" if own else account.name
    parts = [_ROOTS[account.kind], component(name)]
    if sphere:
        parts.append(_SPHERES[sphere])
    if person is not None:
        key, name = person
        parts.append(f"{component(name, 'Person')}-{key}")
    return ":".join(parts)


def amount(value: int, unit: Unit) -> str:
    if unit != EUR:
        return f"{value} {unit}"
    return f"{'-' if value < 0 else ''}{abs(value) // 100}.{abs(value) % 100:02} {unit}"


def opened(account: str, unit: Unit, day: date) -> str:
    """Write that such an account exists from `day` on."""
    return f"{day} open {account} {unit}\n"


def written(booking: Booking) -> str:
    """Write one transaction, with an empty line after it."""
    texts = [
        f'{booking.day} * "{_quoted(booking.who)}" "{_quoted(booking.what)}" ^{booking.link}'
        f" #{booking.tag}\n"
    ]
    texts += [f"  ; {_quoted(note)}\n" for note in booking.notes]
    texts += [f"  {line.account}  {amount(line.amount, line.unit)}\n" for line in booking.lines]
    return "".join([*texts, "\n"])


def holds(account: str, value: int, unit: Unit, day: date) -> str:
    """Return the balance at the start of `day`: beancount compares it, hledger passes over it."""
    return f"{day} balance {account} {amount(value, unit)}\n"


def _quoted(text: str) -> str:
    """Write free words for between quotation marks: on one line, and nothing that ends
    them early.
    """
    plain = re.sub(r"\s+", " ", text.replace('"', "'").replace("\\", "/").replace(";", ",")).strip()
    return "".join(letter for letter in plain if letter.isprintable())
