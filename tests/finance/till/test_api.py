"""The till for programs: they read what its pages show, in cents."""

from datetime import date, timedelta
from typing import Any

import pytest

from finance.books.services import objections
from finance.cash.services import count_cash
from finance.close.services import cosign_evening, sign_evening
from finance.dues import services as dues
from finance.years.queries.audits import audited_bookings
from finance.years.services import audits
from tests.finance.bank_club import row
from tests.finance.club import DAY, NOW, TODAY, client_id, tariff

pytestmark = pytest.mark.once

YEAR = TODAY.year - 1


def get(browser: Any, path: str, **asked: Any) -> Any:
    answer = browser.get(f"/api/{path}", asked)
    assert answer.status_code == 200, answer.content
    return answer.json()


# --- a year and its audit ---------------------------------------------------------------------
@pytest.fixture
def looked_through(club, pay):
    """Alex drew one of two bookings, has a question, and misses a receipt."""
    pay("robin", 500, day=date(YEAR, 12, 1))
    pay("toni", 1200, day=date(YEAR, 12, 2), method="bank")
    who = {"by": club.user("alex"), "today": TODAY, "now": NOW}
    audits.draw_sample(year=YEAR, seed="421 665", size=1, client_id="s", **who)
    drawn = audited_bookings(YEAR)[0].booking
    audits.mark_booking(booking=drawn, mark="question", remark="Wer war das?", client_id="m", **who)
    audits.add_finding(year=YEAR, text="Ein Ordner fehlt", client_id="f", **who)
    return drawn


def test_what_was_drawn_can_be_drawn_again_by_a_program(looked_through, as_):
    text = get(as_("kim"), f"till/years/{YEAR}/audit/")
    (sample,) = text["samples"]
    assert (sample["seed"], sample["total"], sample["drawn_by"]) == ("421 665", 2, "Alex")
    assert sample["numbers"] == {"bank": 1, "cash": 1}
    (audited,) = text["audited_bookings"]
    assert audited["booking"]["id"] == looked_through.pk
    assert [(mark["mark"], mark["remark"]) for mark in audited["marks"]] == [
        ("question", "Wer war das?")
    ]
    assert [finding["text"] for finding in text["findings"]] == ["Ein Ordner fehlt"]
    assert {entry["person"]["name"]: entry["cents"] for entry in text["owed"]} == {
        "Robin": -500,
        "Toni": -1200,
    }
    (asked,) = get(as_("kim"), "till/")["questions"]
    assert (asked["booking"], asked["remark"]) == (looked_through.pk, "Wer war das?")
    audits.answer_question(
        booking=looked_through,
        text="Robin, bar",
        by=looked_through.entered_by,
        client_id="a",
        now=NOW,
    )
    marks = get(as_("alex"), f"till/bookings/{looked_through.pk}/audit/")["marks"]
    assert [mark["marked_by"] for mark in marks] == ["Alex"]
    assert [mark["text"] for mark in marks[0]["answers"]] == ["Robin, bar"]


def test_the_chair_reads_what_a_year_brought_and_where_it_stands(looked_through, as_):
    text = get(as_("chris"), f"till/years/{YEAR}/")
    assert (text["state"], text["steps"], text["has_changed"]) == ("open", [], False)
    assert {entry["account"]: entry["now"] for entry in text["holdings"]} == {
        "cash": 500,
        "bank": 1200,
    }
    assert {entry["account"]: entry["now"] for entry in text["income"]} == {"credit": 1700}
    assert as_("chris").get(f"/api/till/years/{YEAR}/audit/").status_code == 403
    assert as_("chris").get("/api/till/years/1999/").status_code == 404


def test_the_history_of_a_year_begins_with_what_the_one_before_left(looked_through, pay, as_):
    pay("robin", 300, day=date(TODAY.year, 1, 5))
    text = get(as_("kim"), f"till/figures/{TODAY.year}/")
    assert text["before"] == 1700
    assert text["days"] == [{"day": f"{TODAY.year}-01-05", "cents": 2000}]
    journals = {entry["code"]: entry["years"] for entry in get(as_("kim"), "till/journals/")}
    assert [
        (journal["year"], journal["before"], journal["moved"]) for journal in journals["cash"]
    ] == [
        (YEAR, 0, 500),
        (TODAY.year, 500, 300),
    ]


def test_what_closing_a_month_would_mean_is_said_before(looked_through, as_):
    text = get(as_("kim"), "till/periods/", through=f"{YEAR}-12-31")
    assert (text["preview"]["through"], text["preview"]["bookings"]) == (f"{YEAR}-12-31", 2)
    assert text["preview"]["blocks"] == []
    assert as_("kim").get("/api/till/periods/?through=bald").status_code == 400


# --- the bank ---------------------------------------------------------------------------------
def test_a_line_of_the_bank_says_whose_it_may_be_and_what_became_of_it(evening, bank, kim):
    evening.card("robin", cents=1250)
    evening.confirm()
    file = bank.sends(row("12,50", bank.ref("robin")), row("7,00", "?", "Niemand"))
    todo = get(kim, "till/bank/lines/", state="open", sort="date")
    assert todo["count"] == 2
    first = todo["results"][0]
    assert (first["left"], first["proposal"]["confidence"]) == (1250, "sure")
    assert first["proposal"]["parts"] == [{"person": evening.club.robin.pk, "cents": 1250}]
    bank.books_all_sure(file)
    lines = get(kim, f"till/bank/files/{file.pk}/")["lines"]
    assert [(line["left"], line["proposal"] is None) for line in lines] == [(0, True), (700, False)]
    assert [line["cents"] for line in lines[0]["booked"]] == [1250]
    front = get(kim, "till/bank/")
    assert (front["booked"], front["to_do"], front["account"]["holder"]) == (1250, 1, "Schockclub")


def test_money_that_went_back_names_the_payment_it_may_take_back(evening, bank, kim):
    evening.card("robin", cents=1250)
    evening.confirm()
    bank.books_all_sure(bank.sends(row("12,50", bank.ref("robin"))))
    back = bank.sends(row("-12,50", f"Rückgabe {bank.ref('robin')}", "Robin")).lines.get()
    text = get(kim, f"till/bank/lines/{back.pk}/")
    assert [
        (entry["person"]["name"], entry["cents"], entry["left"]) for entry in text["returned"]
    ] == [("Robin", 1250, 0)]


# --- claims, bookings, objections -------------------------------------------------------------
def test_a_claim_leads_to_its_booking_and_that_to_both_sides_of_it(evening, kim):
    evening.card("robin", cents=1250)
    evening.confirm()
    claim = evening.claim("robin")
    text = get(kim, f"till/claims/{claim.pk}/")
    assert (text["claim"]["state"], text["claim"]["amount"], text["hold"]) == (
        "confirmed",
        1250,
        None,
    )
    booking = get(kim, f"till/bookings/{claim.transaction_id}/")
    assert sum(posting["amount"] for posting in booking["postings"]) == 0
    assert {posting["account"] for posting in booking["postings"]} == {"receivable", "stakes"}
    assert booking["hash"] == claim.transaction.hash
    effects = get(kim, f"till/bookings/{claim.transaction_id}/reversal/")["effects"]
    assert "Robin schuldet danach 12,50\u00a0€ weniger." in effects


def test_whoever_searches_for_nothing_finds_everything(evening, kim):
    evening.card("robin", cents=1250)
    everything = get(kim, "till/claims/")["results"]
    assert everything
    assert get(kim, "till/claims/", search="\f")["results"] == everything


def test_whoever_objects_reads_the_answer_and_the_others_nothing(evening, as_):
    evening.card("robin", cents=1250)
    objections.object_to(
        claim=evening.claim("robin"), text="Das war Toni", by=evening.club.user("robin"), now=NOW
    )
    (own,) = get(as_("robin"), "account/objections/")
    assert (own["text"], own["outcome"], own["claim"]["state"]) == ("Das war Toni", "", "objected")
    assert get(as_("toni"), "account/objections/") == []
    assert [entry["id"] for entry in get(as_("chris"), "objections/")] == [own["id"]]
    assert as_("toni").get(f"/api/objections/{own['id']}/").status_code == 404


def test_an_evening_says_what_is_proposed_and_what_was_taken_back(evening, kim):
    evening.card("robin", cents=1250)
    proposed = get(kim, f"till/evenings/{evening.event.pk}/")
    assert [(claim["person"]["name"], claim["is_ready"]) for claim in proposed["claims"]] == [
        ("Robin", True)
    ]
    evening.confirm()
    evening.card("sascha", cents=1250)
    corrected = get(kim, f"till/evenings/{evening.event.pk}/")
    assert [entry["because"] for entry in corrected["undone"]] == [
        "weil das Ergebnis korrigiert wurde (Grund: Falsch abgelesen)"
    ]


# --- the close of an evening ------------------------------------------------------------------
def test_two_sign_and_a_program_reads_what_they_signed(evening, pay, as_, time_machine):
    time_machine.move_to(NOW + timedelta(minutes=30), tick=False)
    evening.card("robin", cents=1250)
    evening.confirm()
    pay("robin", 1250)
    open_ = get(as_("kim"), f"till/evenings/{evening.event.pk}/close/")
    assert (open_["is_counted"], open_["cash"], open_["version"]) == (False, 1250, None)
    count_cash(
        pieces={"eur_10": 1, "eur_2": 1, "ct_50": 1},
        seen=1250,
        reason="",
        client_id=client_id(),
        by=evening.club.user("kim"),
        day=DAY,
        now=NOW,
        event=evening.event,
    )
    close = sign_evening(event=evening.event, by=evening.club.user("kim"), now=NOW)
    path = f"evenings/{evening.event.pk}/close/"
    text = get(as_("sascha"), path)
    assert (text["may_sign"], text["digest"]) == (True, close.digest)
    assert (text["figures"]["charged"], text["count"]["pieces"]["ct_50"]) == (1250, 1)
    cosign_evening(
        close=close, seen=close.digest, by=evening.club.user("sascha"), today=DAY, now=NOW
    )
    assert [signature["name"] for signature in get(as_("kim"), path)["signatures"]] == [
        "Kim",
        "Sascha",
    ]
    late = as_("toni").get(f"/api/{path}")
    assert (late.status_code, late.json()["code"]) == (422, "already_closed")
    assert get(as_("kim"), "till/counts/")["results"][0]["counted"] == 1250


# --- the rest of the till ---------------------------------------------------------------------
def test_the_entry_list_of_a_tournament_in_cents(all_paid, kim):
    text = get(kim, f"till/tournaments/{all_paid.event.pk}/")
    assert (text["fees_paid"], text["pot"]["left"], text["unassigned"]) == (3000, 1500, 1500)
    assert all(entry["is_paid"] for entry in text["entries"])


@pytest.mark.usefixtures("that_day")
def test_dues_say_of_everybody_why(club, kim):
    dues.set_rate(
        kind="active",
        period="year",
        cents=6000,
        start=date(2026, 1, 1),
        ground="Satzung",
        decided_on=None,
        now=NOW,
    )
    text = get(kim, "till/dues/")
    assert [rate["cents"] for rate in text["rates"]] == [6000]
    robin = next(member for member in text["members"] if member["person"]["name"] == "Robin")
    assert (robin["changes"], robin["cents"]) == (True, 6000)
    assert text["cents"] == 6000 * len(text["members"])


def test_the_catalogue_says_its_prices_in_words(club, as_):
    tariff("late", 100, title="Zu spät", start=DAY)
    (entry,) = get(as_("robin"), "catalogue/")
    assert (entry["what"], entry["price"]) == ("Zu spät", "1,00\u00a0€ je Stück")


def test_a_transfer_is_told_with_its_reference(evening, bank, as_):
    evening.card("robin", cents=1250)
    evening.confirm()
    text = get(as_("robin"), "account/transfer/")
    assert (text["cents"], text["reference"]) == (1250, bank.ref("robin"))
    assert text["iban"].startswith("DE02")


def test_what_has_not_changed_is_not_sent_again(evening, pay, kim):
    evening.card("robin", cents=1250)
    evening.confirm()
    first = kim.get("/api/till/")
    again = kim.get("/api/till/", headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    pay("robin", 1250)
    later = kim.get("/api/till/", headers={"if-none-match": first["ETag"]})
    assert (later.status_code, later.json()["cash"]) == (200, 1250)


# --- who may not read ---------------------------------------------------------------------------
def test_whoever_may_not_read_a_list_is_not_told_what_is_wrong_with_his_question(client, as_):
    def asked() -> tuple[int, str]:
        answer = client.get("/api/till/claims/", {"sort": "nix"})
        return answer.status_code, answer.json()["code"]

    assert asked() == (401, "not_authenticated")
    as_("toni")
    assert asked() == (404, "not_found")
    as_("kim")
    assert asked() == (400, "invalid")
