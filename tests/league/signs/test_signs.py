"""The background worker is alive, or the pages say since when it is not and whom to tell."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client

from config.celery import app
from league import tasks
from league.people.models.people import Person
from league.reports.models import Report
from league.signs import services as signs
from league.signs.models import Heartbeat
from league.signs.queries import silent_since
from tests import builders
from tests.builders import NIGHT
from tests.html import one_line
from tests.plugins.built import built_once

pytestmark = [pytest.mark.django_db, pytest.mark.rules]
MINUTE = timedelta(minutes=1)


def page(person: Any, path: str) -> str:
    client = Client()
    client.force_login(person.user)
    return one_line(client.get(path, follow=True))


@built_once
def stale(club: Any) -> Any:
    """Return an evening with a card that has not been counted yet."""
    table = builders.table(builders.evening(), club.anke, club.bernd)
    builders.card(table, club.anke, club.bernd, club.bernd)
    return table.block.event


def test_a_table_is_being_computed_while_the_worker_gives_signs(club: Any, stale: Any) -> None:
    with time_machine.travel(NIGHT, tick=False) as clock:
        tasks.give_sign("standings")
        clock.shift(2 * MINUTE)
        assert "wird gerade neu gerechnet" in page(club.anke, "/tabelle/")
        clock.shift(2 * MINUTE)
        shown = page(club.anke, "/tabelle/")
        assert "wird gerade" not in shown
        assert "seit 6. März 2026, 21:30 Uhr wird nicht neu gerechnet" in shown
        assert "Sag es dem Vorstand" in shown
        tasks.give_sign("standings")
        assert "wird gerade neu gerechnet" in page(club.anke, "/tabelle/")


@pytest.mark.both
def test_the_start_page_says_it_beside_the_head_of_the_table(club: Any, stale: Any) -> None:
    tasks.sweep_standings()
    table = stale.blocks.get().tables.get()
    with time_machine.travel(NIGHT, tick=False) as clock:
        tasks.give_sign("standings")
        assert "neu gerechnet" not in page(club.anke, "/")
        builders.card(table, club.anke, club.bernd, club.anke, number=2)
        assert "wird gerade neu gerechnet" in page(club.anke, "/")
        clock.shift(4 * MINUTE)
        assert "seit 6. März 2026, 21:30 Uhr wird nicht neu gerechnet" in page(club.anke, "/")


@pytest.mark.both
def test_a_club_whose_worker_never_ran_is_told_since_its_founding(
    club: Any, stale: Any, settings: Any, tmp_path: Any
) -> None:
    settings.BACKUP_DIR = tmp_path
    Person.objects.update(created_at=NIGHT)
    with time_machine.travel(NIGHT, tick=False) as clock:
        tasks.look_after_mails(0)  # the clock alone is alive
        clock.shift(2 * MINUTE)
        assert "wird gerade neu gerechnet" in page(club.anke, "/tabelle/")
        assert "Noch kein Spiel" not in page(club.anke, "/tabelle/ewig/")
        home = page(club.anke, "/")
        assert "antwortet nicht" not in home
        assert "Noch kein Spiel in dieser Saison" not in home  # one was played, it was not counted
        clock.shift(2 * MINUTE)
        tasks.look_after_mails(0)
        shown = page(club.anke, "/tabelle/")
        assert "wird gerade" not in shown
        assert "seit 6. März 2026, 21:30 Uhr wird nicht neu gerechnet" in shown
        assert "Seit 6. März 2026, 21:30 Uhr antwortet nicht" in page(club.anke, "/")


def test_a_report_says_since_when_nobody_makes_any(club: Any, stale: Any) -> None:
    with time_machine.travel(NIGHT, tick=False) as clock:
        asked = {"kind": "evening", "subject": stale.pk, "client_id": "r"}
        client = Client()
        client.force_login(club.anke.user)
        client.post("/berichte/neu/", asked)
        path = f"/berichte/{Report.objects.get().pk}/"
        assert "kommt gleich an die Reihe" in page(club.anke, path)
        clock.shift(4 * MINUTE)
        shown = page(club.anke, path)
    assert "kommt gleich" not in shown
    assert "Seit 6. März 2026, 21:30 Uhr macht hier niemand Berichte" in shown


def test_chair_and_treasurer_see_the_last_backup_and_who_is_silent(
    club: Any, stale: Any, settings: Any, tmp_path: Any
) -> None:
    settings.BACKUP_DIR = tmp_path
    with time_machine.travel(NIGHT, tick=False) as clock:
        tasks.look_after_mails(0)
        assert "Es gibt noch keine Sicherung" in page(club.kadir, "/")
        (tmp_path / "schockwart-2026-03-06-031500.zip").touch()
        assert "Letzte Sicherung: 6. März 2026, 03:15 Uhr" in page(club.kadir, "/")
        assert "Sicherung" not in page(club.jette, "/")
        assert "antwortet nicht" not in page(club.anke, "/")
        clock.shift(timedelta(days=3))
        shown = page(club.anke, "/")
    assert "jede Nacht sollte eine dazukommen" in shown
    assert "Seit 6. März 2026, 21:30 Uhr antwortet nicht" in shown


def test_every_queue_has_a_sign_of_its_own() -> None:
    schedule = app.conf.beat_schedule.values()
    sent = {row["args"][0]: row["options"]["queue"] for row in schedule if "options" in row}
    assert sent == {"worker": "celery", "standings": "standings"}


def test_a_sign_counts_until_it_is_too_old() -> None:
    name = Heartbeat.Name.WORKER
    assert silent_since(name, NIGHT) is None
    signs.give_sign(name=name, now=NIGHT)
    assert silent_since(name, NIGHT + 3 * MINUTE) is None
    assert silent_since(name, NIGHT + 4 * MINUTE) == NIGHT
    signs.give_sign(name=name, now=NIGHT + 4 * MINUTE)
    assert silent_since(name, NIGHT + 5 * MINUTE) is None
