"""The outbox: a mail is a row first, goes out once, and is erased."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.mail import services as outbox
from league.mail.models import Mail
from league.mail.queries import unsent_since
from league.mail.sending import deliver
from tests.builders import NIGHT
from tests.html import markup
from tests.mail_server import mail_server, no_mail_server

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


def put(to: str = "anke@club.invalid", **more: Any) -> Mail:
    letter = EmailMessage("Betreff", "Dein Code: AB-CD", to=[to] if to else [])
    return outbox.put(kind=Mail.Kind.LOGIN_CODE, letter=letter, now=NIGHT, **more)


def deliver_at(moment: Any) -> None:
    deliver(lambda: moment)


def state(mail: Mail) -> tuple[str, str]:
    mail.refresh_from_db()
    return mail.state, mail.trouble


# --- on its way -----------------------------------------------------------------------------
def test_a_mail_goes_out_once_and_is_erased() -> None:
    mail = put()
    with mail_server() as server:
        deliver_at(NIGHT)
        deliver_at(NIGHT + MINUTE)
    (letter,) = server.taken
    assert "To: anke@club.invalid" in letter
    assert "AB-CD" in letter
    assert state(mail) == ("sent", "")
    assert (mail.to, mail.subject, mail.body) == ("", "", "")


def test_pauses_grow_while_no_mail_server_is_there_and_it_comes_when_one_is() -> None:
    mail, moment, pauses = put(), NIGHT, []
    with no_mail_server():
        for _ in range(9):
            deliver_at(moment)
            mail.refresh_from_db()
            pauses.append((mail.due_at - moment).total_seconds())
            moment = mail.due_at
    assert pauses == [5, 10, 20, 40, 80, 160, 320, 600, 600]
    with mail_server() as server:
        deliver_at(moment)
    assert len(server.taken) == 1


def test_whoever_waits_goes_with_the_first_that_is_taken_again() -> None:
    before = put()
    with no_mail_server():
        deliver_at(NIGHT)
    put("bernd@club.invalid")
    with mail_server() as server:
        deliver_at(NIGHT + timedelta(seconds=1))
    assert len(server.taken) == 2
    assert state(before) == ("sent", "")


def test_after_three_days_nobody_tries_any_more() -> None:
    mail = put()
    with no_mail_server():
        deliver_at(NIGHT)
    deliver_at(NIGHT + timedelta(days=3))
    assert state(mail) == ("failed", "unreached")
    assert mail.body == ""


@pytest.mark.parametrize(
    ("answer", "after"),
    [
        ("550 unknown", ("failed", "refused")),
        ("451 later", ("waiting", "deferred")),
        ("", ("failed", "doubtful")),
    ],
)
def test_what_the_server_says_decides_whether_it_is_tried_again(
    answer: str, after: tuple[str, str]
) -> None:
    mail, other = put(), put("bernd@club.invalid")
    with mail_server(answer, "250 ok") as server:
        deliver_at(NIGHT)
        assert state(mail) == after
        assert state(other) == ("sent", "")
        deliver_at(NIGHT + MINUTE)
    assert len(server.taken) == (2 if after[0] == "waiting" else 1)


def test_two_that_send_at_the_same_time_send_one() -> None:
    mail = put()
    assert outbox.claim(mail=mail, now=NIGHT)
    assert not outbox.claim(mail=mail, now=NIGHT)
    with mail_server() as server:
        deliver_at(NIGHT + MINUTE)
    assert server.taken == []


def test_what_a_dead_sender_held_is_not_sent_again() -> None:
    mail = put()
    outbox.claim(mail=mail, now=NIGHT)
    deliver_at(NIGHT + outbox.LEASE)
    assert state(mail) == ("failed", "doubtful")


# --- secrets --------------------------------------------------------------------------------
def test_a_code_that_is_worth_nothing_any_more_is_erased_and_does_not_go_out() -> None:
    mail = put(until=NIGHT + 10 * MINUTE)
    with no_mail_server():
        deliver_at(NIGHT)
        deliver_at(NIGHT + 10 * MINUTE)
        mail.refresh_from_db()
        assert (mail.to, mail.body) == ("", "")
    with mail_server() as server:
        deliver_at(NIGHT + timedelta(hours=1))
    assert server.taken == []
    assert state(mail) == ("dropped", "")


def test_the_database_keeps_no_words_of_a_mail_that_is_done() -> None:
    mail = put()
    with pytest.raises(IntegrityError), transaction.atomic():
        Mail.objects.filter(pk=mail.pk).update(state=Mail.State.SENT, done_at=NIGHT)


def test_rows_of_mails_that_were_done_by_then_go() -> None:
    put()
    with mail_server():
        deliver_at(NIGHT)
    assert outbox.forget(done_by=NIGHT - timedelta(seconds=1)) == 0
    assert outbox.forget(done_by=NIGHT) == 1
    assert not Mail.objects.exists()


# --- the login ------------------------------------------------------------------------------
def ask(email: str) -> tuple[Any, list[str]]:
    """Return the answer, and what the database was asked for it: tables and columns, no values."""
    cache.clear()  # others asked for codes within this minute, and the fourth gets none
    with CaptureQueriesContext(connection) as seen:
        answer = Client().post("/anmelden/", {"email": email}, follow=True)
    asked = [query["sql"] for query in seen if "SAVEPOINT" not in query["sql"]]
    asked = [re.sub('DECLARE "[^"]*"', "DECLARE", sql) for sql in asked]  # each cursor has a name
    return answer, [re.split("VALUES|WHERE", sql)[0] for sql in asked]


def test_known_and_unknown_addresses_get_the_same_answer_by_the_same_work(club: Any) -> None:
    Client().get("/anmelden/")
    known, work = ask("anke@club.invalid")
    unknown, same_work = ask("nobody@club.invalid")
    assert work == same_work
    words = [markup(answer) for answer in (known, unknown)]
    assert words[0].replace("anke@", "nobody@") == words[1]


def test_no_request_talks_to_the_mail_server(club: Any) -> None:
    with mail_server() as server:
        ask("anke@club.invalid")
        assert server.connections == 0
        deliver(timezone.now)
        assert server.connections == 1


@pytest.mark.parametrize("email", ["anke@club.invalid", "nobody@club.invalid"])
def test_the_page_says_since_when_no_mail_goes_out_whoever_asks(club: Any, email: str) -> None:
    with no_mail_server(), time_machine.travel(NIGHT, tick=False) as clock:
        page = ask(email)[0].content.decode()
        assert "gehen keine E-Mails hinaus" not in page
        deliver(timezone.now)
        clock.shift(2 * MINUTE)
        for answer in (Client().get("/anmelden/"), ask(email)[0]):
            words = "Seit 6. März 2026, 21:30 Uhr gehen keine E-Mails hinaus"
            assert words in answer.content.decode()
    with mail_server():
        deliver_at(NIGHT + 10 * MINUTE)
        assert unsent_since(NIGHT + 10 * MINUTE) is None


def test_a_mail_that_nobody_takes_is_missed_after_a_minute() -> None:
    put()
    assert unsent_since(NIGHT + MINUTE) is None
    assert unsent_since(NIGHT + 2 * MINUTE) == NIGHT


def test_since_when_mails_wait_is_read_from_the_head_of_an_index() -> None:
    """However many mails went out before: neither a scan of the outbox nor a sort of what waits."""
    put()
    with CaptureQueriesContext(connection) as queries, no_table_scans():
        assert unsent_since(NIGHT + 2 * MINUTE) == NIGHT
        (asked,) = (query["sql"] for query in queries if "league_mail" in query["sql"])
        plan = explained(asked)
    assert "mail_waits_since" in plan
    assert not {word for word in ("SORT", "TEMP B-TREE", "SEQ SCAN") if word in plan.upper()}


@contextmanager
def no_table_scans() -> Iterator[None]:
    """Few rows are read quickest from the table itself, which PostgreSQL knows."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL enable_seqscan = off")
    yield


def explained(asked: str) -> str:
    with connection.cursor() as cursor:
        query_plan = "QUERY PLAN " if connection.vendor == "sqlite" else ""
        cursor.execute(f"EXPLAIN {query_plan}{asked}")
        return "\n".join(str(row) for row in cursor.fetchall())


def test_what_one_mailbox_refuses_says_nothing_about_the_others() -> None:
    put()
    with mail_server("451 later"):
        deliver_at(NIGHT)
    assert unsent_since(NIGHT + 2 * MINUTE) is None
