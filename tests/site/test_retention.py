"""The time each matter is kept: a setting for each, carried out by the night, which reports it."""

from datetime import datetime, timedelta

import pytest
from django.core import mail
from django.forms.models import model_to_dict
from django.urls import reverse

from config.privacy.models import RetentionRule
from config.privacy.queries import rule_now
from config.privacy.services import retention
from league.links import services as links
from league.links.models import Holder, LinkUse
from league.mail import services as outbox
from league.mail.models import Mail
from league.mail.sending import deliver
from league.security import services as security
from league.security.models import SecurityEntry
from tests import builders
from tests.builders import BERLIN
from tests.html import one_line

pytestmark = [pytest.mark.django_db, pytest.mark.once]
# Later than the clock of the machine: the log is in the order of time.
TONIGHT = datetime(2061, 6, 15, 4, 0, tzinfo=BERLIN)


def months_ago(count):
    return TONIGHT - timedelta(days=30.5 * count)


@pytest.fixture
def chair(client, club, time_machine):
    time_machine.move_to(TONIGHT, tick=False)
    client.force_login(builders.member("Chris", "chair").user)
    session = client.session
    session["proved_at"] = TONIGHT.timestamp()
    session.save()
    return client


def keep(chair, **fields):
    """Send the chair's form of retention with these fields, and all others as they are."""
    there = model_to_dict(rule_now(), RetentionRule.FIELDS)
    typed = {name: "" if value is None else value for name, value in {**there, **fields}.items()}
    return chair.post(reverse("retention"), typed)


def the_night(chair):
    """Let the night delete; return its counts, and the text of the page about them."""
    counts = retention.let_go(now=TONIGHT).counts
    return counts, one_line(chair.get(reverse("retention")))


def link_used(club, at):
    table = builders.table(builders.evening(), club.anke, club.bernd)
    link = links.make_link(table=table, by=None, now=at, ends_at=at + timedelta(days=1))
    links.name_holder(link=link, device="phone", name="Gustav", seat=None, now=at)


def test_names_at_tables_and_visits_of_their_links_each_have_their_time(chair, club):
    link_used(club, months_ago(5))
    assert keep(chair, holder_months=12, link_months=4).status_code == 302
    counts, page = the_night(chair)
    assert counts["links"] == 1
    assert not LinkUse.objects.exists()
    assert "holders" not in counts
    assert "Aufrufe von Tisch-Links: 1" in page
    keep(chair, holder_months=4)
    assert the_night(chair)[0]["holders"] == 1
    assert Holder.objects.get().name == "Jemand"


def test_sent_mails_stay_as_long_as_the_club_says(chair):
    letter = mail.EmailMessage("Hallo", "Text", to=["uwe@club.invalid"])
    outbox.put(kind=Mail.Kind.NOTICE, letter=letter, now=TONIGHT - timedelta(days=20))
    deliver(lambda: TONIGHT - timedelta(days=20))
    assert "mails" not in the_night(chair)[0]
    assert keep(chair, mail_days=0).status_code == 422
    assert keep(chair, mail_days="").status_code == 422
    keep(chair, mail_days=14)
    counts, page = the_night(chair)
    assert counts["mails"] == 1
    assert "Versandte Mails: 1" in page


@pytest.fixture
def log(club):
    for age in (40, 30, 20, 15, 11):
        security.note(kind=SecurityEntry.Kind.EXPORT, now=months_ago(age))


@pytest.mark.parametrize(("months", "oldest"), [(3, 11), (18, 15), (24, 20), (None, 40)])
def test_the_security_log_stays_as_long_as_the_club_says_and_a_year_at_least(
    log, chair, months, oldest
):
    """Apart from reports, which go by a setting of their own."""
    keep(chair, log_months="" if months is None else months, report_months=1)
    counts, _page = the_night(chair)
    exports = SecurityEntry.objects.filter(kind=SecurityEntry.Kind.EXPORT)
    assert exports.order_by("number")[0].at == months_ago(oldest)
    assert ("security" in counts) == (months is not None)
