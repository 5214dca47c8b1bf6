// The values a game is made of, never changed once made, and the State object of the log format.
//
// `State` is what a tap changes, `Table` what a round changes, `Part` what a half changes, `Game` what
// nothing changes. The names are those of games/engine/state.py; tuples are arrays. No rule here.

import { MOST_THROWS } from "./dice.js";

// In `forfeits`, [player, why] each: the code of the breach, or this.
export const RULING = "ruling";

// Game: { book, players, seats (Map), circles, rings, start, hands, total, starter, venue, ausRound }
// Part: { phase, playing, firstHalfLoser, secondHalfLoser, loser, endedBy, overtime, drops, rolling,
//         rolled ([player, worth, Deckel]), deal, charges, tally }
// Tally: { taken, given, schockAus (by seat), heldAll, back ([phase, rounds, player]), ausUnseen }
// Charge: { player, kind, cents, code, event }

// A settled round. `hands` stand in turn order, `deckel` by seat; a round in one entry has no hands.
export class Round {
  constructor(game, phase, order, hands, best, worst, forfeits, penalty, moved, source, middleBefore, middle, deckel, event) {
    this.game = game;
    this.phase = phase;
    this.order = order;
    this.hands = hands;
    this.best = best;
    this.worst = worst;
    this.forfeits = forfeits;
    this.penalty = penalty;
    this.moved = moved;
    this.source = source;
    this.middleBefore = middleBefore;
    this.middle = middle;
    this.deckel = deckel;
    this.event = event;
  }

  // [player, hand] in turn order; none of a round in one entry.
  shown() {
    return this.hands.map((hand, place) => [this.order[place], hand]);
  }
}

// A round being played. `order` is empty while nobody throws or reveals; `deckel` by seat.
export class Table {
  constructor(game, part, middle, deckel, order, rounds, open, forfeits) {
    this.game = game;
    this.part = part;
    this.middle = middle;
    this.deckel = deckel;
    this.order = order;
    this.rounds = rounds;
    this.open = open;
    this.forfeits = forfeits;
  }

  with(changes) {
    const { game, part, middle, deckel, order, rounds, open, forfeits } = { ...this, ...changes };
    return new Table(game, part, middle, deckel, order, rounds, open, forfeits);
  }

  withPart(changes) {
    return this.with({ part: { ...this.part, ...changes } });
  }
}

// A game after `events` events. `turn` throws next, from the situation `node`, `left` times; `hands`
// are those of the order that are over; `before` is the state that a retract returns to.
export class State {
  constructor(table, turn, hands, node, left, events, before) {
    this.table = table;
    this.turn = turn;
    this.hands = hands;
    this.node = node;
    this.left = left;
    this.events = events;
    this.before = before;
  }

  get step() {
    if (this.table.part.endedBy !== null) return "over";
    if (this.table.part.rolling.length) return "opening";
    return this.turn === null ? "revealing" : "throwing";
  }

  // How many throws a turn of this round may have; null while nobody throws or reveals.
  get limit() {
    if (!this.table.order.length) return null;
    return this.hands.length ? this.hands[0].throws : MOST_THROWS;
  }

  // How many throws the player whose turn it is has made.
  get throws() {
    return this.turn === null ? 0 : (this.limit ?? 0) - this.left;
  }

  // The state after one more event that changed only the table.
  on(table) {
    return new State(table, this.turn, this.hands, this.node, this.left, this.events + 1, this);
  }
}

// The counts with `number` more, or fewer, at one seat.
export const add = (counts, seat, number) => counts.with(seat, counts[seat] + number);

// Players as keys, whatever they are called.
const bySeat = (players, values) => Object.fromEntries(players.map((player, seat) => [player, values[seat]]));

// The State object of the log format.
export function stateJson(state) {
  const { table } = state;
  const { part, game } = table;
  return {
    phase: part.phase,
    step: state.step,
    turn: state.turn,
    limit: state.limit,
    middle: table.middle,
    deckel: bySeat(game.players, table.deckel),
    order: table.order,
    first_half_loser: part.firstHalfLoser,
    second_half_loser: part.secondHalfLoser,
    loser: part.loser,
    ended_by: part.endedBy,
    rounds: table.rounds.map(roundJson),
    charges: part.charges,
  };
}

// One of the `rounds` of the State object.
export function roundJson(settled) {
  return {
    phase: settled.phase,
    order: settled.order,
    limit: settled.hands.length ? settled.hands[0].throws : null,
    hands: Object.fromEntries(settled.shown().map(([player, hand]) => [player, handJson(hand)])),
    best: settled.best,
    worst: settled.worst,
    penalty: settled.penalty,
    moved: settled.moved,
    source: settled.source,
    deckel: bySeat(settled.game.players, settled.deckel),
    middle: settled.middle,
    event: settled.event,
  };
}

export function handJson(hand) {
  return { dice: hand.dice, throws: hand.throws, in_one_throw: hand.inOneThrow, category: hand.category };
}
