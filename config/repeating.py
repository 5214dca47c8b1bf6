"""Repeat what the database has thrown back: a whole request or a whole task, at most three times.

PostgreSQL ends two transactions that wait for each other by refusing one of them, refuses those it
cannot put in one row with the others, and gives up a lock if a `lock_timeout` is set. Each time all
of the transaction is undone, and with it the mails, pushes and tasks that hang on its commit: so
the repeat is the first to write, also if no client sent an id along. A request that has committed
something before is not repeated, for that would be done twice; it ends in a 503, as the third
attempt does, and the client's id makes it harmless to send it again.

SQLite needs none of it: a writer takes the one lock when it begins (`transaction_mode`), and one
that it refuses has waited for twenty seconds already.
"""

import logging
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from typing import Any

from celery import Task
from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase

from config.errors import Outage, outage_of

log = logging.getLogger(__name__)
TRIES = 3
# Attributes of a request that was read: its body comes over the line once.
READ = ("_body", "_post", "_files", "_read_started")
JSON = "application/json"
# Statements that change no row.
PASSING = ("SELECT", "SAVEPOINT", "RELEASE", "ROLLBACK", "SET", "LOCK")


class Attempt:
    """One time that a request is answered.

    Django does not tell when a transaction is committed, so each statement is looked at: two to
    five microseconds, where the ORM takes a hundred for one.
    """

    def __init__(self, *, is_last: bool) -> None:
        self.is_last = is_last
        self.has_committed = self.is_thrown_back = False

    def watch(
        self,
        execute: Callable[..., Any],
        sql: str,
        params: Any,
        many: bool,
        context: Mapping[str, Any],
    ) -> Any:
        """Execute a statement; its write is noted when, and only if, it is committed."""
        result = execute(sql, params, many, context)
        # A change outside of a transaction says the same when it is repeated, a new row does not.
        if sql.startswith("INSERT") or (connection.in_atomic_block and not sql.startswith(PASSING)):
            transaction.on_commit(self.note_commit)
        return result

    def note_commit(self) -> None:
        self.has_committed = True


_current: ContextVar[Attempt] = ContextVar("attempt")


class RepeatThrownBack:
    """Middleware above all that keeps something of a request: each attempt meets it as it came."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        _keep_body(request)
        came = dict(vars(request))
        for left in reversed(range(TRIES)):
            attempt = Attempt(is_last=left == 0)
            _current.set(attempt)
            with connection.execute_wrapper(attempt.watch):
                response = self.get_response(request)
            if not attempt.is_thrown_back:
                break
            log.warning(
                "repeated, thrown back by the database: %s %s", request.method, request.path
            )
            read = {name: value for name, value in vars(request).items() if name in READ}
            vars(request).clear()
            vars(request).update(came | read)
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Answer a 503 instead: below 500 a session would be kept."""
        attempt = _current.get()
        if (
            attempt.is_last
            or attempt.has_committed
            or outage_of(error) is not Outage.DATABASE_BUSY
            or not _wound_back(request)
        ):
            return None
        attempt.is_thrown_back = True
        return HttpResponse(status=503)


def _keep_body(request: HttpRequest) -> bytes:
    """Read a body that is no form: an API endpoint takes it off the line and keeps nothing.

    A body larger than Django keeps is not read; it is answered once.
    """
    length = request.META.get("CONTENT_LENGTH") or ""
    is_small = length.isdecimal() and int(length) <= settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    return request.body if request.content_type == JSON and is_small else b""


def _wound_back(request: HttpRequest) -> bool:
    """Return True if the body can be read once more; files that came along begin anew."""
    read = vars(request)
    if not read.get("_read_started"):
        return True
    if "_files" in read:
        files = [file for _name, files in request.FILES.lists() for file in files]
        if any(file.closed for file in files):
            return False
        for file in files:
            file.seek(0)
        return True
    return "_body" in read


class RepeatedTask(Task):
    """The base of every task. Each finds in the rows what is owed: a repeat does what is left."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        for _ in range(TRIES - 1):
            try:
                return self.run(*args, **kwargs)
            except DatabaseError as error:
                if connection.in_atomic_block or outage_of(error) is not Outage.DATABASE_BUSY:
                    raise
                log.warning("repeated, thrown back by the database: %s", self.name)
        return self.run(*args, **kwargs)
