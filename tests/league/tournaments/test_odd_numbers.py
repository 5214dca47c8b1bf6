"""Numbers of people that no tables of four divide: what would be better is said."""

import pytest

from league import formats
from league.tournaments.direction.services.setting_up import set_chain
from tests import builders
from tests import tournaments as day
from tests.directing import page, send

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def cup_of(people, rounds=3, **tables):
    event = builders.tournament(template="steele")
    block = {
        "who": {"kind": "all"},
        "tables": {"target": 4, "least": 3, "most": 5, **tables},
        "games": {"default": 1},
        "scoring": {"half_kept": 1},
    }
    chain = [
        formats.Block.from_dict({**block, "name": f"{n}. Durchgang", "carry_over": n > 1})
        for n in range(1, rounds + 1)
    ]
    set_chain(event=event, seen=day.seen(event), blocks=chain, team=None)
    day.people(event, *(f"Gast {at:02}" for at in range(people)))
    return event


def test_thirteen_are_told_that_tables_of_three_meet_nobody_twice(desk, club):
    event = cup_of(13)
    send(desk, event, "propose_draw", 1)
    text = page(desk, event, "direct_block", 1)
    assert "Mit 3er-Tischen trifft sich niemand zweimal." in text
    assert "durchgang/1/#id_fill" in text


@pytest.mark.parametrize(("people", "tables"), [(12, {}), (13, {"fill": "smaller"})])
def test_where_nobody_meets_twice_nothing_is_said(desk, club, people, tables):
    event = cup_of(people, **tables)
    send(desk, event, "propose_draw", 1)
    assert "trifft sich niemand zweimal" not in page(desk, event, "direct_block", 1)
