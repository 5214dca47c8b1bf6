"""What names a person without a key, found on both databases: the throws at the own seat."""

from uuid import uuid4

import pytest

from config.privacy import own_rows
from games.scoring.models import Entry, Game, OtherVersion
from tests import builders
from tests.builders import NIGHT

pytestmark = pytest.mark.django_db


def test_the_entries_of_a_seat_are_found_and_those_of_others_are_not(club):
    table = builders.table(builders.evening(), club.anke, club.bernd)
    own, other = (str(builders.seat_of(table, who)) for who in (club.anke, club.bernd))
    game = Game.objects.create(
        key=uuid4(), table=table, number=1, header={"players": [own, other]}, started_at=NIGHT
    )
    events = [
        {"player": own, "dice": [6, 4, 1]},
        {"player": other, "dice": [2, 2, 1]},
        {"loser": other, "best": own},
        {},
    ]
    Entry.objects.bulk_create(
        Entry(game=game, sequence=n, client_id=str(n), type="throw", data=data, at=NIGHT)
        for n, data in enumerate(events, 1)
    )
    OtherVersion.objects.create(
        table=table,
        number=1,
        key=uuid4(),
        client_id="given-up",
        base=0,
        header={},
        events=events,
        was_log=False,
        at=NIGHT,
    )
    assert [entry.sequence for entry in own_rows.entries_of(club.anke)] == [1, 3]
    assert [entry.sequence for entry in own_rows.entries_of(club.bernd)] == [2, 3]
    assert not own_rows.entries_of(club.jette).exists()
    ((_version, given_up),) = own_rows.other_versions_of(club.anke)
    assert given_up == [events[0], events[2]]


def test_every_table_of_an_archive_is_asked_on_this_database(club):
    found = {rows.model._meta.label: rows.count() for rows, _keys in own_rows.rows_of(club.anke)}
    assert found["league.Membership"] == 1
    assert found["finance.Allocation"] == 0
    assert sum(rows.count() for rows, _column in own_rows.deeds_of(club.anke)) == 0
