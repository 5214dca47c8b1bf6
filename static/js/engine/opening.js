// The opening: everybody rolls once to find who begins, and for some takes Deckel for it.

import { IllegalError } from "./errors.js";
import { faces, field, player } from "./events.js";
import { ALL } from "./hands.js";
import { idle, losePart, nextRound } from "./parts.js";
import { checkRunning } from "./refusals.js";
import { add } from "./state.js";

// One roll of the opening, or of a roll-off between those who tied in the one before.
export function roll(state, event) {
  let { table } = state;
  const { game, part } = table;
  const { opening } = game.book;
  checkRunning(state);
  const who = player(game, event);
  if (!part.rolling.length) throw new IllegalError("no_opening", opening.clause);
  if (!part.rolling.includes(who)) throw new IllegalError("not_in_roll_off", opening.clause, { player: who });
  if (part.rolled.some(([rolled]) => rolled === who)) {
    throw new IllegalError("already_rolled", opening.clause, { player: who });
  }
  const dice = faces(field(event, "dice"), opening.dice);
  let entry = [who, dice[0], 0];
  if (opening.dice !== 1) {
    const hand = game.book.ranking.hand(dice, 1, true);
    entry = [who, hand.rank, hand.penalty === ALL ? game.total : hand.penalty];
    if (hand.penalty === ALL) table = countSchockAus(table, who);
  }
  table = table.withPart({ rolled: [...part.rolled, entry] });
  if (part.rolled.length + 1 < part.rolling.length) return state.on(table);
  return decide(table, opening, state.events + 1, state);
}

function countSchockAus(table, who) {
  const { tally } = table.part;
  return table.withPart({ tally: { ...tally, schockAus: add(tally.schockAus, table.game.seats.get(who), 1) } });
}

// All have rolled: somebody begins, or those who tied roll off.
function decide(table, opening, events, before) {
  const { part } = table;
  const worth = new Map(part.rolled);
  const extreme = (opening.begins === "lowest" ? Math.min : Math.max)(...worth.values());
  // In the order of the seats, whatever the order of the entries.
  const tied = part.rolling.filter((who) => worth.get(who) === extreme);
  // The highest throw of the first roll counts, in every roll-off after it too.
  const highest = part.deal ?? (opening.deals ? dearest(part.rolled) : 0);
  if (tied.length > 1 && opening.tie === "roll_off") {
    return idle(table.withPart({ rolling: tied, rolled: [], deal: highest }), events, before);
  }
  return deal(table, tied.at(-1), highest, events, before);
}

// The Deckel of the highest throw.
const dearest = (rolled) => rolled.reduce((best, entry) => (entry[1] > best[1] ? entry : best))[2];

// Who begins takes `number` Deckel, or what is left, from the middle.
export function deal(table, first, number, events, before) {
  const { game, part } = table;
  const moved = Math.min(number, table.middle);
  const seat = game.seats.get(first);
  const tally = { ...part.tally, taken: add(part.tally.taken, seat, moved) };
  const dealt = table
    .withPart({ rolling: [], rolled: [], deal: null, tally })
    .with({ middle: table.middle - moved, deckel: add(table.deckel, seat, moved) });
  if (dealt.deckel[seat] === game.total) return losePart(dealt, first, events, before);
  return nextRound(dealt, first, events, before);
}
