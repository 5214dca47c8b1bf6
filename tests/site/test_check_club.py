"""The check of the whole club: by the command, at night, and on the auditors' page."""

from datetime import timedelta

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.db import connection

from config.site.tasks import check_tonight
from league.guards.kinds import triggers_of
from league.guards.triggers import drop_triggers
from league.results.models.results import ResultLine
from league.signs.models import ClubCheck
from tests.finance.beside import play_a_game
from tests.finance.club import NOW, build_club, payer
from tests.finance.pages import text, url
from tests.plugins.built import built_once

pytestmark = [pytest.mark.once, pytest.mark.slow]


@built_once
def club():
    club = build_club()
    payer(club)("robin", 500)
    play_a_game(club)
    return club


def somebody_else_lost():
    """Behind the triggers' back the game that was scored has another loser."""
    drop_triggers(connection, [*triggers_of("league")])
    lost = ResultLine.objects.get(lost_game=True)
    won = ResultLine.objects.filter(lost_game=False)[0]
    ResultLine.objects.filter(pk=lost.pk).update(lost_game=False)
    ResultLine.objects.filter(pk=won.pk).update(lost_game=True)


def test_the_command_says_that_all_is_well_or_names_the_first_bad_row(club, capsys):
    call_command("check_club")
    assert "Alles stimmt: 1 Buchungen, 1 Spiele, 1 Ergebnisse." in capsys.readouterr().out
    somebody_else_lost()
    with pytest.raises(CommandError) as refused:
        call_command("check_club")
    first, *others = str(refused.value).splitlines()
    assert first == "Tisch 1 / 1: Das Ergebnis ist nicht das, was das Protokoll sagt."
    assert any("folgt nicht aus den Ergebnissen" in other for other in others)


def test_each_night_checks_once_and_auditors_see_what_it_found(club, client):
    client.force_login(club.user("alex"))
    with time_machine.travel(NOW, tick=False) as clock:
        check_tonight()
        page = text(client.get(url("audit", 2026)))
        assert "Bücher, Spiele, Tabellen, Plätze, Ämter und Protokolle stimmen." in page
        first = ClubCheck.objects.get().at
        somebody_else_lost()
        check_tonight()
        assert ClubCheck.objects.get().at == first
        clock.shift(timedelta(days=1))
        check_tonight()
        page = text(client.get(url("audit", 2026)))
        assert "Das Ergebnis ist nicht das, was das Protokoll sagt." in page
