"""A club with a bank account: what the bank writes about its members."""

from dataclasses import dataclass, field
from typing import Any

from finance.bank.models.bank import BankImport, BankLine
from finance.bank.services.account import set_club_account
from finance.bank.services.imports import Imported, import_file
from finance.bank.services.lines import Share, book_line
from finance.bank.services.proposed import book_sure
from finance.books.references import reference
from tests.finance.club import NOW, TODAY, Club, client_id

CLUB = "DE02120300000000202051"
ROBINS, SASCHAS = "DE02500105170137075030", "DE02200505501015871393"
HEADING = (
    "IBAN Auftragskonto;Buchungstag;Name Zahlungsbeteiligter;IBAN Zahlungsbeteiligter;"
    "Buchungstext;Verwendungszweck;Betrag;Waehrung"
)


def row(euros: str, text: str = "", name: str = "", iban: str = "", day: str = "07.03.2026") -> str:
    """Write a line as Volksbanken do: „12,50“ came in, „-3,00“ went out."""
    kind = "Überweisung" if euros.startswith("-") else "Gutschrift"
    if "Rückgabe" in text:
        kind = "Rückbuchung"
    return f"{CLUB};{day};{name};{iban};{kind};{text};{euros};EUR"


def file_of(*rows: str) -> bytes:
    return "\r\n".join([HEADING, *rows, ""]).encode()


@dataclass
class Bank:
    """The club's account, and short verbs for what the treasurer does with it."""

    club: Club
    imports: list[BankImport] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.sets_account()

    def sets_account(self, iban: str = CLUB, bic: str = "", holder: str = "Schockclub") -> Any:
        return set_club_account(
            holder=holder, iban=iban, bic=bic, by=self.club.user("kim"), now=NOW
        )

    def sends(self, *rows: str) -> BankImport:
        """Import a file of the bank with these rows."""
        return self.imports_(file_of(*rows)).bank_import

    def imports_(self, content: bytes, name: str = "umsaetze.csv") -> Imported:
        return import_file(content=content, name=name, by=self.club.user("kim"), now=NOW)

    def ref(self, name: str) -> str:
        return reference(self.club.persons[name].pk)

    def books(self, line: BankLine, click: str = "", **shares: int) -> Any:
        return book_line(
            line=line,
            shares=[Share(self.club.persons[who].pk, cents) for who, cents in shares.items()],
            client_id=click or client_id(),
            by=self.club.user("kim"),
            today=TODAY,
            now=NOW,
        )

    def books_all_sure(self, bank_import: BankImport) -> list[BankLine]:
        return book_sure(
            bank_import=bank_import,
            seen=list(bank_import.lines.values_list("pk", flat=True)),
            by=self.club.user("kim"),
            today=TODAY,
            now=NOW,
        )
