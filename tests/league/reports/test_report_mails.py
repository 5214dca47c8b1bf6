"""Reports by mail: when they are due, never at night, once each, and one click to stop them."""

from datetime import date, datetime, timedelta

import pytest
import time_machine
from django.core import mail
from django.urls import reverse
from django.utils import timezone

from config.site.tasks import go_round
from league.access.tokens import sign_report_mails
from league.delivery import services as delivery
from league.delivery.models import HeldMail, Topic
from league.mail.sending import deliver
from league.reports import mailing, making, services
from league.reports.models import Report, ReportMail
from league.reports.schedule import is_quiet, month_over, year_over
from tests import builders
from tests.builders import BERLIN, DAY, NIGHT
from tests.mail_server import no_mail_server
from tests.plugins.built import built_once

pytestmark = pytest.mark.rules

MORNING = datetime(2026, 3, 7, 8, 0, tzinfo=BERLIN)


@built_once
def evening(club):
    table = builders.table(builders.evening(), club.anke, club.bernd)
    builders.card(table, club.anke, club.bernd, club.bernd)
    return table.block.event


def subscribes(person, kind, *, since=NIGHT - timedelta(days=60), language="de"):
    return services.subscribe(person=person, kind=kind, language=language, now=since)


def mails_at(now):
    """Let the house clock owe, make and send reports at this moment; return the mails."""
    mailing.owe(now)
    making.sweep(lambda: now)
    mailing.send(now)
    mail.outbox = []
    deliver(lambda: now)
    return mail.outbox


# --- when ---------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("clock", "quiet"),
    [((21, 59), False), ((22, 0), True), ((3, 0), True), ((7, 59), True), ((8, 0), False)],
)
def test_nothing_goes_out_at_night(clock, quiet):
    assert is_quiet(datetime(2026, 3, 7, *clock, tzinfo=BERLIN)) is quiet


def test_a_month_is_over_for_a_week_and_a_year_for_a_month():
    assert month_over(date(2026, 3, 1)) == date(2026, 2, 28)
    assert month_over(date(2026, 3, 7)) == date(2026, 2, 28)
    assert month_over(date(2026, 3, 8)) is None
    assert year_over(date(2027, 1, 31)) == 2026
    assert year_over(date(2027, 2, 1)) is None


def test_the_evening_comes_the_morning_after_and_once(evening, club):
    subscribes(club.anke, "evening")
    assert mails_at(NIGHT) == []
    assert mails_at(MORNING - timedelta(minutes=1)) == []
    [letter] = mails_at(MORNING)
    assert letter.to == [club.anke.user.email]
    assert "Spielabend, 6. März 2026" in letter.subject
    [(name, content, kind)] = letter.attachments
    assert (name[-4:], kind) == (".pdf", "application/pdf")
    assert content.startswith(b"%PDF")
    assert mails_at(MORNING + timedelta(hours=1)) == []


def test_by_night_means_by_the_clock_of_the_club(evening, club):
    subscribes(club.anke, "evening")
    assert mails_at(MORNING.astimezone(timezone.get_fixed_timezone(-600))) != []


@pytest.mark.both
def test_two_get_the_same_report_and_each_a_mail(evening, club):
    for person in (club.anke, club.bernd):
        subscribes(person, "evening")
    subscribes(club.jette, "evening", language="en")
    assert len(mails_at(MORNING)) == 3
    assert sorted(Report.objects.values_list("language", flat=True)) == ["de", "en"]


def test_what_was_before_one_wanted_it_does_not_come(evening, club):
    subscribes(club.anke, "evening", since=MORNING)
    assert mails_at(MORNING) == []


def test_the_season_comes_when_a_month_is_over_in_which_was_played(evening, club):
    subscribes(club.anke, "season")
    assert len(mails_at(datetime(2026, 4, 1, 9, 0, tzinfo=BERLIN))) == 1
    assert mails_at(datetime(2026, 5, 1, 9, 0, tzinfo=BERLIN)) == []


def test_the_year_in_review_comes_in_january_to_its_person(evening, club):
    for person in (club.anke, club.jette):
        subscribes(person, "review")
    [letter] = mails_at(datetime(2027, 1, 2, 9, 0, tzinfo=BERLIN))
    assert letter.to == [club.anke.user.email]
    assert Report.objects.get().person == club.anke


def test_who_is_no_treasurer_any_more_gets_no_more_of_the_till(evening, club):
    from finance.books.services.payments import take_payment

    take_payment(
        person=club.bernd, method="cash", amount=500, day=DAY, client_id="p",
        by=club.kadir.user, today=DAY, now=NIGHT,
    )  # fmt: skip
    subscribes(club.kadir, "cash")
    first = datetime(2026, 4, 1, 9, 0, tzinfo=BERLIN)
    mailing.owe(first)
    making.sweep(lambda: first)
    club.kadir.offices.update(end=DAY)
    mailing.send(first)
    assert mail.outbox == []
    assert mails_at(datetime(2026, 5, 2, 9, 0, tzinfo=BERLIN)) == []


# --- claimed before it goes ---------------------------------------------------------------------
@pytest.mark.both
def test_a_mail_somebody_claimed_is_not_sent_again(evening, club):
    subscribes(club.anke, "evening")
    mailing.owe(MORNING)
    making.sweep(lambda: MORNING)
    assert services.claim_mail(mail=ReportMail.objects.get(), now=MORNING)
    assert mails_at(MORNING) == []


def test_where_no_mail_server_was_reached_it_waits(evening, club):
    subscribes(club.anke, "evening")
    with no_mail_server():
        assert mails_at(MORNING) == []
    [letter] = mails_at(MORNING + timedelta(minutes=1))
    assert letter.attachments
    assert mails_at(MORNING + timedelta(minutes=10)) == []


def test_without_a_broker_the_clock_sends_what_is_made_and_asks_who_has_not_answered(
    evening, club, redis_gone
):
    subscribes(club.anke, "evening")
    mailing.owe(MORNING)
    making.sweep(lambda: MORNING)
    builders.evening(day=DAY + timedelta(days=3))
    mail.outbox = []
    with time_machine.travel(MORNING + timedelta(hours=2), tick=False):
        go_round(0)  # the mails of the last round, and what this one owes
        go_round(1)
    subjects = [letter.subject for letter in mail.outbox if letter.to == [club.anke.user.email]]
    assert [subject for subject in subjects if "Spielabend, 6. März" in subject]
    assert [subject for subject in subjects if "Kommst du am" in subject]


# --- and stopped --------------------------------------------------------------------------------
def test_one_click_stops_it_without_a_login(evening, club, client):
    subscribes(club.anke, "evening")
    [letter] = mails_at(MORNING)
    assert letter.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    stop = letter.extra_headers["List-Unsubscribe"].strip("<>")
    assert stop in letter.body
    path = stop[stop.index("/berichte/") :]
    assert "Nicht mehr schicken" in client.get(path).content.decode()
    subscription = club.anke.report_subscriptions.get()
    assert subscription.stopped_at is None  # to look is not to stop
    answer = client.post(path, {"List-Unsubscribe": "One-Click"})
    assert "kommt nicht mehr per E-Mail" in answer.content.decode()
    builders.card(
        builders.table(builders.evening(day=DAY + timedelta(days=7)), club.anke, club.bernd),
        club.anke, club.bernd, club.bernd,
    )  # fmt: skip
    assert mails_at(MORNING + timedelta(days=7)) == []


@pytest.mark.both
def test_wanted_and_not_wanted_on_the_page(club, client):
    client.force_login(club.anke.user)
    client.post(reverse("report_mails"), {"kind": "season", "wanted": "1"})
    assert club.anke.report_subscriptions.get().stopped_at is None
    client.post(reverse("report_mails"), {"kind": "season", "wanted": "0"})
    assert club.anke.report_subscriptions.get().stopped_at is not None
    answer = client.post(reverse("report_mails"), {"kind": "cash", "wanted": "1"})
    assert answer.status_code == 302  # Anke chairs
    client.force_login(club.jette.user)
    answer = client.post(reverse("report_mails"), {"kind": "cash", "wanted": "1"})
    assert answer.status_code == 404


def test_who_wants_it_once_a_day_gets_the_address_without_the_file(evening, club):
    subscription = subscribes(club.anke, "evening")
    delivery.set_daily(person=club.anke, topics=[Topic.REPORTS])
    assert mails_at(MORNING) == []
    held = HeldMail.objects.get(person=club.anke)
    report = Report.objects.get()
    assert reverse("report", args=[report.pk]) in held.body
    assert sign_report_mails(subscription.pk) in held.stop
