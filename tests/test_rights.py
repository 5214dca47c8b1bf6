"""Who may do what, asked for every address, every method and everybody.

The decisions stand in `tests/rights/decisions.py`, the routes are Django's own: a route or a method
without a decision fails here by its name, and so does a decision without a route.
"""

import re
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection
from django.test import TestCase

from tests.rights.actors import ACTORS
from tests.rights.asking import Ask, asked, prepare
from tests.rights.decisions import DECISIONS
from tests.rights.page import PAGE, written
from tests.rights.stage import ROUTES, answer_of, method_of, route_of, send, undone
from tests.rights.world import browser

pytestmark = pytest.mark.django_db
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
WRITING = re.compile(r'\s*(INSERT(?: OR IGNORE)? INTO|UPDATE|DELETE FROM)\s+"?(\w+)', re.IGNORECASE)
READING = re.compile(
    r"\s*(SELECT|SAVEPOINT|RELEASE SAVEPOINT|ROLLBACK TO SAVEPOINT|LOCK TABLE|PRAGMA)\b",
    re.IGNORECASE,
)
# The one function of the database that writes, and what it writes into.
BOOKING = "finance_book("
# A visit of its own: who is logged in, and what the page says once at the next request. And what is
# written down of a row of the till, each time after the statement that is seen here.
# The device and the security log are of the visit too.
BESIDES = (
    *("django_session", "finance_rowversion"),
    *("league_loginsession", "league_securityentry", "league_securityprivate"),
)
# What somebody sees that keeps a trace: who opened a table's link, and the paper of a close, which
# is set when it is asked for the first time.
SEEN = {
    # The code itself was asked for a moment before, by the same browser.
    "account_confirm_login_code GET": {"INSERT league_mail"},
    "league:invitation GET": {"UPDATE league_invitation"},
    "league:enter_table GET": {"INSERT league_linkuse", "INSERT league_holder"},
    "close_paper GET": {"INSERT finance_closepaper"},
}
# Proposals follow what happened at the tables by themselves, into accounts opened empty for them.
# Who was there signs an evening's close, and whoever reads it has its paper made.
# Whoever runs the evening writes deeds down, by the entry that counts.
# A member announces what he sent, and takes it back.
# A payout forgets the prize that the direction strikes off, and keeps its amount.
PROPOSING = re.compile(
    "INSERT finance_close(signature|paper)|INSERT finance_deed|"
    "(INSERT|UPDATE) finance_paymentnotice|"
    "(INSERT|UPDATE|DELETE) finance_claim|INSERT finance_account|UPDATE finance_payout"
)
# What auditors and the chair say of a year is no booking; the last signature closes the year.
AUDITING = re.compile(".* finance_(year(end|step)|audit(sample|mark|finding)|closing|periodname)$")


class Writes:
    """Collects the statements of a request that change anything but the visit itself.

    A statement that is not known to read only is one that writes. What a trigger writes follows a
    statement that is seen here.
    """

    def __init__(self) -> None:
        self.seen: list[str] = []

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if BOOKING in sql:
            self.seen.append("INSERT finance_transaction")
        elif match := WRITING.match(sql):
            if match[2] not in BESIDES:
                self.seen.append(f"{match[1].split()[0].upper()} {match[2]}")
        elif not READING.match(sql):
            self.seen.append(sql)
        return execute(sql, params, many, context)

    def but(self, table: str) -> list[str]:
        """What was written beside `table`, in which a refusal may leave its line."""
        return [line for line in self.seen if not table or table not in line]


def not_as_it_should(key: str, ask: Ask, changed: list[str]) -> bool:
    """A page that was seen changes nothing; a form that was taken does, unless its line says so."""
    if method_of(key) == "GET":
        return not set(changed) <= SEEN.get(key, set())
    return ask.writes is not None and ask.writes != bool(changed)


# --- the matrix -----------------------------------------------------------------------------
@pytest.mark.once
@pytest.mark.parametrize("key", DECISIONS)
def test_everybody_gets_the_answer_that_was_decided(whole_club: SimpleNamespace, key: str) -> None:
    """Each person by the method that was decided on; its head alone, a form of another site and
    the other methods are asked for while all is prepared.
    """
    with undone():
        prepare(key, whole_club)
        wrong = [
            *answered_otherwise(whole_club, key),
            *head_answered_otherwise(whole_club, key),
            *taken_from_another_site(whole_club, key),
            *undecided_methods(whole_club, key),
        ]
    assert not wrong, "\n".join([f"{key} ({DECISIONS[key].deed})", *wrong])


def answered_otherwise(w: SimpleNamespace, key: str) -> Iterator[str]:
    rule = DECISIONS[key]
    for actor in ACTORS:
        ask, writes = asked(key, w, actor), Writes()
        with undone():
            with connection.execute_wrapper(writes):
                response = send(browser(w, actor), key, ask)
            got, changed = answer_of(response), writes.but(ask.leaves)
        if got != rule.answer(actor):
            yield f"{actor}: decided {rule.answer(actor)}, got {got}"
        elif got != "yes" and changed:
            yield f"{actor}: refused, and yet wrote {changed}"
        elif got == "yes" and not_as_it_should(key, ask, changed):
            yield f"{actor}: allowed, and wrote {changed or 'nothing'}"
        booked = [
            text
            for text in changed
            if "finance" in text and not PROPOSING.match(text) and not AUDITING.match(text)
        ]
        if booked and actor != "treasurer":
            yield f"{actor}: only the treasurer posts, yet this wrote {booked}"


def head_answered_otherwise(w: SimpleNamespace, key: str) -> Iterator[str]:
    """A head is answered as the page, without its content."""
    if method_of(key) != "GET":
        return
    for actor in ("stranger", "treasurer"):
        ask = asked(key, w, actor)
        with undone():
            response = send(browser(w, actor), key, ask, "HEAD")
        if answer_of(response) != DECISIONS[key].answer(actor):
            yield f"{actor}: the head is answered by {answer_of(response)}"
        if b"".join(response):
            yield f"{actor}: the head has content"


# The signed address is the proof there, and a mail program asks without any page of ours; a service
# worker proves itself by the secret address of its browser.
SIGNED = {"league:no_reminders", "no_report_mails", "league:renew_push"}


def taken_from_another_site(w: SimpleNamespace, key: str) -> Iterator[str]:
    """Whoever may is refused all the same where the request carries no token of ours."""
    if method_of(key) == "GET" or route_of(key) in SIGNED:
        return
    actor = one_who_may(key)
    ask, writes = asked(key, w, actor), Writes()
    ask.before = None
    with undone(), connection.execute_wrapper(writes):
        response = send(browser(w, actor, enforce_csrf_checks=True), key, ask)
    if response.status_code != 403 or writes.seen:
        yield f"{actor}, by a form of another site: {answer_of(response)}, wrote {writes.seen}"


def undecided_methods(w: SimpleNamespace, key: str) -> Iterator[str]:
    """Asked for once an address: each method that is answered has a decision."""
    route = route_of(key)
    if key != next(text for text in DECISIONS if route_of(text) == route):
        return
    answered = set()
    for method in METHODS:
        with undone():
            ask = asked(key, w, "all")
            ask.data = {} if method != "GET" else None
            if send(browser(w, "all"), key, ask, method).status_code != 405:
                answered.add(method)
    decided = {method_of(text) for text in DECISIONS if route_of(text) == route}
    if answered != decided:
        yield f"{route} answers {sorted(answered)}, decided {sorted(decided)}"


def one_who_may(key: str) -> str:
    """Somebody to whom the decision says yes, else who holds every office."""
    may = (actor for actor in ("treasurer", *ACTORS) if DECISIONS[key].answer(actor) == "yes")
    return next(may, "all")


@pytest.mark.slow
@pytest.mark.postgresql
@pytest.mark.parametrize("part", range(8))
def test_postgresql_serves_every_address_without_redis(
    whole_club: SimpleNamespace, redis_gone: None, part: int
) -> None:
    """Each address and method once, by somebody who may; the matrix asks SQLite, without Redis.

    What is to be rung for once a write is committed is rung for as well.
    """
    wrong = []
    for key in list(DECISIONS)[part::8]:
        actor = one_who_may(key)
        with undone():
            prepare(key, whole_club)
            with TestCase.captureOnCommitCallbacks(execute=True):
                response = send(browser(whole_club, actor), key, asked(key, whole_club, actor))
            got = answer_of(response)
            if got != DECISIONS[key].answer(actor) and actor != "all":
                wrong.append(f"{key} ({actor}): got {got}")
    assert not wrong, "\n".join(wrong)


def test_every_route_has_a_decision_and_none_is_about_one_that_is_gone() -> None:
    assert {route_of(key) for key in DECISIONS} == set(ROUTES)


def test_every_rule_names_only_people_of_the_matrix() -> None:
    for rule in DECISIONS.values():
        assert rule.may | set(rule.but) <= set(ACTORS), rule


@pytest.mark.once
@pytest.mark.parametrize("actor", ["stranger", "guest_other", "member"])
def test_a_refusal_of_the_api_says_that_it_is_about_rights(
    whole_club: SimpleNamespace, actor: str
) -> None:
    key = "games:api_events POST of a public evening"
    with undone():
        prepare(key, whole_club)
        response = send(browser(whole_club, actor), key, asked(key, whole_club, actor))
    assert (response.status_code, response.json()["code"]) == (403, "not_allowed")


def test_the_page_for_the_chair_says_what_was_decided() -> None:
    there = PAGE.read_text("utf-8")
    assert there == written(there), "docs/rights.md is old; python -m tests.rights.page writes it"
