"""List what can be done now: one template per type and player, plain JSON.

Every event that fits a template is accepted and every event that is accepted fits one:

* `opening`: `player`, `dice` (how many)
* `throw`: `player`, `choices` (`kept` in falling order, `turned`, `dice`: how many), `may_cover`
* `hand`: `player`, `throws` (least and most); a single throw is always in one throw
* `round`: `losers`, `bests` (another than the loser), `penalties` (Deckel, or "all"), `best`:
  required or optional; required holds for numbers only
* `stand`, `reenter`: `player`; `reveal`: `player`, `dice` (how many)
* `infraction`: `player`, `codes`: each with `code` and the ranges of the fields it looks at:
  `count` (least, most), `cents` (least, null; may be null or left out), `votes` (most together)
* `ruling`: `effects`: `{}`, `{"void_round": true}`, or the kind with the list of its players
* `overtime`: `modes`; `retract`; `abandon`
"""

from __future__ import annotations

from . import whole_round
from .dice import Cup
from .reentry import joins_final
from .rulebook import Infraction
from .state import Json, State
from .words import OVERTIME


def legal_actions(state: State) -> list[Json]:
    """Return all templates for events that `apply` accepts now."""
    legal_actions: list[Json] = []
    if state.step == "opening":
        legal_actions += _opening(state)
    elif state.step == "throwing":
        legal_actions += [*_turn(state), *_reenter(state)]
    elif state.step == "revealing":
        legal_actions += _reveal(state)
    if whole_round.may_enter(state):
        legal_actions.append(whole_round.template(state))
    if state.step != "over":
        legal_actions += [*_infractions(state), _ruling(state)]
        legal_actions += [{"type": "overtime", "modes": list(OVERTIME)}, {"type": "abandon"}]
    if state.before is not None:
        legal_actions.append({"type": "retract"})
    return legal_actions


def _opening(state: State) -> list[Json]:
    part = state.table.part
    rolled = {entry[0] for entry in part.rolled}
    dice = state.table.game.book.opening.dice
    return [
        {"type": "opening", "player": player, "dice": dice}
        for player in part.rolling
        if player not in rolled
    ]


def _turn(state: State) -> list[Json]:
    node, player = state.node, state.turn
    choices = [
        {"kept": list(kept), "turned": turned, "dice": 3 - len(kept)} for turned, kept in node.ways
    ]
    throw = {"type": "throw", "player": player, "choices": choices}
    turn: list[Json] = [{**throw, "may_cover": not state.table.open}]
    if state.throws:
        turn.append({"type": "stand", "player": player})
    else:
        turn.append({"type": "hand", "player": player, "throws": [1, state.left]})
    return turn


def _reveal(state: State) -> list[Json]:
    return [
        {"type": "reveal", "player": player, "dice": 3 - len(cup.left.kept)}
        for player, cup in zip(state.table.order, state.hands, strict=True)
        if isinstance(cup, Cup)
    ]


def _reenter(state: State) -> list[Json]:
    table = state.table
    book = table.game.book
    if book.reenter == "none" or (table.part.phase == "final" and not joins_final(book)):
        return []
    return [
        {"type": "reenter", "player": player}
        for player in table.game.players
        if player not in table.order
    ]


def _infractions(state: State) -> list[Json]:
    game = state.table.game
    infractions = []
    breaches = [
        (breach, _fields(breach, len(game.players) - 1))
        for breach in game.book.infractions.values()
    ]
    for player in game.players:
        codes = [fields for breach, fields in breaches if _possible(state, breach, player)]
        if codes:
            infractions.append({"type": "infraction", "player": player, "codes": codes})
    return infractions


def _possible(state: State, breach: Infraction, player: str) -> bool:
    part = state.table.part
    if breach.only_out and (not state.table.order or player in state.table.order):
        return False
    if breach.effect == "forfeit":
        return player in state.table.order
    if breach.effect == "lose_part" and player in part.drops:
        return player in part.playing
    return True


def _fields(breach: Infraction, most_votes: int) -> Json:
    fields: Json = {"code": breach.code}
    if breach.needs_votes:
        fields["votes"] = most_votes
    if breach.most > 1:
        fields["count"] = [1, breach.most]
    if breach.open_amount:
        fields["cents"] = [1, None]
    return fields


def _ruling(state: State) -> Json:
    table = state.table
    effects: list[Json] = [{}]
    if table.order:
        effects += [{"void_round": True}, {"lose_round": list(table.order)}]
    effects.append({"lose_half": list(table.part.playing)})
    effects.append({"lose_game": list(table.game.players)})
    return {"type": "ruling", "effects": effects}
