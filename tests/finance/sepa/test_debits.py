"""„Wir ziehen ein“: mandates, a run announced and filed, its money booked, one that comes back."""

from datetime import date, timedelta
from importlib.resources import files
from typing import Any

import pytest
from lxml import etree

from finance.bank.models.bank import BankLine
from finance.bank.services.returned import give_back
from finance.books.instalments import Due
from finance.books.queries.ledger import balance
from finance.books.queries.people import owing_of
from finance.books.services import deferrals
from finance.checks.books import check_books
from finance.errors import IllegalError, InvalidError, StaleError
from finance.sepa.labels import announcement
from finance.sepa.models import Debit, DebitRun, Mandate
from finance.sepa.pain import DEBITS, file_of_debits
from finance.sepa.queries import candidates, could_be, debits_of, has_arrived, under_way
from finance.sepa.services import (
    add_mandate,
    book_run,
    collect,
    end_mandate,
    set_creditor,
    withdraw,
)
from league.delivery.models import Letter
from league.mail.models import Mail
from league.people.models.people import Person
from tests.finance.bank_club import ROBINS, SASCHAS, Bank, row
from tests.finance.club import DAY, NOW, TODAY, Club, client_id, owes
from tests.finance.pages import hidden, text, url
from tests.plugins.built import built_once

pytestmark = pytest.mark.rules

IDENTIFIER = "DE98ZZZ09999999999"
# The first bank day two weeks after today.
DUE = date(2026, 3, 24)
LATER = DUE + timedelta(days=2)


def signs(club: Club, name: str, iban: str = ROBINS, on: date = DAY, holder: str = "") -> Mandate:
    return add_mandate(
        person=club.persons[name],
        iban=iban,
        signed_on=on,
        holder=holder,
        by=club.user("kim"),
        today=TODAY,
        now=NOW,
    )


@built_once
def allowed(bank: Bank) -> Club:
    """Return a club with an identifier, in which Robin and Sascha have signed.

    Robin owes 12,50 € without a day to pay them, Sascha 20 € that were payable three days ago.
    """
    club = bank.club
    set_creditor(typed=IDENTIFIER, notice_days=14, by=club.user("kim"), now=NOW)
    signs(club, "robin")
    signs(club, "sascha", SASCHAS, holder="Jörg & Sascha Müßig")
    owes(club, "robin", 1250, due=None)
    owes(club, "sascha", 2000)
    return club


def collects(club: Club, *names: str, day: date = DUE, **more: Any) -> DebitRun:
    seen = {candidate.person.pk: candidate.cents for candidate in candidates(day)}
    return collect(
        day=day,
        seen={club.persons[name].pk: seen.get(club.persons[name].pk, 0) for name in names},
        client_id=more.get("click") or client_id(),
        by=club.user("kim"),
        today=TODAY,
        now=NOW,
    )


def why_not(day: date = DUE) -> dict[str, str]:
    return {candidate.person.name: candidate.left_out for candidate in candidates(day)}


# --- who --------------------------------------------------------------------------------------
def test_whoever_has_no_mandate_is_left_out_with_the_reason(allowed: Club) -> None:
    owes(allowed, "toni", 500)
    assert why_not() == {"Robin": "", "Sascha": "", "Toni": "Kein Mandat."}


def test_what_is_payable_later_is_not_collected(allowed: Club) -> None:
    owes(allowed, "robin", 700, due=DUE + timedelta(days=30))
    assert {candidate.person.name: candidate.cents for candidate in candidates(DUE)}[
        "Robin"
    ] == 1250
    how = {"by": allowed.user("kim"), "today": TODAY, "now": NOW}
    dues = [Due(LATER, owing_of(allowed.sascha).cents)]
    deferrals.defer(person=allowed.sascha, dues=dues, note="", **how)
    assert why_not()["Sascha"].startswith("Darf später zahlen")


@pytest.mark.both
def test_a_mandate_that_was_not_used_for_three_years_is_none(allowed: Club) -> None:
    signs(allowed, "robin", on=date(2023, 3, 1))
    assert "drei Jahre" in why_not()["Robin"]
    assert Mandate.objects.filter(person=allowed.robin, ended_at=None).count() == 1


def test_nobody_is_collected_from_twice(allowed: Club) -> None:
    collects(allowed, "robin")
    assert why_not() == {"Robin": "Eine Lastschrift ist schon unterwegs.", "Sascha": ""}
    with pytest.raises(StaleError) as refused:
        collects(allowed, "robin")
    assert refused.value.code == "not_to_collect"


def test_a_holder_whom_no_bank_can_write_is_asked_for_anew(allowed: Club) -> None:
    Person.objects.filter(pk=allowed.toni.pk).update(name="Юрий Петренко")
    allowed.toni.refresh_from_db()
    with pytest.raises(InvalidError) as refused:
        signs(allowed, "toni")
    assert (refused.value.code, refused.value.field) == ("not_latin", "holder")
    owes(allowed, "toni", 500)
    before = signs(allowed, "toni", holder="Jurij Petrenko")
    Mandate.objects.filter(pk=before.pk).update(ended_at=NOW)
    Mandate.objects.create(  # as it was entered before this was asked
        person=allowed.toni,
        reference="old",
        holder="Юрий Петренко",
        iban=ROBINS,
        signed_on=DAY,
        entered_at=NOW,
    )
    assert "lateinischen Buchstaben" in why_not()["Юрий Петренко"]


# --- announcing -------------------------------------------------------------------------------
def test_each_is_told_what_when_and_from_where(allowed: Club) -> None:
    run = collects(allowed, "robin", "sascha")
    mandate = Mandate.objects.get(person=allowed.robin)
    full_text = announcement(Debit.objects.get(mandate=mandate)).replace("\u00a0", " ")
    assert full_text == (
        f"Am 24.03.2026 ziehen wir 12,50 € von {ROBINS[:4]} … {ROBINS[-4:]} ein "
        f"(Mandat {mandate.reference}, Gläubiger-ID {IDENTIFIER})."
    )
    assert run.message.startswith("SW20260324-")
    assert Mail.objects.count() == 2
    assert owing_of(allowed.robin).cents == 1250  # nothing is booked yet


def test_a_repeat_makes_one_run(allowed: Club) -> None:
    first = collects(allowed, "robin", click="once")
    assert collects(allowed, "robin", click="once") == first
    assert (DebitRun.objects.count(), Mail.objects.count()) == (1, 1)


@pytest.mark.parametrize(
    ("day", "code"),
    [
        (DUE - timedelta(days=3), "debit_too_early"),
        (date(2026, 4, 3), "no_bank_day"),
        (date(2026, 3, 28), "no_bank_day"),
    ],
)
def test_the_day_is_a_bank_day_and_not_too_near(allowed: Club, day: date, code: str) -> None:
    with pytest.raises(InvalidError) as refused:
        collects(allowed, "robin", day=day)
    assert refused.value.code == code


def test_without_identifier_or_person_nothing_is_collected(bank: Bank) -> None:
    with pytest.raises(IllegalError) as refused:
        collects(bank.club, "robin")
    assert refused.value.code == "no_creditor"
    with pytest.raises(InvalidError) as wrong:
        set_creditor(typed="DE00ZZZ09999999999", by=None, now=NOW)
    assert wrong.value.code == "creditor_wrong"
    set_creditor(typed=IDENTIFIER, by=None, now=NOW)
    with pytest.raises(InvalidError) as nobody:
        collects(bank.club)
    assert nobody.value.code == "nobody_chosen"


def test_what_changed_since_is_not_collected(allowed: Club, pay: Any) -> None:
    seen = {candidate.person.pk: candidate.cents for candidate in candidates(DUE)}
    pay("robin", 250)
    with pytest.raises(StaleError) as refused:
        collect(day=DUE, seen=seen, client_id="x", by=None, today=TODAY, now=NOW)
    assert refused.value.code == "open_changed"
    assert not DebitRun.objects.exists()


# --- the file ---------------------------------------------------------------------------------
def test_the_file_is_valid_and_says_the_same_each_time(allowed: Club) -> None:
    run = collects(allowed, "robin", "sascha")
    debits = debits_of(run)
    purpose = {debit.mandate_id: "Schockclub Größe SW-0001-11" for debit in debits}
    content = file_of_debits(run, debits, purpose)
    assert content == file_of_debits(DebitRun.objects.get(pk=run.pk), debits_of(run), purpose)
    schema = files("sepaxml") / "schemas" / "pain.008.001.08.xsd"
    tree = etree.fromstring(content)
    etree.XMLSchema(etree.fromstring(schema.read_bytes())).assertValid(tree)

    def values_at(path: str) -> list[str]:
        names = "/".join(f"p:{name}" for name in path.split("/"))
        return [str(element.text) for element in tree.iterfind(f".//{names}", {"p": DEBITS})]

    assert values_at("GrpHdr/CtrlSum") == values_at("PmtInf/CtrlSum") == ["32.50"]
    assert values_at("GrpHdr/NbOfTxs") == ["2"]
    assert values_at("ReqdColltnDt") == ["2026-03-24"]
    assert values_at("DrctDbtTxInf/InstdAmt") == ["12.50", "20.00"]
    assert values_at("Dbtr/Nm") == ["Robin", "Joerg + Sascha Muessig"]
    assert values_at("Dbtr/PstlAdr") == []
    assert values_at("RmtInf/Ustrd") == ["Schockclub Groesse SW-0001-11"] * 2
    assert len(set(values_at("PmtId/EndToEndId"))) == 2


# --- the money --------------------------------------------------------------------------------
@pytest.fixture
def arrived(allowed: Club, bank: Bank, time_machine: Any) -> tuple[DebitRun, BankLine]:
    run = collects(allowed, "robin", "sascha")
    time_machine.move_to("2026-03-26T20:00:00+01:00", tick=False)
    line = bank.sends(row("32,50", run.message, "Sammellastschrift", day="24.03.2026")).lines.get()
    return run, line


def books(club: Club, run: DebitRun, line: BankLine) -> Any:
    return book_run(run=run, line=line, by=club.user("kim"), today=LATER, now=NOW)


@pytest.mark.both
def test_its_line_is_a_payment_of_each(allowed: Club, arrived: Any) -> None:
    run, line = arrived
    assert could_be(run) == [line]
    payments = books(allowed, run, line)
    assert books(allowed, run, line) == payments
    assert [payment.amount for payment in payments] == [1250, 2000]
    assert (balance("bank"), owing_of(allowed.robin).cents, has_arrived(run)) == (3250, 0, True)
    assert could_be(run) == []
    assert under_way(allowed.robin) is None
    assert check_books().wrong == []


@pytest.mark.both
def test_the_banks_page_leads_to_the_run(allowed: Club, arrived: Any, kim: Any) -> None:
    run, line = arrived
    address = url("bank_line", line.pk)
    message = f"Das kann das Geld eurer Lastschriften sein: {run.message}"
    assert message in text(kim.get(address))
    books(allowed, run, line)
    assert message not in text(kim.get(address))


@pytest.mark.both
def test_one_that_comes_back_is_open_again(allowed: Club, bank: Bank, arrived: Any) -> None:
    run, line = arrived
    books(allowed, run, line)
    message = "Rückgabe AC04 Konto aufgelöst, Sascha"
    back = bank.sends(row("-20,00", message, "Sascha", SASCHAS, day="26.03.2026")).lines.get()
    booking = line.bookings.get(cents=2000)
    give_back(
        line=back,
        booking=booking,
        by=allowed.user("kim"),
        today=LATER,
        now=NOW,
    )
    assert (owing_of(allowed.sascha).cents, owing_of(allowed.robin).cents) == (2000, 0)
    assert balance("bank") == 1250
    assert check_books().wrong == []


def test_another_line_is_refused(allowed: Club, bank: Bank, arrived: Any) -> None:
    run, _line = arrived
    other = bank.sends(row("30,00", "anders", day="24.03.2026")).lines.get()
    with pytest.raises(IllegalError) as refused:
        books(allowed, run, other)
    assert refused.value.code == "not_that_line"


def test_a_run_that_did_not_go_to_the_bank_is_withdrawn(allowed: Club) -> None:
    run = collects(allowed, "robin")
    for _click in range(2):
        withdraw(run=run, by=None, now=NOW)
    assert why_not()["Robin"] == ""
    assert under_way(allowed.robin) is None


@pytest.mark.both
def test_who_has_no_mail_is_told_on_paper_unless_the_run_is_withdrawn_first(allowed: Club) -> None:
    Person.objects.filter(pk=allowed.robin.pk).update(user=None)
    run = collects(allowed, "robin", "sascha")
    [letter] = Letter.objects.all()
    assert (letter.person, letter.kind) == (allowed.robin, Letter.Kind.MONEY)
    assert "12,50" in letter.body
    assert Mail.objects.count() == 1
    withdraw(run=run, by=None, now=NOW)
    assert not Letter.objects.exists()


def test_what_has_arrived_is_not_withdrawn(allowed: Club, arrived: Any) -> None:
    run, line = arrived
    books(allowed, run, line)
    with pytest.raises(IllegalError) as refused:
        withdraw(run=run, by=None, now=NOW)
    assert refused.value.code == "debits_arrived"


@pytest.mark.both
def test_an_ended_mandate_is_none(allowed: Club) -> None:
    mandate = Mandate.objects.get(person=allowed.robin)
    end_mandate(mandate=mandate, by=None, now=NOW)
    assert why_not()["Robin"] == "Kein Mandat."
    again = signs(allowed, "robin")
    assert again.reference != mandate.reference


# --- the pages --------------------------------------------------------------------------------
@pytest.mark.once
def test_from_the_mandate_to_the_file_on_the_pages(as_: Any, bank: Bank, time_machine: Any) -> None:
    time_machine.move_to("2026-03-09T20:00:00+01:00", tick=False)
    kim = as_("kim")  # who has just logged in is not asked again
    club = bank.club
    owes(club, "robin", 1250)
    owes(club, "toni", 500)
    wrong = kim.post(url("set_creditor"), {"typed": "DE1", "notice_days": "14"})
    assert (wrong.status_code, "keine Gläubiger-ID" in text(wrong)) == (422, True)
    kim.post(url("set_creditor"), {"typed": IDENTIFIER, "notice_days": "14"})
    sent = {"person": club.robin.pk, "iban": ROBINS, "signed_on": "2026-03-01"}
    cyrillic = kim.post(url("add_mandate"), sent | {"holder": "ЮРИЙ Петренко"})
    assert cyrillic.status_code == 422
    assert "Banken kennen nur lateinische Buchstaben" in text(cyrillic)
    assert kim.post(url("add_mandate"), sent).status_code == 302
    page = kim.get(url("collect"))
    assert "Kein Mandat." in text(page)
    form = {name: hidden(page, name) for name in ("client_id", "day")}
    key = club.robin.pk
    none = kim.post(url("collect"), form)
    assert (none.status_code, "von wem eingezogen" in text(none)) == (422, True)
    done = kim.post(url("collect"), form | {f"take-{key}": "on", f"cents-{key}": "1250"})
    assert done.status_code == 302
    run = DebitRun.objects.get()
    file = kim.get(url("debit_file", run.pk))
    assert file["Content-Disposition"] == f'attachment; filename="{run.message}.xml"'
    assert "ziehen wir 12,50 € von DE02 … 5030 ein" in text(as_("robin").get(url("own_account")))
    assert as_("alex").get(url("debit_run", run.pk)).status_code == 200
    assert as_("alex").get(url("debit_file", run.pk)).status_code != 200
    assert as_("robin").get(url("debits")).status_code == 404
