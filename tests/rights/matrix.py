"""Ask each row of the decisions: the answer to every actor, and the faults in it."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection

from tests.rights.actors import ACTORS
from tests.rights.asking import asked, preparation, url_of
from tests.rights.decisions import DECISIONS
from tests.rights.public import LOGGING_IN, no_cache_shows_it_to_others
from tests.rights.stage import answer_of, forget, method_of, route_of, send, undone
from tests.rights.world import browser

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
WRITING = re.compile(r'\s*(INSERT(?: OR IGNORE)? INTO|UPDATE|DELETE FROM)\s+"?(\w+)', re.IGNORECASE)
READING = re.compile(
    r"\s*(SELECT|SAVEPOINT|RELEASE SAVEPOINT|ROLLBACK TO SAVEPOINT|LOCK TABLE|PRAGMA)\b",
    re.IGNORECASE,
)
# The one function of the database that writes, and what it writes into.
BOOKING = "finance_book("
# A visit of its own: the login, and the words a page says once at the next request. And what is
# written down of a row of the till, each time after the statement that is seen here.
# The device and the security log are of the visit too.
BESIDES = (
    *("django_session", "finance_rowversion"),
    *("league_loginsession", "league_securityentry", "league_securityprivate"),
)
# Pages that keep a trace: the opening of a table's link, and the paper of a close, which
# is set when it is asked for the first time.
SEEN = {
    # The code itself was asked for a moment before, by the same browser.
    "account_confirm_login_code GET": {"INSERT league_mail"},
    "league:invitation GET": {"UPDATE league_invitation"},
    "league:enter_table GET": {"INSERT league_linkuse", "INSERT league_holder"},
    "close_paper GET": {"INSERT finance_closepaper"},
}
# Proposals follow what happened at the tables by themselves, into accounts opened empty for them.
# A person who was there signs an evening's close, and each reader has its paper made.
# Those who run the evening write deeds down, by the entry that counts.
# A member announces what he sent, and takes it back.
# A payout forgets the prize that the direction strikes off, and keeps its amount.
PROPOSING = re.compile(
    "INSERT finance_close(signature|paper)|INSERT finance_deed|"
    "(INSERT|UPDATE) finance_paymentnotice|"
    "(INSERT|UPDATE|DELETE) finance_claim|INSERT finance_account|UPDATE finance_payout"
)
# Words of auditors and the chair about a year are no booking; the last signature closes it.
AUDITING = re.compile(".* finance_(year(end|step)|audit(sample|mark|finding)|closing|periodname)$")


class Writes:
    """Collects the statements of a request that change anything but the visit itself.

    A statement that is not known to read only is one that writes. The writes of a trigger follow a
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
        """Return all writes but those to `table`, in which a refusal may leave its line."""
        return [line for line in self.seen if not table or table not in line]


# --- steps shared by several rows -------------------------------------------------------------
def prepared_alike(keys: Iterable[str]) -> dict[str, list[str]]:
    """Return the rows by the first one that is prepared the same way."""
    alike: dict[Any, list[str]] = {}
    for key in keys:
        alike.setdefault(preparation(key), []).append(key)
    return {keys[0]: keys for keys in alike.values()}


def rows(keys: Iterable[str]) -> list[Any]:
    """Return the parameters of a test: for the fixture `prepared`, and the row itself."""
    return [
        pytest.param(first, key, id=key)
        for first, alike in prepared_alike(keys).items()
        for key in alike
    ]


# --- the answers ----------------------------------------------------------------------------
@dataclass(frozen=True)
class Answer:
    """An answer to an actor: in the words of the decisions, by its statements that write.

    `content` is what was shown at `url`, or empty; `page` the same if it is HTML.
    """

    key: str
    got: str
    changed: list[str]
    may_write: bool | None
    is_private: bool
    url: str
    content: bytes
    is_page: bool

    @property
    def page(self) -> str:
        return self.content.decode() if self.is_page else ""


def sent(w: SimpleNamespace, key: str, actor: str) -> Answer:
    """Ask as the row says. A table for the line of a refusal does not count as written."""
    ask, writes = asked(key, w, actor), Writes()
    forget()
    with connection.execute_wrapper(writes):
        response = send(browser(w, actor), key, ask)
        content = b"".join(response) if response.status_code == 200 else b""
    return Answer(
        key=key,
        got=answer_of(response),
        changed=writes.but(ask.leaves),
        may_write=ask.writes,
        is_private=no_cache_shows_it_to_others(response),
        url=url_of(key, ask),
        content=content,
        is_page="html" in response.get("Content-Type", ""),
    )


def answered(w: SimpleNamespace, key: str, actor: str) -> Answer:
    """Ask as the row says, and take back what that wrote."""
    with undone():
        return sent(w, key, actor)


def not_as_decided(key: str, answered: Callable[[str, str], Answer]) -> Iterator[str]:
    """Yield the faults in the answers to all actors; a refusal writes nothing."""
    for actor in ACTORS:
        answer, decided = answered(key, actor), DECISIONS[key].answer(actor)
        if answer.got != decided:
            yield f"{actor}: decided {decided}, got {answer.got}"
        elif answer.got != "yes" and answer.changed:
            yield f"{actor}: refused, and yet wrote {answer.changed}"
        elif answer.got == "yes" and _writes_otherwise(key, answer):
            yield f"{actor}: allowed, and wrote {answer.changed or 'nothing'}"
        elif _same_for_all(answer) and method_of(key) == "GET" and key not in LOGGING_IN:
            yield f"{actor}: a cache on the way may show this to others"
        booked = [
            text
            for text in answer.changed
            if "finance" in text and not PROPOSING.match(text) and not AUDITING.match(text)
        ]
        if booked and actor != "treasurer":
            yield f"{actor}: only the treasurer posts, yet this wrote {booked}"


def _same_for_all(answer: Answer) -> bool:
    """Return True if a cache may hand it to anyone; `gone` is the same for all."""
    return not answer.is_private and answer.got != "gone"


def _writes_otherwise(key: str, answer: Answer) -> bool:
    """Return True if a page that was seen wrote, or a form that was taken did not.

    A line of its own may allow either.
    """
    if method_of(key) == "GET":
        return not set(answer.changed) <= SEEN.get(key, set())
    return answer.may_write is not None and answer.may_write != bool(answer.changed)


def head_answered_otherwise(w: SimpleNamespace, key: str) -> Iterator[str]:
    """Yield the pages whose head is answered otherwise; that it has no content is Django's."""
    if method_of(key) != "GET":
        return
    for actor in ("stranger", "treasurer"):
        ask = asked(key, w, actor)
        with undone():
            response = send(browser(w, actor), key, ask, "HEAD")
        if answer_of(response) != DECISIONS[key].answer(actor):
            yield f"{actor}: the head is answered by {answer_of(response)}"


# The signed address is the proof there, and a mail program asks without any page of ours; a service
# worker proves itself by the secret address of its browser.
SIGNED = {"league:no_reminders", "no_report_mails", "league:renew_push"}


def taken_from_another_site(w: SimpleNamespace, key: str) -> Iterator[str]:
    """Refuse even an actor who may, if the request carries no token of ours."""
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
    """Ask once an address: a method without a decision is answered by 405.

    Methods with one are asked by all actors, and no decision is called 405.
    """
    route = route_of(key)
    rows = [text for text in DECISIONS if route_of(text) == route]
    if key != rows[0]:
        return
    for method in METHODS:
        if method in map(method_of, rows):
            continue
        with undone():
            ask = asked(key, w, "all")
            ask.data = {} if method != "GET" else None
            status = send(browser(w, "all"), key, ask, method).status_code
        if status != 405:
            yield f"{route} answers {method} by {status}, and nothing is decided of it"


def one_who_may(key: str) -> str:
    """Return an actor to whom the decision says yes, else the one with every office."""
    may = (actor for actor in ("treasurer", *ACTORS) if DECISIONS[key].answer(actor) == "yes")
    return next(may, "all")
