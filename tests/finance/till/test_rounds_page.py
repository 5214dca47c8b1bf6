"""The pages of rounds: „Was ist heute fällig?“, one claim's ways, the club's list and decision."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from finance.books.models.rounds import Conversion, GivenRound, RoundDecision, RoundMove
from finance.books.queries.people import owing_of
from finance.books.services.rounds import decide_on_absent
from league.events.services import attendance, seating
from tests.finance.club import DAY, NOW
from tests.finance.pages import hidden, text, url
from tests.plugins.built import built_once

pytestmark = pytest.mark.once

NEXT = DAY + timedelta(days=28)


@built_once
def tonight(owed):
    """Toni stays at home; Sascha owes a round of an evening in between."""
    club = owed.club
    between = club.evening("robin", "sascha", day=DAY + timedelta(days=14))
    between.card("sascha", kind="drinks_round", cents=None)
    between.confirm()
    return club.evening("robin", "gabi", day=NEXT)


def tap(browser, evening, *claims):
    page = browser.get(url("rounds", evening.event.pk))
    data = {"client_id": hidden(page), "claim": [claim.pk for claim in claims]}
    return browser.post(url("give_at", evening.event.pk), data, follow=True)


def test_the_page_says_who_owes_whom_since_when_and_because_of_which_game(kim, tonight):
    page_text = text(kim.get(url("rounds", tonight.event.pk)))
    assert "Was ist am 3. April 2026 fällig? 2 Runden" in page_text
    assert "Robin 1 Runde für 3 Köpfe, einer ist da" in page_text
    assert "Spiel 1 an Tisch 1 verloren, Getränkerunde seit dem 06.03.2026" in page_text
    assert "für 3 Köpfe: Sascha, Toni und Gabi Nicht da: Sascha und Toni Ausgegeben" in page_text
    assert page_text.index("Nicht da Sascha Spiel") > page_text.index("Ausgegeben")
    assert "wer fehlt, hat nichts mehr gut." in page_text


def test_the_look_of_the_page_is_changed_from_the_page_itself(kim, tonight):
    page = url("rounds", tonight.event.pk)
    assert f'name="next" value="{page}"' in kim.get(page).content.decode()


def test_a_round_without_alcohol_counts_the_same_and_nothing_is_ranked(kim, tonight):
    page_text = text(kim.get(url("rounds", tonight.event.pk)))
    assert "Eine Runde ohne Alkohol zählt genauso." in page_text
    assert not re.search(r"\bBier|Platz|Rekord|am meisten", page_text)


def test_one_tap_gives_it_to_those_who_are_here(kim, owed, tonight):
    page_text = text(tap(kim, tonight, owed.claim()))
    assert "Die Runde von Robin ist ausgegeben." in page_text
    assert "Robin · für Gabi" in page_text
    assert GivenRound.objects.get().event == tonight.event
    assert owing_of(owed.club.robin).rounds == 0


def test_somebody_else_was_faster_and_nothing_is_given_twice(kim, owed, tonight):
    tap(kim, tonight, owed.claim())
    seen = {"client_id": "another phone", "claim": owed.claim().pk}
    answer = kim.post(url("give_at", tonight.event.pk), seen, follow=True)
    assert "Die Runde von Robin ist ausgegeben." in text(answer)
    assert GivenRound.objects.count() == 1


def test_a_form_that_names_no_round_changes_nothing(kim, tonight):
    answer = kim.post(url("give_at", tonight.event.pk), {"claim": "x"}, follow=True)
    assert answer.status_code == 200
    assert not GivenRound.objects.exists()


def test_two_are_given_as_one(kim, owed, tonight):
    tonight.card("robin", kind="drinks_round", cents=None)
    tonight.confirm()
    assert "Zwei als eine" in text(kim.get(url("rounds", tonight.event.pk)))
    page_text = text(tap(kim, tonight, owed.claim(), tonight.claim()))
    assert "2 Runden von Robin sind als eine ausgegeben." in page_text
    assert "2 Runden ausgegeben" in text(kim.get(url("account", owed.club.robin.pk)))
    assert "zusammen mit einer anderen Runde" in text(kim.get(url("claim", owed.claim().pk)))


def test_a_refusal_is_said_on_the_page(kim, owed, tonight):
    seating.unseat(seat=tonight.seats["gabi"])
    who = tonight.event.participations.get(person=owed.club.gabi)
    attendance.mark_attendance(participation=who, attendance="absent")
    answer = kim.get(url("rounds", tonight.event.pk))
    assert "<button" not in answer.content.decode().split("<main")[1].split("</main")[0]
    data = {"client_id": "tap", "claim": owed.claim().pk}
    answer = kim.post(url("give_at", tonight.event.pk), data, follow=True)
    assert "ist niemand da" in text(answer)


def test_what_is_not_confirmed_is_told(kim, tonight):
    tonight.card("gabi", number=2, kind="drinks_round", cents=None)
    page_text = text(kim.get(url("rounds", tonight.event.pk)))
    assert "Eine Runde ist noch nicht bestätigt" in page_text


def test_whoever_runs_the_evening_sees_it_and_the_rest_of_the_till_not(as_, tonight):
    chris = as_("chris")
    answer = chris.get(url("rounds", tonight.event.pk))
    assert "Robin 1 Runde" in text(answer)
    assert "<form" not in answer.content.decode().split("<main")[1].split("</main>")[0]
    assert url("account", tonight.club.robin.pk) not in answer.content.decode()
    assert as_("robin").get(url("rounds", tonight.event.pk)).status_code == 404


def test_the_decision_is_entered_with_its_day_and_who_decided(kim, owed, tonight):
    data = {"absent": "keep", "start": "2026-03-01", "decided": "Mitgliederversammlung"}
    assert kim.post(url("decide_rounds"), {**data, "decided": ""}).status_code == 422
    page_text = text(kim.post(url("decide_rounds"), data, follow=True))
    assert "Ab 01.03.2026: noch gut Mitgliederversammlung · eingetragen von Kim" in page_text
    assert RoundDecision.objects.get().absent_keep
    page_text = text(tap(kim, tonight, owed.claim()))
    assert "Wer nicht da ist, hat noch etwas gut." in page_text
    assert "noch nicht für alle" in page_text
    assert "Schon bekommen: Gabi" in text(kim.get(url("all_rounds")))


def test_a_round_given_in_part_is_taken_back_on_its_page(kim, owed, tonight):
    decide_on_absent(start=DAY, keep=True, decided="MV", by=None, today=NEXT, now=NOW)
    tap(kim, tonight, owed.claim())
    assert "Doch nicht" in text(kim.get(url("claim", owed.claim().pk)))
    page_text = text(kim.post(url("take_back", GivenRound.objects.get().pk), follow=True))
    assert "Zurückgenommen." in page_text
    assert "Ausgegeben für Gabi" in page_text


def test_the_drink_is_noted_on_the_round(kim, owed):
    kim.post(url("note_drink", owed.claim().pk), {"drink": "Cola"})
    assert "für 3 Köpfe · Cola" in text(kim.get(url("claim", owed.claim().pk)))
    assert kim.post(url("note_drink", owed.claim().pk), {"drink": "x" * 41}).status_code == 422


def test_a_round_is_moved_with_a_reason(kim, owed, tonight):
    day = timezone.localdate() + timedelta(days=7)
    data = {"move-until": day.isoformat(), "move-reason": ""}
    assert kim.post(url("move_round", owed.claim().pk), data).status_code == 422
    kim.post(url("move_round", owed.claim().pk), {**data, "move-reason": "Robin fährt"})
    assert RoundMove.objects.get().until == day
    assert f"Verschoben auf den {day:%d.%m.%Y}: Robin fährt" in text(
        kim.get(url("claim", owed.claim().pk))
    )
    page_text = text(kim.get(url("rounds", tonight.event.pk)))
    assert f"verschoben auf den {day:%d.%m.%Y}" in page_text


def test_a_round_is_turned_into_euros_by_hand_and_back_by_storno(kim, owed):
    claim = owed.claim()
    page = kim.get(url("claim", claim.pk))
    data = {
        "euros-client_id": hidden(page, "euros-client_id"),
        "euros-amount": "7,50",
        "euros-reason": "Robin zahlt lieber",
    }
    assert (
        kim.post(url("turn_into_euros", claim.pk), {**data, "euros-amount": ""}).status_code == 422
    )
    for _tap in range(2):
        kim.post(url("turn_into_euros", claim.pk), data)
    money = Conversion.objects.get().claim
    assert money.amount == 750
    assert "Umgewandelt in 7,50 €" in text(kim.get(url("claim", claim.pk)))
    assert "in Euro umgewandelt" in text(kim.get(url("claim", claim.pk)))
    page_text = text(kim.get(url("claim", money.pk)))
    assert "statt einer Getränkerunde, von Hand umgewandelt" in page_text
    assert "Die Runde, die das war" in page_text
    page_text = text(kim.get(url("storno", money.transaction_id)))
    assert "Dafür ist wieder offen: 1 Runde" in page_text
    kim.post(url("storno", money.transaction_id), {"reason": "Doch nicht"})
    assert owing_of(owed.club.robin).rounds == 1
    assert "von Hand storniert" in text(kim.get(url("claim", money.pk)))


def test_the_storno_of_a_round_says_that_its_money_goes_too(kim, owed):
    claim = owed.claim()
    data = {"euros-client_id": "once", "euros-amount": "5", "euros-reason": "Zahlt lieber"}
    kim.post(url("turn_into_euros", claim.pk), data)
    assert "fällt auch weg" in text(kim.get(url("storno", claim.transaction_id)))


def test_a_younger_round_leads_to_the_older_one(kim, owed, tonight):
    tonight.card("robin", kind="drinks_round", cents=None)
    tonight.confirm()
    page_text = text(kim.get(url("claim", tonight.claim().pk)))
    assert "Zuerst kommt die Runde vom 06.03.2026." in page_text
    answer = kim.post(url("give_round", tonight.claim().pk), {"client_id": "young"})
    assert answer.status_code == 422
    assert "Zuerst kommt die älteste Runde" in text(answer)
    page = kim.get(url("account", owed.club.robin.pk)).content.decode()
    assert page.count("/ausgegeben/") == 1


def test_the_page_asks_as_often_for_many_as_for_few(kim, owed, tonight):
    def queries():
        with CaptureQueriesContext(
            connection,
        ) as seen:
            kim.get(url("rounds", tonight.event.pk))
        return len(seen)

    few = queries()
    for number in range(2, 8):
        name = ["sascha", "toni", "gabi"][number % 3]
        owed.card(name, number=number, kind="drinks_round", cents=None)
    owed.confirm()
    assert queries() <= few
