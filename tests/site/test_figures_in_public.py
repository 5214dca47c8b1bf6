"""The club's figures in public, season by season, and what is never ranked."""

import re
from datetime import date
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from league.club.services import set_public
from league.events.models import Event
from league.events.services import evenings
from league.figures import EVENINGS, Scope, queries
from league.figures.services import compute_figures
from league.people.services.people import give_login, show_as
from league.results.models.results import Charge
from league.results.services.results import record_charge
from league.seasons.models import Season
from tests import builders
from tests.builders import NIGHT
from tests.html import one_line, without_tokens
from tests.plugins.built import built_once

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@built_once
def years(club):
    """Play two seasons of three: Anke never loses; in the second Bernd loses whole games."""
    for year in (2025, 2026):
        evenings.create_season(name=str(year), start=date(year, 1, 1), end=date(year + 1, 1, 1))
        event = builders.evening(day=date(year, 3, 6), name=f"Im Keller bei Hilde {year}")
        table = builders.table(event, club.anke, club.bernd, club.jette)
        for number in range(1, 13):
            loser = club.bernd if year == 2026 or number % 2 else club.jette
            aus = {club.anke: 2} if number == 5 else None
            builders.card(table, loser, loser, number=number, aus=aus)
    for season in Season.objects.order_by("start"):
        compute_figures(season=season, now=timezone.now())
    return club


def page(person=None, url="/zahlen/"):
    client = Client(headers={"accept-language": "de"})
    if person is not None:
        client.force_login(person.user)
    response = client.get(url)
    assert response.status_code == 200
    return one_line(response)


def section(text, name):
    return re.search(rf'aria-labelledby="{name}".*?</section>', text, re.DOTALL)[0]


# --- in public ------------------------------------------------------------------------------
def test_everybody_reads_records_and_rating_by_the_names_each_chose(years):
    set_public(pages=["statistics"])
    show_as(person=years.anke, seen_as="hidden")
    show_as(person=years.bernd, seen_as="nickname", nickname="Klappermax")
    text = page()
    for part, name in (("records", "Klappermax"), ("ratings", "Klappermax"), ("losers", "Jette")):
        assert name in section(text, part)
        assert "Jemand" in section(text, part)
    assert "Bernd" not in text
    assert "Anke" not in text
    assert "Meiste Blattschüsse" in text


def test_members_read_the_same_by_the_real_names(years):
    show_as(person=years.anke, seen_as="hidden")
    text = page(years.jette)
    assert "Jemand" not in text
    assert f"/leute/{years.anke.pk}/zahlen/" in section(text, "ratings")


def test_of_an_evening_that_is_not_public_strangers_read_the_day_alone(years):
    set_public(pages=["statistics"])
    records = section(page(), "records")
    assert "Meiste Leute" in records
    assert "06.03.2025" in records
    assert "Keller" not in page()
    event = Event.objects.get(business_date=date(2025, 3, 6))
    assert f"/abende/{event.pk}/" not in page()
    evenings.set_public(event=event, is_public=True)
    assert "Im Keller bei Hilde 2025" in section(page(), "records")
    assert f'href="/abende/{event.pk}/"' in section(page(), "records")


def test_the_clubs_figures_are_handed_out_as_a_sheet_by_the_same_names(years):
    set_public(pages=["statistics"])
    show_as(person=years.anke, seen_as="hidden")
    sheet = Client().get("/zahlen/?export=csv")
    head, *lines = b"".join(sheet.streaming_content).decode("utf-8-sig").strip().splitlines()
    rows = [dict(zip(head.split(";"), line.split(";"), strict=True)) for line in lines]
    assert [(row["Name"], row["Spiele"], row["verloren"]) for row in rows] == [
        ("Jemand", "24", "0"),
        ("Jette", "24", "6"),
        ("Bernd", "24", "18"),
    ]


def test_from_one_public_page_there_is_a_way_to_the_others(years):
    set_public(pages=["statistics", "all_time"])
    assert 'href="/tabelle/ewig/"' in page()
    assert 'href="/tabelle/"' not in page()
    assert 'href="/zahlen/"' in page(url="/tabelle/ewig/")
    set_public(pages=["all_time"])
    assert 'href="/zahlen/"' not in page(url="/tabelle/ewig/")


def test_the_figures_are_in_the_menu_of_members_alone(years):
    def tabs(person):
        return re.search(r'<nav class="tabs".*?</nav>', page(person, "/"), re.DOTALL)[0]

    assert 'href="/zahlen/"' in tabs(years.bernd)
    years.timo.user = give_login(person=years.timo, email="timo@club.invalid")
    assert 'href="/zahlen/"' not in tabs(years.timo)


# --- season by season -----------------------------------------------------------------------
def test_season_by_season_is_what_each_season_says_by_itself(years):
    scope = Scope(occasion=EVENINGS)
    person_seasons = queries.person_seasons(years.bernd, scope)
    assert [season.name for season, _counts in person_seasons] == ["2025", "2026"]
    for season, counts in person_seasons:
        alone = queries.person_figures(years.bernd, scope, season)
        assert (counts.games, counts.lost, counts.rating) == (alone.games, alone.lost, alone.rating)
    told = section(page(years.anke, f"/leute/{years.bernd.pk}/zahlen/"), "seasons")
    assert "6 von 12" in told
    assert "12 von 12" in told
    assert "Bernd: Wertung nach jeder Saison" in told
    club = section(page(years.anke), "seasons")
    assert "2025, ein Abend" in club
    assert 'href="?season=' in club


def test_one_season_alone_has_nothing_to_compare(years):
    season = Season.objects.get(name="2026")
    for url in ("/zahlen/", f"/leute/{years.bernd.pk}/zahlen/"):
        assert 'id="seasons"' not in page(years.anke, f"{url}?season={season.pk}")


# --- what is never ranked -------------------------------------------------------------------
def test_who_gives_how_many_rounds_of_drinks_moves_nobody_anywhere(years):
    set_public(pages=["statistics", "table", "all_time"])
    urls = ["/zahlen/", "/tabelle/ewig/", f"/leute/{years.bernd.pk}/zahlen/", "/abende/koenige/"]
    urls += [f"/tabelle/{season.pk}/" for season in Season.objects.all()]

    def told():
        pages = [page(years.anke, url) for url in urls] + [page(url="/zahlen/")]
        minute = r'<p class="printed">.*?</p>'  # is above what is printed
        return [re.sub(minute, "", without_tokens(page)) for page in pages]

    before = told()
    for event in Event.objects.all():
        for person, rounds in ((years.bernd, 5), (years.jette, 1)):
            record_charge(
                event=event,
                person=person,
                code="stake",
                kind="drinks_round",
                cents=None,
                count=rounds,
                drink="Kölsch",
                client_id=uuid4().hex,
                by=None,
                now=NIGHT,
            )
    assert Charge.objects.filter(drink="Kölsch").count() == 4
    for season in Season.objects.order_by("start"):
        compute_figures(season=season, now=NIGHT)
    after = told()
    assert [re.sub(r"Stand .* Uhr", "", page_text) for page_text in after] == [
        re.sub(r"Stand .* Uhr", "", page_text) for page_text in before
    ]
