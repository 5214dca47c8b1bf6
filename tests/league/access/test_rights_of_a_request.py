"""The questions of a page to the database about its reader."""

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.people.services import people

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def test_a_page_asks_once_for_the_offices_of_its_reader_and_the_next_page_asks_again(client, club):
    client.force_login(club.anke.user)
    for _page in range(2):
        with CaptureQueriesContext(connection) as asked:
            client.get("/abende/")
        assert sum("FROM league_office" in query["sql"] for query in asked) == 1
        assert not any('FROM "league_office"' in query["sql"] for query in asked)


def test_an_office_holds_from_the_next_page_on(client, club):
    client.force_login(club.bernd.user)
    assert client.get("/leute/neu/").status_code == 403
    people.appoint(person=club.bernd, role="secretary", start=timezone.localdate())
    assert client.get("/leute/neu/").status_code == 200


def test_a_login_that_has_run_out_is_none(client, club):
    client.force_login(club.bernd.user)
    assert client.get("/leute/").status_code == 200
    Session.objects.update(expire_date=timezone.now())
    assert client.get("/leute/").status_code == 302
