"""Fills an empty database with the demo club: all of it, or nothing."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime, timedelta, tzinfo
from random import Random

from django.db import transaction

from config.desk.club import books, evening, last_year, papers, statutes, tournaments
from config.desk.club.people import admit_all
from config.desk.club.season import APART, SEASON, TONIGHT
from config.desk.club.till import (
    Till,
    collect,
    confirm,
    give_rounds,
    put_in_order,
)
from config.desk.services import require_empty
from games.queries.projections import uncounted_games
from games.services.projections import count_games
from league.models import Event, Season
from league.services import events
from league.services.figures import compute_figures
from league.services.standings import compute_all_time, compute_standing

PUT_IN_ORDER_AFTER = 9
PLANNED = 4
Tell = Callable[[str], None]


def fill(*, today: date, now: datetime, seed: int, zone: tzinfo, tell: Tell) -> None:
    """The same seed and day: the same club. One transaction, and it locks the club's founding.

    IllegalError where the database holds anything. `tell` hears what is done, line by line.
    """
    rng = Random(seed)  # noqa: S311 - a game; nobody is to be kept from guessing
    with transaction.atomic():
        require_empty()
        people = admit_all(today)
        tell(f"{len(people)} Leute")
        first = today - timedelta(days=APART * len(SEASON))
        season = _open_season(first)
        till = Till(people, rng, zone, people["Kadir Münzer"].user)
        clerk = people["Stine Federkiel"].user
        statutes.decide(till, first)
        over = last_year.year_before(first)
        last_year.keep(till, over)
        last_year.end(till, over, first)
        tell(f"Die Kasse {over}: geprüft und entlastet")
        books.name_account(till, first - timedelta(days=1))
        reported = {"season": season.pk, "cash": over, "audit": over}
        for number, plan in enumerate(SEASON, start=1):
            day = first + timedelta(days=APART * (number - 1))
            books.spend(till, number, day)
            held = _hold(evening.open_evening(plan, day, rng, zone, clerk), till)
            if plan.confirmed == "all":
                books.close(till, held, number)
            if number == PUT_IN_ORDER_AFTER:
                put_in_order(till, day + timedelta(days=2))
            tell(f"Abend {number} von {len(SEASON)}")
            if number == len(SEASON) - 1:
                reported["tournament"] = tournaments.hold_finished(till, today, zone).pk
                tell("Ein Turnier, von der Anmeldung bis zu den Preisen")
        statutes.fine_some(till, held, till.noon(day))
        books.read_the_bank(till, today)
        tell("Die Kasse: gezählt, unterschrieben, mit Belegen und einem Kontoauszug")
        statutes.ask_for_dues(till, today)
        _tonight(evening.open_evening(TONIGHT, today, rng, zone, clerk), till, now)
        tournaments.hold_running(till, today, now)
        tournaments.plan_next(till, today, now)
        tell("Ein Turnier mitten im zweiten Durchgang, eines zum Anmelden")
        tell("Heute Abend: zwei Tische mitten im Spiel")
        ahead = [today + timedelta(days=APART * week) for week in range(1, PLANNED + 1)]
        evening.plan_ahead(ahead, clerk, now)
        compute_standing(season=season, now=now)
        compute_all_time(now=now)
        compute_figures(season=season, now=now)
        # Weighing them for luck takes the worker a minute; the reports are made without it.
        count_games(games=list(uncounted_games().values_list("pk", flat=True)))
        papers.make_some(people, reported | {"evening": held.pk}, today, now)
        tell("Einige Berichte")
        tell(f"{len(people)} Leute, {len(SEASON)} Abende, der von heute, drei Turniere")


def _open_season(first: date) -> Season:
    """A year from the month of the first evening on, so that tonight falls into it as well."""
    start = first.replace(day=1)
    name = f"{start.year}/{(start.year + 1) % 100:02}" if start.month > 1 else str(start.year)
    return events.create_season(name=name, start=start, end=start.replace(year=start.year + 1))


def _hold(night: evening.Night, till: Till) -> Event:
    """An evening of the past, from the door to the treasurer's confirmation."""
    here = evening.take_attendance(night, till.people)
    collect(till, night.event)
    evening.play_tables(night, evening.seat_all(night, here))
    evening.charge_no_shows(night)
    evening.crown(night)
    give_rounds(till, night.event)
    confirm(till, night.event, night.plan.confirmed)
    return night.event


def _tonight(night: evening.Night, till: Till, now: datetime) -> None:
    """The evening of today: attendance taken, and each table in the middle of a game."""
    plan = night.plan
    night = replace(night, begins=now - evening.A_GAME * (plan.games + 1))
    here = evening.take_attendance(night, till.people)
    tables = evening.seat_all(night, here[: evening.MOST_AT_A_TABLE * plan.tables])
    evening.play_tables(night, tables)
    evening.leave_in_the_middle(night, tables, now)
