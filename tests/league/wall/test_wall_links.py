"""The secret links of the wall, and what a screen keeps to itself until the ceremony."""

from datetime import timedelta

import pytest
from django.db import Error, transaction
from django.http import Http404

from league.errors import IllegalError
from league.wall import queries, services
from league.wall.models import Ceremony, WallLink
from tests import builders
from tests.builders import NIGHT


def renew(event=None, seen=None):
    return services.renew_link(event=event, seen=seen, by=None, now=NIGHT)


@pytest.mark.parametrize("of_club", [True, False])
def test_a_second_tap_makes_no_second_link(club, of_club):
    event = None if of_club else builders.evening()
    first = renew(event)
    assert renew(event) == first
    second = renew(event, seen=first.pk)
    assert second != first
    assert renew(event, seen=first.pk) == second
    assert WallLink.objects.filter(revoked_at=None).count() == 1


def test_the_database_takes_one_open_link_of_the_club_and_wakes_no_revoked_one(club):
    link = renew()
    with pytest.raises(Error), transaction.atomic():
        WallLink.objects.create(event=None, made_at=NIGHT)
    services.revoke_link(link=link, by=None, now=NIGHT)
    with pytest.raises(Error), transaction.atomic():
        WallLink.objects.filter(pk=link.pk).update(revoked_at=None)
    with pytest.raises(Http404):
        queries.get_open_link(link.pk)


def test_a_ceremony_shows_only_what_was_hidden(club):
    event = builders.evening()
    with pytest.raises(IllegalError):
        services.reveal(event=event, revealed=1)
    services.hide_results(event=event, hides=True)
    services.reveal(event=event, revealed=2)
    assert queries.ceremony_of(event).revealed == 2
    services.hide_results(event=event, hides=False)
    assert (queries.ceremony_of(event).hides_results, queries.ceremony_of(event).revealed) == (
        False,
        None,
    )
    with pytest.raises(Error), transaction.atomic():
        Ceremony.objects.update(revealed=1)


def ranking(*ranks: int) -> list[queries.Place]:
    return [queries.Place(rank, f"Nr. {at}") for at, rank in enumerate(ranks, start=1)]


def test_the_ceremony_begins_with_nobody_and_leaves_ten_places_to_announce():
    assert queries.steps(ranking(*range(1, 5))) == [0, 1, 2, 3, 4]
    assert queries.steps(ranking(*range(1, 15))) == [0, *range(4, 15)]
    assert queries.steps([]) == [0]


def test_a_long_list_comes_in_pages_that_can_be_read():
    assert queries.steps(ranking(*range(1, 43))) == [0, 12, 24, *range(32, 43)]


def test_who_shares_a_place_is_announced_together():
    assert queries.steps(ranking(1, 2, 2, 4)) == [0, 1, 3, 4]
    tied = ranking(*range(1, 10), 10, 10, 10, 13)
    assert queries.steps(tied) == [0, 1, *range(4, 14)]
    assert [place.rank for place in queries.newest(tied, 4)] == [10, 10, 10]
    assert queries.newest(tied, 0) == []


def test_after_midnight_the_wall_still_shows_the_evening_of_the_day_before(club):
    event = builders.evening()
    assert queries.event_on(NIGHT) == event
    assert queries.event_on(NIGHT + timedelta(hours=8)) == event
    assert queries.event_on(NIGHT + timedelta(hours=12)) is None
    assert queries.event_on(NIGHT, public_only=True) is None


def test_of_two_events_the_one_is_shown_at_which_people_sit(club):
    evening = builders.evening()
    builders.table(evening, club.anke, club.bernd)
    builders.tournament()
    assert queries.event_on(NIGHT) == evening


def test_a_jubilee_is_every_fiftieth_evening(club, monkeypatch):
    monkeypatch.setattr(queries, "JUBILEE", 2)
    first = builders.evening(day=builders.DAY - timedelta(days=7))
    builders.card(builders.table(first, club.anke, club.bernd, club.jette), club.anke, club.anke)
    assert queries.jubilees(first) == []
    second = builders.evening()
    builders.table(second, club.anke, club.rolf)
    assert queries.jubilees(second) == [(None, 2), (club.anke, 2)]
