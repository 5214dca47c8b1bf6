"""Hold what every test does on PostgreSQL against the order of locks (`league/guards/locks.py`).

Each statement of a transaction is read for the rows that it locks, by their kind and, where it says
them, their keys. A row of an earlier kind after one of a later kind is an inversion: the test fails
and names both statements. So no two transactions need to meet for it to be found.

Keys of rows that are named by others (`FOR KEY SHARE`) are locked by COMMIT, after everything else,
and no service locks a key, so they block nothing. A row that the transaction has made itself no
other can hold. Where a statement does not say which rows it changed, those of a kind
that is held already count as held.

A test that locks by hand, to bring two transactions together, is marked `locks_by_hand`.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pytest
from django.apps import apps
from django.db import transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.db.transaction import Atomic

from league.guards.locks import ACCOUNT_OF_A_PERSON, FOUNDING, LEFT, ORDER, SECURITY_LOG

# Tables that triggers and functions of the database lock beyond the statement's own rows.
BY_THE_DATABASE = {
    "finance_transaction": ("finance.JournalYear",),
    "finance_posting": ("finance.Account",),
    "finance_voucher": ("finance.VoucherYear",),
}
BOOK = ("finance.JournalYear", "finance.Account")
LOCKING = re.compile(r"FOR (?:NO KEY )?UPDATE(?: OF ([\w\", ]+))?")
PLACE = re.compile(r'(?:FROM|JOIN) "(\w+)"(?: (?:AS )?([A-Z]\d+))?')
BY_KEY = re.compile(r'"id" (?:= %s|IN \((?:%s(?:, )?)+\))')
HEADS = {"person": FOUNDING, "securityentry": SECURITY_LOG}
FOUND: list[str] = []


@dataclass(frozen=True)
class Lock:
    """Rows of one table that a statement locks, and the place where it names them."""

    table: str
    # "result": the first column of what it returns; a number: so many of its last parameters.
    keys: str | int = ""
    is_made: bool = False
    kind: str = ""


@cache
def kinds_by_table() -> dict[str, str]:
    labels = [label for label in ORDER if "." in label and " " not in label]
    return {apps.get_model(label)._meta.db_table: label for label in labels}


@cache
def place_of() -> dict[str, int]:
    return {kind: place for place, kind in enumerate(ORDER)}


@cache
def read(sql: str) -> tuple[Lock, ...]:
    """Return the locks of a statement; none of a statement that only reads."""
    if sql.lstrip().startswith("CREATE"):
        return ()  # what a function will lock is locked where it is called
    if sql.startswith("INSERT"):
        table = _first_name(sql)
        made = Lock(table, "result" if f'RETURNING "{table}"."id"' in sql else "", is_made=True)
        more = [Lock(table, kind=kind) for kind in BY_THE_DATABASE.get(table, ())]
        return (*more, made)
    if sql.startswith("LOCK TABLE"):
        return (Lock(_first_name(sql)),)
    if "finance_book(" in sql:
        return tuple(Lock("", kind=kind) for kind in BOOK)
    locks = [lock for select in _selects(sql) for lock in _locked_by(*select)]
    if sql.startswith(("UPDATE", "DELETE")):
        table = _first_name(sql)
        where = sql.partition(" WHERE ")[2]
        own = where.removeprefix(f'"{table}".')
        by_key = BY_KEY.fullmatch(own)
        locks.append(Lock(table, own.count("%s") if by_key else ""))
    return tuple(locks)


def _first_name(sql: str) -> str:
    named = re.match(r'(?:INSERT INTO|LOCK TABLE|UPDATE|DELETE FROM)(?: ONLY)? "?(\w+)"?', sql)
    return named[1] if named else ""


def _selects(sql: str) -> Iterator[tuple[str, bool]]:
    """Yield each SELECT that locks, those in brackets first, without these.

    And True if it is the whole statement, which returns its rows.
    """
    depth, stack = 0, [""]
    for piece in re.split(r"([()])", sql):
        if piece == "(":
            depth += 1
            stack.append("")
        elif piece == ")" and depth:
            depth -= 1
            inner = stack.pop()
            if LOCKING.search(inner):
                yield inner, False
        else:
            stack[-1] += piece
    if stack[0].startswith("SELECT") and LOCKING.search(stack[0]):
        yield stack[0], True


def _locked_by(select: str, is_whole: bool) -> Iterator[Lock]:
    tables = {alias or table: table for table, alias in PLACE.findall(select)}
    hit = LOCKING.search(select)
    named = re.findall(r"\w+", hit[1] or "") if hit else []
    first = re.match(r'SELECT (?:DISTINCT )?"?(\w+)"?\."id"', select) if is_whole else None
    for alias in named or tables:
        known = first is not None and first[1] == alias
        yield Lock(tables.get(alias, alias), "result" if known else "")


@dataclass
class Held:
    """The rows that a transaction holds, by kind and key, and the statement of the latest kind."""

    keys: dict[str, set[int]] = field(default_factory=dict)
    made: dict[str, set[int]] = field(default_factory=dict)
    last: tuple[int, str] = (-1, "")

    def copy(self) -> "Held":
        return Held(
            {kind: set(keys) for kind, keys in self.keys.items()},
            {table: set(keys) for table, keys in self.made.items()},
            self.last,
        )


class Recorder:
    """Read along on one connection."""

    def __init__(self, connection: BaseDatabaseWrapper) -> None:
        self.connection = connection
        self.begin(None)

    def begin(self, outermost: Atomic | None) -> None:
        self.transaction, self.held = outermost, Held()
        self.savepoints: dict[str, Held] = {}

    def __call__(
        self,
        execute: Callable[..., Any],
        sql: str,
        params: Any,
        many: bool,
        context: Mapping[str, Any],
    ) -> Any:
        result = execute(sql, params, many, context)
        if not sql.startswith("SELECT") or "UPDATE" in sql or "finance_book(" in sql:
            self.note(sql, params, context["cursor"].cursor)
        return result

    def note(self, sql: str, params: Any, cursor: Any) -> None:
        outermost = next((a for a in self.connection.atomic_blocks if not a._from_testcase), None)
        if outermost is None:
            self.transaction = None
            return
        if outermost is not self.transaction:
            self.begin(outermost)
        if sql.startswith("SAVEPOINT"):
            self.savepoints[sql] = self.held.copy()
        elif sql.startswith("ROLLBACK TO "):
            # Rows locked since are free again.
            self.held = self.savepoints.get(sql.removeprefix("ROLLBACK TO "), Held()).copy()
        else:
            for lock in read(sql):
                self._take(lock, sql, params, cursor)

    def _take(self, lock: Lock, sql: str, params: Any, cursor: Any) -> None:
        kind = _kind(lock, sql, params)
        keys = _keys(lock, params, cursor)
        if lock.is_made:
            self.held.made.setdefault(lock.table, set()).update(keys or {0})
            return
        if kind is None or keys == set() or (not lock.kind and cursor.rowcount == 0):
            return
        held = self.held.keys.get(kind)
        table = apps.get_model(lock.kind)._meta.db_table if lock.kind else lock.table
        made = self.held.made.get(table, set())
        if keys is None or held == set() or 0 in made:
            # The rows are not known here, or were not before: any lock counts for all of them.
            is_new = held is None and not made
            new: set[int] = set()
        else:
            new = keys - made - (held or set())
            is_new = bool(new)
        if not is_new:
            return
        place = place_of()[kind]
        before = ORDER[self.held.last[0]]
        if place < self.held.last[0] and (before, kind) not in LEFT:
            FOUND.append(f"{kind} is locked after {before}:\n  {self.held.last[1]}\n  {sql[:500]}")
        elif place > self.held.last[0]:
            self.held.last = (place, sql[:500])
        self.held.keys[kind] = (held or set()) | new


def _kind(lock: Lock, sql: str, params: Any) -> str | None:
    """Return the place in the list that a lock belongs to; None if it is not named in it."""
    if lock.kind:
        return lock.kind
    if lock.table == "django_content_type":
        return next((kind for model, kind in HEADS.items() if model in (params or ())), None)
    if lock.table == "finance_account" and '"person_id" IN' in sql:
        return ACCOUNT_OF_A_PERSON
    return kinds_by_table().get(lock.table)


def _keys(lock: Lock, params: Any, cursor: Any) -> set[int] | None:
    """Return the keys of the rows that are locked; None if the statement does not say them."""
    if lock.keys == "result":
        rows = cursor.pgresult
        return {int(rows.get_value(row, 0)) for row in range(rows.ntuples)}
    if isinstance(lock.keys, int):
        own = params[-lock.keys :]
        return {int(key) for key in own} if all(str(key).isdecimal() for key in own) else None
    return None


def around_tests() -> Atomic:
    """Open a transaction around several of the product, each of which is looked at by itself."""
    around = transaction.atomic()
    around._from_testcase = True  # as Django calls its own around a test
    return around


def read_along(connection: BaseDatabaseWrapper, **more: Any) -> None:
    wrappers = connection.execute_wrappers
    if connection.vendor == "postgresql" and not any(isinstance(w, Recorder) for w in wrappers):
        wrappers.append(Recorder(connection))


def pytest_configure(config: pytest.Config) -> None:
    connection_created.connect(read_along, dispatch_uid="order of locks")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    try:
        return (yield)
    finally:
        found, FOUND[:] = FOUND[:], []
        if found and item.get_closest_marker("locks_by_hand") is None:
            pytest.fail("against league/guards/locks.py:\n" + "\n".join(found), pytrace=False)
