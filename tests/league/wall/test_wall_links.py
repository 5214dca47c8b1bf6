"""The secret links of the wall, and what a screen keeps to itself until the ceremony."""

from datetime import timedelta

import pytest
from django.db import Error, transaction
from django.http import Http404

from league.errors import IllegalError
from league.people.queries.names import public_naming
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


def test_the_first_step_leaves_ten_places_to_announce(club):
    event = builders.evening()
    hidden = Ceremony(event=event, hides_results=True)
    assert [queries.next_step(hidden, number) for number in (4, 10, 14)] == [0, 0, 4]
    hidden.revealed = 13
    assert [queries.next_step(hidden, number) for number in (13, 14)] == [13, 14]
    assert queries.places(event, public_naming()) == []


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
