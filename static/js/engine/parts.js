// Halves and the final: how they begin, how they are lost, and how the game ends. Callers pass
// `events`, the number of events including the one being played, and `before`, the state it was
// played on.

import { MOST_THROWS, STILL } from "./dice.js";
import { State, Table } from "./state.js";

// The first half, before anything has happened.
export function begin(game) {
  const nothing = game.players.map(() => 0);
  const part = {
    phase: "first_half",
    playing: game.players,
    firstHalfLoser: null,
    secondHalfLoser: null,
    loser: null,
    endedBy: null,
    overtime: null,
    drops: [],
    rolling: [],
    rolled: [],
    deal: null,
    charges: [],
    tally: { taken: nothing, given: nothing, schockAus: nothing, heldAll: [], back: [], ausUnseen: [] },
  };
  const table = new Table(game, part, game.total, nothing, [], [], false, []);
  if (game.starter === null && game.book.opening.dice) return callOpening(table, 0, null);
  return nextRound(table, game.starter ?? game.players[0], 0, null);
}

// Everybody rolls for who begins; the first roll is also the one that counts Deckel.
function callOpening(table, events, before) {
  const called = table.withPart({ rolling: table.part.playing, rolled: [], deal: null });
  return idle(called.with({ order: [] }), events, before);
}

// A state in which nobody is to throw.
export const idle = (table, events, before) => new State(table, null, [], STILL, 0, events, before);

// Who plays the next round, clockwise from the seat `first`, or from the next who is in it: while
// Deckel lie in the middle everybody in the half or final, afterwards only those who hold some.
export function circle(game, part, middle, deckel, first) {
  if (!middle) return game.rings[first].filter(([, seat]) => deckel[seat]).map(([player]) => player);
  if (part.playing === game.players) return game.circles[first];
  return game.circles[first].filter((player) => part.playing.includes(player));
}

export function nextRound({ game, part, middle, deckel, rounds }, first, events, before) {
  const order = circle(game, part, middle, deckel, game.seats.get(first));
  const table = new Table(game, part, middle, deckel, order, rounds, false, []);
  return new State(table, order[0], [], game.start, MOST_THROWS, events, before);
}

// The half or final being played is lost: on to the next, or to the end of the game.
export function losePart(table, loser, events, before) {
  const { game, part } = table;
  const { phase, tally } = part;
  let lost = table;
  if (table.deckel[game.seats.get(loser)] === game.total) {
    lost = lost.withPart({ tally: { ...tally, heldAll: [...tally.heldAll, phase] } });
  }
  if (phase === "final") return finish(lost, loser, "final", events, before);
  lost = lost.withPart({ [phase === "first_half" ? "firstHalfLoser" : "secondHalfLoser"]: loser });
  // „Scharf“ for one half decides before the sweep does: the loser is the same, the reason not.
  if (part.overtime === "one_half") return finish(lost, loser, "overtime", events, before);
  if (phase === "first_half") return secondHalf(lost, loser, events, before);
  if (part.firstHalfLoser === loser) return finish(lost, loser, "sweep", events, before);
  return final(lost, loser, events, before);
}

function secondHalf(table, loser, events, before) {
  const next = fresh(table, "second_half", table.game.players);
  // A `starter` replaces the opening of the game, not that of the second half.
  if (table.game.book.opening.eachHalf) return callOpening(next, events, before);
  return nextRound(next, loser, events, before);
}

function final(table, loser, events, before) {
  const first = table.part.firstHalfLoser;
  const playing = table.game.players.filter((player) => player === first || player === loser);
  const starts = table.game.book.finalStart === "first_half_loser" ? first : loser;
  return nextRound(fresh(table, "final", playing), starts, events, before);
}

// All Deckel back in the middle, nothing dropped yet.
function fresh(table, phase, playing) {
  const nothing = table.deckel.map(() => 0);
  return table
    .withPart({ phase, playing, drops: [], rolling: [], rolled: [] })
    .with({ middle: table.game.total, deckel: nothing });
}

// The game is over. Its loser owes the stake; where nobody lost, nobody does.
export function finish(table, loser, endedBy, events, before) {
  const { game, part } = table;
  const stake = game.book.stake(game.players.length, game.venue);
  let { charges } = part;
  if (loser !== null && stake !== null) {
    charges = [...charges, { player: loser, ...stake, code: "stake", event: events - 1 }];
  }
  const over = table.withPart({ phase: "over", loser, endedBy, rolling: [], rolled: [], charges });
  return idle(over.with({ order: [], open: false, forfeits: [] }), events, before);
}
