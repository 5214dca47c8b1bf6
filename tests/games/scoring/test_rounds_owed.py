"""A game's words about a round of drinks: the drink agreed on, and whether its payer counts."""

from random import Random
from uuid import uuid4

import pytest

from finance.books.labels import basis
from finance.books.models.claims import Claim
from games.engine import load
from games.scoring.live import live
from games.scoring.services import closing, play, start
from league.access.actors import NOBODY
from league.results.models.results import Charge
from tests import builders

pytestmark = pytest.mark.rules

NOW = builders.NIGHT


def test_the_payer_counts_where_the_rulebook_says_so():
    assert load("dortmund").stake_row(4, "pub").payer_counts
    assert not load("schock4life").stake_row(4, "pub").payer_counts


@pytest.mark.parametrize(
    ("rulebook", "counts", "heads"), [("dortmund", True, 3), ("schock4life", False, 2)]
)
def test_a_card_says_for_whom_the_round_is(club, rulebook, counts, heads):
    table = builders.table(
        builders.evening(rulebook, venue="pub"), club.anke, club.bernd, club.jette
    )
    builders.card(table, club.anke, club.bernd, club.bernd)
    assert Charge.objects.get().payer_counts == counts
    assert Claim.objects.get().heads.count() == heads


@pytest.mark.both
def test_the_drink_a_table_agreed_on_comes_with_the_round(club):
    table = builders.table(builders.evening("jule"), club.anke, club.bernd, club.jette)
    anke, bernd, jette = (
        builders.seat_of(table, who) for who in (club.anke, club.bernd, club.jette)
    )
    key = uuid4()
    start.start_game(
        table=table,
        key=key,
        seats=[anke, bernd, jette],
        starter=anke,
        options={"aus_round": {"drink": "Apfelschorle"}},
        actor=NOBODY,
        now=NOW,
        rng=Random(1),
    )
    hands = [(anke, [1, 1, 1]), (bernd, [6, 5, 3]), (jette, [6, 4, 3])]
    events = [
        {
            "id": f"e{seat}",
            "type": "hand",
            "player": str(seat),
            "dice": dice,
            "throws": 1,
            "in_one_throw": True,
        }
        for seat, dice in hands
    ]
    seen = play.append_events(
        game=live(key), seen=0, events=events, actor=NOBODY, may_rule=True, now=NOW
    )
    closing.abandon_game(
        game=live(key), seen=seen, client_id="a", reason="Feierabend", actor=NOBODY, now=NOW
    )
    claim = Claim.objects.get(code="aus_round")
    assert (claim.person, claim.charge.drink) == (club.anke, "Apfelschorle")
    assert basis(claim) == "für 2 Köpfe · Apfelschorle"
