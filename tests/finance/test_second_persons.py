"""Each deed that books, done by the one who benefits: what the table says comes of it."""

import ast
from collections import defaultdict
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from finance.bank.models.bank import BankLine
from finance.bank.services.account import set_club_account
from finance.bank.services.cash import book_refund
from finance.bank.services.imports import import_file
from finance.bank.services.lines import Share, book_line, tie_line
from finance.bank.services.notices import announce, confirm_notice
from finance.bank.services.returned import give_back
from finance.books.instalments import Due
from finance.books.models.claims import Claim
from finance.books.models.ledger import Transaction
from finance.books.models.payments import Payment
from finance.books.queries.openings import opening_forms
from finance.books.queries.second_persons import DEEDS, Second
from finance.books.services.claims import refuse_claim
from finance.books.services.conversions import turn_into_euros
from finance.books.services.credits import pay_out_credit
from finance.books.services.deferrals import defer
from finance.books.services.discharge import waive_claim
from finance.books.services.entry_fees import take_entry
from finance.books.services.funds import pay_share
from finance.books.services.objections import object_to, rule
from finance.books.services.openings import Balance, open_accounts, take_back_openings
from finance.books.services.outlays import set_off_outlay
from finance.books.services.payments import take_payment
from finance.books.services.reversals import reverse
from finance.books.services.rounds import give_round, give_together
from finance.books.services.transfers import take_over
from finance.books.services.vouchers import SelfMade
from finance.cash.services import count_cash
from finance.catalogue.services.excuses import excuse
from finance.checks.books import check_books
from finance.close.services import take_from_all, take_what_is_open
from finance.dues.services import reduce_dues
from finance.errors import NotAllowedError
from finance.sepa.rules import Order
from finance.sepa.services import order_transfers
from league.approvals.models import Approval
from tests.finance.bank_club import CLUB, file_of, row
from tests.finance.club import DAY, NOW, TODAY, Club, client_id, owes
from tests.finance.rounds import lost

pytestmark = [pytest.mark.once]
ROOT = Path(__file__).parents[2] / "finance"
# They are given persons and journals that are locked already, by the deeds of the table.
INNER = {"post", "receive", "move", "unbook", "note_own"}


def _services() -> list[ast.FunctionDef]:
    paths = [*ROOT.rglob("services/*.py"), *ROOT.rglob("services.py")]
    return [
        node
        for path in paths
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.FunctionDef)
    ]


def _reaching(wanted: set[str]) -> set[str]:
    """Return the public services that call one of these, at whatever remove."""
    calls: dict[str, set[str]] = defaultdict(set)
    public = set()
    for function in _services():
        for node in ast.walk(function):
            if isinstance(node, ast.Call):
                name = node.func
                calls[function.name].add(getattr(name, "id", "") or getattr(name, "attr", ""))
        if any(argument.arg == "by" for argument in function.args.kwonlyargs):
            public.add(function.name)
    found = set(wanted)
    while more := {name for name, called in calls.items() if called & found} - found:
        found |= more
    return {name for name in found & public if not name.startswith("_")}


def test_each_service_that_books_or_asks_a_second_person_is_in_the_table() -> None:
    asking = {"must_not_be_own", "note_own", "note_own_payment", "needs_second"}
    reached = (_reaching({"post"}) | _reaching(asking)) - INNER - {"reduce_own_dues"}
    assert reached - {*DEEDS, "ask_second"} == set()
    assert {*DEEDS} - reached == set()


def test_the_page_about_the_books_has_the_table() -> None:
    page = (ROOT.parent / "docs/ledger-laws.md").read_text()
    for name, deed in DEEDS.items():
        if deed.second in {Second.WAITS, Second.SEEN, Second.REFUSED}:
            assert f"| `{name}` | {deed.benefits} | {deed.second} |" in page


class Treasurer:
    """Kim, who keeps the till, in the own matter."""

    def __init__(self, club: Club) -> None:
        self.club, self.kim = club, club.kim
        self.who = {"by": club.user("kim"), "now": NOW}
        self.acting = {**self.who, "today": TODAY}

    @property
    def once(self) -> dict[str, Any]:
        return {**self.acting, "client_id": client_id()}

    def has_credit(self, cents: int = 1000) -> Payment:
        """Book a credit by a command, so that it is no user's own matter."""
        return take_payment(
            person=self.kim,
            method="cash",
            amount=cents,
            day=DAY,
            client_id=client_id(),
            by=None,
            today=TODAY,
            now=NOW,
        )

    def round(self) -> Claim:
        """Return a round that Kim owes."""
        evening = self.club.evening("kim", "robin")
        lost(evening, "kim")
        evening.confirm()
        return evening.claim("kim")

    def line(self, euros: str = "42,00", name: str = "Unbekannt und Söhne", **more: Any) -> Any:
        set_club_account(holder="Schockclub", iban=CLUB, bic="", by=None, now=NOW)
        text = more.get("text", "Danke")
        content = file_of(row(euros, text, name, day=more.get("day", "07.03.2026")))
        done = import_file(content=content, name=f"{euros}.csv", by=None, now=NOW)
        return BankLine.objects.select_related("text").get(bank_import=done.bank_import)


Deeds = dict[str, Callable[[Treasurer], object]]


def _waiting() -> Deeds:
    def waive(me: Treasurer) -> object:
        claim = owes(me.club, "kim", 500)
        return waive_claim(claim=claim, reason="x", **me.once)

    def refuse(me: Treasurer) -> object:
        evening = me.club.evening("kim", "robin")
        evening.charge("kim", "early_lift", "fine", 100)
        return refuse_claim(claim=evening.claim("kim"), reason="x", **me.who)

    def turn(me: Treasurer) -> object:
        claim = me.round()
        return turn_into_euros(claim=claim, cents=100, reason="x", **me.once)

    def hand_over(me: Treasurer) -> object:
        owes(me.club, "kim", 500)
        robin = me.club.robin
        return take_over(taker=robin, debtor=me.kim, cents=500, reason="x", day=DAY, **me.once)

    def pay_out(me: Treasurer) -> object:
        me.has_credit()
        return pay_out_credit(person=me.kim, method="cash", amount=1000, day=DAY, **me.once)

    def refund(me: Treasurer) -> object:
        me.has_credit()
        return book_refund(line=me.line("-10,00"), person=me.kim, **me.once)

    def storno(me: Treasurer) -> object:
        claim = owes(me.club, "kim", 500)
        return reverse(original=claim.transaction, reason="x", **me.acting)

    def pay_later(me: Treasurer) -> object:
        owes(me.club, "kim", 500)
        until = TODAY + timedelta(days=30)
        return defer(person=me.kim, dues=[Due(until, 500)], note="x", **me.acting)

    def stay_away(me: Treasurer) -> object:
        evening = me.club.evening("robin", "sascha")
        return excuse(event=evening.event, person=me.kim, reason="x", **me.who)

    def pay_less(me: Treasurer) -> object:
        return reduce_dues(person=me.kim, ground="x", start=date(2026, 1, 1), percent=0, **me.who)

    def count(me: Treasurer) -> object:
        me.has_credit(10_000)
        return count_cash(
            pieces={}, total=100, seen=10_000, reason="x", day=TODAY, client_id="c", **me.who
        )

    def strangers(me: Treasurer) -> object:
        return book_line(line=me.line(), shares=[Share(me.kim.pk, 4200)], **me.once)

    def tie(me: Treasurer) -> object:
        typed = take_payment(
            person=me.kim,
            method="bank",
            amount=4200,
            day=DAY,
            client_id="typed",
            by=None,
            today=TODAY,
            now=NOW,
        )
        return tie_line(line=me.line(), booking=typed.transaction, by=me.who["by"])

    def take_back(me: Treasurer) -> object:
        who = {"client_id": client_id(), "by": None, "today": TODAY, "now": NOW}
        open_accounts(balances=[Balance(me.kim, 500)], day=DAY, **who)
        (form,) = opening_forms()
        return take_back_openings(form=form, reason="x", **me.acting)

    def rule_on(me: Treasurer) -> object:
        claim = owes(me.club, "kim", 500)
        objection = object_to(claim=claim, text="x", by=me.who["by"], now=NOW)
        return rule(objection=objection, outcome="waived", ruling="x", **me.acting)

    return {
        "waive_claim": waive,
        "take_back_openings": take_back,
        "rule": rule_on,
        "refuse_claim": refuse,
        "turn_into_euros": turn,
        "take_over": hand_over,
        "pay_out_credit": pay_out,
        "book_refund": refund,
        "reverse": storno,
        "defer": pay_later,
        "excuse": stay_away,
        "reduce_dues": pay_less,
        "count_cash": count,
        "book_line": strangers,
        "tie_line": tie,
    }


def _refused() -> Deeds:
    def share(me: Treasurer) -> object:
        return pay_share(person=me.kim, fund=None, seen=100, **me.acting)  # type: ignore[arg-type]

    def order(me: Treasurer) -> object:
        me.has_credit()
        kim = Order(name="Kim", iban=CLUB, cents=1000, text="x", person=me.kim.pk)
        return order_transfers(orders=[kim], day=TODAY, **me.once)

    def bear(me: Treasurer) -> object:
        came = me.line("10,00", "Kim")
        book_line(line=came, shares=[Share(me.kim.pk, 1000)], **me.once)
        back = me.line("-13,00", "Kim", text="Rückgabe", day="09.03.2026")
        return give_back(line=back, booking=came.bookings.get(), fee="club", **me.acting)

    return {"pay_share": share, "order_transfers": order, "give_back": bear}


def _seen() -> Deeds:
    paper = SelfMade(payee="Markt", what="Würfel", why="Kein Bon")

    def pay(me: Treasurer) -> object:
        return take_payment(person=me.kim, method="cash", amount=500, day=DAY, **me.once)

    def lay_out(me: Treasurer) -> object:
        return set_off_outlay(
            person=me.kim,
            account="material",
            amount=500,
            day=DAY,
            text="Würfel",
            voucher=paper,
            **me.once,
        )

    def begin(me: Treasurer) -> object:
        return open_accounts(balances=[Balance(me.kim, -500)], day=DAY, **me.once)

    def arrive(me: Treasurer) -> object:
        notice = announce(
            person=me.kim, cents=500, day=DAY, client_id=client_id(), today=TODAY, now=NOW
        )
        return confirm_notice(notice=notice, day=DAY, **me.acting)

    def enter(me: Treasurer) -> object:
        desk = me.club.tournament("kim")
        return take_entry(event=desk.event, person=me.kim, amount=1500, **me.once)

    def win(me: Treasurer) -> object:
        desk = me.club.tournament("kim", "robin")
        desk.pays("robin")
        return desk.wins("kim", 400)

    def give(me: Treasurer) -> object:
        return give_round(claim=me.round(), **me.once)

    def give_both(me: Treasurer) -> object:
        evening = me.club.evening("kim", "robin")
        for number in (1, 2):
            lost(evening, "kim", number)
        evening.confirm()
        return give_together(claims=evening.claims("kim"), **me.once)

    def take_open(me: Treasurer) -> object:
        evening = me.club.evening("kim", "robin")
        evening.charge("kim", "early_lift", "fine", 100)
        evening.confirm()
        return take_what_is_open(person=me.kim, amount=100, day=DAY, **me.once)

    def collect(me: Treasurer) -> object:
        evening = me.club.evening("kim", "robin")
        evening.charge("kim", "early_lift", "fine", 100)
        evening.confirm()
        return take_from_all(payers=[(me.kim, 100)], day=DAY, **me.once)

    return {
        "take_payment": pay,
        "set_off_outlay": lay_out,
        "open_accounts": begin,
        "confirm_notice": arrive,
        "take_entry": enter,
        "pay_prize": win,
        "give_round": give,
        "give_together": give_both,
        "take_what_is_open": take_open,
        "take_from_all": collect,
    }


def test_each_deed_with_a_second_person_is_tried() -> None:
    tried = {*_waiting(), *_refused(), *_seen()}
    asked = {Second.WAITS, Second.SEEN, Second.REFUSED}
    assert tried == {name for name, deed in DEEDS.items() if deed.second in asked}


@pytest.mark.parametrize("name", [*_waiting(), *_refused()])
def test_nothing_is_booked_for_who_does_it_without_a_second_person(club: Club, name: str) -> None:
    deed, me = (_waiting() | _refused())[name], Treasurer(club)
    assert DEEDS[name].second in {Second.WAITS, Second.REFUSED}
    with pytest.raises(NotAllowedError) as refused:
        deed(me)
    assert refused.value.code in {"needs_second_person", "own_objection"}
    mine = Transaction.objects.filter(entered_by=me.who["by"], kind__in=["reversal", "difference"])
    assert not mine.exists()
    assert not Approval.objects.filter(state="done").exists()


@pytest.mark.parametrize("name", [*_seen()])
def test_what_is_booked_for_who_does_it_waits_to_be_seen(club: Club, name: str) -> None:
    assert DEEDS[name].second == Second.SEEN
    _seen()[name](Treasurer(club))
    noted = Approval.objects.get(state="done")
    assert (noted.person, noted.proposed_by) == (club.kim, club.kim)
    assert check_books().wrong == []
