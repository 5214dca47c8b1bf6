// Throwing along when out: Einwürfeln takes Deckel, Einkaufen only joins the round.

import { IllegalError } from "./errors.js";
import { player } from "./events.js";
import { losePart } from "./parts.js";
import { checkRunning } from "./refusals.js";
import { add, State } from "./state.js";

// Somebody who is not in the round takes a place in it.
export function reenter(state, event) {
  checkRunning(state);
  const { game, part, order } = state.table;
  const mode = game.book.reenter;
  const clause = game.book.clauses.reenter;
  const who = player(game, event);
  if (mode === "none") throw new IllegalError("no_reentry", clause);
  if (part.phase === "final" && !joinsFinal(game.book)) throw new IllegalError("no_reentry_in_final", clause);
  if (state.turn === null) throw new IllegalError("no_reentry_now", clause);
  if (order.includes(who)) throw new IllegalError("already_in", clause, { player: who });
  const joined = order.toSpliced(placeOf(state, who), 0, who);
  let table = takePart(state.table, who).with({ order: joined });
  const events = state.events + 1;
  if (mode === "take_one") {
    table = takeDeckel(table, who);
    // Deckel lie with one player only, so the half is lost before the round is thrown out.
    if (table.deckel[game.seats.get(who)] === game.total) return losePart(table, who, events, state);
  }
  return new State(table, joined[state.hands.length], state.hands, state.node, state.left, events, state);
}

// Whether somebody who did not lose a half may throw along in the final.
export const joinsFinal = (book) => book.reenter === "take_one" && book.reenterInFinal;

// Before the first of the order whose seat lies behind his; at the end where one of those has already
// made a throw. Whoever is out can come back while another already sits at the end out of his seat's
// order, so all of those behind him are looked at and not only the first.
function placeOf(state, who) {
  const { game, order } = state.table;
  const number = game.players.length;
  const first = game.seats.get(order[0]);
  const distance = (player) => (game.seats.get(player) - first + number) % number;
  const behind = order.findIndex((other) => distance(other) > distance(who));
  const turns = state.hands.length + (state.throws > 0);
  return behind < 0 || behind < turns ? order.length : behind;
}

// In the final he is one of its players from now on; in a half he has been all along.
function takePart(table, who) {
  const { phase, playing, tally } = table.part;
  const back = [...tally.back, [phase, table.rounds.length, who]];
  const joined = playing.includes(who) ? playing : table.game.players.filter((player) => player === who || playing.includes(player));
  return table.withPart({ playing: joined, tally: { ...tally, back } });
}

// One Deckel from everybody who has one, or one from the middle where nobody has.
function takeDeckel(table, who) {
  const seat = table.game.seats.get(who);
  const { tally } = table.part;
  const gifts = table.deckel.map((number) => Number(number > 0));
  const givers = gifts.filter(Boolean).length;
  const number = givers || 1;
  const given = tally.given.map((before, at) => before + gifts[at]);
  return table
    .withPart({ tally: { ...tally, given, taken: add(tally.taken, seat, number) } })
    .with({
      middle: givers ? table.middle : table.middle - 1,
      deckel: add(table.deckel.map((before, at) => before - gifts[at]), seat, number),
    });
}
