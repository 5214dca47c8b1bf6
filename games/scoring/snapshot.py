"""A moment of a game as the scorer's page draws it: plain JSON, as large late as it is early.

A pure function of the game, the moment, the language and who looks. Without `full` it is what the
public may see: no infractions, no rulings, no charges, and nothing to tap.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.engine import Round, State, explain, forfeited, hand_name, legal_actions, round_json
from games.engine.dice import MOST_THROWS, Cup, Hand
from games.engine.state import hand_json
from games.rules import rulebooks as books
from games.scoring.live import MENDED, WHOLE_ROUND, Live
from games.scoring.models import Entry

Json = dict[str, Any]
HIDDEN = {"infraction", "ruling"}


def snapshot(game: Live, sequence: int, names: Mapping[str, str], *, full: bool) -> Json:
    """Return the game after `sequence` entries; `names` are those of the seats."""
    state = game.states[sequence]
    mark = game.mark(sequence)
    open_ = game.is_open(sequence)
    force = game.in_force(sequence) if open_ else None
    view = {
        "sequence": sequence,
        "status": {Entry.FINISH: "finished", Entry.CARD: "card"}.get(mark or "", "running"),
        "correcting": mark == Entry.REOPEN,
        **moment(state, names, full=full),
        "actions": _actions(game, state) if full and open_ else [],
        "late": late_actions(game, sequence) if full and open_ else [],
        "in_force": _in_force(game, sequence) if force and full else None,
        "marks": [_mark(game, at) for at in game.noted(sequence)] if full else [],
    }
    return view if game.charges else {**view, "charges": []}


def _actions(game: Live, state: State) -> list[Json]:
    """Return the actions, without whole rounds if the event counts what single hands are worth."""
    actions = legal_actions(state)
    return (
        actions
        if game.takes_rounds
        else [action for action in actions if action["type"] != WHOLE_ROUND]
    )


LATE_EFFECTS = {"forfeit", "lose_part"}
LATE_RULINGS = {"lose_round", "lose_half"}


def late_actions(game: Live, sequence: int) -> list[Json]:
    """Return what can still be said of the round that has just been settled, as legal actions: who
    forfeits it, or with a second dropped die or by ruling its half. Empty once the next lies there.
    """
    since = game.since_settled(sequence)
    if not since:
        return []
    state = game.states[since[0] - 1]
    known, late_actions = state.table.game.book.infractions, []
    for action in legal_actions(state):
        if action["type"] == "infraction":
            codes = [code for code in action["codes"] if known[code["code"]].effect in LATE_EFFECTS]
            if codes:
                late_actions.append({**action, "codes": codes})
        elif action["type"] == "ruling":
            effects = [effect for effect in action["effects"] if LATE_RULINGS & set(effect)]
            late_actions.append({**action, "effects": effects})
    return late_actions


def _in_force(game: Live, sequence: int) -> Json:
    """Describe what a retract would take back, as far as its button says. An act is taken back as
    one: it is named by its breach.
    """
    act = game.act(sequence)
    top = act[0] if act else game.top(sequence)
    event = game.entries[top - 1][1]
    return {
        "type": "mend" if MENDED in event and act else event["type"],
        "player": None if MENDED in event and act else event.get("player", event.get("loser")),
        "covered": event["type"] == "throw" and event["dice"] is None,
        "act": bool(act),
        "happened": _happened(game, top, {}) if event["type"] in HAPPENED else None,
    }


def _mark(game: Live, at: int) -> Json:
    """Return a breach or a ruling in force, for the place of the player it is about."""
    values = _happened(game, at, {})
    return {key: values[key] for key in ("type", "player", "label", "effect")}


def moment(state: State, names: Mapping[str, str], *, full: bool) -> Json:
    """Return a state with the hands of the round being played and the round before it."""
    table, part = state.table, state.table.part
    players = table.game.players
    lang = books.lang()
    rounds = table.rounds
    # „Excluded“ tells of a vote.
    hidden_end = not full and part.ended_by == "exclusion"
    return {
        "phase": part.phase,
        "step": state.step,
        "turn": state.turn,
        "limit": state.limit,
        "left": state.left if state.turn is not None else None,
        "middle": table.middle,
        "deckel": dict(zip(players, table.deckel, strict=True)),
        "order": list(table.order),
        "open": table.open,
        "playing": list(part.playing),
        "out": [player for player in part.playing if table.order and player not in table.order],
        "first_half_loser": part.first_half_loser,
        "second_half_loser": part.second_half_loser,
        "loser": part.loser,
        "ended_by": "ruling" if hidden_end else part.ended_by,
        "overtime": part.overtime,
        "hands": {
            player: _hand(state, hand, lang)
            for player, hand in zip(table.order, state.hands, strict=False)
        },
        "now": _now(state, lang),
        "rolling": list(part.rolling),
        "rolled": {who: _rolled(state, worth) for who, worth, _ in part.rolled},
        "last_round": settled(rounds[-1], len(rounds), names, full=full) if rounds else None,
        "forfeits": [
            {"player": who, "sentence": f"{forfeited(table.game.book, who, why, lang, names)}."}
            for who, why in table.forfeits
            if full
        ],
        "round_number": len(rounds) + (1 if state.step in {"throwing", "revealing"} else 0),
        "charges": [_charge(charge, table.game.book.slug) for charge in part.charges]
        if full
        else [],
    }


def settled(settled_round: Round, number: int, names: Mapping[str, str], *, full: bool) -> Json:
    """Return a settled round with its sentence. A player's forfeit of it is not for the public."""
    lang, book = books.lang(), settled_round.game.book
    return {
        **round_json(settled_round),
        "number": number,
        "sentence": explain(settled_round, lang, names)
        if full or not settled_round.forfeits
        else "",
        "names": {player: hand_name(book, hand, lang) for player, hand in settled_round.shown()},
    }


def history(
    rounds: Sequence[Round], names: Mapping[str, str], *, full: bool, since: int = 0
) -> list[Json]:
    """Return the settled rounds after the first `since`."""
    return [
        settled(settled_round, number, names, full=full)
        for number, settled_round in enumerate(rounds[since:], start=since + 1)
    ]


HAPPENED = {"infraction", "ruling", "overtime", "reenter", "abandon"}
REPORTED = {*HAPPENED, *Entry.MARKS, "mend"}


def happened(game: Live, sequence: int, notes: Mapping[int, Json]) -> list[Json]:
    """Return what is in force beside throws, and why the game was opened again. Never for the
    public.
    """
    sequences = [at for at, kind in game.marks if kind == Entry.REOPEN and at <= sequence]
    top = game.top(sequence)
    while top:
        kind, event = game.entries[top - 1]
        if kind in HAPPENED or MENDED in event:
            sequences.append(top)
        top = game.under(top)
    return [
        entry
        for at in sorted(sequences)
        for entry in (_mended(game, at, notes), _happened(game, at, notes.get(at, {})))
        if entry is not None and entry["type"] in REPORTED
    ]


def noted(game: Live, sequences: Sequence[int]) -> list[Json]:
    """Return the breaches, rulings and the like that are in force at these places."""
    return [_happened(game, at, {}) for at in sequences]


def _mended(game: Live, at: int, notes: Mapping[int, Json]) -> Json | None:
    """Say that a round was changed afterwards, and by whom: the head of its act says it."""
    act = game.entries[at - 1][1].get(MENDED)
    if act is None:
        return None
    head = game.sequence_of[act]
    return {
        "after_round": game.entries[head - 1][1]["round"] - 1,
        "type": "mend",
        "player": None,
        **dict.fromkeys(("label", "text", "clause", "effect"), ""),
        "by": notes.get(head, {}).get("by", ""),
        "votes": [],
        "charges": [],
    }


def decision(game: Live, sequence: int, notes: Mapping[int, Json]) -> Json | None:
    """Return the ruling or the breach that ended the game there, None if the dice did."""
    top = game.top(sequence)
    if game.states[sequence].step != "over" or not top:
        return None
    if game.entries[top - 1][0] not in {"ruling", "infraction"}:
        return None
    return _happened(game, top, notes.get(top, {}))


def _happened(game: Live, at: int, words: Json) -> Json:
    kind, event = game.entries[at - 1]
    before, after = game.states[at - 1].table, game.states[at].table
    book = before.game.book
    player, label, clause, effect = event.get("player"), "", "", ""
    if kind == "infraction":
        breach = book.infractions[event["code"]]
        label, clause, effect = books.label(book.slug, breach.code), breach.clause, breach.effect
    elif kind == "ruling":
        effect, whom = next(iter(event.get("effect", {}).items()), ("note", None))
        player = whom if isinstance(whom, str) else None
    elif kind == "overtime":
        effect = event["mode"]
    elif kind == "reenter":
        label, clause = getattr(book.words["reenter"], books.lang()), book.clauses["reenter"]
    charges = after.part.charges[len(before.part.charges) :] if game.charges else ()
    return {
        "after_round": len(before.rounds),
        "type": kind,
        "player": player,
        "label": label,
        "text": words.get("text") or words.get("reason") or "",
        "by": words.get("by", ""),
        "clause": clause,
        "effect": effect,
        "votes": [event["votes_for"], event["votes_against"]] if effect == "exclude" else [],
        "charges": [_charge(charge, book.slug) for charge in charges],
    }


def _hand(state: State, hand: Hand | Cup, lang: str) -> Json:
    if isinstance(hand, Cup):
        return {"covered": True, "kept": list(hand.left.kept), "throws": hand.throws}
    return {**hand_json(hand), "name": hand_name(state.table.game.book, hand, lang)}


def _now(state: State, lang: str) -> Json | None:
    """Return what lies in front of the player whose turn it is."""
    if state.turn is None:
        return None
    node, throws = state.node, state.throws
    if not throws:
        return {"player": state.turn, "throws": 0, "kept": [], "thrown": [], "name": ""}
    hand = state.table.game.hands[min(throws, MOST_THROWS) - 1][node.number]
    return {
        "player": state.turn,
        "throws": throws,
        "kept": list(node.kept),
        "thrown": list(node.last),
        "name": hand_name(state.table.game.book, hand, lang),
    }


def _rolled(state: State, worth: int) -> Json:
    """Return the dice of an opening roll; of three the hand is known by its rank."""
    book = state.table.game.book
    if book.opening.dice == 1:
        return {"dice": [worth]}
    hands = book.ranking.hands
    dice = next(
        key[0] for key, hand in hands.items() if hand.rank == worth and key[1:] == (1, True)
    )
    return {"dice": sorted(dice, reverse=True)}


def _charge(charge: Any, slug: str) -> Json:
    return {**charge._asdict(), "label": books.label(slug, charge.code)}


def rulebook_json(book: books.Rulebook, *, full: bool, brief: bool = False) -> Json:
    """Return what a page must know of the rulebook to speak its language; `full` with what it
    fines.

    `brief` without its tables, if the running game brings them along.
    """
    lang = books.lang()
    return {
        "slug": book.slug,
        "name": book.name,
        "lang": lang,
        "deckel": book.deckel,
        "words": {key: getattr(text, lang) for key, text in book.words.items()},
        "last_throw": book.last_throw,
        "reveal_order": book.reveal_order,
        "first_stand_opens": book.first_stand_opens,
        "open_clause": book.clauses["open"],
        "all_load": book.all_load,
        "reenter": book.reenter,
        "infractions": {
            infraction.code: {
                "label": getattr(infraction.label, lang),
                "clause": infraction.clause,
                "kind": infraction.kind,
                "cents": infraction.cents,
                "most": infraction.most,
                "votes": infraction.needs_votes,
                "open_amount": infraction.open_amount,
                "effect": infraction.effect,
            }
            for infraction in book.infractions.values()
            if full and not brief
        },
        "modes": modes(),
        "values": [
            {
                "hand": value.hand,
                "name": getattr(value.name, lang),
                "penalty": value.penalty,
                "clause": value.clause,
            }
            for value in book.value_table
            if not brief
        ],
    }


def modes() -> dict[str, str]:
    """Return what „scharf“ means, by its mode."""
    return {
        "sudden_round": _("Whoever loses the next round loses the half."),
        "one_half": _("Whoever loses this half loses the game."),
    }
