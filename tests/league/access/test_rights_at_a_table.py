"""The rights at a table, and tables that some may not even see."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import Http404

from league.access.actors import NOBODY, Actor
from league.access.queries.tables import get_table_at, table_rights
from league.events.queries import get_table_for
from league.events.services import attendance, seating
from tests import builders

pytestmark = pytest.mark.rules

STRANGER = AnonymousUser()


def may(table, user=STRANGER, actor=NOBODY):
    rights = table_rights(actor, user, table, builders.DAY)
    return {name for name, given in vars(rights).items() if given}


LOOKING = {"see", "inside"}
PLAYING = {*LOOKING, "score", "confirm", "object", "call"}


def test_who_rules_may_everything(club, table):
    assert may(table, club.rolf.user) == may(table, club.anke.user) == {*PLAYING, "rule"}


def test_who_runs_evenings_or_sits_there_plays(club, table):
    assert may(table, club.kadir.user) == may(table, club.bernd.user) == PLAYING


def test_a_week_later_the_players_only_look_on(club, table):
    for days, expected in ((6, PLAYING), (7, LOOKING)):
        day = builders.DAY + timedelta(days=days)
        rights = table_rights(NOBODY, club.bernd.user, table, day)
        assert {name for name, given in vars(rights).items() if given} == expected, days


@pytest.mark.both
def test_members_and_the_evenings_guests_look_on(club, table):
    assert may(table, club.gustav.user) == LOOKING
    wiebke = builders.member("Wiebke", since=builders.DAY)
    membership = wiebke.memberships.get()
    membership.delete()
    assert may(table, wiebke.user) == set()
    attendance.add_participant(event=table.block.event, person=wiebke)
    assert may(table, wiebke.user) == LOOKING


def test_who_got_up_only_looks_on(club, table):
    seating.unseat(seat=table.seats.get(participation__person=club.bernd))
    assert may(table, club.bernd.user) == LOOKING


def test_a_tables_link_opens_exactly_its_table(club, table):
    other = builders.table(table.block.event, club.oemer, club.stine)
    phone = Actor(device="d", holder_id=1, table_id=table.pk, name="Wer auch immer")
    assert may(table, actor=phone) == PLAYING
    assert may(other, actor=phone) == set()
    assert get_table_at(phone, STRANGER, table.pk, builders.DAY) == table
    with pytest.raises(Http404):
        get_table_at(phone, STRANGER, other.pk, builders.DAY)


def test_a_login_on_the_tables_link_plays_too(club, table):
    phone = Actor(device="d", user_id=club.oemer.user.pk, table_id=table.pk)
    assert may(table, club.oemer.user) == LOOKING
    assert may(table, club.oemer.user, phone) == PLAYING


@pytest.mark.both
def test_strangers_see_tables_of_public_evenings_only(club, table):
    with pytest.raises(Http404):
        get_table_at(NOBODY, STRANGER, table.pk, builders.DAY)
    table.block.event.is_public = True
    table.block.event.save()
    assert may(table) == {"see"}
    assert get_table_at(NOBODY, STRANGER, table.pk, builders.DAY) == table


@pytest.mark.parametrize(("name", "most"), [("rolf", 1), ("bernd", 2), ("gustav", 3)])
def test_the_question_costs_few_queries(club, table, django_assert_max_num_queries, name, most):
    user = getattr(club, name).user
    table = get_table_for(user, table.pk, builders.DAY)
    with django_assert_max_num_queries(most):
        may(table, user)
