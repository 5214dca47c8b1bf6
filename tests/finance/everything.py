"""A club in which everything happened: each table of the till has a row, most have several."""

from datetime import date, timedelta
from pathlib import Path
from typing import Any

from finance.bank.models.bank import BankLine, ClubAccount
from finance.bank.reading.columns import Columns
from finance.bank.services import lines as bank_lines
from finance.bank.services import notices
from finance.bank.services.imports import import_file, import_with_columns, undo_import
from finance.bank.services.rules import end_rule, set_rule
from finance.books.instalments import Due
from finance.books.models.ledger import Transaction
from finance.books.queries.ledger import balance
from finance.books.queries.people import owing_of
from finance.books.services import (
    agreements,
    cashbook,
    charging,
    credits,
    deferrals,
    discharge,
    objections,
    openings,
    outlays,
    transfers,
)
from finance.books.services.approvals import propose
from finance.books.services.claims import refuse_claim
from finance.books.services.closing import close_through
from finance.books.services.funds import earmark
from finance.books.services.own_accounts import add_account
from finance.books.services.payments import take_payment
from finance.books.services.reversals import reverse
from finance.books.services.settings import decide_settings
from finance.books.services.vouchers import SelfMade, Upload
from finance.cash.services import count_cash
from finance.catalogue.services import deeds, excuses
from finance.close.queries import last_close
from finance.close.services import cosign_evening, paper_of, sign_evening
from finance.dues import queries as planned
from finance.dues import services as dues
from finance.reminders.models import Reminder
from finance.reminders.queries import candidates
from finance.reminders.services import Pick, remind, set_step
from finance.sepa.models import CreditTransfer, Debit, DebitRun, TransferRun
from finance.sepa.services import add_mandate, set_creditor
from finance.years.queries import audits as auditing
from finance.years.queries.matters import open_matters
from finance.years.services import audits, yearend
from league.approvals import services as approvals
from league.approvals.models import Approval
from league.events.services import attendance
from league.tournaments.models.tournaments import Prize
from tests.finance.bank_club import ROBINS, Bank
from tests.finance.club import DAY, NOW, TODAY, Club, Evening, client_id, owes, tariff
from tests.finance.files import PDF
from tests.finance.rounds import NEXT, give, in_euros, lost, moved, the_club_says

FILES = Path(__file__).parent / "bank" / "files"
LAST_YEAR, BEFORE = 2025, date(2025, 12, 20)


def everything_happened(club: Club) -> None:
    audits.lock_year(LAST_YEAR - 1)
    decide_settings(
        simple=False,
        tax_privileged=True,
        members_see_balance=True,
        board_reads=True,
        by=club.user("kim"),
        now=NOW,
    )
    add_account(kind="expense", name="Versicherung", sphere=1, by=club.user("kim"), now=NOW)
    _last_year(club)
    _catalogue(club)
    fund = add_account(kind="fund", name="Fahrt", shared=True, by=club.user("kim"), now=NOW)
    earmark(fund=fund, amount=1000, text="Beschluss", **_how(club))
    evening = club.evening("robin", "sascha", "toni", "gabi", "kim")
    _evening(club, evening)
    _money(club)
    _bank(club)
    _rounds(club, evening)
    _tournament(club)
    _close(club, evening)
    _own(club)


def _own(club: Club) -> None:
    """Kim books an own payment, which Robin has seen, and waives an own debt with Chris."""
    _pays(club, "kim", 100)
    seen = Approval.objects.get(kind="cash", person=club.kim)
    approvals.confirm(approval=seen, by=club.robin, now=NOW)
    claim = owes(club, "kim", 300)
    waiver = propose(kind="waiver", thing=claim.pk, reason="Fehler", by=club.user("kim"), now=NOW)
    approvals.confirm(approval=waiver, by=club.chris, now=NOW)


def _how(club: Club, day: date = DAY, by: str = "kim") -> dict[str, Any]:
    return {"client_id": client_id(), "by": club.user(by), "today": TODAY, "now": NOW, "day": day}


def _without(how: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in how.items() if name not in names}


def _pays(club: Club, name: str, cents: int, day: date = DAY, method: str = "cash") -> Any:
    return take_payment(
        person=club.persons[name], method=method, amount=cents, text="Stimmt so", **_how(club, day)
    )


def _spends(club: Club, voucher: Any, day: date) -> Transaction:
    return cashbook.record_expense(
        account="drinks",
        amount=1000,
        paid_from="cash",
        text="Kölsch",
        voucher=voucher,
        **_how(club, day),
    )


def _last_year(club: Club) -> None:
    """Open and audit last year's books: a question with its answer, a finding, all signatures."""
    for money in ("cash", "bank"):
        cashbook.open_book(money=money, amount=50_000, **_how(club, BEFORE))
    asked = _spends(club, Upload("bon.pdf", PDF), BEFORE)
    _pays(club, "robin", 500, BEFORE)
    kim, alex, chris = club.user("kim"), club.user("alex"), club.user("chris")
    said = dict.fromkeys(open_matters(LAST_YEAR, TODAY), "Der Ordner ist weg")
    yearend.draft_year(year=LAST_YEAR, by=kim, today=TODAY, now=NOW, said=said)
    yearend.give_back(year=LAST_YEAR, by=chris, now=NOW, reason="Ein Beleg fehlt")
    yearend.draft_year(year=LAST_YEAR, by=kim, today=TODAY, now=NOW, said=said)
    yearend.confirm_year(year=LAST_YEAR, by=chris, now=NOW, said=said)
    how = _without(_how(club, by="alex"), "day")
    audits.draw_sample(year=LAST_YEAR, seed="421", size=3, **how)
    how["client_id"] = client_id()
    audits.mark_booking(booking=asked, mark="question", remark="Wovon?", **how)
    audits.answer_question(booking=asked, text="Vom Fest", by=kim, client_id=client_id(), now=NOW)
    for audited_booking in auditing.audited_bookings(LAST_YEAR):
        how["client_id"] = client_id()
        audits.mark_booking(booking=audited_booking.booking, mark="fine", remark="", **how)
    finding = audits.add_finding(year=LAST_YEAR, text="Kein Ordner", **how)
    audits.settle_finding(finding=finding, how="Gekauft", by=alex, today=TODAY, now=NOW)
    how = {"today": TODAY, "now": NOW, "said": said}
    yearend.sign_year(year=LAST_YEAR, recommends=True, remark="Gut", by=alex, **how)
    yearend.discharge_board(
        year=LAST_YEAR,
        held_on=TODAY,
        votes_for=12,
        votes_against=1,
        abstained=2,
        by=chris,
        **how,
    )
    close_through(through=date(2026, 1, 31), by=kim, today=TODAY, now=NOW)


def _catalogue(club: Club) -> None:
    tariff("late", 100, "started", start=DAY, measure="minutes", per=5, ground="Beschluss")
    tariff("", 200, "piece", title="Handy am Tisch", start=DAY, decided_on=DAY, most=500)
    dues.set_rate(
        kind="active",
        period="month",
        cents=300,
        start=date(2026, 2, 1),
        ground="Satzung",
        decided_on=DAY,
        now=NOW,
    )
    dues.reduce_dues(
        person=club.toni,
        percent=50,
        ground="Studium",
        start=date(2026, 3, 1),
        by=club.user("kim"),
        now=NOW,
    )
    dues.reduce_dues(
        person=club.gabi,
        paid_by=club.toni,
        ground="Familie",
        start=date(2026, 2, 1),
        by=club.user("kim"),
        now=NOW,
    )
    dues.reduce_dues(
        person=club.sascha,
        cents=200,
        ground="Vereinbart",
        start=date(2026, 3, 1),
        by=club.user("kim"),
        now=NOW,
    )
    seen = planned.plan(TODAY).fingerprint
    dues.run(through=TODAY, seen=seen, by=club.user("kim"), today=TODAY, now=NOW)
    agreements.agree(
        person=club.gabi, start=DAY, end=None, agreed="am Tisch", by=club.user("kim"), now=NOW
    )


def _evening(club: Club, evening: Evening) -> None:
    evening.card("robin", cents=500)
    evening.card("gabi", number=2, cents=500)
    for number, name in enumerate(("robin", "robin", "sascha", "toni", "toni"), start=3):
        lost(evening, name, number=number)
    evening.charge("toni", "early_lift", "fine", 100)
    evening.charge("sascha", "spinksen", "fine", 300)
    evening.charge("robin", "dropped_dice", "fine", 100)
    phone = tariff("handy", 200, "piece", title="Handy", start=DAY)
    deeds.charge_deed(
        event=evening.event,
        participation=evening.event.participations.get(person=club.toni),
        tariff=phone,
        note="Wieder",
        **_without(_how(club), "day", "today"),
    )
    by = club.user("kim")
    (fine,) = [claim for claim in evening.claims("sascha") if claim.code == "spinksen"]
    objection = objections.object_to(
        claim=fine, text="Das war ich nicht", by=club.user("sascha"), now=NOW
    )
    objections.rule(
        objection=objection, outcome="stands", ruling="Doch", by=by, today=TODAY, now=NOW
    )
    (fine,) = [claim for claim in evening.claims("robin") if claim.code == "dropped_dice"]
    refuse_claim(claim=fine, reason="Es war der Hund", by=by, now=NOW)
    evening.confirm()
    tariff("absent", kind="average", title="Gefehlt", start=DAY)
    attendance.mark_attendance(
        participation=evening.event.participations.get(person=club.chris), attendance="absent"
    )
    excuses.excuse(event=evening.event, person=club.chris, reason="Krank", by=by, now=NOW)


def _money(club: Club) -> None:
    _spends(club, SelfMade(payee="Markt", what="Blumen", why="Kein Bon"), DAY)
    cashbook.record_income(
        account="gifts", amount=700, paid_into="cash", text="Brauerei", **_how(club)
    )
    cashbook.move_money(source="cash", target="bank", amount=2_000, **_how(club))
    _reminds(club)
    wrong = _pays(club, "sascha", 900)
    how = _without(_how(club), "day", "client_id")
    reverse(original=wrong.transaction, reason="Vertippt", **how)
    _pays(club, "sascha", 300)
    transfers.take_over(
        taker=club.robin, debtor=club.toni, cents=100, reason="Wette verloren", **_how(club)
    )
    (open_,) = club.gabi.claims.filter(state="confirmed")
    discharge.waive_claim(claim=open_, reason="Ist Gast", client_id=client_id(), **how)
    owed = owing_of(club.sascha).cents
    dues = [Due(TODAY, 1), Due(TODAY + timedelta(days=30), owed - 1)]
    deferrals.defer(person=club.sascha, dues=dues, note="In Raten", **how)
    outlays.set_off_outlay(
        person=club.toni,
        account="drinks",
        amount=150,
        text="Salzstangen",
        voucher=SelfMade(payee="Kiosk", what="Salzstangen", why="Kein Bon"),
        **_how(club),
    )
    openings.open_accounts(
        balances=[openings.Balance(club.alex, 500), openings.Balance(club.gabi, -300, "Zettel")],
        **_how(club),
    )
    charging.charge_people(
        people=[club.robin, club.toni],
        amount=1001,
        shared=True,
        code="outing",
        note="Brauerei",
        due=TODAY,
        **_how(club),
    )
    _pays(club, "chris", 1_000)
    credits.pay_out_credit(person=club.chris, method="cash", amount=400, **_how(club))


def _reminds(club: Club) -> None:
    by = club.user("kim")
    set_step(number=1, title="Mahnung", text="Zahl!", fee=250, wait=7, is_used=True, by=by, now=NOW)
    late = DAY + timedelta(days=40)
    picks = {
        candidate.person.pk: Pick(Reminder.Way.LETTER, candidate.cents)
        for candidate in candidates(late)[:1]
    }
    remind(picks=picks, client_id=client_id(), by=by, today=late, now=NOW)


def _bank(club: Club) -> None:
    bank = Bank(club)
    by = club.user("kim")
    once = import_file(
        content=(FILES / "camt053_v2.xml").read_bytes(), name="a.xml", by=by, now=NOW
    )
    undo_import(bank_import=once.bank_import, by=by, now=NOW)
    import_file(content=(FILES / "camt053_v2.xml").read_bytes(), name="b.xml", by=by, now=NOW)
    set_creditor(typed="DE98ZZZ09999999999", by=by, now=NOW)
    account = ClubAccount.objects.latest("pk")
    for number, name in enumerate(("toni", "sascha")):
        mandate = add_mandate(
            person=club.persons[name],
            iban=ROBINS,
            signed_on=DAY,
            holder="Anton",
            by=by,
            today=TODAY,
            now=NOW,
        )
        run = DebitRun.objects.create(
            day=DAY,
            message=f"SW{number}",
            identifier="DE98ZZZ09999999999",
            holder=account.holder,
            iban=account.iban,
            client_id=client_id(),
            made_by=by,
            made_at=NOW,
        )
        Debit.objects.create(run=run, mandate=mandate, cents=500)
        transfers = TransferRun.objects.create(
            day=DAY,
            message=f"SWT{number}",
            holder=account.holder,
            iban=account.iban,
            client_id=client_id(),
            made_by=by,
            made_at=NOW,
        )
        CreditTransfer.objects.create(
            run=transfers,
            person=club.persons[name],
            name=name,
            iban=ROBINS,
            cents=700,
            text="Guthaben zurück",
        )
    rule = set_rule(words="Rewe", incoming=False, account="drinks", by=by, now=NOW)
    end_rule(rule=rule, by=by, now=NOW)
    set_rule(words="Rewe", incoming=False, account="trips", by=by, now=NOW)
    unknown = import_with_columns(
        content=b"Tag|Zweck|Wert\n05.03.2026|Ende|1,00\n",
        name="dorfbank.csv",
        columns=Columns(("booked", "text", "amount"), "in"),
        by=by,
        now=NOW,
    )
    undo_import(bank_import=unknown.bank_import, by=by, now=NOW)
    comes, *rest = BankLine.objects.filter(cents__gt=0).order_by("pk")
    bank.books(comes, robin=comes.cents)
    for line in [*rest, *BankLine.objects.filter(cents__lt=0)][:1]:
        bank_lines.ignore_line(line=line, reason="Nicht unseres", by=by, now=NOW)
    for name in ("toni", "sascha"):
        notices.announce(
            person=club.persons[name],
            cents=1500,
            day=DAY,
            client_id=client_id(),
            today=TODAY,
            now=NOW,
        )
    notices.confirm_notice(
        notice=club.toni.payment_notices.get(), day=DAY, by=by, today=TODAY, now=NOW
    )
    notices.refuse_notice(
        notice=club.sascha.payment_notices.get(), reason="Kam nie", by=by, now=NOW
    )


def _rounds(club: Club, evening: Evening) -> None:
    the_club_says(keep=True)
    tonight = club.evening("robin", "sascha", "toni", day=NEXT)
    first, second = evening.club.robin.claims.filter(unit="RUNDE").order_by("pk")
    give(tonight, first)
    give(tonight, second)
    (theirs,) = club.sascha.claims.filter(unit="RUNDE")
    moved(theirs)
    in_euros(club.toni.claims.filter(unit="RUNDE").order_by("pk")[0])


def _tournament(club: Club) -> None:
    entry_desk = club.tournament("alex", "chris")
    for name in ("alex", "chris"):
        entry_desk.pays(name)
    for place in (1, 2):
        Prize.objects.create(event=entry_desk.event, award="place", place=place, pot_percent=50)
    entry_desk.wins("alex", 400, prize=entry_desk.event.prizes.get(place=1))
    entry_desk.wins("chris", 300, prize=entry_desk.event.prizes.get(place=2))


def _close(club: Club, evening: Evening) -> None:
    by = club.user("kim")
    _counts(club, evening, -50, "Falsch herausgegeben")
    _counts(club, evening)
    sign_evening(event=evening.event, by=by, now=NOW)
    close = last_close(evening.event)
    assert close is not None
    later = NOW + timedelta(minutes=2)
    closed = cosign_evening(
        close=close, seen=close.digest, by=club.user("robin"), today=TODAY, now=later
    )
    paper_of(close=type(closed).objects.get(pk=closed.pk), language="de", now=later)
    before = club.evening("robin", day=DAY - timedelta(days=7))
    _counts(club, before)
    sign_evening(event=before.event, by=by, now=NOW)


def _counts(club: Club, evening: Evening, off: int = 0, reason: str = "") -> None:
    cash = balance("cash")
    count_cash(
        pieces={"eur_1": (cash + off) // 100, "ct_1": (cash + off) % 100},
        seen=cash,
        reason=reason,
        client_id=client_id(),
        by=club.user("kim"),
        day=DAY,
        now=NOW,
        event=evening.event,
    )
