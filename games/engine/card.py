"""The result of a game, seat by seat, out of its state: what a paper card would say, and more.

It reads settled rounds and the tally of openings and re-entries; voided rounds are in neither.
"""

from __future__ import annotations

from .hands import ALL
from .state import Json, Round, State

LEAST_FOR_SCHOCK_AUS = 7


def card(state: State) -> Json:
    """Return `{"ended_by": …, "seats": {player: {…}}}` of a game over, abandoned or under way.

    * `lost_first`, `lost_second`, `lost_game`: true if the player lost that part, or the game.
    * `exit_first`, `exit_second`: the player's place in the order of getting out of that half: 1
      for those who were out first, 2 for the next to go. Those who go at the same moment share
      the number, and the next number follows without a gap. A player who comes back counts on
      going for the last time. None for the loser, for a player still in when the half ended
      without one player holding all Deckel, and if the half was not played.
    * `schock_aus`, `jule`: such hands in settled rounds; a Schock-Aus in an opening of three dice
      counts as well.
    * `deckel_taken`: Deckel that came to the player, in rounds, openings and re-entries.
    * `deckel_given`: Deckel that the player's best hand sent to the worst, from the middle, from
      the player's own or, with a Schock-Aus, from everywhere; and those that a re-entering player
      took from this one. In an opening no one gives.
    * Fields that a round in one entry does not tell are None from then on, for all players:
      `throw_points`; `jule` if the rulebook has one; `deckel_given` once a best is missing;
      `schock_aus` once such a round has all Deckel, except for a player who is named as its best
      and counted.
    * `throw_points`: for the best hand of a round, while Deckel lay in the middle before it: the
      penalty its category asks for (1, 2, 3, n); for a Schock-Aus as many as lay in the middle,
      at least 7. „Scharf“ rounds count, forfeited hands do not, as they are not the best.
    """
    table, part = state.table, state.table.part
    game = table.game
    exits = {phase: _exits(state, phase) for phase in ("first_half", "second_half")}
    seats: Json = {
        player: {
            "lost_first": player == part.first_half_loser,
            "lost_second": player == part.second_half_loser,
            "lost_game": player == part.loser,
            "exit_first": exits["first_half"].get(player),
            "exit_second": exits["second_half"].get(player),
            "schock_aus": part.tally.schock_aus[seat],
            "jule": 0,
            "deckel_taken": part.tally.taken[seat],
            "deckel_given": part.tally.given[seat],
            "throw_points": 0,
        }
        for player, seat in game.seats.items()
    }
    for settled in table.rounds:
        for player, hand in settled.shown():
            if hand.category in ("schock_aus", "jule"):
                seats[player][hand.category] += 1
        seats[settled.worst]["deckel_taken"] += settled.moved
        if settled.best is not None:
            seats[settled.best]["deckel_given"] += settled.moved
            seats[settled.best]["throw_points"] += _throw_points(settled)
    _forget_unseen(state, seats)
    return {"ended_by": part.ended_by, "seats": seats}


def _forget_unseen(state: State, seats: Json) -> None:
    """Set to None, for all players of the game, the fields that rounds in one entry leave open."""
    game, unseen = state.table.game, state.table.part.tally.aus_unseen
    whole = [settled for settled in state.table.rounds if not settled.hands]
    for player, line in seats.items():
        if whole:
            line["throw_points"] = None
            if "jule" in game.book.category_names:
                line["jule"] = None
        if any(settled.best is None for settled in whole):
            line["deckel_given"] = None
        if unseen:
            named = unseen.count(player)
            line["schock_aus"] = line["schock_aus"] + named if named else None


def _throw_points(settled: Round) -> int:
    if not settled.middle_before or settled.best is None or not settled.hands:
        return 0
    hand = settled.hands[settled.order.index(settled.best)]
    if hand.penalty == ALL:
        return max(LEAST_FOR_SCHOCK_AUS, settled.middle_before)
    return hand.penalty


def _exits(state: State, phase: str) -> dict[str, int]:
    """Return the players who got out of a half, each with the place in the order of getting out."""
    table, part = state.table, state.table.part
    loser = part.first_half_loser if phase == "first_half" else part.second_half_loser
    game = table.game
    moment: dict[str, int] = {}
    for index, settled in enumerate(table.rounds):
        for player in settled.order if settled.phase == phase else ():
            # A player who comes back and leaves the round without Deckel has gone again, later.
            if not settled.middle and not settled.deckel[game.seats[player]] and player != loser:
                moment[player] = index
    for when, index, player in part.tally.back:
        # Coming back undoes the exits before it.
        if when == phase and moment.get(player, index) < index:
            del moment[player]
    if phase in part.tally.held_all:
        # All Deckel lie with one player: all who had not gone yet go at that moment.
        for player in game.players:
            if player != loser:
                moment.setdefault(player, len(table.rounds))
    numbers = {index: place for place, index in enumerate(sorted(set(moment.values())), start=1)}
    return {player: numbers[index] for player, index in moment.items()}
