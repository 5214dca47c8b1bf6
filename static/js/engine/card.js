// The result of a game, seat by seat, out of its state; games/engine/card.py says what each field
// means. It reads settled rounds and the tally of openings and re-entries.

import { ALL } from "./hands.js";

const LEAST_FOR_SCHOCK_AUS = 7;

// { ended_by, seats: { player: {…} } } of a game over, abandoned or under way.
export function card(state) {
  const { game, part, rounds } = state.table;
  const exits = { first: exitsOf(state, "first_half"), second: exitsOf(state, "second_half") };
  const seats = new Map(game.players.map((player, seat) => [player, {
    lost_first: player === part.firstHalfLoser,
    lost_second: player === part.secondHalfLoser,
    lost_game: player === part.loser,
    exit_first: exits.first.get(player) ?? null,
    exit_second: exits.second.get(player) ?? null,
    schock_aus: part.tally.schockAus[seat],
    jule: 0,
    deckel_taken: part.tally.taken[seat],
    deckel_given: part.tally.given[seat],
    throw_points: 0,
  }]));
  for (const settled of rounds) {
    for (const [player, { category }] of settled.shown()) {
      if (category === "schock_aus" || category === "jule") seats.get(player)[category] += 1;
    }
    seats.get(settled.worst).deckel_taken += settled.moved;
    if (settled.best !== null) {
      seats.get(settled.best).deckel_given += settled.moved;
      seats.get(settled.best).throw_points += throwPoints(settled);
    }
  }
  forgetUnseen(state, seats);
  return { ended_by: part.endedBy, seats: Object.fromEntries(seats) };
}

// What rounds in one entry leave open is not known of anybody in this game.
function forgetUnseen({ table }, seats) {
  const unseen = table.part.tally.ausUnseen;
  const wholeRounds = table.rounds.filter((settled) => !settled.hands.length);
  for (const [player, line] of seats) {
    if (wholeRounds.length) {
      line.throw_points = null;
      if ("jule" in table.game.book.categoryNames) line.jule = null;
    }
    if (wholeRounds.some((settled) => settled.best === null)) line.deckel_given = null;
    if (unseen.length) {
      const named = unseen.filter((best) => best === player).length;
      line.schock_aus = named ? line.schock_aus + named : null;
    }
  }
}

function throwPoints(settled) {
  if (!settled.middleBefore || !settled.hands.length) return 0;
  const { penalty } = settled.hands[settled.order.indexOf(settled.best)];
  return penalty === ALL ? Math.max(LEAST_FOR_SCHOCK_AUS, settled.middleBefore) : penalty;
}

// Who got out of a half, and as how manieth.
function exitsOf({ table }, phase) {
  const { game, part, rounds } = table;
  const loser = phase === "first_half" ? part.firstHalfLoser : part.secondHalfLoser;
  const moment = new Map();
  rounds.forEach((settled, index) => {
    if (settled.phase !== phase || settled.middle) return;
    for (const player of settled.order) {
      // Who comes back and leaves the round without Deckel has gone again, later.
      if (!settled.deckel[game.seats.get(player)] && player !== loser) moment.set(player, index);
    }
  });
  for (const [when, index, player] of part.tally.back) {
    // Coming back undoes the exits before it.
    if (when === phase && moment.get(player) < index) moment.delete(player);
  }
  if (part.tally.heldAll.includes(phase)) {
    // All Deckel lie with one player: whoever had not gone yet goes at that moment.
    for (const player of game.players) {
      if (player !== loser && !moment.has(player)) moment.set(player, rounds.length);
    }
  }
  const numbers = [...new Set(moment.values())].sort((a, b) => a - b);
  return new Map([...moment].map(([player, index]) => [player, numbers.indexOf(index) + 1]));
}
