// Why an event is refused. Play only notices that it is; this module looks again and names it. Nothing
// here changes a state.

import { EngineError, IllegalError, InvalidError } from "./errors.js";
import { faces, field, integer, isObject, player } from "./events.js";

// For an event that no move could be found for.
export function refuse(state, event) {
  if (!isObject(event)) return new InvalidError("not_an_event");
  if (event.type !== "throw") {
    if (!Object.hasOwn(event, "type")) return new InvalidError("missing_key", null, { key: "type" });
    return new InvalidError("unknown_type", null, { type: event.type });
  }
  try {
    checkTurn(state, event);
    checkThrow(state, event);
  } catch (error) {
    if (error instanceof EngineError) return error;
    throw error;
  }
  // No other reason is left: a cup stays down where the first player has opened the round.
  return new IllegalError("round_is_open", state.table.game.book.clauses.open);
}

export function checkRunning(state) {
  if (state.table.part.endedBy !== null) throw new IllegalError("game_over");
}

// The event is by the player who is to throw.
export function checkTurn(state, event) {
  checkRunning(state);
  const { game } = state.table;
  const who = player(game, event);
  const clause = game.book.clauses.turn_order;
  if (state.turn === null) throw new IllegalError("no_turn", clause);
  if (who !== state.turn) {
    checkLimit(state, who);
    throw new IllegalError("not_your_turn", clause, { player: who, turn: state.turn });
  }
}

// Somebody goes on throwing whose turn is over, perhaps with the round that it ended.
function checkLimit(state, who) {
  const { table, turn } = state;
  const clause = table.game.book.clauses.limit;
  if (table.order.slice(0, state.hands.length).includes(who)) {
    throw new IllegalError("turn_is_over", clause, { player: who, limit: state.limit, turn });
  }
  if (state.hands.length || state.throws || !table.rounds.length) return;
  const settled = table.rounds.at(-1);
  if (settled.hands.length && who === settled.order.at(-1)) {
    throw new IllegalError("round_is_over", clause, { player: who, limit: settled.hands[0].throws, turn });
  }
}

function checkThrow(state, event) {
  const { node } = state;
  const { clauses, sixes } = state.table.game.book;
  const turned = integer(event, "turned", 0, 2);
  const kept = field(event, "kept");
  if (!Array.isArray(kept) || kept.length > 2) throw new InvalidError("bad_kept");
  faces(kept, kept.length);
  const dice = field(event, "dice");
  if (dice !== null) faces(dice, 3 - kept.length);
  if (state.throws === 0 && kept.length) {
    checkLimit(state, event.player);
    throw new IllegalError("kept_too_early", clauses.throws);
  }
  const most = Math.max(0, Math.min(count(node.last, 6) - 1, sixes.most));
  if (turned > most) throw new IllegalError(most ? "sixes_not_thrown" : "no_sixes", sixes.clause);
  // What is kept beyond what lay there and what was turned.
  const added = [...kept];
  for (const die of node.kept) {
    if (!take(added, die)) throw new IllegalError("kept_taken_back", clauses.kept);
  }
  for (let six = 0; six < turned; six += 1) {
    if (!take(added, 1)) throw new IllegalError("turned_not_kept", sixes.clause);
  }
  if (turned && added.includes(6)) throw new IllegalError("six_kept", sixes.clause);
  if (added.some((die) => count(added, die) > count(node.last, die))) {
    throw new IllegalError("kept_not_thrown", clauses.kept);
  }
  if (turned && added.length && sixes.after === "rest") throw new IllegalError("rest_kept", sixes.clause);
}

const count = (dice, face) => dice.filter((die) => die === face).length;

function take(dice, face) {
  const place = dice.indexOf(face);
  if (place >= 0) dice.splice(place, 1);
  return place >= 0;
}
