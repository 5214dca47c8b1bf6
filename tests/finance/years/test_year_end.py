"""Auditors and the end of a year: who may what, on which books, and that nothing is taken back."""

from datetime import UTC, date, datetime

import pytest
from django.db import IntegrityError, transaction

from finance.bank.models.bank import BankBalance, BankImport
from finance.books.models.ledger import Closing, Transaction
from finance.cash.services import count_cash
from finance.checks.books import check_books
from finance.errors import IllegalError, InvalidError, NotAllowedError, StaleError
from finance.years.models import AuditFinding, AuditMark, AuditSample, YearStep
from finance.years.queries import audits, year_figures
from finance.years.services import audits as auditing
from finance.years.services import yearend
from finance.years.steps import Standing, Taken, standing
from league.people.services import people
from tests.finance.club import client_id, payer
from tests.finance.tampering import tampered
from tests.plugins.built import built_once

pytestmark = [pytest.mark.slow, pytest.mark.rules]

YEAR = 2025
LAST_DAY = date(2025, 12, 20)
TODAY = date(2026, 3, 10)
NOW = datetime(2026, 3, 10, 18, 0, tzinfo=UTC)


@built_once
def year(club):
    """Book the payments of 2025: five in cash and one by bank."""
    pay = payer(club)
    for n in range(5):
        pay("robin", 500 + n, day=LAST_DAY)
    pay("toni", 1200, day=LAST_DAY, method="bank")
    return club


def drawer(year):
    def drawn(size=3, seed="421 665", by="alex", **more):
        return auditing.draw_sample(
            year=YEAR,
            seed=seed,
            size=size,
            by=year.user(by),
            client_id=more.pop("client_id", None) or client_id(),
            today=TODAY,
            now=NOW,
        )

    return drawn


@pytest.fixture
def draw(year):
    return drawer(year)


def marker(year):
    def marked(booking, what="fine", remark="", by="alex"):
        return auditing.mark_booking(
            booking=booking,
            mark=what,
            remark=remark,
            by=year.user(by),
            client_id=client_id(),
            today=TODAY,
            now=NOW,
        )

    return marked


@pytest.fixture
def mark(year):
    return marker(year)


@pytest.fixture
def step(year):
    """Return `step("draft")`: it takes a step in the name of the person whose turn it is."""

    def taken(kind, by="", **more):
        by = year.user(by or {"draft": "kim", "sign": "alex"}.get(kind, "chris"))
        if kind == "draft":
            return yearend.draft_year(year=YEAR, by=by, today=TODAY, now=NOW)
        if kind == "confirm":
            return yearend.confirm_year(year=YEAR, by=by, now=NOW)
        if kind == "sign":
            more = {"recommends": True, "remark": "", **more}
            return yearend.sign_year(year=YEAR, by=by, today=TODAY, now=NOW, **more)
        if kind == "back":
            return yearend.give_back(year=YEAR, by=by, now=NOW, reason=more.get("reason", "Fehlt"))
        votes = {"held_on": TODAY, "votes_for": 12, "votes_against": 1, "abstained": 2, **more}
        return yearend.discharge_board(year=YEAR, by=by, today=TODAY, now=NOW, **votes)

    return taken


@built_once
def audited(year):
    drawer(year)()
    look_at_all(year, "alex")


def look_at_all(year, name):
    for audited_booking in audits.audited_bookings(YEAR):
        marker(year)(audited_booking.booking, by=name)


def state():
    return audits.standing_of(audits.steps_of(YEAR)).state


def test_a_form_of_the_auditors_says_what_it_said(year, draw, pay):
    """An auditor who goes back and says something else is not told that it was noted."""
    who = {"by": year.user("alex"), "today": TODAY, "now": NOW}
    booking = pay("robin", 500, day=LAST_DAY).transaction
    for do, params, other in (
        (
            auditing.mark_booking,
            {"mark": "fine", "remark": ""},
            {"mark": "wrong", "remark": "Wer?"},
        ),
        (auditing.add_finding, {"text": "Ein Ordner fehlt"}, {"text": "Zwei Ordner fehlen"}),
        (auditing.draw_sample, {"seed": "421", "size": 2}, {"seed": "421", "size": 3}),
    ):
        about = {"booking": booking} if do is auditing.mark_booking else {"year": YEAR}
        first = do(**about, **params, client_id=do.__name__, **who)
        assert do(**about, **params, client_id=do.__name__, **who) == first
        with pytest.raises(InvalidError) as refused:
            do(**about, **other, client_id=do.__name__, **who)
        assert refused.value.code == "form_used_before"


# --- the sample -------------------------------------------------------------------------------
@pytest.mark.both
def test_the_sample_stays_when_more_is_booked(year, draw, pay):
    draw(size=3)
    first = {audited_booking.booking.pk for audited_booking in audits.audited_bookings(YEAR)}
    assert len(first) == 3
    for _n in range(5):
        pay("robin", 100, day=LAST_DAY)
    assert {
        audited_booking.booking.pk for audited_booking in audits.audited_bookings(YEAR)
    } == first


@pytest.mark.both
def test_who_draws_again_because_the_first_did_not_please_leaves_both(draw):
    draw(size=1, seed="1")
    draw(size=1, seed="2")
    assert [sample.sample.seed for sample in audits.samples_of(YEAR)] == ["1", "2"]


def test_a_double_click_draws_once(draw):
    assert draw(client_id="zweimal") == draw(client_id="zweimal")
    assert AuditSample.objects.count() == 1


@pytest.mark.parametrize(("seed", "size"), [("", 3), ("  ", 3), ("421", 0), ("421", 501)])
def test_a_sample_needs_a_seed_and_a_size(draw, seed, size):
    with pytest.raises(InvalidError):
        draw(seed=seed, size=size)


def test_the_latest_mark_counts_and_the_others_stay(draw, mark):
    draw(size=1)
    (audited_booking,) = audits.audited_bookings(YEAR)
    mark(audited_booking.booking, "question", "Wo ist die Quittung?")
    assert not audits.audited_bookings(YEAR)[0].is_settled
    mark(audited_booking.booking, "fine", "Nachgereicht")
    (audited_booking,) = audits.audited_bookings(YEAR)
    assert (audited_booking.mark.mark, len(audited_booking.marks), audited_booking.is_settled) == (
        "fine",
        2,
        True,
    )


def test_whatever_is_not_fine_needs_a_sentence(year, mark):
    with pytest.raises(InvalidError, match="was damit ist"):
        mark(Transaction.objects.first(), "wrong")


def test_any_booking_can_be_marked_also_one_not_drawn(year, mark):
    mark(Transaction.objects.first(), "wrong", "Betrag passt nicht")
    (audited_booking,) = audits.audited_bookings(YEAR)
    assert not audited_booking.drawn


# --- the steps --------------------------------------------------------------------------------
def test_the_year_goes_its_four_steps_and_is_closed_when_audited(step, audited, pay):
    step("draft")
    assert state() == "draft"
    step("confirm")
    assert state() == "board"
    assert not Closing.objects.exists()
    step("sign")
    assert state() == "audited"
    assert Closing.objects.get().through == date(2025, 12, 31)
    with pytest.raises(IllegalError, match="abgeschlossen"):
        pay("robin", 100, day=LAST_DAY)
    step("discharge")
    assert state() == "discharged"
    kinds = [step.kind for step in audits.steps_of(YEAR)]
    assert kinds == ["draft", "board", "signed", "audited", "discharged"]


@pytest.mark.parametrize("kind", ["confirm", "sign", "discharge"])
def test_no_step_before_its_turn(step, audited, kind):
    with pytest.raises(IllegalError):
        step(kind)
    assert not YearStep.objects.exists()


def test_every_step_twice_is_taken_once(step, audited):
    for kind in ("draft", "confirm", "sign", "discharge"):
        assert step(kind) == step(kind)
    assert YearStep.objects.count() == 5


def test_a_year_that_is_not_over_is_not_drafted(year):
    with pytest.raises(IllegalError, match="vorbei"):
        yearend.draft_year(year=2026, by=year.user("kim"), today=TODAY, now=NOW)


def test_books_that_are_wrong_go_no_further(year, step):
    twice = tampered("UPDATE finance_posting SET amount = amount * 2")
    with twice, pytest.raises(IllegalError, match=r"Die Bücher stimmen nicht\. bank 2025/1"):
        step("draft")


def test_who_drafted_does_not_confirm(year, step):
    people.dismiss(office=year.chris.offices.get(), end=date(2025, 1, 1))
    step("draft")
    with pytest.raises(NotAllowedError, match="jemand anderes"):
        step("confirm", by="kim")


def test_a_booking_after_the_draft_asks_for_a_new_draft(step, audited, pay):
    step("draft")
    pay("robin", 100, day=LAST_DAY)
    with pytest.raises(StaleError, match="noch einmal vor"):
        step("confirm")
    step("draft")
    step("confirm")
    pay("robin", 100, day=LAST_DAY)
    with pytest.raises(StaleError):
        step("sign")
    assert state() == "board"


def test_nobody_signs_without_having_looked(step, draw, mark):
    step("draft")
    step("confirm")
    with pytest.raises(IllegalError, match="Stichprobe"):
        step("sign")
    draw(size=1)
    with pytest.raises(IllegalError, match="Noch offen"):
        step("sign")
    (audited_booking,) = audits.audited_bookings(YEAR)
    mark(audited_booking.booking, "question", "Quittung?")
    with pytest.raises(IllegalError, match="Noch offen"):
        step("sign")
    mark(audited_booking.booking, "wrong", "Fehlt bis heute")
    step("sign")
    assert state() == "audited"


def test_all_auditors_sign_and_one_may_advise_against(year, step, audited):
    year.join("bea", role="auditor")
    step("draft")
    step("confirm")
    step("sign")
    assert state() == "board"
    with pytest.raises(InvalidError, match="warum nicht"):
        step("sign", by="bea", recommends=False)
    look_at_all(year, "bea")
    step("sign", by="bea", recommends=False, remark="Zu viele Belege fehlen")
    assert state() == "audited"


def test_a_signing_that_broke_off_is_finished_by_the_next_one(step, audited, monkeypatch):
    step("draft")
    step("confirm")
    with monkeypatch.context() as broken:
        broken.setattr(yearend, "_finish", lambda **_given: None)
        step("sign")
    assert state() == "board"
    step("sign")
    assert state() == "audited"
    assert YearStep.objects.filter(kind="signed").count() == 1


def test_what_was_booked_before_the_closing_leaves_the_year_open(step, audited, pay, monkeypatch):
    step("draft")
    step("confirm")
    with monkeypatch.context() as broken:
        broken.setattr(yearend, "_finish", lambda **_given: None)
        step("sign")
    pay("robin", 300, day=LAST_DAY)
    with pytest.raises(StaleError):
        step("sign")
    assert not Closing.objects.exists()


def test_whoever_was_on_the_board_in_that_year_audits_nothing_of_it(year, draw, mark, step):
    for person in (year.alex, year.kim):
        people.dismiss(office=person.offices.get(), end=date(2025, 6, 1))
    people.appoint(person=year.kim, role="auditor", start=date(2026, 1, 1))
    people.appoint(person=year.alex, role="auditor", start=date(2026, 1, 1))
    assert audits.auditors(YEAR, TODAY) == [year.alex]
    for deed in (
        lambda: draw(by="kim"),
        lambda: mark(Transaction.objects.first(), by="kim"),
        lambda: step("sign", by="kim"),
    ):
        with pytest.raises(NotAllowedError, match="selbst im Vorstand"):
            deed()


def test_a_year_given_back_begins_anew_and_what_was_signed_is_void(year, step, audited):
    year.join("bea", role="auditor")
    look_at_all(year, "bea")
    step("draft")
    step("confirm")
    step("sign")
    with pytest.raises(InvalidError):
        step("back", reason=" ")
    step("back", by="alex", reason="Beleg 3 fehlt")
    assert state() == "open"
    step("draft")
    step("confirm")
    step("sign", by="bea")
    assert state() == "board"
    step("sign")
    assert state() == "audited"


def test_what_is_audited_does_not_go_back(step, audited, mark):
    for kind in ("draft", "confirm", "sign"):
        step(kind)
    with pytest.raises(IllegalError, match="im neuen"):
        step("back")
    with pytest.raises(IllegalError, match="Daran ändert sich nichts"):
        mark(Transaction.objects.first(), "wrong", "Doch noch")


def test_a_discharge_refused_may_be_given_by_a_later_meeting(step, audited):
    for kind in ("draft", "confirm", "sign"):
        step(kind)
    step("discharge", votes_for=3, votes_against=3)
    assert state() == "audited"
    step("discharge")
    assert state() == "discharged"


@pytest.mark.parametrize(
    ("votes", "code"),
    [
        ({"held_on": date(2026, 3, 11)}, "meeting_to_come"),
        ({"held_on": date(2026, 3, 9)}, "meeting_before_audit"),
        ({"votes_for": 0, "votes_against": 0}, "no_votes"),
    ],
)
def test_a_meeting_needs_a_day_and_votes(step, audited, votes, code):
    for kind in ("draft", "confirm", "sign"):
        step(kind)
    with pytest.raises(InvalidError) as refused:
        step("discharge", **votes)
    assert refused.value.code == code


def test_a_finding_is_settled_once_and_stays(year):
    finding = auditing.add_finding(
        year=YEAR,
        text="Kassenbuch unleserlich",
        by=year.user("alex"),
        client_id="f",
        today=TODAY,
        now=NOW,
    )
    for how in ("Abgetippt", "Anders"):
        auditing.settle_finding(
            finding=finding, how=how, by=year.user("alex"), today=TODAY, now=NOW
        )
    assert AuditFinding.objects.get().settled_how == "Abgetippt"


# --- the database -----------------------------------------------------------------------------
@pytest.mark.both
def test_the_database_keeps_what_was_said_and_the_order_of_steps(step, audited):
    for kind in ("draft", "confirm", "sign"):
        step(kind)
    last = YearStep.objects.last()
    for change in (
        lambda: YearStep.objects.filter(kind="draft").update(seal="0" * 64),
        lambda: YearStep.objects.filter(kind="signed").update(agrees=False),
        lambda: YearStep.objects.filter(kind="signed").delete(),
        lambda: AuditMark.objects.update(mark="wrong"),
        lambda: AuditMark.objects.all().delete(),
        lambda: AuditSample.objects.update(seed="x"),
        lambda: YearStep.objects.create(
            year_end=last.year_end, number=9, kind="back", taken_by=last.taken_by, taken_at=NOW
        ),
        lambda: YearStep.objects.create(
            year_end=last.year_end, number=5, kind="back", taken_by=last.taken_by, taken_at=NOW
        ),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            change()
    assert YearStep.objects.filter(kind="draft").update(reason="") == 1


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("UPDATE finance_yearstep SET seal = '{x}' WHERE kind = 'audited'", "2025 wurde nach der"),
        ("UPDATE finance_yearstep SET seal = '{x}' WHERE kind = 'draft'", "2025 wurde nach der"),
        ("DELETE FROM finance_closing", "trotzdem nicht abgeschlossen"),
        ("UPDATE finance_journalyear SET last_hash = '{x}'", "2025 wurde nach der Unterschrift"),
        ("UPDATE finance_journalyear SET last_number = 1", "nennt Buchungen, die fehlen"),
        ("UPDATE finance_yearend SET year = 2024", "gehört zu einem anderen Jahr"),
    ],
)
def test_check_books_finds_what_was_changed_after_the_signature(step, audited, statement, sentence):
    for kind in ("draft", "confirm", "sign"):
        step(kind)
    assert check_books().wrong == []
    with tampered("DELETE FROM finance_periodname", statement.format(x="0" * 64)):
        wrong = check_books().wrong
    assert any(sentence in problem for problem in wrong), wrong


# --- figures ----------------------------------------------------------------------------------
@pytest.mark.both
def test_the_figures_stand_beside_those_of_the_year_before(club, pay):
    for day in (date(2024, 5, 3), LAST_DAY):
        evening = club.evening("robin", "toni", day=day)
        evening.card("robin", cents=500 if day.year == 2024 else 800)
        evening.confirm()
    pay("robin", 500, day=LAST_DAY)
    result = year_figures.result_of(YEAR)
    assert [(figure.account.code, figure.now, figure.before) for figure in result.income] == [
        ("stakes", 500, 0)
    ]
    assert result.surplus == (500, 0)
    in_hand = {figure.account.code: (figure.now, figure.before) for figure in result.in_hand}
    assert in_hand == {"cash": (500, 0)}
    assert result.spheres == [(1, 500, 0)]
    assert year_figures.owed_at_end(YEAR) == [(club.robin, 800)]
    assert year_figures.owed_at_end(2024) == [(club.robin, 500)]


def agreed(today=TODAY):
    agreed = year_figures.agreed(YEAR, today)
    return {
        agreement.account.code: (agreement.day, agreement.booked, agreement.actual)
        for agreement in agreed
    }


def test_what_was_neither_counted_nor_stated_says_so(year):
    last = date(YEAR, 12, 31)
    assert agreed() == {"cash": (last, 2510, None), "bank": (last, 1200, None)}
    meanwhile = agreed(date(YEAR, 10, 1))
    assert {day for day, _booked, _found in meanwhile.values()} == {date(YEAR, 10, 1)}


@pytest.mark.both
def test_the_last_count_and_the_last_balance_stand_beside_the_book(year):
    count_cash(
        pieces={"eur_20": 1, "eur_5": 1},
        seen=2510,
        reason="Zehn Cent fehlen",
        client_id="count",
        by=year.user("kim"),
        day=LAST_DAY,
        now=NOW,
    )
    bank = BankImport.objects.create(iban="DE02", format="csv", sha256="0", imported_at=NOW)
    for day, cents in ((date(YEAR, 12, 1), 0), (date(YEAR, 12, 30), 1200), (TODAY, 9)):
        BankBalance.objects.create(
            bank_import=bank, iban="DE02", day=day, moment="closing", cents=cents
        )
    assert agreed() == {"cash": (LAST_DAY, 2510, 2500), "bank": (date(YEAR, 12, 30), 1200, 1200)}
    assert [agreement.difference for agreement in year_figures.agreed(YEAR, TODAY)] == [-10, 0]


# --- the pure rule ----------------------------------------------------------------------------
def test_where_a_year_stands_is_read_from_its_steps():
    assert standing([]) == Standing()
    steps = [Taken("draft", 1, "s"), Taken("board", 2, "s"), Taken("signed", 3, "s", True)]
    assert standing(steps) == Standing("board", "s", 1, frozenset({3}))
    assert standing([*steps, Taken("back", 3)]) == Standing()
    assert standing([*steps, Taken("audited", 3, "s")]).is_final
    refused = [*steps, Taken("audited", 3, "s"), Taken("discharged", 2, "s", False)]
    assert standing(refused).state == "audited"
    assert standing([*refused, Taken("discharged", 2, "s", True)]).reached("discharged")
