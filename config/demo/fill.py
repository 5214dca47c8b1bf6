"""Fill an empty database with the demo club, step by step.

Each step is one transaction that also notes itself as done. So, however the filling is ended, the
rows so far are complete, and the next time it goes on with the next step. Each step has a chance of
its own out of the seed: however often it was interrupted, the same seed and day make the same club.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta, tzinfo
from functools import partial
from random import Random

from django.db import transaction
from django.utils.translation import gettext as _

from config.demo import books, evening, last_year, papers, statutes, team_league, tournaments
from config.demo.cast import CAST, CLUB, CLUB_TEXTS
from config.demo.models import DemoClub
from config.demo.people import admit_all, those_admitted
from config.demo.season import APART, SEASON, TONIGHT
from config.demo.services import not_empty, require_empty
from config.demo.till import Till, collect, confirm, give_rounds, put_in_order
from games.luck.queries.projections import uncounted_games
from games.luck.services import count_games
from league.club.services import describe, write_texts
from league.events.models import Event
from league.events.queries import season_on
from league.events.services.evenings import create_season
from league.figures.services import compute_figures
from league.people.models.people import Person
from league.seasons.models import Season
from league.standings.services import compute_all_time, compute_standing

PUT_IN_ORDER_AFTER = 9
PLANNED = 4


@dataclass(frozen=True)
class Club:
    """The club so far, as every step knows it."""

    now: datetime
    zone: tzinfo
    people: dict[str, Person] = field(default_factory=dict)

    @property
    def today(self) -> date:
        return self.now.astimezone(self.zone).date()

    def day(self, number: int) -> date:
        """Return the day of the evening with this number of the season, from 1."""
        return self.today - timedelta(days=APART * (len(SEASON) - number + 1))

    @property
    def season(self) -> Season:
        season = season_on(self.day(1))
        assert season is not None
        return season

    @property
    def over(self) -> int:
        """Return the year that is audited before the season begins."""
        return last_year.year_before(self.day(1))

    def till(self, rng: Random) -> Till:
        return Till(self.people, rng, self.zone, self.people["Kadir Münzer"].user)

    def open_evening(self, number: int, rng: Random) -> evening.Night:
        """Open the evening with this number; tonight's is the one after the season's."""
        plan = SEASON[number - 1] if number <= len(SEASON) else TONIGHT
        clerk = self.people["Stine Federkiel"].user
        return evening.open_evening(plan, self.day(number), rng, self.zone, clerk)


@dataclass(frozen=True)
class Step:
    """A step of filling; `words` say, in the caller's language, what the club has after it."""

    name: str
    write: Callable[[Club, Random], None]
    words: Callable[[], str]


def steps() -> list[Step]:
    """Return the steps in order. The pages can be opened after the first: people, and tonight."""
    first = Step(
        "people",
        _begin,
        lambda: _("%(n)s people, tonight two tables in the middle of a game") % {"n": len(CAST)},
    )
    year = Step("year_before", _year_before, lambda: _("The till of the year before, audited"))
    evenings = [
        Step(f"evening_{number}", partial(_evening, number=number), partial(_evening_words, number))
        for number in range(1, len(SEASON) + 1)
    ]
    over = [
        Step("over_doors", _over_doors, lambda: _("A tournament: registration and doors")),
        Step("over_first", _over_first, lambda: _("A tournament: the first block")),
        Step("over_rest", _over_rest, lambda: _("A tournament, to its prizes")),
    ]
    running = [
        Step("running_doors", _running_doors, lambda: _("A tournament of today: the doors open")),
        Step(
            "running",
            _running,
            lambda: _("A tournament of today, in the middle of its second block"),
        ),
    ]
    rest = [
        Step("bank", _bank, lambda: _("The till, with vouchers and a bank statement")),
        *running,
        Step("coming", _coming, lambda: _("A tournament to register for")),
        Step("team_league", _team_league, lambda: _("A league of teams, in the middle of a match")),
        Step("figures", _figures, lambda: _("Standings and statistics")),
        Step("reports", _reports, _all_words),
    ]
    return [first, year, *evenings[:-1], *over, *evenings[-1:], *rest]


def _evening_words(number: int) -> str:
    return _("Evening %(number)s of %(all)s") % {"number": number, "all": len(SEASON)}


def _all_words() -> str:
    values = {"people": len(CAST), "evenings": len(SEASON)}
    return (
        _("%(people)s people, %(evenings)s evenings, that of today, three tournaments, a league")
        % values
    )


def fill(*, now: datetime, seed: int, zone: tzinfo) -> Iterator[Step]:
    """Write the missing steps, and yield each when it is done.

    An empty database is begun with `now` and `seed`; one that was begun goes on as it was. Locks
    the club's founding while it begins. Raise IllegalError if the database holds anything else, or
    a demo club that is complete.
    """
    record = DemoClub.objects.first()
    if record is None:
        record = DemoClub(pk=DemoClub.ONLY, seed=seed, began_at=now, evenings=len(SEASON))
    elif record.finished_at is not None:
        raise not_empty()
    club = Club(record.began_at, zone, those_admitted() if record.done else {})
    every = steps()
    for step in every:
        if _taken(step, club, record, last=step is every[-1]):
            yield step


def _taken(step: Step, club: Club, record: DemoClub, *, last: bool) -> bool:
    """Take one step in one transaction; return False if it was done already."""
    with transaction.atomic():
        if record.done:
            record = DemoClub.objects.select_for_update(no_key=True).get()
        else:
            require_empty()
        if step.name in record.done:
            return False
        rng = Random(f"{record.seed} {step.name}")  # noqa: S311 - a game; nothing to guess
        step.write(club, rng)
        record.done = [*record.done, step.name]
        record.finished_at = club.now if last else None
        record.save()
        return True


# --- the steps ------------------------------------------------------------------------------
def _begin(club: Club, rng: Random) -> None:
    """Write people and their offices, the club's decisions, tonight and the evenings ahead."""
    describe(**CLUB, by=None)
    write_texts(**CLUB_TEXTS, by=None)
    club.people.update(admit_all(club.today))
    _open_season(club.day(1))
    till = club.till(rng)
    statutes.decide(till, club.day(1))
    books.name_account(till, club.day(1) - timedelta(days=1))
    _tonight(club.open_evening(len(SEASON) + 1, rng), till, club.now)
    ahead = [club.today + timedelta(days=APART * week) for week in range(1, PLANNED + 1)]
    evening.plan_ahead(ahead, club.people["Stine Federkiel"].user, club.now)


def _open_season(first: date) -> None:
    """Open a year from the month of the first evening on, so that tonight falls into it as well."""
    start = first.replace(day=1)
    name = f"{start.year}/{(start.year + 1) % 100:02}" if start.month > 1 else str(start.year)
    create_season(name=name, start=start, end=start.replace(year=start.year + 1))


def _tonight(night: evening.Night, till: Till, now: datetime) -> None:
    """Write the evening of today: attendance taken, and each table in the middle of a game."""
    plan = night.plan
    night = replace(night, begins=now - evening.A_GAME * (plan.games + 1))
    here = evening.take_attendance(night, till.people)
    tables = evening.seat_all(night, here[: evening.MOST_AT_A_TABLE * plan.tables])
    evening.play_tables(night, tables)
    evening.leave_in_the_middle(night, tables, now)


def _year_before(club: Club, rng: Random) -> None:
    till = club.till(rng)
    last_year.enter_last_year(till, club.over)
    last_year.end(till, club.over, club.day(1))


def _evening(club: Club, rng: Random, *, number: int) -> None:
    """Write an evening of the past, from the door to the treasurer's work the day after."""
    day, till = club.day(number), club.till(rng)
    books.spend(till, number, day)
    night = club.open_evening(number, rng)
    here = evening.take_attendance(night, till.people)
    collect(till, night.event)
    evening.play_tables(night, evening.seat_all(night, here))
    evening.charge_no_shows(night)
    evening.crown(night)
    give_rounds(till, night.event)
    confirm(till, night.event, night.plan.confirmed)
    if night.plan.confirmed == "all":
        books.close(till, night.event, number)
    if number == PUT_IN_ORDER_AFTER:
        put_in_order(till, day + timedelta(days=2))
    if number == len(SEASON):
        statutes.fine_some(till, night.event, till.noon(day))


def _bank(club: Club, rng: Random) -> None:
    books.read_the_bank(club.till(rng), club.today)
    statutes.ask_for_dues(club.till(rng), club.today)


# Tournaments come in parts: nothing else can be written while one is.
def _over_doors(club: Club, rng: Random) -> None:
    tournaments.open_finished(club.till(rng), club.today, club.zone)


def _over_first(club: Club, rng: Random) -> None:
    tournaments.play_finished(club.till(rng), club.today, club.zone, blocks=slice(1))


def _over_rest(club: Club, rng: Random) -> None:
    till = club.till(rng)
    tournaments.play_finished(till, club.today, club.zone, blocks=slice(1, None))
    tournaments.pay_prizes(till, club.today, club.zone)


def _running_doors(club: Club, rng: Random) -> None:
    tournaments.open_running(club.till(rng), club.today, club.now)


def _running(club: Club, rng: Random) -> None:
    tournaments.play_running(club.till(rng), club.now)


def _coming(club: Club, rng: Random) -> None:
    tournaments.plan_next(club.till(rng), club.today, club.now)


def _team_league(club: Club, rng: Random) -> None:
    till = club.till(rng)
    team_league.found_team_league(club.season, club.today, club.now)
    team_league.play(till, club.now)


def _figures(club: Club, rng: Random) -> None:
    """Compute the figures but for luck, which takes the worker a minute.

    The reports are made without it.
    """
    compute_standing(season=club.season, now=club.now)
    compute_all_time(now=club.now)
    compute_figures(season=club.season, now=club.now)
    count_games(games=list(uncounted_games().values_list("pk", flat=True)))


def _reports(club: Club, rng: Random) -> None:
    queryset = Event.objects.filter(business_date=club.day(len(SEASON)), kind=Event.Kind.EVENING)
    played = Event.objects.filter(kind=Event.Kind.TOURNAMENT).order_by("business_date")
    about = {
        "season": club.season.pk,
        "cash": club.over,
        "audit": club.over,
        "evening": queryset.values_list("pk", flat=True)[0],
        "tournament": played.values_list("pk", flat=True)[0],
    }
    papers.make_some(club.people, about, club.today, club.now)
