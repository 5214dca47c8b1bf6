"""The demo club is filled step by step: what breaks off goes on, and dev.py hears how far it is."""

import os
from contextlib import contextmanager
from datetime import date, datetime, time, timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.utils import timezone

from config.demo import fill as club
from config.demo.models import DemoClub
from config.demo.season import SEASON
from config.site import queries
from config.site.management.commands import prepare
from config.terminal import READY
from finance.books.models.claims import Claim
from finance.books.models.ledger import Transaction
from finance.books.models.payments import Payment
from league.events.models import Event
from league.people.models.people import Person
from league.results.models.results import Result
from tests import builders
from tests.html import one_line

pytestmark = pytest.mark.once("sqlite")
TODAY = date(2026, 3, 6)
EVENINGS = Event.objects.filter(kind=Event.Kind.EVENING)
LATER = ("over_", "running", "coming", "team_league", "reports")


@pytest.fixture(autouse=True)
def brief(monkeypatch, db):
    """Fill one evening only, without pauses; the suite's process stays as quick as it is."""
    whole = club.steps
    monkeypatch.setattr(club, "SEASON", (SEASON[3],))
    monkeypatch.setattr(
        club, "steps", lambda: [step for step in whole() if not step.name.startswith(LATER)]
    )
    monkeypatch.setattr(prepare, "PAUSE", 0)
    monkeypatch.setattr(os, "nice", lambda _more: 0)


def _now(today=TODAY):
    return datetime.combine(today, time(22, 15), builders.BERLIN)


def _filling(today=TODAY, seed=13):
    return club.fill(now=_now(today), seed=seed, zone=builders.BERLIN)


def _told():
    """Return what happened, without keys and the moments at which it was written."""
    results = Result.objects.order_by("table__block__event__business_date", "number", "client_id")
    lines = results.values_list("table__block__event__business_date", "ended_by", "client_id")
    claims = Claim.objects.order_by("pk").values_list("person__name", "code", "amount", "state")
    paid = Payment.objects.order_by("pk").values_list("person__name", "method", "amount")
    return list(lines), list(claims), list(paid), Person.objects.count()


def _filled_at_once(filling):
    """Fill the demo club while the pages are told how far it is; return what happened."""
    moved = DemoClub.objects.get().moved_at
    demo_filling = queries.demo_filling(moved + timedelta(seconds=5))
    assert (demo_filling.evenings, demo_filling.of, demo_filling.moves) == (0, 1, True)
    assert [next(filling).name for _ in range(2)] == ["year_before", "evening_1"]
    demo_filling = queries.demo_filling(moved + timedelta(hours=1))
    assert (demo_filling.evenings, demo_filling.of, demo_filling.moves) == (1, 1, False)
    list(filling)
    assert queries.demo_filling(_now()) is None
    return _told()


class UnpluggedError(Exception):
    pass


@contextmanager
def unplugged_at(table):
    """End the filling at the first row that would go into this table."""

    def unplug(execute, sql, params, many, context):
        if f'INSERT INTO "{table}"' in sql:
            raise UnpluggedError
        return execute(sql, params, many, context)

    with connection.execute_wrapper(unplug), pytest.raises(UnpluggedError):
        yield


def test_what_breaks_off_goes_on_and_becomes_the_same_club(brief):
    """Interrupted after each step, and once in the middle of one; started again on a later day."""
    assert queries.demo_filling(_now()) is None
    filling = _filling()
    next(filling)
    point = transaction.savepoint()
    at_once = _filled_at_once(filling)
    transaction.savepoint_rollback(point)
    with unplugged_at("league_king"):
        list(_filling(TODAY + timedelta(days=2), seed=99))
    assert DemoClub.objects.get().done == ["people", "year_before"]
    assert not EVENINGS.filter(business_date__lt=TODAY).exists()
    while not DemoClub.objects.get().finished_at:
        next(_filling(TODAY + timedelta(days=2), seed=99))
    assert _told() == at_once


@pytest.fixture
def half():
    """Return a member of a demo club that is being filled."""
    began = timezone.now()
    DemoClub.objects.create(
        pk=1, seed=1, began_at=began, done=["people", "year_before", "evening_1"], evenings=12
    )
    return builders.member("Wilma")


def _start_page(client, settings, demo):
    settings.DEMO = demo
    return one_line(client.get("/"))


def test_the_start_page_says_how_far_it_is_and_asks_again(client, settings, half):
    page = _start_page(client, settings, demo=True)
    assert "Der Vorführverein wird noch gefüllt: 1 von 12 Abenden." in page
    assert 'hx-trigger="every 3s"' in page
    client.force_login(half.user)
    assert "1 von 12 Abenden." in _start_page(client, settings, demo=True)


def test_what_stands_still_is_called_so_and_asks_no_more(client, settings, half):
    DemoClub.objects.update(moved_at=timezone.now() - timedelta(minutes=5))
    page = _start_page(client, settings, demo=True)
    assert "erst bis Abend 1 von 12 gefüllt" in page
    assert "hx-get" not in page
    assert "htmx-2" not in page


def test_nobody_else_reads_of_it(client, settings, half):
    assert "Vorführverein" not in _start_page(client, settings, demo=False)
    DemoClub.objects.update(finished_at=timezone.now())
    assert "Vorführverein" not in _start_page(client, settings, demo=True)


def _prepare(capsys, *words):
    call_command("prepare", *words)
    return capsys.readouterr().out.splitlines()


def test_pages_open_after_the_first_step_and_the_rest_goes_on_until_it_is_complete(
    capsys, monkeypatch
):
    with unplugged_at("finance_transaction"):
        call_command("prepare", "--demo")
    people = "28 Leute, heute Abend zwei Tische mitten im Spiel"
    assert capsys.readouterr().out.splitlines() == [people, READY]
    monkeypatch.setenv("LANGUAGE", "en")
    Person.objects.filter(name="Kadir Münzer").update(name="Kadir Münzer-Pasch")
    ready, year, *rest = _prepare(capsys, "--demo")
    assert (ready, year) == (READY, "The till of the year before, audited")
    assert rest[0] == "Evening 1 of 1"
    assert rest[-1] == "Standings and statistics"
    assert DemoClub.objects.get().finished_at
    # Who was renamed meanwhile is still himself.
    assert Transaction.objects.filter(entered_by__person__name="Kadir Münzer-Pasch").exists()
    with pytest.raises(CommandError, match="is not empty"):
        call_command("demo")


def test_without_a_demo_and_beside_another_club_it_only_opens(capsys):
    assert _prepare(capsys) == [READY]
    builders.member("Wilma")
    assert _prepare(capsys, "--demo") == [READY]
    assert Person.objects.count() == 1
    assert not Event.objects.exists()
