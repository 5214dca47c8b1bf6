"""The log of a game: what it takes, what it refuses, and what comes of it at its end."""

from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from uuid import uuid4

import pytest
from django.db import Error, connection, transaction

from finance.books.models.claims import Claim
from finance.books.models.payments import Payment
from finance.books.services.claims import confirm_evening
from finance.books.services.payments import take_payment
from games.engine import EngineError, canonical, replay, state_json
from games.scoring import queries as scorer
from games.scoring.live import Live, live
from games.scoring.models import Entry, EntryNote, Game
from games.scoring.services import closing, play, start
from league.access.actors import Actor
from league.access.queries.tables import TableRights
from league.errors import IllegalError, InvalidError, LeagueError, NotAllowedError, StaleError
from league.events import queries as events_queries
from league.results.models.results import Charge, Result
from league.results.queries.results import current_result
from league.results.services import confirming, results
from tests import builders
from tests.games.scoring.test_scorer_api import at_seats, finished
from tests.plugins.built import built_once
from tests.plugins.speed import examples

pytestmark = [pytest.mark.slow, pytest.mark.rules]

PLAYING = TableRights(see=True, inside=True, score=True, confirm=True, object=True, call=True)
RULING = TableRights(see=True, inside=True, score=True, rule=True, confirm=True, object=True)
NOW = builders.NIGHT


@dataclass
class Scorer:
    """A game and the player who writes it down."""

    table: object
    actor: Actor
    header: dict = field(default_factory=dict)
    events: list = field(default_factory=list)
    game: Game | None = None

    def start(self, **fields):
        starter = self.header.get("starter")
        self.game = start.start_game(
            table=self.table,
            key=uuid4(),
            seats=[int(pk) for pk in self.header["players"]],
            starter=starter and int(starter),
            options={},
            actor=self.actor,
            now=NOW,
            rng=Random(1),
            **fields,
        )
        return self

    @property
    def live(self):
        game = live(self.game.key)
        game.refresh()
        return game

    def add(self, *events, seen=None, ids=None, rule=False, copy=None):
        copy = copy or self.live
        ids = ids or [uuid4().hex for _ in events]
        return play.append_events(
            game=copy,
            seen=copy.sequence if seen is None else seen,
            events=[{**event, "id": id_} for event, id_ in zip(events, ids, strict=True)],
            actor=self.actor,
            may_rule=rule,
            now=NOW,
        )

    def finish(self, client_id=None):
        return closing.finish_game(
            game=self.live,
            seen=self.live.sequence,
            client_id=client_id or uuid4().hex,
            actor=self.actor,
            now=NOW,
        )

    def reopen(self, rights=PLAYING, client_id=None, reason="Verzählt"):
        return closing.reopen_game(
            game=self.live,
            seen=self.live.sequence,
            client_id=client_id or uuid4().hex,
            reason=reason,
            rights=rights,
            actor=self.actor,
            now=NOW,
        )

    def result(self):
        return current_result(self.table, self.game.number)


def around(club):
    return [club.anke, club.bernd, club.jette, club.oemer, club.stine, club.paula, club.timo]


def scorer_of(club, rulebook, *people, day=builders.DAY):
    log = finished(rulebook)
    people = people or around(club)
    number = len(log["header"]["players"])
    table = builders.table(builders.evening(rulebook, day=day), *people[:number])
    header, events = at_seats(log, table)
    if "starter" not in header and rulebook in {"rsc2003", "dortmund"}:
        header["starter"] = header["players"][0]
    header["venue"] = "club_night"
    return Scorer(table, Actor(device="d1", user_id=club.rolf.user.pk), header, events)


@built_once
def rsc(club):
    """Start a game under `rsc2003`: its loser owes a stake."""
    return scorer_of(club, "rsc2003").start()


@contextmanager
def refused(kind, code):
    with pytest.raises(kind) as refusal:
        yield
    assert refusal.value.code == code


# --- adding ---------------------------------------------------------------------------------
def test_who_saw_an_older_state_is_told_so_and_nothing_is_stored(rsc):
    rsc.add(*rsc.events[:2])
    with refused(StaleError, "stale"):
        rsc.add(rsc.events[1], seen=1)
    with refused(StaleError, "stale"):
        rsc.add(rsc.events[2], seen=3)
    assert Entry.objects.count() == 2


def test_a_repeat_answers_the_same_and_goes_on_where_the_first_was_cut_off(rsc):
    assert rsc.add(*rsc.events[:2], seen=0, ids=["a", "b"]) == 2
    assert rsc.add(*rsc.events[:2], seen=0, ids=["a", "b"]) == 2
    assert rsc.add(*rsc.events[:4], seen=0, ids=["a", "b", "c", "d"]) == 4
    assert rsc.add(*rsc.events[:2], seen=0, ids=["a", "b"]) == 2
    assert rsc.add(*rsc.events[2:5], seen=2, ids=["c", "d", "e"]) == 5
    assert [entry.client_id for entry in Entry.objects.all()] == ["a", "b", "c", "d", "e"]


def test_what_goes_on_after_somebody_else_is_stale(rsc):
    rsc.add(rsc.events[0], ids=["a"])
    rsc.add(rsc.events[1])
    with refused(StaleError, "stale"):
        rsc.add(*rsc.events[:2], seen=0, ids=["a", "b"])
    assert Entry.objects.count() == 2


def test_an_id_stands_for_one_entry(rsc):
    rsc.add(*rsc.events[:2], ids=["a", "b"])
    with refused(InvalidError, "id_reused"):
        rsc.add({**rsc.events[0], "turned": 7}, seen=0, ids=["a"])
    with refused(InvalidError, "id_reused"):
        rsc.add(rsc.events[2], rsc.events[1], ids=["c", "b"])
    with refused(InvalidError, "id_reused"):
        rsc.add(rsc.events[2], rsc.events[3], ids=["c", "c"])
    with refused(InvalidError, "id_reused"):
        rsc.finish(client_id="a")
    with refused(InvalidError, "id_reused"):
        rsc.reopen(client_id="a")
    assert Entry.objects.count() == 2


def test_all_or_none_and_the_refusal_says_which(rsc):
    with pytest.raises(EngineError) as refusal:
        rsc.add(rsc.events[0], rsc.events[1], {"type": "throw", "player": "nobody"})
    assert refusal.value.event == 2
    assert Entry.objects.count() == 0
    rsc.add(rsc.events[0], ids=["a"])
    with pytest.raises(EngineError) as refusal:
        rsc.add(rsc.events[0], {"type": "throw", "player": "nobody"}, seen=0, ids=["a", "b"])
    assert refusal.value.event == 1


def test_a_log_has_an_end(rsc):
    with refused(IllegalError, "log_too_long"):
        rsc.add(*[rsc.events[0]] * (play.MOST_ENTRIES + 1))


def test_rulings_and_taking_them_back_is_the_referees(rsc):
    ruling = {"type": "ruling", "effect": {"lose_half": rsc.header["players"][0]}, "reason": "x"}
    with refused(NotAllowedError, "referee_only"):
        rsc.add(ruling)
    rsc.add(ruling, rule=True)
    with refused(NotAllowedError, "referee_only"):
        rsc.add({"type": "retract"})
    with refused(NotAllowedError, "referee_only"):
        rsc.add({"type": "retract"}, {"type": "retract"})
    rsc.add({"type": "retract"}, rule=True)
    rsc.add(rsc.events[0])
    rsc.add({"type": "retract"})  # only the throw: the ruling below it is taken back already
    assert Entry.objects.count() == 4


def test_a_retract_within_a_request_takes_back_what_came_in_it(rsc):
    rsc.add(rsc.events[0], {"type": "retract"}, rsc.events[0], rsc.events[1])
    expected = replay(rsc.header, rsc.events[:2])
    assert state_json(rsc.live.state)["turn"] == state_json(expected)["turn"]


@pytest.mark.both
def test_free_text_is_kept_apart_and_joined_in_the_export(rsc):
    loses = {"lose_half": rsc.header["players"][0]}
    words = {"text": "Becher fiel um", "by": "Rolf"}
    rsc.add(rsc.events[0], {"type": "ruling", "effect": loses, **words}, rule=True)
    assert "Becher" not in canonical([entry.data for entry in Entry.objects.all()])
    exported = scorer.log_of(rsc.live, scorer.notes_of(rsc.live))["events"]
    assert exported[1]["text"] == "Becher fiel um"
    EntryNote.objects.all().delete()  # it can be erased, and the log still holds
    assert "text" not in scorer.log_of(rsc.live, scorer.notes_of(rsc.live))["events"][1]


@pytest.mark.both
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE games_entry SET type = 'stand'",
        "UPDATE games_entry SET sequence = 9 WHERE sequence = 3",
        "DELETE FROM games_entry WHERE sequence = 3",
        "UPDATE games_game SET number = 9",
        "DELETE FROM games_game",
    ],
)
def test_the_database_lets_a_log_only_grow(rsc, statement):
    rsc.add(*rsc.events[:3])
    with pytest.raises(Error, match="append_only"), transaction.atomic():
        connection.cursor().execute(statement)
    assert Entry.objects.count() == 3


@pytest.mark.both
def test_the_database_takes_no_gap_and_no_number_twice(rsc):
    rsc.add(*rsc.events[:2])
    line = play.Line("x", "throw", rsc.events[2], {})
    with pytest.raises(Error, match="gap"), transaction.atomic():
        play.insert(rsc.game.pk, 3, [line], rsc.actor, NOW)
    with pytest.raises(Error, match=r"(?i)unique"), transaction.atomic():
        play.insert(rsc.game.pk, 1, [line], rsc.actor, NOW)
    assert Entry.objects.count() == 2


# --- starting -------------------------------------------------------------------------------
def test_a_table_plays_one_game_at_a_time(rsc):
    with refused(IllegalError, "game_running"):
        Scorer(rsc.table, rsc.actor, rsc.header).start()


def test_a_repeated_start_is_the_same_game_whatever_became_of_the_table(club, rsc):
    def again(table):
        return start.start_game(
            table=table,
            key=rsc.game.key,
            seats=[],
            starter=None,
            options={},
            actor=rsc.actor,
            now=NOW,
            rng=Random(1),
        )

    rsc.add(*rsc.events)
    rsc.finish()
    assert again(rsc.table) == rsc.game
    other = builders.table(rsc.table.block.event, club.hilde, club.gustav)
    with refused(InvalidError, "id_reused"):
        again(other)


@pytest.mark.both
def test_a_log_goes_out_and_in_again_for_other_seats(club, rsc):
    rsc.add(*rsc.events)
    log = scorer.log_of(rsc.live, scorer.notes_of(rsc.live))
    others = reversed(around(club))
    there = scorer_of(club, "rsc2003", *others, day=builders.DAY.replace(day=13))
    seats = dict(zip(log["header"]["players"], map(int, there.header["players"]), strict=True))
    key = uuid4()

    def import_it():
        return start.import_game(
            table=there.table,
            key=key,
            log=log,
            seats=seats,
            may_rule=True,
            actor=rsc.actor,
            now=NOW,
        )

    there.game = import_it()
    assert import_it() == there.game
    player_at = {str(seat): player for player, seat in seats.items()}

    def named(value):
        if isinstance(value, dict):
            return {player_at.get(key, key): named(part) for key, part in value.items()}
        if isinstance(value, list):
            return [named(part) for part in value]
        return player_at.get(value, value) if isinstance(value, str) else value

    assert named(state_json(there.live.state)) == state_json(rsc.live.state)
    rsc.finish()
    mine, theirs = rsc.result(), there.result()
    assert there.game.status == "finished"
    assert [line.deckel_taken for line in mine.lines.order_by("seat__position")] == [
        line.deckel_taken for line in theirs.lines.order_by("seat__position")
    ]


# --- the end --------------------------------------------------------------------------------
def test_every_result_says_how_deep_it_was_written_down(club):
    game = scorer_of(club, "dortmund").start()
    first = next(n for n, event in enumerate(game.events) if event["type"] == "hand")
    game.add(*game.events[: first + 1])
    assert game.live.depth(first) == "throws"
    assert game.live.depth(first + 1) == "hands"
    game.add({"type": "retract"})
    assert game.live.depth(first + 2) == "throws"
    game.add(*game.events[first:])
    game.finish()
    assert game.result().depth == "hands"


def test_a_half_from_paper_makes_the_whole_a_cards_depth(club):
    game = scorer_of(club, "rsc2003")
    game.start(first_half_loser=int(game.header["players"][0]))
    assert game.live.depth(1) == "card"
    assert game.live.state.table.part.first_half_loser == game.header["players"][0]


def test_a_card_ends_a_running_game_where_it_stands(club, rsc):
    rsc.add(*rsc.events[:5])
    builders.card(rsc.table, club.anke, club.bernd, club.anke, number=rsc.game.number)
    rsc.game.refresh_from_db()
    assert rsc.game.status == "card"
    assert not events_queries.playing(rsc.table.block.event)
    assert Entry.objects.last().type == Entry.CARD
    with refused(StaleError, "game_finished"):
        rsc.add(rsc.events[5])
    assert rsc.result().source == Result.Source.CARD


def test_abandoning_closes_in_one_step_and_a_repeat_changes_nothing(rsc):
    rsc.add(*rsc.events[:5])
    for _ in range(2):
        at = closing.abandon_game(
            game=rsc.live, seen=5, client_id="end", reason="Feueralarm", actor=rsc.actor, now=NOW
        )
        assert at == 7
    assert [entry.type for entry in Entry.objects.all()][5:] == ["abandon", "finish"]
    assert EntryNote.objects.get().words == {"reason": "Feueralarm"}
    assert Result.objects.get().ended_by == "abandoned"


def test_only_what_is_over_can_be_finished_and_only_once(rsc):
    rsc.add(*rsc.events[:-1])
    with refused(IllegalError, "game_not_over"):
        rsc.finish()
    rsc.add(rsc.events[-1])
    rsc.finish(client_id="f")
    assert rsc.finish(client_id="f") == len(rsc.events) + 1
    with refused(StaleError, "game_finished"):
        rsc.finish()
    assert Result.objects.count() == 1


@pytest.mark.both
def test_a_paid_claim_that_did_not_change_stays_untouched(club, rsc):
    rsc.add(*rsc.events)
    rsc.finish()
    event = rsc.table.block.event
    claims = Claim.objects.all()
    loser = claims.get(code="stake").person
    by = club.kadir.user
    confirm_evening(event=event, seen=[claim.pk for claim in claims], by=by, now=NOW)
    take_payment(
        person=loser,
        method="cash",
        amount=sum(claim.amount for claim in claims if claim.person == loser),
        day=builders.DAY,
        client_id="pay",
        by=by,
        today=builders.DAY,
        now=NOW,
    )

    def till():
        seen = ("pk", "state", "amount", "paid", "is_current", "transaction_id", "person_id")
        return list(Claim.objects.order_by("pk").values_list(*seen)), list(Payment.objects.values())

    before = till()
    assert claims.get(code="stake").state == Claim.State.SETTLED
    rsc.reopen()
    assert rsc.result().in_correction
    assert till() == before
    rsc.add({"type": "retract"})
    rsc.add(rsc.events[-1])
    assert rsc.finish() == len(rsc.events) + 5
    assert till() == before
    assert [
        (result.version, result.is_current) for result in Result.objects.order_by("version")
    ] == [
        (1, False),
        (2, True),
    ]
    assert not rsc.result().in_correction
    assert rsc.result().reason == "Verzählt"
    assert Charge.objects.filter(result=rsc.result()).count() == len(before[0])


def test_what_two_have_confirmed_opens_only_a_referee(club, rsc):
    rsc.add(*rsc.events)
    rsc.finish()
    second = Actor(device="d2", user_id=club.kadir.user.pk)
    confirming.confirm_result(result=rsc.result(), actor=second, now=NOW)
    with refused(NotAllowedError, "result_confirmed"):
        rsc.reopen()
    rsc.reopen(rights=RULING)


def test_a_reported_problem_freezes_the_result(club, rsc):
    rsc.add(*rsc.events)
    rsc.finish()
    confirming.raise_objection(
        result=rsc.result(),
        client_id="o",
        text="Das waren sechs",
        actor=Actor(device="d2", user_id=club.bernd.user.pk),
        now=NOW,
    )
    with refused(IllegalError, "result_frozen"):
        rsc.reopen(rights=RULING)
    assert rsc.live.mark(rsc.live.sequence) == Entry.FINISH


def test_reopening_needs_a_reason_and_a_free_table(club, rsc):
    rsc.add(*rsc.events)
    with refused(IllegalError, "game_running"):
        rsc.reopen()
    rsc.finish()
    with refused(InvalidError, "reason_missing"):
        rsc.reopen(reason="  ")
    following = Scorer(rsc.table, rsc.actor, rsc.header).start()
    with refused(IllegalError, "another_game_running"):
        rsc.reopen()
    assert following.game.number == rsc.game.number + 1


def test_a_repeated_reopening_is_no_other_game_running(rsc):
    rsc.add(*rsc.events)
    rsc.finish()
    behind = Live(rsc.game)
    behind.refresh()
    at = rsc.reopen(client_id="r")
    again = closing.reopen_game(
        game=behind,
        seen=at - 1,
        client_id="r",
        reason="Verzählt",
        rights=PLAYING,
        actor=rsc.actor,
        now=NOW,
    )
    assert again == at


@pytest.mark.both
def test_the_directors_decision_stays(club, rsc):
    rsc.add(*rsc.events)
    rsc.finish()
    rsc.reopen(rights=RULING)
    loser = int(rsc.header["players"][1])
    lines = {int(pk): results.SeatLine(lost_game=int(pk) == loser) for pk in rsc.header["players"]}
    decided = results.record_result(
        table=rsc.table,
        number=rsc.game.number,
        replaces=1,
        client_id="director",
        source=Result.Source.DIRECTOR,
        ended_by="ruling",
        rulebook="rsc2003",
        house_rules={},
        lines=lines,
        reason="Entschieden",
        actor=rsc.actor,
        now=NOW,
    )
    rsc.add({"type": "retract"})
    rsc.add(rsc.events[-1])
    rsc.finish()
    assert rsc.result() == decided
    assert not rsc.result().in_correction
    rsc.game.refresh_from_db()
    assert rsc.game.status == "finished"


def test_the_table_says_which_game_is_being_played(rsc):
    def playing():
        return [
            (table.pk, table.playing) for table in events_queries.playing(rsc.table.block.event)
        ]

    assert playing() == [(rsc.table.pk, 1)]
    rsc.add(*rsc.events)
    rsc.finish()
    assert playing() == []
    rsc.reopen()
    assert playing() == [(rsc.table.pk, 1)]
    rsc.finish()
    rsc.start()
    assert playing() == [(rsc.table.pk, 2)]
    closing.abandon_game(
        game=rsc.live, seen=0, client_id="late", reason="Es wird spät", actor=rsc.actor, now=NOW
    )
    assert playing() == []


# --- two processes --------------------------------------------------------------------------
@pytest.mark.both
@pytest.mark.parametrize("seed", range(examples(6)))
def test_two_copies_of_a_game_answer_as_one(club, seed):
    """Two processes, each with a copy that may be behind, get every message several times."""
    rng = Random(seed)
    game = scorer_of(club, "dortmund").start()
    copies = [Live(game.game), Live(game.game)]
    answers, sent, seen, plan = {}, [], 0, list(game.events)

    def deliver(message):
        at, events, ids = message
        copy = rng.choice(copies)
        try:
            answer = game.add(*events, seen=at, ids=ids, copy=copy)
        except LeagueError as error:
            answer = error.code
        copy.catch_up(answer if isinstance(answer, int) else 0)
        if isinstance(answer, int):
            answer = (answer, canonical(state_json(copy.states[answer])))
        assert answers.setdefault(tuple(ids), answer) == answer

    while plan:
        number = rng.randint(1, 4)
        some, plan = plan[:number], plan[number:]
        if rng.random() < 0.3:
            plan = [some[-1], *plan]
            some = [*some, {"type": "retract"}]
        ours = (seen, some, [uuid4().hex for _ in some])
        rival = (seen, some, [uuid4().hex for _ in some])
        for message in [ours, rival, ours, rival, *rng.sample(sent, min(4, len(sent))), ours]:
            deliver(message)
        assert isinstance(answers[tuple(ours[2])], tuple)
        assert answers[tuple(rival[2])] == "stale"
        sent += [ours, rival]
        seen += len(some)
    for copy in copies:
        copy.refresh()
        assert copy.entries == [(entry.type, entry.data) for entry in Entry.objects.all()]
    expected = state_json(replay(game.header, game.events))
    assert state_json(copies[0].state)["deckel"] == expected["deckel"]
    assert copies[0].state.step == "over"
    done = [
        closing.finish_game(game=copy, seen=seen, client_id="f", actor=game.actor, now=NOW)
        for copy in [*copies, *copies]
    ]
    assert done == [seen + 1] * 4
    assert Result.objects.count() == 1


def test_a_log_of_any_length_comes_in(club):
    game = scorer_of(club, "rsc2003")
    empty = {"header": game.header, "events": []}
    turns = [game.events[0], {"type": "retract"}] * (play.MOST_ENTRIES // 2 - 1)
    long = {"header": game.header, "events": turns}
    for number, log in enumerate([empty, long], start=1):
        made = start.import_game(
            table=game.table,
            key=uuid4(),
            log=log,
            seats={},
            may_rule=False,
            actor=game.actor,
            now=NOW,
        )
        game.game = made
        assert (made.number, made.entries.count()) == (number, len(log["events"]))
        closing.abandon_game(
            game=game.live,
            seen=game.live.sequence,
            client_id="end",
            reason="",
            actor=game.actor,
            now=NOW,
        )
