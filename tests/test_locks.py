"""Test the order of locks: one list, held against every statement of the suite on PostgreSQL."""

import ast
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.apps import apps
from django.db import transaction

from league.events.models import Event, Table
from league.guards.locks import ACCOUNT_OF_A_PERSON, FOUNDING, ORDER, SECURITY_LOG
from league.people.models.people import Person
from league.seasons.models import Season
from league.standings.models import Standing
from league.standings.services import mark_stale
from tests import builders
from tests.plugins.locks import FOUND, Lock, read
from tests.test_architecture import FILES

# --- the list -------------------------------------------------------------------------------
HEADS = {FOUNDING, SECURITY_LOG, ACCOUNT_OF_A_PERSON}
NAMED = {label.split(".")[1] for label in ORDER if label not in HEADS} | {"ContentType"}


def test_each_kind_stands_in_the_order_once_and_is_a_model():
    assert len(set(ORDER)) == len(ORDER)
    assert all(apps.get_model(label) for label in ORDER if label not in HEADS)


def locking_calls() -> Iterator[tuple[str, ast.Call]]:
    for path in FILES:
        text = path.read_text()
        if "select_for_update" in text:
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == (
                    "select_for_update"
                ):
                    yield f"{path.name}:{node.lineno}", node


def test_no_service_locks_a_key():
    """Else each row that names the locked one waits at its COMMIT, with all that it holds."""
    calls = list(locking_calls())
    assert len(calls) > 100
    assert [
        place for place, call in calls if "no_key=True" not in map(ast.unparse, call.keywords)
    ] == []


def test_what_a_service_locks_is_named_in_the_order():
    models = {}
    for place, call in locking_calls():
        node: ast.AST = call.func
        while isinstance(node, ast.Attribute | ast.Call):
            node = node.value if isinstance(node, ast.Attribute) else node.func
        if isinstance(node, ast.Name) and node.id[0].isupper():
            models[node.id] = place
    assert {name: place for name, place in models.items() if name not in NAMED} == {}


# --- reading statements ---------------------------------------------------------------------
@pytest.mark.parametrize(
    ("sql", "locks"),
    [
        ('SELECT "a"."id" FROM "a"', []),
        ('SELECT "a"."id", "a"."b" FROM "a" WHERE "a"."id" = %s FOR NO KEY UPDATE', ["a result"]),
        (
            'SELECT "a"."id" FROM "a" INNER JOIN "b" ON ("a"."b_id" = "b"."id") FOR NO KEY UPDATE',
            ["a result", "b "],
        ),
        (
            'SELECT "a"."id" FROM "a" INNER JOIN "b" ON ("a"."b_id" = "b"."id")'
            ' FOR NO KEY UPDATE OF "a"',
            ["a result"],
        ),
        (
            'SELECT "a"."id" FROM "a" WHERE "a"."id" IN (SELECT U0."a_id" FROM "b" U0)'
            " ORDER BY 1 FOR UPDATE",
            ["a result"],
        ),
        (
            'UPDATE "a" SET "n" = ("a"."n" + %s) WHERE "a"."id" IN'
            ' (SELECT U0."id" AS "pk" FROM "a" U0 WHERE U0."x" = %s ORDER BY 1 FOR NO KEY UPDATE)',
            ["a ", "a "],
        ),
        ('UPDATE "a" SET "n" = %s WHERE "a"."id" = %s', ["a 1"]),
        ('UPDATE "a" SET "n" = %s WHERE "a"."id" IN (%s, %s)', ["a 2"]),
        ('UPDATE "a" SET "n" = %s WHERE ("a"."id" = %s AND "a"."x" = %s)', ["a "]),
        ('DELETE FROM "a" WHERE "a"."id" IN (%s)', ["a 1"]),
        ('LOCK TABLE "a" IN EXCLUSIVE MODE', ["a "]),
        ("\nCREATE FUNCTION finance_book(drafts jsonb) AS $$ UPDATE $$", []),
    ],
)
def test_a_statement_is_read_for_the_rows_it_locks(sql, locks):
    assert [f"{lock.table} {lock.keys}" for lock in read(sql)] == locks


def test_a_row_that_is_made_is_the_transactions_own():
    sql = 'INSERT INTO "a" ("n") VALUES (%s) RETURNING "a"."id"'
    assert read(sql) == (Lock("a", "result", is_made=True),)


# --- planted inversions ---------------------------------------------------------------------
planted = [pytest.mark.postgresql, pytest.mark.locks_by_hand, pytest.mark.slow]


def by_hand(test):
    for mark in planted:
        test = mark(test)
    return test


def lock(rows: object) -> None:
    list(rows.select_for_update(no_key=True).order_by("pk"))  # type: ignore[attr-defined]


@pytest.fixture
def evening(db, club) -> Iterator[Event]:
    event = builders.evening()
    builders.table(event, club.anke, club.bernd)
    mark_stale(event=event)
    FOUND.clear()
    yield event
    FOUND.clear()


@by_hand
def test_an_inversion_is_found_and_both_statements_are_named(evening):
    with transaction.atomic():
        mark_stale(event=evening)
        lock(Season.objects.all())
    (found,) = FOUND
    assert found.startswith("league.Season is locked after league.Standing:\n")
    assert 'UPDATE "league_standing"' in found.splitlines()[1]
    assert 'FROM "league_season"' in found.splitlines()[2]


@by_hand
def test_a_change_of_a_row_is_a_lock(evening):
    with transaction.atomic():
        lock(Event.objects.all())
        Table.objects.filter(block__event=evening).update(playing=1)
    assert [found.splitlines()[0] for found in FOUND] == [
        "league.Table is locked after league.Event:"
    ]


@by_hand
def test_what_is_held_or_made_here_or_was_given_back_is_no_inversion(evening, club):
    with transaction.atomic():
        lock(Season.objects.all())
        mark_stale(event=evening)
        lock(Season.objects.all())
        another = builders.evening(day=builders.DAY + timedelta(days=7))
        Event.objects.filter(pk=another.pk).update(name="Neu")
    with transaction.atomic():
        try:
            with transaction.atomic():
                lock(Standing.objects.all())
                raise KeyError
        except KeyError:
            lock(Season.objects.all())
    with transaction.atomic():
        lock(Standing.objects.all())
    with transaction.atomic():
        lock(Person.objects.all())
    assert FOUND == []
