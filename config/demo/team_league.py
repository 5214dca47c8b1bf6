"""The demo club's league of teams: two of its own against two of other pubs, one match running."""

from datetime import date, datetime, time, timedelta
from random import Random

from config.demo.till import Till
from config.demo.tournaments import GUESTS
from league.access.actors import Actor
from league.events.models import Event
from league.matches import rules
from league.matches.models import LeagueTeam, Match
from league.matches.queries.sheets import TableState, sheet_of, standings_of
from league.matches.services import leagues, sheets
from league.matches.services.days import award_match
from league.people.models.people import Person, User
from league.seasons.models import Season

NAME = "Tresenliga"
WEEKS = 2
STARTS = time(19, 30)
A_SET = timedelta(minutes=4)
OWN = {
    "Die Becherstürzer": (
        *("Anke Brettschneider", "Ömer Würfelmann", "Jette Klapper", "Bernd Becher"),
        *("Stine Federkiel", "Paula Haken"),
    ),
    "Schock am Dienstag": (
        *("Rolf Pfeiffer-Groß", "Kadir Münzer", "Zoë Ångström", "Magda Schüttelmeier"),
        "Hilde Tresen",
    ),
}
OTHERS = {
    "Knobelbrüder Süd": ("Zur Post", "Knobelclub Süd", GUESTS[:6]),
    "Die Letzten Deckel": ("Krone am Markt", "Stammtisch Krone", GUESTS[6:12]),
}
PUB = "Goldener Deckel"
RUNNING_SETS = 20
"""So many of the 48 sets of tonight's match are in."""
HOME_WINS = 0.53


def found_team_league(season: Season, today: date, now: datetime) -> None:
    """Found teams, squads with a captain each, and fixtures with today as the second match day."""
    league = leagues.found_league(
        season=season, name=NAME, rulebook="schockfreunde", start_time=STARTS
    )
    squads = {name: (PUB, "", people) for name, people in OWN.items()} | OTHERS
    for name, (pub, club, people) in squads.items():
        team = leagues.add_team(league=league, name=name, pub=pub, club=club)
        for number, person in enumerate(people):
            member = leagues.add_to_squad(team=team, name=person)
            if number == 0:
                leagues.set_captain(member=member, is_captain=True)
    first = today - timedelta(weeks=WEEKS)
    leagues.make_fixtures(league=league, first_day=first, weeks=WEEKS, now=now)


def play(till: Till, now: datetime) -> None:
    """Play and sign one match of the first day, award the other; leave one running."""
    director = till.people["Rolf Pfeiffer-Groß"].user
    assert director is not None
    matches = Match.objects.filter(league__name=NAME).select_related("event", "league")
    over, missed = matches.filter(day=1).order_by("pk")[:2]
    _play(over, till.rng, director, _evening(over.event, till), rules.GAMES * rules.SETS)
    digest = standings_of([over])[over.pk].digest
    for side in rules.SIDES:
        sheets.sign(match=over, side=side, digest=digest, by=director, on_paper=True, now=now)
    award_match(
        match=missed,
        winner=rules.HOME,
        reason="Die Gäste hatten keine acht Leute.",
        by=director,
        now=_evening(missed.event, till),
    )
    tonight = matches.filter(day=2).earliest("pk")
    _play(tonight, till.rng, director, now - RUNNING_SETS * A_SET, RUNNING_SETS)


def _evening(event: Event, till: Till) -> datetime:
    return datetime.combine(event.business_date, STARTS, till.zone)


def _play(match: Match, rng: Random, by: User, begins: datetime, count: int) -> None:
    """Play the first `count` sets, table after table of each round."""
    for side, team in ((rules.HOME, match.home), (rules.AWAY, match.away)):
        sheets.line_up(match=match, side=side, pairs=_pairs(team))
    sets = [
        (state, number) for state in sheet_of(match).tables for number in range(1, rules.SETS + 1)
    ]
    for at, (state, number) in enumerate(sets[:count], start=1):
        sheets.enter_set(
            match=match,
            table=state.table,
            number=number,
            loser=_loser(state, rng),
            seen=None,
            client_id=f"demo-{match.pk}-{at}",
            actor=Actor(user_id=by.pk),
            now=begins + at * A_SET / 4,
        )


def _pairs(team: LeagueTeam) -> list[list[Person]]:
    """Return the team's members, dealt to the four tables."""
    people = [member.person for member in team.squad.select_related("person")]
    return [people[table :: rules.TABLES] for table in range(rules.TABLES)]


def _loser(state: TableState, rng: Random) -> int:
    side = rules.AWAY if rng.random() < HOME_WINS else rules.HOME
    seats = [seat.pk for seat in state.seats if rules.side_at(seat.position) == side]
    return rng.choice(seats)
