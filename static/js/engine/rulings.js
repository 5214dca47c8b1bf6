// What somebody at the table decides: the referee's rulings, overtime, and giving up.

import { MOST_THROWS } from "./dice.js";
import { InvalidError } from "./errors.js";
import { field, isObject, known } from "./events.js";
import { checkPart, checkRound, forfeit } from "./infractions.js";
import { finish, losePart } from "./parts.js";
import { checkRunning } from "./refusals.js";
import { RULING, State } from "./state.js";
import { OVERTIME } from "./words.js";

const EFFECTS = ["void_round", "lose_round", "lose_half", "lose_game"];

// The referee decides; an empty effect is a note. Who decided and why is not looked at: the format
// gives `by` and `text` no shape, and nothing in the game hangs on them.
export function ruling(state, event) {
  checkRunning(state);
  const effect = field(event, "effect");
  const kinds = isObject(effect) ? Object.keys(effect) : [null];
  if (kinds.length > 1 || !kinds.every((kind) => EFFECTS.includes(kind))) throw new InvalidError("bad_effect");
  const { table } = state;
  const clause = table.game.book.clauses.referee;
  const [kind] = kinds;
  if (kind === undefined) return state.on(table);
  if (kind === "void_round") return voidRound(state, effect.void_round, clause);
  const who = known(table.game, effect[kind]);
  if (kind === "lose_round") return state.on(forfeit(table, who, RULING, clause));
  if (kind === "lose_game") return finish(table, who, "ruling", state.events + 1, state);
  checkPart(state, who, clause);
  return losePart(table, who, state.events + 1, state);
}

// The round starts again in the same order. Deckel taken by re-entry and charges stay.
function voidRound(state, value, clause) {
  if (value !== true) throw new InvalidError("bad_effect");
  checkRound(state.table, clause);
  const table = state.table.with({ open: false, forfeits: [] });
  return new State(table, table.order[0], [], table.game.start, MOST_THROWS, state.events + 1, state);
}

// „Scharf“ from now on; a later mode replaces an earlier one.
export function overtime(state, event) {
  checkRunning(state);
  const mode = field(event, "mode");
  if (!OVERTIME.includes(mode)) throw new InvalidError("bad_mode");
  return state.on(state.table.withPart({ overtime: mode }));
}

// The game ends without a loser; its charges stay.
export function abandon(state) {
  checkRunning(state);
  return finish(state.table, null, "abandoned", state.events + 1, state);
}
