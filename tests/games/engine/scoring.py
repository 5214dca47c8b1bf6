"""A scorer for tests: writes a log the way a table plays, and keeps the state beside it."""

from __future__ import annotations

import pytest

from games.engine import EngineError, apply, replay, start, state_json


def faces(text):
    """Return „641“ as dice; None stays a cup."""
    return None if text is None else [int(face) for face in text]


class Scorer:
    """One game. Players are single letters; every method returns the scorer itself."""

    def __init__(self, rulebook, players="abc", **header):
        self.header = {"format": 1, "rulebook": rulebook, "players": list(players), **header}
        self.events = []
        self.state = start(self.header)

    def __getattr__(self, name):
        return self.json[name]

    @property
    def json(self):
        return state_json(self.state)

    @property
    def last(self):
        return self.json["rounds"][-1]

    @property
    def settled(self):
        return self.state.table.rounds[-1]

    def log(self, kind, player=None, **fields):
        event = {"type": kind, **({"player": player} if player else {}), **fields}
        self.state = apply(self.state, event)
        self.events.append(event)
        assert state_json(replay(self.header, self.events)) == self.json
        return self

    def refused(self, kind, player=None, **fields):
        """Return the error of an event that is not accepted; the state stays as it is."""
        before = self.json
        with pytest.raises(EngineError) as refused:
            self.log(kind, player, **fields)
        assert self.json == before
        assert refused.value.sentence("de")
        return refused.value

    def opening(self, **rolls):
        for player, dice in rolls.items():
            self.log("opening", player, dice=faces(dice))
        return self

    def throw(self, player, dice, kept="", turned=0):
        return self.log("throw", player, kept=faces(kept), turned=turned, dice=faces(dice))

    def stand(self, player):
        return self.log("stand", player)

    def hand(self, player, dice, throws=1, whole=None):
        whole = throws == 1 if whole is None else whole
        return self.log("hand", player, dice=faces(dice), throws=throws, in_one_throw=whole)

    def round(self, **hands):
        """Enter hands of one throw each, in the order given."""
        for player, dice in hands.items():
            self.hand(player, dice)
        return self

    def whole(self, loser, penalty, best=None):
        """Enter a round as a whole."""
        return self.log("round", loser=loser, penalty=penalty, best=best)

    def reveal(self, player, dice):
        return self.log("reveal", player, dice=faces(dice))

    def reenter(self, player):
        return self.log("reenter", player)

    def breach(self, player, code, **fields):
        return self.log("infraction", player, code=code, **fields)

    def rule(self, **effect):
        return self.log("ruling", effect=effect)

    def overtime(self, mode):
        return self.log("overtime", mode=mode)

    def retract(self, times=1):
        for _ in range(times):
            self.log("retract")
        return self

    def abandon(self):
        return self.log("abandon")

    def lose_half(self, loser, best):
        """End the half by one round with a Schock-Aus: `best` throws it, `loser` loses."""
        order = self.json["order"]
        for player in order:
            self.hand(player, {best: "111", loser: "221"}.get(player, "664"))
        return self
