"""„Wir überweisen“: credit paid back and bills, in one file, booked when the statement shows it."""

from dataclasses import replace
from datetime import date, timedelta
from importlib.resources import files
from typing import Any

import pytest
from lxml import etree

from finance.bank.models.bank import BankLine
from finance.books.queries.ledger import balance
from finance.books.queries.people import owing_of
from finance.checks.books import check_books
from finance.errors import IllegalError, InvalidError, NotAllowedError, StaleError
from finance.sepa.models import TransferRun
from finance.sepa.pain import TRANSFERS, file_of_transfers
from finance.sepa.queries import lines_of, payees, transfers_of
from finance.sepa.rules import Order
from finance.sepa.services import book_transfers, order_transfers, withdraw_transfers
from league.errors import LeagueError
from league.people.models.people import Person
from tests.finance.bank_club import ROBINS, SASCHAS, Bank, row
from tests.finance.club import NOW, TODAY, Club, client_id, payer
from tests.finance.pages import hidden, text, url
from tests.plugins.built import built_once

pytestmark = pytest.mark.rules

DAY = date(2026, 3, 11)
BREWERY = "DE71370502990000815002"
BILL = Order("Brauerei Müller & Söhne", "DE02 1001 0010 0006 8201 01", 8990, "RE 2026-17")


@built_once
def rich(bank: Bank) -> Club:
    """Robin paid 20 € too much from a bank account that is known since, Sascha 5 € in cash."""
    club = bank.club
    (line,) = bank.sends(row("20,00", "zu viel", "Robin", ROBINS)).lines.all()
    bank.books(line, robin=2000)
    bank.sends(row("500,00", "Spende", "Gönner"))
    payer(club)("sascha", 500)
    return club


def credit(club: Club, name: str, cents: int, iban: str = ROBINS) -> Order:
    return Order(name, iban, cents, "Guthaben zurück", club.persons[name].pk)


def orders(club: Club, *wanted: Order, day: date = DAY, click: str = "") -> TransferRun:
    return order_transfers(
        orders=wanted,
        day=day,
        client_id=click or client_id(),
        by=club.user("kim"),
        today=TODAY,
        now=NOW,
    )


def books(club: Club, run: TransferRun) -> list[Any]:
    later = DAY + timedelta(days=1)
    return book_transfers(run=run, by=club.user("kim"), today=later, now=NOW)


def test_a_known_account_is_proposed_and_no_other(rich: Club) -> None:
    by_key = {payee.person.name: (payee.cents, payee.iban) for payee in payees(rich.user("kim"))}
    assert by_key == {"Robin": (2000, ROBINS), "Sascha": (500, "")}
    orders(rich, credit(rich, "sascha", 200, SASCHAS))
    after = {payee.person.name: payee for payee in payees(rich.user("kim"))}
    assert (after["Sascha"].iban, after["Robin"].left_out) == (SASCHAS, "")
    assert after["Sascha"].left_out == "Eine Überweisung ist schon unterwegs."


@pytest.mark.both
def test_the_file_is_valid_and_says_the_same_each_time(rich: Club) -> None:
    run = orders(rich, credit(rich, "robin", 2000), BILL)
    content = file_of_transfers(run, transfers_of(run))
    again = TransferRun.objects.get(pk=run.pk)
    assert content == file_of_transfers(again, transfers_of(again))
    schema = files("sepaxml") / "schemas" / "pain.001.001.09.xsd"
    tree = etree.fromstring(content)
    etree.XMLSchema(etree.fromstring(schema.read_bytes())).assertValid(tree)

    def values_at(path: str) -> list[str]:
        names = "/".join(f"p:{name}" for name in path.split("/"))
        return [str(element.text) for element in tree.iterfind(f".//{names}", {"p": TRANSFERS})]

    assert values_at("GrpHdr/CtrlSum") == values_at("PmtInf/CtrlSum") == ["109.90"]
    assert values_at("GrpHdr/NbOfTxs") == ["2"]
    assert values_at("ReqdExctnDt/Dt") == ["2026-03-11"]
    assert values_at("Amt/InstdAmt") == ["89.90", "20.00"]
    assert values_at("Cdtr/Nm") == ["Brauerei Mueller + Soehne", "robin"]
    assert values_at("CdtrAcct/Id/IBAN") == ["DE02100100100006820101", ROBINS]
    assert values_at("Cdtr/PstlAdr") == []
    assert values_at("RmtInf/Ustrd") == ["RE 2026-17", "Guthaben zurueck"]


def test_nothing_is_booked_before_the_bank_shows_it(rich: Club) -> None:
    run = orders(rich, credit(rich, "robin", 2000), BILL, click="once")
    assert orders(rich, credit(rich, "robin", 2000), BILL, click="once") == run
    assert (owing_of(rich.robin).cents, balance("bank")) == (-2000, 2000)
    assert books(rich, run) == []


@pytest.mark.parametrize("change", ["iban", "end_to_end"])
def test_its_line_is_the_credit_paid_back(
    rich: Club, bank: Bank, time_machine: Any, change: str
) -> None:
    run = orders(rich, credit(rich, "robin", 2000), BILL)
    time_machine.move_to("2026-03-12T20:00:00+01:00", tick=False)
    (transfer,) = [transfer for transfer in transfers_of(run) if transfer.person]
    iban, message = (ROBINS, "zurück") if change == "iban" else ("", f"EREF+{transfer.end_to_end}")
    line = bank.sends(row("-20,00", message, "Robin", iban, day="11.03.2026")).lines.get()
    assert lines_of(run, transfers_of(run)) == {transfer.pk: line}
    (claim,) = books(rich, run)
    assert (claim.amount, owing_of(rich.robin).cents, balance("bank")) == (2000, 0, 0)
    assert books(rich, run) == []
    assert BankLine.objects.get(pk=line.pk).left == 0
    assert "Robin" not in {payee.person.name for payee in payees(rich.user("kim"))}
    assert check_books().wrong == []
    with pytest.raises(IllegalError) as refused:
        withdraw_transfers(run=run, by=None, now=NOW)
    assert refused.value.code == "transfers_went"


def test_somebody_elses_line_is_not_it(rich: Club, bank: Bank, time_machine: Any) -> None:
    run = orders(rich, credit(rich, "robin", 2000))
    time_machine.move_to("2026-03-12T20:00:00+01:00", tick=False)
    bank.sends(row("-20,00", "Getränke", "Markt", SASCHAS, day="11.03.2026"))
    bank.sends(row("-20,00", "vorher", "Robin", ROBINS, day="10.03.2026"))
    assert lines_of(run, transfers_of(run)) == {}


@pytest.mark.both
def test_a_run_that_did_not_go_to_the_bank_is_withdrawn(rich: Club) -> None:
    run = orders(rich, credit(rich, "robin", 2000))
    for _click in range(2):
        withdraw_transfers(run=run, by=None, now=NOW)
    assert {payee.left_out for payee in payees(rich.user("kim"))} == {""}


def test_ones_own_credit_is_not_transferred_alone(rich: Club, pay: Any) -> None:
    pay("kim", 700)
    (own,) = [payee for payee in payees(rich.user("kim")) if payee.person == rich.kim]
    assert own.left_out.startswith("Dein eigenes Guthaben")
    with pytest.raises(NotAllowedError):
        orders(rich, credit(rich, "kim", 700))
    assert not TransferRun.objects.exists()


def test_what_makes_no_sense_is_refused(rich: Club) -> None:
    robins = credit(rich, "robin", 2000)
    orders(rich, credit(rich, "sascha", 500))
    refusals: list[tuple[type[LeagueError], str, list[Order], date]] = [
        (InvalidError, "nobody_chosen", [], DAY),
        (InvalidError, "no_bank_day", [robins], date(2026, 3, 14)),
        (InvalidError, "no_bank_day", [robins], TODAY - timedelta(days=3)),
        (InvalidError, "iban_wrong", [replace(BILL, iban="DE00")], DAY),
        (InvalidError, "amount_zero", [replace(BILL, cents=0)], DAY),
        (InvalidError, "order_incomplete", [replace(BILL, text=" ")], DAY),
        (IllegalError, "more_than_credit", [replace(robins, cents=2001)], DAY),
        (StaleError, "credit_gone", [credit(rich, "toni", 100)], DAY),
        (StaleError, "credit_gone", [credit(rich, "sascha", 500)], DAY),
    ]
    for kind, code, wanted, day in refusals:
        with pytest.raises(kind) as refused:
            orders(rich, *wanted, day=day)
        assert refused.value.code == code
    assert TransferRun.objects.count() == 1


@pytest.mark.both
def test_from_the_credit_to_the_file_on_the_pages(
    as_: Any, rich: Club, bank: Bank, time_machine: Any
) -> None:
    time_machine.move_to("2026-03-09T20:00:00+01:00", tick=False)
    kim = as_("kim")  # who has just logged in is not asked again
    page = kim.get(url("transfers"))
    form = {name: hidden(page, name) for name in ("client_id",)} | {"day": "2026-03-11"}
    key = f"credit-{rich.robin.pk}"
    none = kim.post(url("order_transfers"), form)
    assert (none.status_code, "was überwiesen wird" in text(none)) == (422, True)
    form |= {f"{key}-take": "on", f"{key}-iban": ROBINS, f"{key}-amount": "20,00"}
    half = kim.post(url("order_transfers"), form | {"bill-1-name": "Brauerei"})
    assert half.status_code == 422
    assert "Sieh dir die Konten und Beträge unten noch einmal an." in text(half)
    wrong = kim.post(url("order_transfers"), form | {f"{key}-iban": "DE11"})
    assert wrong.status_code == 422
    bill = {"bill-1-name": "Brauerei", "bill-1-iban": BREWERY}
    bill |= {"bill-1-amount": "89,90", "bill-1-text": "RE 17"}
    cyrillic = kim.post(url("order_transfers"), form | bill | {"bill-1-name": "Пивоварня"})
    assert "Banken kennen nur lateinische Buchstaben" in text(cyrillic)
    assert TransferRun.objects.count() == 0
    done = kim.post(url("order_transfers"), form | bill)
    run = TransferRun.objects.get()
    assert done.url == url("transfer_run", run.pk)
    file = kim.get(url("transfer_file", run.pk))
    assert file["Content-Disposition"] == f'attachment; filename="{run.message}.xml"'
    time_machine.move_to("2026-03-12T20:00:00+01:00", tick=False)
    bank.sends(
        row("-20,00", "Guthaben", "Robin", ROBINS, day="11.03.2026"),
        row("-89,90", "RE 17", "Brauerei", BREWERY, day="11.03.2026"),
    )
    line = BankLine.objects.get(cents=-2000)
    assert f"Das ist eine eurer Überweisungen: {run.message}" in text(
        kim.get(url("bank_line", line.pk))
    )
    shown = text(kim.get(url("transfer_run", run.pk)))
    assert "Das Guthaben buchen" in shown
    assert "mit Beleg buchen" in shown
    assert kim.post(url("book_transfers", run.pk)).status_code == 302
    assert owing_of(rich.robin).cents == 0
    assert as_("alex").get(url("transfer_file", run.pk)).status_code != 200
    assert as_("robin").get(url("transfers")).status_code == 404


@pytest.mark.once
def test_a_name_that_no_bank_can_write_is_asked_for_beside_the_credit(
    as_: Any, rich: Club, time_machine: Any
) -> None:
    time_machine.move_to("2026-03-09T20:00:00+01:00", tick=False)
    kim = as_("kim")
    Person.objects.filter(pk=rich.robin.pk).update(name="Юрий Петренко")
    page = kim.get(url("transfers"))
    assert "Kontoinhaber in lateinischen Buchstaben" in text(page)
    key = f"credit-{rich.robin.pk}"
    form = {"client_id": hidden(page, "client_id"), "day": "2026-03-11"}
    form |= {f"{key}-take": "on", f"{key}-iban": ROBINS, f"{key}-amount": "20,00"}
    assert kim.post(url("order_transfers"), form).status_code == 422
    kim.post(url("order_transfers"), form | {f"{key}-name": "Jurij Petrenko"})
    run = TransferRun.objects.get()
    assert [transfer.name for transfer in transfers_of(run)] == ["Jurij Petrenko"]
    assert b"<Nm>Jurij Petrenko</Nm>" in file_of_transfers(run, transfers_of(run))
