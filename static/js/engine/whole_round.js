// A whole round in one entry: who lost, with how many Deckel, and who was best where he gives. It
// settles as its hands would have; the opening that deals Deckel can be entered like that too.

import { IllegalError, InvalidError } from "./errors.js";
import { field, known } from "./events.js";
import { ALL } from "./hands.js";
import { deal } from "./opening.js";
import { checkRunning } from "./refusals.js";
import { conclude, SUDDEN } from "./settle.js";

// The penalty of a Schock-Aus, which gives its loser all Deckel.
export const EVERY = "all";

// Legal while turns are being taken and nobody of the round has thrown.
export function wholeRound(state, event) {
  checkRunning(state);
  let { table } = state;
  const { game } = table;
  const loser = known(game, field(event, "loser"));
  const penalty = penaltyOf(game.book, field(event, "penalty"));
  const best = (event.best ?? null) === null ? null : known(game, event.best);
  checkBegun(state);
  checkPlayers(state, loser, best);
  if (best === null && penalty !== ALL && giverNeeded(state)) {
    throw new IllegalError("best_missing", game.book.clauses.giver);
  }
  if (penalty === ALL) {
    const { tally } = table.part;
    table = table.withPart({ tally: { ...tally, ausUnseen: [...tally.ausUnseen, best] } });
  }
  const events = state.events + 1;
  if (!table.part.rolling.length) return conclude(table, [], best, loser, penalty, events, state);
  return deal(table, loser, penalty === ALL ? game.total : penalty, events, state);
}

// Whether a round, or an opening that deals Deckel, can be entered as a whole now.
export function mayEnter(state) {
  const { game, part } = state.table;
  if (part.rolling.length) return part.deal === null && !part.rolled.length && game.book.opening.deals;
  return state.turn !== null && !state.hands.length && !state.throws;
}

// Whether the Deckel of a number come out of the best player's own.
function giverNeeded({ table }) {
  return !table.part.rolling.length && !table.middle && table.part.overtime !== SUDDEN;
}

const inIt = ({ order, part }) => (part.rolling.length ? part.rolling : order);

// Who can have lost it and who can have been best, in turn order, at an opening by seat.
function candidates({ table }) {
  const order = inIt(table);
  const forfeits = new Map(table.forfeits);
  const orAll = (players) => (players.length ? players : order);
  return {
    losers: orAll(order.filter((player) => forfeits.has(player))),
    bests: orAll(order.filter((player) => !forfeits.has(player))),
  };
}

// The template of `legalActions`; a best is another than the loser.
export function template(state) {
  const numbers = [...state.table.game.book.penalties].filter((penalty) => penalty !== ALL);
  return {
    type: "round",
    ...candidates(state),
    penalties: [...numbers.sort((a, b) => a - b), EVERY],
    best: giverNeeded(state) ? "required" : "optional",
  };
}

// Deckel, or `ALL`: one of the penalties that the rulebook's hands have.
function penaltyOf(book, value) {
  if (value === EVERY) return ALL;
  if (value === ALL || !book.penalties.has(value)) throw new InvalidError("bad_penalty");
  return value;
}

function checkBegun(state) {
  if (mayEnter(state)) return;
  const { opening } = state.table.game.book;
  if (state.table.part.rolling.length && !opening.deals) {
    throw new IllegalError("opening_deals_nothing", opening.clause);
  }
  throw new IllegalError("round_begun");
}

function checkPlayers(state, loser, best) {
  const order = inIt(state.table);
  const { losers, bests } = candidates(state);
  for (const player of [loser, best]) {
    if (player !== null && !order.includes(player)) throw new IllegalError("not_in_round", null, { player });
  }
  if (loser === best) throw new IllegalError("best_has_lost", null, { player: loser });
  if (!losers.includes(loser)) throw new IllegalError("forfeiter_loses", null, { player: losers[0] });
  if (best !== null && !bests.includes(best)) throw new IllegalError("forfeiter_is_not_best", null, { player: best });
}
