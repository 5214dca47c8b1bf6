"""Every list goes out as a sheet: what the page shows, under the names its reader may read."""

from io import BytesIO
from types import SimpleNamespace

import pytest
from django.urls import reverse
from openpyxl import load_workbook

from league.club.models import Club
from league.club.services import set_public
from league.events.services.evenings import set_public as publish
from league.people.services.people import show_as
from league.seasons.models import Season
from league.standings.services import compute_all_time, compute_standing
from tests import builders
from tests import tournaments as day
from tests.plugins.built import built_once
from tests.registering import register

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_ten")]


@built_once
def played(club):
    event = publish(event=builders.evening(), is_public=True)
    table = builders.table(event, club.bernd, club.jette, club.hilde)
    builders.card(table, club.bernd, club.jette, club.bernd)
    show_as(person=club.bernd, seen_as="nickname", nickname="Klappermax")
    show_as(person=club.jette, seen_as="hidden")
    compute_standing(season=Season.objects.get(), now=builders.NIGHT)
    compute_all_time(now=builders.NIGHT)
    return event


def sheet(client, name, *args, **asked):
    answer = client.get(reverse(f"league:{name}", args=args), {"export": "csv", **asked})
    assert answer["Content-Type"].startswith("text/csv"), answer
    return b"".join(answer.streaming_content).decode("utf-8-sig").splitlines()


def test_members_take_along_what_they_see(client, club: SimpleNamespace, played):
    client.force_login(club.hilde.user)
    season = played.season_id
    assert "Anke;aktiv;Vorsitz" in sheet(client, "people")
    assert sheet(client, "evenings")[1] == "2026-03-06;Spielabend;;Vereinsabend;;"
    assert sheet(client, "evening", played.pk)[1] == "1;1;Bernd;Jette;Bernd;ja"
    table = sheet(client, "season_table", season)
    assert table[0].startswith("Platz;Name;Spiele;verloren")
    assert {line.split(";")[1] for line in table[1:]} == {"Bernd", "Jette", "Hilde"}
    assert len(sheet(client, "all_time")) == 4
    assert sheet(client, "season_person", season, club.bernd.pk)[1].endswith(";ja;nein;ja;Finale;0")


def test_everybody_else_reads_no_name_in_a_sheet_that_is_not_shown(client, club, played):
    set_public(pages=Club.PAGES)
    assert sheet(client, "evening", played.pk)[1] == "1;1;Klappermax;Jemand;Klappermax;ja"
    for name, args in (("season_table", [played.season_id]), ("all_time", [])):
        by_key = {line.split(";")[1] for line in sheet(client, name, *args)[1:]}
        assert by_key == {"Klappermax", "Jemand", "Hilde"}


def test_a_sheet_asks_for_the_same_rights_as_its_page(client, club, played):
    for name, args in (
        ("people", []),
        ("evenings", []),
        ("season_table", [played.season_id]),
        ("season_person", [played.season_id, club.bernd.pk]),
    ):
        answer = client.get(reverse(f"league:{name}", args=args), {"export": "csv"})
        assert answer.headers["Location"].startswith(reverse("account_login")), name


def test_a_tournament_goes_out_by_its_names(client, club):
    cup = builders.tournament()
    register(cup, "Nora Neu")
    day.people(cup, "Kuno", "Edda", "Veit", "Gesa")
    day.draw(cup, 1)
    assert sheet(client, "tournaments")[1].startswith("2026-03-06;Schockturnier;")
    assert sheet(client, "tournament_table", cup.pk, block="all")[0].startswith("Platz;Name")
    client.force_login(club.anke.user)
    lines = sheet(client, "registrations", cup.pk)
    assert lines[0].startswith("Name;Öffentlich als;Mannschaft;Stand")
    assert len(lines) >= 5


def test_the_same_as_a_workbook(client, club, played):
    client.force_login(club.hilde.user)
    answer = client.get(reverse("league:people"), {"export": "xlsx"})
    book = load_workbook(BytesIO(b"".join(answer.streaming_content)))
    assert [cell.value for cell in book.active[1]] == ["Name", "Mitgliedschaft", "Ämter"]
