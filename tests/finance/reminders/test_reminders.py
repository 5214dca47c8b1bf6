"""Members who do not pay are reminded: in steps, by mail, letter or link; never twice, never at
night.
"""

from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.urls import reverse

from finance.bank.services import notices
from finance.books.services import objections
from finance.errors import InvalidError, StaleError
from finance.reminders.mails import link
from finance.reminders.models import Reminder
from finance.reminders.queries import candidates
from finance.reminders.rules import daytime
from finance.reminders.services import Pick, remind, set_step
from league.delivery.paper import on_envelope
from league.mail.models import Mail
from league.people.services.postal import set_postal_address
from tests.finance.bank_club import Bank
from tests.finance.club import DAY, NOW, TODAY, Club, client_id, owes
from tests.finance.pages import text

pytestmark = pytest.mark.rules

LATER = TODAY + timedelta(days=20)
BERLIN = ZoneInfo("Europe/Berlin")


def reminded(club: Club, *names: str, day: date = TODAY, **more: Any) -> list[Reminder]:
    picks = {
        candidate.person.pk: Pick(more.get("way", Reminder.Way.MAIL), candidate.cents)
        for candidate in candidates(day)
        if candidate.person in [club.persons[name] for name in names]
    }
    return remind(
        picks=picks,
        client_id=more.get("client_id") or client_id(),
        by=club.user("kim"),
        today=day,
        now=more.get("now", NOW),
    )


def why_not(day: date = TODAY) -> dict[str, str]:
    return {candidate.person.name: candidate.left_out for candidate in candidates(day)}


def test_only_whose_day_to_pay_is_over_is_overdue(club: Club) -> None:
    owes(club, "robin", 500)
    owes(club, "sascha", 500, due=TODAY)
    owes(club, "toni", 500, due=None)
    assert why_not() == {"Robin": ""}
    # Without a day to pay four weeks are.
    assert set(why_not(DAY + timedelta(days=29))) == {"Robin", "Sascha", "Toni"}


def test_a_mail_says_what_is_open_and_how_to_pay(club: Club, bank: Bank) -> None:
    owes(club, "robin", 2_500)
    (reminder,) = reminded(club, "robin")
    mail = Mail.objects.get(to="robin@club.test")
    assert mail.subject == "Schockwart: Zahlungserinnerung"
    assert "Hallo Robin," in mail.body
    assert "Fahrt nach Trier, 25,00\xa0€" in mail.body
    assert link(reminder) in mail.body
    assert (reminder.cents, reminder.step) == (2_500, 1)


def test_nobody_gets_two_at_once_whoever_presses_the_button(club: Club) -> None:
    owes(club, "robin", 500)
    first = reminded(club, "robin", client_id="once")
    again = remind(picks={}, client_id="once", by=club.user("kim"), today=TODAY, now=NOW)
    assert again == first
    with pytest.raises(StaleError, match="Robin wird nicht erinnert"):
        reminded(club, "robin")
    assert Mail.objects.filter(to="robin@club.test").count() == 1


@pytest.mark.both
def test_the_next_step_comes_after_two_weeks_and_after_the_last_none(club: Club) -> None:
    owes(club, "robin", 500)
    days = [TODAY, TODAY + timedelta(days=14), TODAY + timedelta(days=28)]
    reminded(club, "robin")
    assert why_not(days[1] - timedelta(days=1))["Robin"] == (
        "Wurde am 10.03.2026 erinnert; die nächste Stufe kommt am 24.03.2026."
    )
    titles = [reminded(club, "robin", day=day)[0].title for day in days[1:]]
    assert titles == ["Zweite Erinnerung", "Letzte Erinnerung"]
    assert why_not(TODAY + timedelta(days=60))["Robin"] == "Hat alle Erinnerungen bekommen."


def test_a_new_debt_begins_with_the_friendly_words_again(club: Club, pay: Any) -> None:
    owes(club, "robin", 500)
    reminded(club, "robin")
    pay("robin", 500)
    evening = club.evening("robin", day=TODAY + timedelta(days=7))
    evening.charge("robin", "dropped_dice", "fine", 300)
    evening.confirm()
    (candidate,) = candidates(TODAY + timedelta(days=60))
    assert candidate.step is not None
    assert candidate.step.number == 1


@pytest.mark.both
def test_whoever_objects_or_said_that_it_is_on_its_way_is_left_alone(club: Club) -> None:
    claim = owes(club, "robin", 500)
    owes(club, "sascha", 500)
    objections.object_to(claim=claim, text="Ich war nicht dabei", by=club.user("robin"), now=NOW)
    notices.announce(
        person=club.sascha, cents=500, day=TODAY, client_id=client_id(), today=TODAY, now=NOW
    )
    assert why_not() == {
        "Robin": "Ein Einspruch ist noch nicht entschieden.",
        "Sascha": "Hat gemeldet, dass das Geld unterwegs ist.",
    }


@pytest.mark.both
def test_a_fee_of_the_club_is_a_claim_of_its_own(club: Club) -> None:
    set_step(
        number=1,
        title="Mahnung",
        text="Bitte zahl.",
        fee=250,
        wait=0,
        is_used=True,
        by=club.user("kim"),
        now=NOW,
    )
    owes(club, "robin", 500)
    (reminder,) = reminded(club, "robin")
    assert reminder.cents == 500
    assert reminder.fee_claim is not None
    assert (reminder.fee_claim.amount, reminder.fee_claim.note) == (250, "Mahnung")


@pytest.mark.both
def test_who_has_paid_since_the_page_was_opened_stops_the_whole_batch(club: Club, pay: Any) -> None:
    owes(club, "robin", 500)
    owes(club, "sascha", 700)
    picks = {
        candidate.person.pk: Pick(Reminder.Way.LINK, candidate.cents)
        for candidate in candidates(TODAY)
    }
    pay("robin", 200)
    with pytest.raises(StaleError, match="Robin schuldet inzwischen"):
        remind(picks=picks, client_id="x", by=club.user("kim"), today=TODAY, now=NOW)
    assert not Reminder.objects.exists()
    with pytest.raises(InvalidError):
        remind(picks={}, client_id="x", by=club.user("kim"), today=TODAY, now=NOW)


@pytest.mark.parametrize(
    ("hour", "goes"), [(7, (10, 8)), (8, (10, 8)), (19, (10, 19)), (20, (11, 8)), (23, (11, 8))]
)
def test_no_mail_goes_out_at_night(hour: int, goes: tuple[int, int]) -> None:
    moment = daytime(datetime(2026, 3, 10, hour, tzinfo=BERLIN))
    assert (moment.day, moment.hour) == goes


def test_a_mail_of_the_evening_waits_for_the_morning(club: Club) -> None:
    owes(club, "robin", 500)
    reminded(club, "robin", now=datetime(2026, 3, 10, 22, tzinfo=BERLIN))
    due = Mail.objects.get(to="robin@club.test").due_at.astimezone(BERLIN)
    assert (due.day, due.hour) == (11, 8)


# --- on the pages ---
@pytest.fixture
def overdue(club: Club, bank: Bank) -> Club:
    """Three owe since last year; the clock of the pages is today's."""
    evening = club.evening("robin", "gabi", day=date(2025, 11, 7))
    for name in ("robin", "gabi"):
        evening.charge(name, "dropped_dice", "fine", 500)
    evening.confirm()
    owes(club, "sascha", 700, due=DAY)
    return club


def url(name: str, *args: Any) -> str:
    return reverse(f"finance:{name}", args=args)


def everybody(page: Any) -> dict[str, str]:
    """Return the fields of the form as it is shown, with every person ticked, by link."""
    import re

    fields = dict(re.findall(r'name="([\w-]+)" value="([^"]*)"', page.content.decode()))
    for key in [name.removeprefix("seen-") for name in fields if name.startswith("seen-")]:
        fields |= {f"pick-{key}": "on", f"way-{key}": "link"}
    return {name: value for name, value in fields.items() if name != "csrfmiddlewaretoken"}


@pytest.mark.once
def test_all_who_are_overdue_get_a_link_with_one_button(kim: Any, overdue: Club) -> None:
    page = kim.get(url("overdue"))
    assert "Robin : 5,00 € Zahlungserinnerung" in text(page)
    done = kim.post(url("overdue"), everybody(page), follow=True)
    page_text = text(done)
    assert "2 Personen sind erinnert." in page_text
    assert "/kasse/zahlen-bitte/" in page_text
    assert "Sascha" in page_text
    account = text(kim.get(url("account", overdue.robin.pk)))
    assert "Erinnert" in account
    assert "Zahlungserinnerung · Link" in account
    assert "Niemand ist jetzt zu erinnern." in text(kim.get(url("overdue")))


@pytest.mark.once
def test_the_link_shows_amount_and_reference_and_neither_name_nor_reason(
    kim: Any, client: Any, overdue: Club, pay: Any
) -> None:
    kim.post(url("overdue"), everybody(kim.get(url("overdue"))))
    reminder = Reminder.objects.get(person=overdue.robin)
    address = link(reminder).split("://", 1)[-1].split("/", 1)[1]
    client.logout()
    page = client.get(f"/{address}")
    page_text = text(page)
    assert "5,00 €" in page_text
    assert "Verwendungszweck" in page_text
    assert "Robin" not in page_text
    assert "og:" not in page.content.decode()
    assert page.headers["X-Robots-Tag"] == "noindex"
    pay("robin", 500)
    assert "Alles bezahlt. Danke!" in text(client.get(f"/{address}"))
    assert client.get(f"/{address}x").status_code == 404


@pytest.mark.once
def test_letters_are_one_pdf(kim: Any, overdue: Club) -> None:
    fields = everybody(kim.get(url("overdue")))
    fields = {k: "letter" if k.startswith("way-") else v for k, v in fields.items()}
    done = kim.post(url("overdue"), fields)
    answer = kim.get(f"{done.url}briefe.pdf")
    assert answer.content.startswith(b"%PDF")


@pytest.mark.once
def test_a_letter_carries_the_address_and_who_has_none_stands_there(
    kim: Any, overdue: Club
) -> None:
    parts = {"street": "Am Tresen 3", "postcode": "54290", "town": "Trier", "country": "DE"}
    set_postal_address(person=overdue.persons["robin"], **parts)
    assert "Brief (ohne Anschrift)" in text(kim.get(url("overdue")))
    sent = reminded(overdue, "robin", "sascha", way=Reminder.Way.LETTER)
    page = text(kim.get(reverse("finance:reminded", args=[sent[0].client_id])))
    assert "Ohne Anschrift, im Fenster steht nur der Name: Sascha" in page
    batch = {reminder.person.name: reminder for reminder in sent}
    assert on_envelope(batch["Robin"].person) == ["Robin", "Am Tresen 3", "54290 Trier"]
    assert on_envelope(batch["Sascha"].person) == ["Sascha"]


@pytest.mark.once
def test_the_club_says_its_own_words(kim: Any, club: Club) -> None:
    sent = {
        "number": "2",
        "step2-title": "Mahnung",
        "step2-text": "Jetzt aber.",
        "step2-fee": "2,50",
        "step2-wait": "10",
        "step2-is_used": "on",
    }
    page_text = text(kim.post(url("reminder_steps"), sent, follow=True))
    assert "2. Mahnung · 2,50 €" in page_text
    wrong = kim.post(url("reminder_steps"), sent | {"step2-title": ""})
    assert wrong.status_code == 422
