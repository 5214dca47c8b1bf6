// The hot path: `apply` one event to a state, throw by throw. A throw that is in order is found in the
// graph of turns by two look-ups. One that is not is looked at again in `refusals.js`, which knows why.
// Nothing is changed in place.

import { Cup, MOST_THROWS } from "./dice.js";
import { EngineError, IllegalError, InvalidError } from "./errors.js";
import { digits, faces, field, flag, integer, isObject, player } from "./events.js";
import { start } from "./header.js";
import { infraction } from "./infractions.js";
import { roll } from "./opening.js";
import { reenter } from "./reentry.js";
import { checkRunning, checkTurn, refuse } from "./refusals.js";
import { abandon, overtime, ruling } from "./rulings.js";
import { endTurn } from "./settle.js";
import { State } from "./state.js";
import { wholeRound } from "./whole_round.js";

// The state after one event; `state` itself never changes. Throws `InvalidError` for what is no event,
// `IllegalError` for one against the rules now.
export function apply(state, event) {
  const move = isObject(event) ? MOVES.get(event.type) : undefined;
  if (!move) throw refuse(state, event);
  return move(state, event);
}

// The state after all events of a log. Throws an `EngineError` whose `event` is the index of the first
// that is refused, null for the header.
export function replay(header, events) {
  let state = start(header);
  if (!Array.isArray(events)) throw new InvalidError("not_a_log");
  try {
    for (const event of events) state = apply(state, event);
  } catch (error) {
    if (error instanceof EngineError) error.event = state.events;
    throw error;
  }
  return state;
}

function throwDice(state, event) {
  const { table, turn, hands, node, left, events } = state;
  const { kept, dice } = event;
  const lying = event.player === turn ? node.leave(event.turned, kept) : undefined;
  if (!lying) throw refuse(state, event);
  if (dice === null) {
    if (table.open) throw refuse(state, event);
    return endTurn(table, [...hands, new Cup(state.throws + 1, lying)], events + 1, state);
  }
  const after = lying.falls[digits(dice, 3 - kept.length)];
  if (!after) throw refuse(state, event);
  if (left > 1) return new State(table, turn, hands, after, left - 1, events + 1, state);
  const throws = hands.length ? hands[0].throws : MOST_THROWS;
  return endTurn(table, [...hands, table.game.hands[throws - 1][after.number]], events + 1, state);
}

function stand(state, event) {
  const { hands, node, events, throws } = state;
  let { table } = state;
  const { game } = table;
  checkTurn(state, event);
  if (!throws) throw new IllegalError("no_throw_yet", game.book.clauses.throws);
  // A first player who stands on his first throw has shown it: everybody plays in the open.
  if (throws === 1 && !hands.length && game.book.firstStandOpens) table = table.with({ open: true });
  return endTurn(table, [...hands, game.hands[throws - 1][node.number]], events + 1, state);
}

// A whole turn in one entry.
function wholeTurn(state, event) {
  const { table, turn, hands, node, left, events } = state;
  const { clauses, ranking } = table.game.book;
  checkTurn(state, event);
  const dice = faces(field(event, "dice"), 3);
  const throws = integer(event, "throws", 1);
  const inOneThrow = flag(event, "in_one_throw");
  if (node.number) throw new IllegalError("turn_begun", clauses.throws, { player: turn });
  if (throws > left) throw new IllegalError("over_the_limit", clauses.limit, { limit: left });
  if (throws === 1 && !inOneThrow) throw new IllegalError("one_throw_is_whole");
  return endTurn(table, [...hands, ranking.hand(dice, throws, inOneThrow)], events + 1, state);
}

// The faces under a cup. Any order is accepted: a table logs late.
function reveal(state, event) {
  const { table } = state;
  const clause = table.game.book.clauses.reveal;
  checkRunning(state);
  const who = player(table.game, event);
  if (state.turn !== null || !table.order.length) throw new IllegalError("not_revealing", clause);
  const place = table.order.indexOf(who);
  const cup = state.hands[place];
  if (!(cup instanceof Cup)) throw new IllegalError("no_cup", clause, { player: who });
  const count = 3 - cup.left.kept.length;
  const node = cup.left.falls[digits(faces(field(event, "dice"), count), count)];
  const shown = table.game.hands[cup.throws - 1][node.number];
  return endTurn(table, state.hands.with(place, shown), state.events + 1, state);
}

// Back to the state before the last event still in force; the log goes on counting.
function retract({ before, events }) {
  if (before === null) throw new IllegalError("nothing_to_retract");
  const { table, turn, hands, node, left } = before;
  return new State(table, turn, hands, node, left, events + 1, before.before);
}

const MOVES = new Map(Object.entries({
  throw: throwDice,
  stand,
  hand: wholeTurn,
  reveal,
  opening: roll,
  round: wholeRound,
  reenter,
  infraction,
  ruling,
  overtime,
  abandon,
  retract,
}));
