"""The pages of a league: two captains fill in and sign a sheet, the public looks on."""

import re

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from league.access.actors import NOBODY
from league.club.services import set_public
from league.evenings.queries.calendar import calendar_of
from league.events.queries import evenings_for
from league.matches import rules
from league.matches.models import LeagueTeam
from league.matches.queries.sheets import sheet_of
from league.matches.rules import AWAY, HOME
from league.matches.services import sheets
from league.people.services.people import give_login
from league.standings.queries.tallies import tallies_of_season
from tests.builders import DAY, NIGHT
from tests.html import markup, one_line

pytestmark = pytest.mark.once


@pytest.fixture
def lined_up(match, squads):
    for side, squad in ((HOME, squads.home), (AWAY, squads.away)):
        sheets.line_up(match=match, side=side, pairs=[squad[at : at + 2] for at in range(0, 8, 2)])
    return match


@pytest.fixture
def as_():
    def log_in(person):
        client = Client()
        client.force_login(person.user)
        return client

    return log_in


@time_machine.travel(NIGHT)
def test_the_home_team_taps_who_lost_and_corrects_it_with_a_reason(as_, club, lined_up):
    phone = as_(club.bernd)
    table = reverse("league:match_table", args=[lined_up.pk, 1, 1])
    page = markup(phone.get(table))
    assert "Wer hat Satz 1 verloren?" in page
    seats = re.findall(r'name="loser" value="(\d+)"', page)
    tap = {"number": 1, "loser": seats[0], "client_id": "tap-1"}
    phone.post(table, tap)
    phone.post(table, tap)  # the network was slow
    assert "Bernd hat verloren" in markup(phone.get(table))
    assert "Wer hat Satz 2 verloren?" in markup(phone.get(table))
    again = {"number": 1, "loser": seats[1], "client_id": "tap-2", "seen": 1}
    assert "warum" in markup(phone.post(table, again, follow=True))
    phone.post(table, {**again, "client_id": "tap-3", "reason": "verlesen"})
    assert "Ada hat verloren" in markup(phone.get(table))
    state = sheet_of(lined_up).table(1, 1)
    assert (state.sets[1].version, state.fines_cents) == (2, 50)
    refused = as_(club.gustav).post(table, tap)  # a member of neither team
    assert refused.status_code == 403


def test_only_the_captain_is_called_so(as_, club, lined_up, squads):
    page = one_line(as_(club.bernd).get(reverse("league:league_team", args=[lined_up.home_id])))
    assert page.count(">Zum Kapitän</button>") == len(squads.home) - 1
    assert page.count(">Kapitän<") == 1


@time_machine.travel(NIGHT)
def test_two_captains_sign_what_stands_there(as_, club, lined_up, squads):
    ada = give_login(person=squads.away[0], email="ada@nachbar.invalid")
    lined_up.league.fine_cents = None
    for state in sheet_of(lined_up).tables:
        for number in range(1, rules.SETS + 1):
            sheets.enter_set(
                match=lined_up, table=state.table, number=number, loser=state.seats[1].pk,
                seen=None, client_id=f"{number}", actor=NOBODY, now=NIGHT,
            )  # fmt: skip
    page = reverse("league:match", args=[lined_up.pk])
    sign = reverse("league:sign_match", args=[lined_up.pk])
    for person, side in ((club.bernd, HOME), (ada.person, AWAY)):
        shown = markup(as_(person).get(page))
        assert "16 : 0" in shown
        digest = re.search(r'name="digest" value="(\w+)"', shown)[1]
        as_(person).post(sign, {"side": side, "digest": digest})
    assert "von beiden Kapitänen unterschrieben" in markup(as_(club.hilde).get(page))
    league = markup(as_(club.hilde).get(reverse("league:team_league", args=[lined_up.league_id])))
    assert "vorläufig" not in league
    assert "16 : 0" in league
    paper = as_(club.bernd).get(reverse("league:match_sheet", args=[lined_up.pk]))
    assert paper.headers["Content-Type"] == "application/pdf"


def test_the_public_reads_the_table_without_names_and_money(client, club, lined_up):
    pages = [
        reverse("league:team_league", args=[lined_up.league_id]),
        reverse("league:match", args=[lined_up.pk]),
    ]
    assert [client.get(page).status_code for page in pages] == [302, 302]
    set_public(pages=["table"])
    for page in pages:
        shown = markup(client.get(page))
        assert "Bechergeister" in shown
        assert "€" not in shown
        assert "Ada" not in shown  # a guest who never said that the public may read the name
    team = LeagueTeam.objects.get(name="Bechergeister")
    assert client.get(reverse("league:league_team", args=[team.pk])).status_code == 302


def test_a_match_is_no_evening_and_stands_in_the_calendars_of_its_teams(
    as_, club, lined_up, fixtures, league
):
    member = as_(club.anke)
    answer = member.get(reverse("league:evening", args=[lined_up.event_id]))
    assert answer.headers["Location"] == reverse("league:match", args=[lined_up.pk])
    assert not evenings_for(club.anke.user, DAY).exists()
    assert tallies_of_season(league.season) == {}
    own = {event.match for event in calendar_of(club.anke, DAY)}
    assert own == {
        other for other in fixtures if lined_up.home_id in (other.home_id, other.away_id)
    }
    assert calendar_of(club.gustav, DAY) == []


def test_the_table_and_the_fixtures_come_as_sheets(client, club, league, fixtures):
    client.force_login(club.rolf.user)
    address = reverse("league:team_league", args=[league.pk])
    page = client.get(address).content.decode()
    assert "?export=csv" in page
    assert "?sheet=days&amp;export=csv" in page
    table = client.get(address, {"export": "csv"})
    assert table.headers["Content-Type"].startswith("text/csv")
    assert "Die Dreier" in text_of(table)
    days = text_of(client.get(address, {"sheet": "days", "export": "csv"}))
    assert days.count("Die Dreier") == sum(
        "Die Dreier" in (match.home.name, match.away.name) for match in fixtures
    )
    workbook = client.get(address, {"export": "xlsx"})
    assert b"".join(workbook.streaming_content).startswith(b"PK")


def text_of(sheet):
    return b"".join(sheet.streaming_content).decode("utf-8-sig")
