"""How many connections to the database the suite itself keeps."""

from contextlib import ExitStack, closing
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest
from django.db import connection

from tests.plugins.connections import ANSWERING

LINES = 40


@pytest.mark.postgresql
def test_forty_lines_that_stay_open_are_answered_over_few_connections(
    transactional_db, live_server, club
):
    host = urlsplit(live_server.url).netloc
    with ExitStack() as stack:
        for _line in range(LINES):
            line = stack.enter_context(closing(HTTPConnection(host)))
            line.request("GET", "/anmelden/")
            assert "Einloggen" in line.getresponse().read().decode()
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(*) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            (others,) = cursor.fetchone()
    emptying = 1  # the session that takes back what a test commits
    assert others <= ANSWERING + emptying
