"""A doubtful booking is not made, and one that was made and is gone stays told."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from finance.books.models.ledger import Transaction
from finance.books.queries.doubts import undone
from finance.books.services.claims import confirm_claim, confirm_evening, propose_again
from finance.errors import IllegalError
from league.access.actors import Actor
from league.results.services import confirming, results
from tests.finance.club import DAY, NOW, client_id

pytestmark = pytest.mark.rules


def url(name, *args):
    return reverse(f"finance:{name}", args=args)


def text(response):
    body = response.content.decode()
    plain = re.sub(r"<[^>]+>", " ", body[body.index("<main") : body.index("</main>")])
    return re.sub(r"\s+", " ", plain.replace("\u00a0", " ").replace("&#x27;", "'"))


def object_to(evening, result, words="Es war Sascha"):
    user = evening.club.user("toni")
    return confirming.raise_objection(
        result=result,
        client_id=client_id(),
        text=words,
        actor=Actor(device="tonis-phone", user_id=user.pk, name="Toni"),
        now=NOW,
    )


def rule(objection, outcome):
    confirming.rule_on_objection(
        objection=objection, outcome=outcome, ruling="Gesehen", by=None, now=NOW
    )


def refused(claim):
    with pytest.raises(IllegalError) as error:
        confirm_claim(claim=claim, by=None, now=NOW)
    assert not claim.transaction_id
    return error.value.code


@pytest.fixture
def kim(client, club):
    client.force_login(club.user("kim"))
    return client


def buttons(page):
    return re.findall(r'name="claim" value="(\d+)"', page.content.decode())


# --- held back -------------------------------------------------------------------------------
def test_a_disputed_result_is_not_booked_until_it_is_ruled_on(evening):
    objection = object_to(evening, evening.card("robin"))
    evening.card("sascha", number=2)
    assert [claim.person for claim in evening.confirm()] == [evening.club.sascha]
    assert refused(evening.claim("robin")) == "result_frozen"
    rule(objection, "stands")
    assert [claim.person for claim in evening.confirm()] == [evening.club.robin]


def test_a_result_in_correction_is_not_booked_until_it_is_finished(evening):
    result = evening.card("robin")
    results.mark_in_correction(result=result)
    assert evening.confirm() == []
    assert refused(evening.claim("robin")) == "result_in_correction"
    evening.card("robin")
    assert confirm_claim(claim=evening.claim("robin"), by=None, now=NOW).state == "confirmed"


def test_what_a_referee_wants_corrected_waits_for_the_correction(evening):
    rule(object_to(evening, evening.card("robin")), "correct")
    assert evening.confirm() == []
    assert refused(evening.claim("robin")) == "result_in_correction"
    evening.card("sascha")
    assert [claim.person for claim in evening.confirm()] == [evening.club.sascha]


@pytest.mark.both
def test_a_later_ruling_that_it_stands_counts(evening):
    result = evening.card("robin")
    rule(object_to(evening, result), "correct")
    rule(object_to(evening, result, "Es war doch Robin"), "stands")
    assert len(evening.confirm()) == 1


def test_what_was_charged_outside_of_the_game_is_not_held(evening):
    object_to(evening, evening.card("robin"))
    evening.charge("robin", "no_show", "fine", 500)
    assert [claim.code for claim in evening.confirm()] == ["no_show"]


def test_a_booked_claim_of_a_disputed_result_answers_a_repeat(evening):
    result = evening.card("robin")
    evening.confirm()
    object_to(evening, result)
    assert confirm_claim(claim=evening.claim(), by=None, now=NOW).state == "confirmed"
    assert Transaction.objects.count() == 1


@pytest.mark.both
def test_the_page_marks_what_is_held_and_leaves_it_out_of_the_sum(kim, evening):
    object_to(evening, evening.card("robin", cents=500))
    results.mark_in_correction(result=evening.card("sascha", number=2, cents=700))
    evening.card("toni", number=3, cents=100)
    page = kim.get(url("evening", evening.event.pk))
    page_text = text(page)
    assert "strittig: Es war Sascha" in page_text
    assert "wird korrigiert" in page_text
    assert "Ganzen Abend bestätigen: 1,00 € (2 zurückgehalten)" in page_text
    assert "2 sind zurückgehalten" in page_text
    assert "brauchen dich" not in page_text
    assert "3 Ergebnisse des Abends hat noch keine zweite Person bestätigt." in page_text
    assert buttons(page) == [str(evening.claim("toni").pk)]


def test_without_anything_ready_there_is_no_button(kim, evening):
    object_to(evening, evening.card("robin"))
    assert "Ganzen Abend" not in text(kim.get(url("evening", evening.event.pk)))


@pytest.mark.once
def test_a_problem_between_page_and_tap_holds_the_claim_back(kim, evening):
    result = evening.card("robin")
    evening.card("sascha", number=2)
    seen = buttons(kim.get(url("evening", evening.event.pk)))
    page = kim.get(url("claim", evening.claim("robin").pk))
    assert url("confirm_claim", evening.claim("robin").pk) in page.content.decode()
    object_to(evening, result)
    answer = kim.post(url("confirm_evening", evening.event.pk), {"claim": seen}, follow=True)
    html = answer.content.decode()
    assert "1 Forderung gebucht." in html
    assert "1 Forderung ist zurückgehalten" in html
    answer = kim.post(url("confirm_claim", evening.claim("robin").pk))
    assert answer.status_code == 422
    assert "Erst entscheidet der Schiedsrichter" in text(answer)
    assert evening.claim("robin").state == "proposed"


def test_the_page_of_a_held_claim_says_why_and_has_no_button(kim, evening):
    object_to(evening, evening.card("robin"))
    page = kim.get(url("claim", evening.claim().pk))
    assert "strittig: Es war Sascha" in text(page)
    assert "Erst entscheidet der Schiedsrichter" in text(page)
    assert url("confirm_claim", evening.claim().pk) not in page.content.decode()
    assert url("refuse_claim", evening.claim().pk) in page.content.decode()


def test_the_account_for_the_treasurer_marks_it_too(kim, evening):
    object_to(evening, evening.card("robin"))
    assert "strittig" in text(kim.get(url("account", evening.club.robin.pk)))


# --- gone ------------------------------------------------------------------------------------
def test_what_a_correction_reversed_stays_told_with_its_reason(kim, evening):
    evening.card("robin", cents=1000)
    evening.confirm()
    gone = evening.claim("robin")
    evening.card("sascha", cents=1000, reason="Sascha hatte die 2-1-1")
    page = kim.get(url("evening", evening.event.pk))
    page_text = text(page)
    because = "weil das Ergebnis korrigiert wurde (Grund: Sascha hatte die 2-1-1)"
    assert f"storniert: Robin 10,00 €, {because}" in page_text
    assert f'href="{url("claim", gone.pk)}"' in page.content.decode()
    reversal = Transaction.objects.get(kind="reversal")
    book = url("journal_year", reversal.head.journal, reversal.head.year)
    link = f"{book}?page=1#b{reversal.number}"
    assert f'href="{link}"' in page.content.decode()
    assert f'id="b{reversal.number}"' in kim.get(link).content.decode()
    page = kim.get(url("claim", gone.pk))
    assert f"Diese Forderung ist storniert, {because}." in text(page)
    assert f'href="{link}"' in page.content.decode()


def test_the_reason_is_that_of_the_version_that_dropped_it(evening):
    evening.card("robin")
    evening.card("robin", reason="Nur die Halbzeit")
    evening.confirm()
    evening.card("sascha", reason="Es war Sascha")
    evening.card("toni", reason="Nein, Toni")
    (gone,) = undone(evening.event)
    assert (gone.claim.person, gone.why, gone.reason) == (
        evening.club.robin,
        "corrected",
        "Es war Sascha",
    )


@pytest.mark.both
def test_a_proposal_that_went_is_no_change_after_confirming(kim, evening):
    evening.card("robin")
    claim = evening.claim()
    evening.card("sascha", reason="Es war Sascha")
    assert undone(evening.event) == []
    page_text = text(kim.get(url("claim", claim.pk)))
    assert "ist überholt, weil das Ergebnis korrigiert wurde (Grund: Es war Sascha)." in page_text


def test_a_charge_taken_back_says_so(evening):
    charge = evening.charge("robin", "no_show", "fine", 500)
    evening.confirm()
    evening.withdraw(charge)
    (gone,) = undone(evening.event)
    assert gone.because == "weil die Strafe zurückgenommen wurde (Grund: Verwechselt)"


def test_a_storno_by_hand_keeps_its_own_reason(evening, storno):
    evening.card("robin")
    evening.confirm()
    storno(evening.claim().transaction, "Im Streit entschieden")
    assert undone(evening.event) == []
    propose_again(claim=evening.claim(), now=NOW)
    evening.card("sascha", reason="Es war Sascha")
    (gone,) = undone(evening.event)
    assert gone.because == "von Hand storniert (Grund: Im Streit entschieden)"


# --- how many queries, and for whom ----------------------------------------------------------
@pytest.mark.once
def test_doubts_and_changes_cost_the_same_for_many_as_for_one(kim, evening):
    def asked():
        with CaptureQueriesContext(connection) as queries:
            kim.get(url("evening", evening.event.pk))
        return len(queries)

    def trouble(number):
        evening.card("robin", number=number)
        evening.confirm()
        evening.card("sascha", number=number)
        object_to(evening, evening.card("toni", number=number + 1))

    trouble(1)
    asked()
    few = asked()
    for number in range(3, 13, 2):
        trouble(number)
    assert asked() == few


def test_a_person_sees_no_problem_on_the_own_account(client, evening):
    object_to(evening, evening.card("robin"))
    client.force_login(evening.club.user("robin"))
    assert "strittig" not in text(client.get(url("own_account")))


def test_another_evening_is_not_touched(evening):
    object_to(evening, evening.card("robin"))
    other = evening.club.evening("robin", "toni", day=DAY + timedelta(days=1))
    other.card("robin")
    assert len(other.confirm()) == 1


def test_a_repeat_of_the_evening_stays_quiet(evening):
    evening.card("robin")
    seen = [claim.pk for claim in evening.claims()]
    confirm_evening(event=evening.event, seen=seen, by=None, now=NOW)
    assert confirm_evening(event=evening.event, seen=seen, by=None, now=NOW) == []
