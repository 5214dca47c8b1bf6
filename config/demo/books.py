"""Do the rest of the demo club's treasury: money spent, counts, closes, the bank.

Nothing here is left to chance, so that the evenings stay as they are.
"""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any

from config.demo.cast import CAST
from config.demo.till import Till
from finance.bank.queries import bank
from finance.bank.reading.proposal import Confidence
from finance.bank.services import imports as bank_import
from finance.bank.services import notices, proposed
from finance.bank.services.account import set_club_account
from finance.books.queries.ledger import balance
from finance.books.queries.people import owing_of
from finance.books.references import reference
from finance.books.services import cashbook, transfers, vouchers
from finance.cash import services as counting
from finance.cash.coins import DENOMINATIONS
from finance.close import queries as evening_close
from finance.close import services as closes
from league.events.models import Event
from league.events.queries import participations
from league.people.models.people import Person

HOLDER, IBAN = "Schockclub Demo", "DE02120300000000202051"
SURE: Confidence = "sure"
COLUMNS = "Buchungstag;Betrag;Verwendungszweck;Name Zahlungsbeteiligter;IBAN Zahlungsbeteiligter"
NO_RECEIPT = "Der Kassenzettel ist im Altpapier gelandet."


@dataclass(frozen=True)
class Spent:
    """Money that left the till or the bank; without a receipt it says why there is none."""

    account: str
    cents: int
    paid_from: str
    payee: str
    what: str
    why: str = ""


SPENT: dict[int, Spent] = {
    1: Spent("material", 2990, "cash", "Würfelhaus Knobel", "Zwei Lederbecher und Würfel"),
    2: Spent("venue", 4000, "bank", "Anker Gaststätten", "Vereinsraum, erstes Halbjahr"),
    4: Spent("drinks", 1860, "cash", "Kiosk am Markt", "Wasser und Salzstangen", NO_RECEIPT),
    7: Spent("trips", 15000, "bank", "Busreisen Nordlicht", "Anzahlung für den Ausflug"),
    8: Spent("drinks", 2245, "cash", "Getränke Tresen", "Zwei Kisten Apfelschorle"),
    10: Spent("venue", 4000, "bank", "Anker Gaststätten", "Vereinsraum, zweites Halbjahr"),
}
# The numbers of the evenings whose count did not agree: so many cents, and why.
OFF: dict[int, tuple[int, str]] = {
    3: (-50, "Einmal falsch herausgegeben."),
    9: (100, "Ein Euro lag unter dem Deckelstapel."),
}
GIFT_AFTER, CARRIED_AFTER = 5, 9


def name_account(till: Till, day: date) -> None:
    """Name the account that members transfer to."""
    set_club_account(holder=HOLDER, iban=IBAN, by=till.keeper, now=till.noon(day))


def spend(till: Till, number: int, day: date) -> None:
    """Book all that was paid, given or carried to the bank around evening `number`."""
    how: Any = {"day": day, "by": till.keeper, "today": day, "now": till.noon(day)}
    if spending := SPENT.get(number):
        cashbook.record_expense(
            account=spending.account,
            amount=spending.cents,
            paid_from=spending.paid_from,
            text=spending.what,
            voucher=receipt(spending, day),
            client_id=f"demo-spent-{number}",
            **how,
        )
    if number == GIFT_AFTER:
        cashbook.record_income(
            account="gifts",
            amount=5000,
            paid_into="bank",
            text="Spende von Gustav Spender",
            client_id="demo-gift",
            **how,
        )
    if number == CARRIED_AFTER and balance("cash") > 15_000:
        cashbook.move_money(
            amount=10_000, source="cash", target="bank", client_id="demo-carried", **how
        )


def receipt(spending: Spent, day: date) -> vouchers.Paper:
    """Return its paper, or a self-made one if there is none."""
    if spending.why:
        return vouchers.SelfMade(payee=spending.payee, what=spending.what, why=spending.why)
    lines = [spending.payee, spending.what, f"{spending.cents / 100:.2f} EUR", f"{day:%d.%m.%Y}"]
    return vouchers.Upload(name=f"quittung-{day}.pdf", content=_pdf(lines))


def _pdf(lines: list[str]) -> bytes:
    """Return the smallest valid PDF: a page with these lines on it."""
    text = " T* ".join(f"({line}) Tj" for line in lines)
    drawn = f"BT /F 18 Tf 24 TL 60 760 Td {text} ET".encode("cp1252")
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R"
        b" /Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica"
        b" /Encoding /WinAnsiEncoding >> >> >> >>",
        b"<< /Length %d >> stream\n%s\nendstream" % (len(drawn), drawn),
    ]
    made, places = b"%PDF-1.4\n", []
    for number, pdf_object in enumerate(objects, start=1):
        places.append(len(made))
        made += b"%d 0 obj %s endobj\n" % (number, pdf_object)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"trailer << /Size 5 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % len(made)
    return made + b"xref\n0 5\n0000000000 65535 f \n" + table + end


def close(till: Till, event: Event, number: int) -> None:
    """Close the evening the day after, all confirmed: counted, and signed by keeper and witness."""
    if till.keeper is None:
        return
    now = till.noon(event.business_date + timedelta(days=1))
    off, reason = OFF.get(number, (0, ""))
    cash = balance("cash")
    counting.count_cash(
        pieces=coins(cash + off),
        seen=cash,
        reason=reason,
        client_id=f"demo-count-{number}",
        by=till.keeper,
        day=event.business_date,
        now=now,
        event=event,
    )
    signed = closes.sign_evening(event=event, by=till.keeper, now=now)
    users = (participation.person.user for participation in participations(event))
    witness = next(
        user
        for user in users
        if user is not None and evening_close.may_cosign(user, signed, now.date())
    )
    closes.cosign_evening(
        close=signed,
        seen=signed.digest,
        by=witness,
        today=now.date(),
        now=now + timedelta(minutes=4),
    )


def coins(cents: int) -> dict[str, int]:
    """Split an amount into few pieces, the largest a fifty."""
    pieces = {}
    for name, worth in DENOMINATIONS.items():
        if worth <= 5_000:
            pieces[name], cents = divmod(cents, worth)
    return pieces


def read_the_bank(till: Till, today: date) -> None:
    """Import a bank's file: sure lines are booked, others wait; then members announce theirs."""
    day = today - timedelta(days=1)
    now = datetime.combine(day, time(18), till.zone)
    made = bank_import.import_file(
        content=_statement(till, day), name="umsaetze.csv", by=till.keeper, now=now
    ).bank_import
    lines = list(bank.with_words(made.lines.all()))
    sure = [pk for pk, proposal in bank.proposals(lines).items() if proposal.confidence == SURE]
    proposed.book_sure(bank_import=made, seen=sure, by=till.keeper, today=day, now=now)
    _say_and_take_over(till, day, now)


def _by_bank(till: Till) -> list[tuple[Person, int]]:
    """Return the debtors who pay by bank and their cents, then those who usually pay cash.

    The latter do so too if few of the former owe.
    """
    return [*_owing(till, "bank"), *_owing(till, "cash")]


def _owing(till: Till, habit: str) -> list[tuple[Person, int]]:
    people = (till.people[part.name] for part in CAST if part.pays == habit)
    owed = ((person, owing_of(person).cents) for person in people)
    return [(person, cents) for person, cents in owed if cents > 0]


def _statement(till: Till, day: date) -> bytes:
    """Return a bank's CSV; two members pay with their reference, one without."""
    lines = [
        (day, -590, "Kontoführung", "Entgeltabschluss", ""),
        (day, 4200, "Für die Kaffeekasse", "Unbekannt und Söhne", "DE89370400440532013000"),
    ]
    for number, (person, cents) in enumerate(_by_bank(till)[:3]):
        purpose = f"Schocken {reference(person.pk)}" if number < 2 else "Schocken"
        lines.append((day - timedelta(days=1), cents, purpose, person.name, ""))
    rows = [
        f"{day:%d.%m.%Y};{f'{cents / 100:.2f}'.replace('.', ',')};{text};{name};{iban}"
        for day, cents, text, name, iban in lines
    ]
    return "\n".join([COLUMNS, *rows]).encode("cp1252")


def _say_and_take_over(till: Till, day: date, now: datetime) -> None:
    waiting = _by_bank(till)
    if waiting:
        person, cents = waiting[-1]
        notices.announce(
            person=person, cents=cents, day=day, client_id="demo-notice", today=day, now=now
        )
    for debtor, cents in _owing(till, "never")[:1]:
        transfers.take_over(
            taker=till.people["Anke Brettschneider"],
            debtor=debtor,
            cents=min(500, cents),
            reason="Übernimmt Anke, er hat ihr den Keller gestrichen",
            day=day,
            client_id="demo-taken-over",
            by=till.keeper,
            today=day,
            now=now,
        )
