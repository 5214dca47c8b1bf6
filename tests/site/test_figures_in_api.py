"""The figures in the API say what their pages say; money and names as there."""

import pytest
from django.test import Client
from django.urls import reverse

from league.access.services import make_token
from league.club.services import set_public
from league.figures import EVENINGS, Scope, queries
from league.people.models.people import Person
from league.people.services.people import show_as
from league.seasons.models import Season
from tests import builders
from tests.finance.club import build_club
from tests.finance.pages import text
from tests.site.test_figure_pages import built_years, sweep_all, years

pytestmark = pytest.mark.once

__all__ = ["built_years", "years"]
AT_EVENINGS = Scope(occasion=EVENINGS)
FOUR = ("Anke", "Bernd", "Jette", "Ömer")


def ask(client, name, *args, status=200, **asked):
    answer = client.get(reverse(f"desk_api:{name}", args=args), asked)
    assert answer.status_code == status, answer.content
    return answer.json()


@pytest.fixture
def counted(years):
    sweep_all()
    return years


def test_a_persons_figures_are_those_of_the_page(client, counted):
    anke = counted.anke
    client.force_login(counted.bernd.user)
    for season in (None, Season.objects.get(name="2025")):
        counts = queries.person_figures(anke, AT_EVENINGS, season)
        asked = {"season": season.pk} if season else {}
        body = ask(client, "person_figures", anke.pk, **asked)["counts"]
        assert (body["games"], body["lost"]) == (counts.games, counts.lost)
        assert body["run_now"]["length"] == counts.runs.last.length
        assert [night["day"] for night in body["nights"]] == [night.day for night in counts.nights]
        assert body["rating"]["mean"] == counts.rating.mean
        assert {row["person"]["id"]: row["games"] for row in body["company"]} == {
            pk: both.games for pk, both in counts.beside.items()
        }


def counted_days(person):
    counts = queries.person_figures(person, AT_EVENINGS, None)
    return [night.day for night in counts.nights]


def test_every_number_opens_to_as_many_games(client, counted):
    anke = counted.anke
    client.force_login(anke.user)
    body = ask(client, "person_figures", anke.pk)["counts"]
    for asked, number in (
        ({}, body["games"]),
        ({"outcome": "lost"}, body["lost"]),
        ({"outcome": "blattschuss"}, body["swept"]),
        ({"outcome": "next_to_last"}, body["next_to_last"]),
        ({"streak": "now"}, body["run_now"]["length"]),
        ({"beside": body["company"][0]["person"]["id"]}, body["company"][0]["games"]),
    ):
        data = ask(client, "person_games", anke.pk, occasion="evenings", size=200, **asked)
        assert (data["count"], len(data["results"])) == (number, number), asked
    assert data["results"][0]["day"] >= data["results"][-1]["day"]
    oldest = ask(client, "person_games", anke.pk, sort="oldest")["results"]
    assert oldest[0]["day"] == min(counted_days(anke))


def test_a_season_or_a_person_there_is_not_is_said(client, counted):
    client.force_login(counted.anke.user)
    for name in ("person_figures", "person_games"):
        body = ask(client, name, counted.anke.pk, season=9999, status=422)
        assert body["code"] == "no_such_season"
    body = ask(client, "person_games", counted.anke.pk, beside=counted.hilde.pk, status=422)
    assert body["code"] == "not_at_a_table"


def test_the_club_figures_name_everybody_a_member_sees(client, counted):
    client.force_login(counted.anke.user)
    body = ask(client, "club_figures")
    club_figures = queries.club_figures(AT_EVENINGS, None)
    assert (body["games"], body["evenings"]) == (club_figures.games, club_figures.evenings)
    assert tuple(person["person"]["name"] for person in body["persons"]) == FOUR
    assert {phase["code"] for phase in body["phases"]} >= {
        "first_half",
        "second_half",
        "final",
        "blattschuss",
    }
    titles = {record["title"]: record for record in body["records"]}
    often = titles["Am öftesten dabei"]
    as_often = [counts for _person, counts in club_figures.persons if counts.evenings == 4]
    assert (often["number"], often["equals"]) == ("4 Abende", len(as_often) - 1)
    assert often["equals"] > 1
    page = text(client.get(reverse("club_figures")))
    assert f"{often['person']['name']} und {often['equals']} weitere 4 Abende" in page
    assert titles["Am längsten nicht verloren"]["games"] == {"streak": "got_away"}
    assert sum(season["games"] for season in body["seasons"]) == body["games"]
    narrowed = titles["Am längsten nicht verloren"]
    games = ask(client, "person_games", narrowed["person"]["id"], **narrowed["games"])
    assert narrowed["number"] == f"{games['count']} Spiele"


def test_everybody_sees_the_figures_the_club_made_public(client, counted):
    show_as(person=counted.bernd, seen_as="nickname", nickname="Klappermax")
    ask(client, "club_figures", status=401)
    set_public(pages=["statistics"])
    body = ask(client, "club_figures")
    assert "Klappermax" in {person["person"]["name"] for person in body["persons"]}
    assert {person["person"]["id"] for person in body["persons"]} == {None}
    assert all(person["rating"]["games"] for person in body["persons"])
    records = {record["title"]: record for record in body["records"]}
    assert records["Am öftesten dabei"]["person"]["id"] is None
    assert (records["Meiste Leute"]["event"], body["luck"]) == (None, [])
    assert records["Meiste Leute"]["day"]
    ask(client, "person_figures", counted.anke.pk, status=401)


def test_figures_nobody_has_are_null_and_no_nought(client, club):
    client.force_login(club.anke.user)
    body = ask(client, "person_figures", club.anke.pk)
    assert (body["counts"], body["luck"], body["hands"]["turns"]) == (None, None, 0)


# --- what it cost -----------------------------------------------------------------------------
@pytest.fixture
def till(db):
    """Robin lost a game for 3,50 €."""
    till = build_club()
    evening = till.evening("robin", "sascha")
    evening.card("robin", cents=350)
    evening.confirm()
    return till


def by_token(person, *, with_money):
    _token, secret = make_token(
        person=person, name="Tafel", with_money=with_money, client_id="t", now=builders.NIGHT
    )
    return Client(headers={"authorization": f"Bearer {secret}"})


def test_what_it_cost_is_told_to_oneself_alone(client, till):
    robin: Person = till.robin
    client.force_login(till.sascha.user)
    assert ask(client, "person_figures", robin.pk)["costs"] is None
    client.force_login(robin.user)
    assert [cost["cents"] for cost in ask(client, "person_figures", robin.pk)["costs"]] == [350]


@pytest.mark.parametrize(("with_money", "told"), [(True, [350]), (False, None)])
def test_a_program_without_money_is_not_told_what_it_cost(till, with_money, told):
    costs = ask(by_token(till.robin, with_money=with_money), "person_figures", till.robin.pk)
    assert (costs["costs"] and [cost["cents"] for cost in costs["costs"]]) == told
