"""A round of long ago is changed: what becomes of the game, kept as one act and undone as one."""

from random import Random
from types import SimpleNamespace
from uuid import UUID, uuid4

import pytest
from django.utils import timezone

from finance.books.models.claims import Claim
from games.engine import replay, slugs, state_json
from games.scoring.live import Live
from games.scoring.mending import Change, in_force, offer, plan, stretches
from games.scoring.queries import live_game
from league.events.queries import seats_of
from league.results.models.results import Charge
from tests import strategies
from tests.games.scoring.test_scorer_api import Phone, hand, table_for, too_many


# --- by hand --------------------------------------------------------------------------------
class Table(Phone):
    """A referee's phone at a table of Anke, Bernd and Jette."""

    def __init__(self, club, rulebook="rsc2003"):
        people = [club.anke, club.bernd, club.jette]
        super().__init__(table_for(rulebook, people, day=timezone.localdate()), club.rolf)
        self.seats = [str(seat.pk) for seat in seats_of(self.table)]
        assert self.start(starter=int(self.seats[0])).status_code == 201

    def hands(self, *dice):
        """Enter a round in turn order; the loser of the one before begins it."""
        for faces in dice:
            turn = self.read_game()["view"]["turn"]
            answer = self.send(hand(turn, [int(face) for face in faces]))
            assert answer.status_code == 200, answer.json()

    def lost(self, loser, penalty, best=None):
        answer = self.send({"type": "round", "loser": loser, "penalty": penalty, "best": best})
        assert answer.status_code == 200, answer.json()

    def mend(self, number, id=None, seen=None, preview=False, **fields):
        path = f"games/{self.key}/rounds/{number}/" + ("preview/" if preview else "")
        body = {"seen": self.seen if seen is None else seen, "id": id or uuid4().hex, **fields}
        answer = self.call("post", path, body)
        if answer.status_code == 200 and not preview:
            self.seen = answer.json()["view"]["sequence"]
        return answer

    def rounds(self):
        return self.read_game(rounds=1)["rounds"]


def outcome(loser, penalty, best=None):
    return {"loser": loser, "penalty": penalty, "best": best}


@pytest.fixture
def table(club, transactional_db):
    return Table(club)


pytestmark = [pytest.mark.slow, pytest.mark.once]


def test_a_hand_of_long_ago_is_put_right_and_what_still_fits_stays(table):
    a, b, c = table.seats
    table.hands("511", "221", "652")
    table.hands("641", "664", "653")
    before = table.rounds()
    hands = {
        who: {"dice": dice, "throws": 1, "in_one_throw": True}
        for who, dice in ((a, [6, 1, 1]), (b, [2, 2, 1]), (c, [6, 5, 2]))
    }
    body = table.mend(1, hands=hands, preview=True).json()
    assert (body["kept"], body["without_hands"], body["stuck"]) == ([2], [], None)
    assert table.read_game()["view"]["sequence"] == 6
    view = table.mend(1, hands=hands).json()["view"]
    assert view["deckel"][b] == before[0]["moved"] + 1 + before[1]["deckel"][b] - 5
    assert [row["hands"] != {} for row in table.rounds()] == [True, True]
    assert table.rounds()[0]["penalty"] == 6


def test_another_loser_takes_the_hands_of_later_rounds_and_their_results_stay(table):
    a, _b, c = table.seats
    table.hands("511", "221", "652")
    table.hands("641", "664", "653")
    later = table.rounds()[1]
    body = table.mend(1, outcome=outcome(c, 5, a), preview=True).json()
    assert (body["kept"], body["without_hands"]) == ([], [2])
    table.mend(1, outcome=outcome(c, 5, a))
    first, second = table.rounds()
    assert (first["worst"], first["hands"]) == (c, {})
    assert second["hands"] == {}
    assert [second[key] for key in ("worst", "best", "penalty")] == [
        later[key] for key in ("worst", "best", "penalty")
    ]
    told = table.read_game(rounds=1)["happened"]
    assert [(row["type"], row["by"], row["after_round"]) for row in told] == [("mend", "Rolf", 0)]


def test_a_change_by_words_that_nobody_knows_is_refused_and_changes_nothing(table):
    """As of a page from before the field was called so, which sends what waited on its phone."""
    _a, _b, c = table.seats
    table.lost(c, 2)
    table.hands("511", "221", "652")
    for number in (1, 2):
        assert table.mend(number, whole=outcome(c, 5)).status_code == 422
    assert len(table.rounds()) == 2


def test_it_is_undone_as_one_and_the_log_of_before_is_there_again(table):
    _a, _b, c = table.seats
    table.hands("511", "221", "652")
    table.hands("641", "664", "653")
    table.send(too_many(c))
    before, rounds = table.read_game()["view"], table.rounds()
    table.mend(1, outcome=outcome(c, 5))
    view = table.read_game()["view"]
    assert (view["in_force"]["type"], view["in_force"]["act"]) == ("mend", True)
    after = table.send({"type": "retract", "round": "last"}).json()["view"]
    for key in ("deckel", "turn", "middle", "forfeits", "phase"):
        assert after[key] == before[key]
    assert [round_json["code"] for round_json in after["charges"]] == [
        round_json["code"] for round_json in before["charges"]
    ]
    assert [{**round_json, "event": 0} for round_json in table.rounds()] == [
        {**round_json, "event": 0} for round_json in rounds
    ]
    # And the game goes on from there, one entry at a time.
    assert table.send({"type": "retract"}).json()["view"]["forfeits"] == []


def test_the_same_message_twice_is_one_change_and_an_old_picture_is_refused(table):
    _a, _b, c = table.seats
    table.hands("511", "221", "652")
    once = table.mend(1, id="mended", outcome=outcome(c, 5))
    again = table.mend(1, id="mended", seen=3, outcome=outcome(c, 5))
    assert again.json() == once.json()
    assert table.mend(1, seen=3, outcome=outcome(c, 4)).status_code == 409
    assert table.mend(7, outcome=outcome(c, 4)).json()["code"] == "round_unknown"
    assert table.mend(1, outcome=outcome(c, 9)).json()["code"] == "bad_penalty"


def test_where_a_later_round_no_longer_fits_somebody_says_who_lost_it_or_it_is_cut(table):
    """Anke's half ends two rounds earlier, so that Bernd cannot have given anything away then."""
    a, b, c = table.seats
    table.lost(a, 6)
    table.lost(b, 6)
    table.lost(a, 1)
    table.lost(a, 3, b)
    table.lost(a, 2, b)
    changed = {"outcome": outcome(a, "all", b)}
    body = table.mend(2, preview=True, **changed).json()
    assert body["stuck"] is None
    assert body["view"]["phase"] == "second_half"
    # In the second half there is a middle again, so all that was said of Bernd still holds.
    assert body["kept"] == [3, 4, 5]
    stuck = table.mend(3, preview=True, outcome=outcome(c, 1)).json()
    assert stuck["stuck"] is None
    table.mend(3, outcome=outcome(a, "all", c))
    assert table.read_game()["view"]["phase"] == "second_half"


def test_a_round_of_somebody_who_is_out_then_is_asked_for(table):
    a, b, c = table.seats
    table.lost(b, 6)
    table.lost(c, 6)
    table.lost(c, 1)
    table.lost(c, 3, b)
    table.lost(b, 2, c)
    body = table.mend(1, outcome=outcome(a, 6), preview=True).json()
    assert (body["kept"], body["stuck"]["number"]) == ([2, 3], 4)
    assert "Runde 4" in body["stuck"]["sentence"]
    assert body["stuck"]["offer"]["losers"] == [c, a]
    refused = table.mend(1, outcome=outcome(a, 6))
    assert (refused.status_code, refused.json()["code"]) == (422, "round_undecided")
    fields = {"outcome": outcome(a, 6), "answers": {"4": outcome(c, 3, a), "5": outcome(a, 2, c)}}
    assert table.mend(1, preview=True, **fields).json()["stuck"] is None
    assert table.mend(1, preview=True, outcome=outcome(a, 6), cut=4).json()["cut"] == 4
    view = table.mend(1, **fields).json()["view"]
    assert view["deckel"] == {a: 5, b: 0, c: 8}


def test_fines_that_stood_between_the_rounds_stay(table):
    a, b, c = table.seats
    table.hands("511", "221", "652")
    table.send({"type": "infraction", "player": b, "code": "dice_off_table", "reason": "Kante"})
    table.hands("641", "664", "653")
    view = table.mend(1, outcome=outcome(c, 5, a)).json()["view"]
    assert [(charge["player"], charge["code"]) for charge in view["charges"]] == [
        (b, "dice_off_table")
    ]
    told = table.read_game(rounds=1)["happened"]
    assert [(row["type"], row["text"]) for row in told] == [("mend", ""), ("infraction", "Kante")]


def test_a_fine_noted_while_the_cups_were_lifted_stays_with_a_changed_hand(table):
    for who in table.seats:
        throw = {"type": "throw", "player": who, "kept": [], "turned": 0, "dice": None}
        assert table.send(throw).status_code == 200
    a, b, c = table.seats
    table.send({"type": "infraction", "player": b, "code": "early_lift"})
    for who, dice in ((a, [5, 1, 1]), (b, [2, 2, 1]), (c, [6, 5, 2])):
        assert table.send({"type": "reveal", "player": who, "dice": dice}).status_code == 200
    hands = {
        who: {"dice": dice, "throws": 1, "in_one_throw": True}
        for who, dice in ((a, [6, 1, 1]), (b, [2, 2, 1]), (c, [6, 5, 2]))
    }
    view = table.mend(1, hands=hands).json()["view"]
    assert [(charge["player"], charge["code"]) for charge in view["charges"]] == [(b, "early_lift")]
    assert view["deckel"] == {a: 0, b: 6, c: 0}


def test_who_changed_a_round_is_not_who_noted_or_ruled_in_it(table):
    a, b, c = table.seats
    table.send({"type": "infraction", "player": b, "code": "dice_off_table", "reason": "Kante"})
    table.send({"type": "ruling", "by": "Nuray", "text": "gilt", "effect": {}})
    table.hands("511", "221", "652")
    table.mend(1, outcome=outcome(c, 5, a))
    told = table.read_game(rounds=1)["happened"]
    assert sorted((row["type"], row["by"], row["text"]) for row in told) == [
        ("infraction", "", "Kante"),
        ("mend", "Rolf", ""),
        ("ruling", "Nuray", "gilt"),
    ]
    table.hands("641", "664", "653")
    table.mend(2, outcome=outcome(b, 1))
    told = table.read_game(rounds=1)["happened"]
    assert [(row["by"], row["after_round"]) for row in told if row["type"] == "mend"] == [
        ("Rolf", 0),
        ("Rolf", 1),
    ]


def test_a_round_is_told_by_names_in_a_worker_that_has_not_shown_the_game_yet(table):
    table.hands("511", "221", "652")
    live_game(UUID(table.key)).names = {}
    body = table.call("get", f"games/{table.key}/rounds/1/").json()
    assert "Bernd verliert" in body["round"]["sentence"]


def test_a_paid_stake_of_the_same_loser_is_left_alone(club, table):
    a, b, c = table.seats
    table.lost(c, "all", a)
    table.lost(b, 3)
    table.lost(c, "all", a)
    assert table.mark("finish").status_code == 200
    (charge,) = Charge.objects.all()
    assert table.mend(2, outcome=outcome(a, 3)).json()["code"] == "game_finished"
    assert table.mark("reopen", reason="Runde 2 war anders").status_code == 200
    assert table.mend(2, outcome=outcome(a, 3)).status_code == 200
    assert table.mark("finish").status_code == 200
    current = Charge.objects.get(result__is_current=True)
    assert (current.key, current.cents) == (charge.key, charge.cents)
    assert Claim.objects.count() <= 1


def test_what_can_be_said_of_a_round_is_offered(table):
    a, b, c = table.seats
    table.hands("511", "221", "652")
    body = table.call("get", f"games/{table.key}/rounds/1/").json()
    assert body["round"]["worst"] == b
    assert body["offer"]["losers"] == [a, b, c]
    assert body["offer"]["best"] == "optional"
    assert table.call("get", f"games/{table.key}/rounds/2/").status_code == 422


# --- by chance ------------------------------------------------------------------------------
def played(header, events):
    """Return the copy of a game in memory, without a database."""
    event = SimpleNamespace(kind="evening")
    table = SimpleNamespace(block=SimpleNamespace(event=event))
    live = Live(SimpleNamespace(pk=1, key=None, table_id=1, number=1, header=header, table=table))
    live.extend(0, [(str(n), event["type"], event) for n, event in enumerate(events)])
    return live


def random_change(rng, game, sequence):
    parts = stretches(game, sequence)
    settled = [place for place, part in enumerate(parts) if part.settled is not None]
    if not settled:
        return None
    place = rng.choice(settled)
    before = game.states[parts[place].entries[0].sequence - 1]
    template = offer(before, parts[place])
    loser = rng.choice(template["losers"])
    best = rng.choice([player for player in template["bests"] if player != loser])
    fields = {"loser": loser, "penalty": rng.choice(template["penalties"]), "best": best}
    return before, parts, place, Change(fields)


@pytest.mark.parametrize("rulebook", slugs())
def test_any_round_of_any_game_can_be_changed_and_the_log_says_what_was_foreseen(rulebook):
    for seed in range(40):
        rng = Random(f"{rulebook}-{seed}")
        header, events = strategies.game(rng, rng.choice([30, 120, 400]), slug=rulebook)
        game = played(header, events)
        actual = random_change(rng, game, game.sequence)
        if actual is None:
            continue
        before, parts, place, change = actual
        cut = rng.choice([None, None, parts[place].number + 2])
        fields = {"answers": {}, "takes_rounds": True}
        later = parts[place + 1 :]
        planned = plan(before, parts[place], later, change, cut=cut, **fields)
        if planned.stuck is not None:
            planned = plan(before, parts[place], later, change, cut=planned.stuck, **fields)
        assert planned.stuck is None
        first = parts[place].entries[0].sequence
        back = [n for n in in_force(game, game.sequence) if n >= first]
        log = [
            *events,
            *({"type": "retract"} for _ in back),
            *(event.event for event in planned.corrected),
        ]
        after = state_json(replay(header, log))
        assert told(after) == told(state_json(planned.state))
        number = parts[place].number - 1
        assert told(after)["rounds"][:number] == told(state_json(game.state))["rounds"][:number]


def told(state):
    """Return a state without the places in the log, which move."""
    for row in (*state["rounds"], *state["charges"]):
        row.pop("event", None)
    return state
