"""A league of three teams: two of the club, in one pub, and one from elsewhere."""

from datetime import date, time
from types import SimpleNamespace

import pytest

from league.events.services import evenings
from league.matches.models import Match
from league.matches.services import leagues
from tests.builders import NIGHT
from tests.plugins.built import built_once

SQUADS = {
    "Bechergeister": ["Bernd", "Jette", "Ömer", "Hilde", "Anke", "Kadir", "Stine", "Rolf", "Paula"],
    "Die Dreier": ["Ada", "Benno", "Carla", "Dirk", "Ella", "Frido", "Gesa", "Hein"],
    "Würfelfreunde": ["Ida", "Jost"],
}


@built_once
def plan(league):
    return leagues.make_fixtures(league=league, first_day=date(2026, 3, 6), weeks=2, now=NIGHT)


@pytest.fixture
def fixtures(plan, league):
    league.refresh_from_db()
    return plan


@built_once
def league(club):
    season = evenings.create_season(name="2026", start=date(2026, 1, 1), end=date(2027, 1, 1))
    league = leagues.found_league(
        season=season, name="Altstadtliga", rulebook="rsc2003", start_time=time(20), fine_cents=50
    )
    for name, squad in SQUADS.items():
        own = name != "Die Dreier"
        team = leagues.add_team(
            league=league,
            name=name,
            pub="Zum Anker" if own else "Krone",
            club="" if own else "SC Nachbarort",
        )
        for person in squad:
            member = leagues.add_to_squad(team=team, name=person)
            if person in {"Bernd", "Ada", "Ida"}:
                leagues.set_captain(member=member, is_captain=True)
    return league


@pytest.fixture
def match(fixtures):
    """Bechergeister at home against Die Dreier, today."""
    match = Match.objects.select_related("event", "home", "away", "league__season").get(
        home__name="Bechergeister", away__name="Die Dreier"
    )
    match.event.business_date = date(2026, 3, 6)
    match.event.save()
    return match


@pytest.fixture
def squads(league):
    """Return the persons of both teams."""
    return SimpleNamespace(
        home=[m.person for m in league.teams.get(name="Bechergeister").squad.order_by("pk")],
        away=[m.person for m in league.teams.get(name="Die Dreier").squad.order_by("pk")],
    )
