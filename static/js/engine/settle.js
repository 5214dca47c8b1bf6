// How a round settles: who was best and worst, how many Deckel move, and from where. The rest of the
// engine hands over a round in which all turns are over; what comes back is the next one, or whatever
// follows a half that is lost. Units are Deckel.

import { COVERED, MOST_THROWS, STILL } from "./dice.js";
import { ALL } from "./hands.js";
import { circle, losePart } from "./parts.js";
import { Round, State, Table } from "./state.js";

export const SUDDEN = "sudden_round";

// Places of the best and the worst hand; of equal ones the earlier is the better, unless they yield
// to a later one. A covered one is the worst of all.
export function weigh(hands) {
  let [best, worst] = [0, 0];
  let [top, low] = [hands[0].rank, hands[0].rank];
  for (let place = 0; place < hands.length; place += 1) {
    const { rank } = hands[place];
    if (rank > top) [top, best] = [rank, place];
    else if (rank <= low) [low, worst] = [rank, place];
  }
  if (hands[best].yields) {
    best = hands.findLastIndex((hand) => hand.rank === top);
    if (low === top) worst = 0;
  }
  return [best, worst];
}

// Whoever forfeits is the worst, of several the lowest, and best only where all have.
function weighForfeits(hands, order, forfeits) {
  const places = [...order.keys()];
  const out = places.filter((place) => forfeits.has(order[place]));
  const rest = places.filter((place) => !forfeits.has(order[place]));
  const fair = rest.length ? rest : out;
  const among = (some) => weigh(some.map((place) => hands[place]));
  return [fair[among(fair)[0]], out[among(out)[1]]];
}

// `penalty` is that of the best hand, `giver` and `taker` are the seats of best and worst; comes back
// with the Deckel asked for, the Deckel moved, their source, the middle and the Deckel by seat.
export function flow(penalty, total, middle, deckel, giver, taker) {
  if (penalty === ALL) {
    const after = deckel.map((_, seat) => (seat === taker ? total : 0));
    return { penalty: total, moved: total - deckel[taker], source: "all", middle: 0, deckel: after };
  }
  const after = [...deckel];
  if (middle) {
    const moved = Math.min(penalty, middle);
    after[taker] += moved;
    return { penalty, moved, source: "middle", middle: middle - moved, deckel: after };
  }
  const moved = Math.min(penalty, deckel[giver]);
  after[taker] += moved;
  after[giver] -= moved;
  return { penalty, moved, source: "giver", middle: 0, deckel: after };
}

// After a turn or a reveal: the next turn, the reveal of covered cups, or the settlement.
export function endTurn(table, hands, events, before) {
  const { game, order, forfeits } = table;
  if (hands.length < order.length) {
    return new State(table, order[hands.length], hands, game.start, hands[0].throws, events, before);
  }
  let [best, worst] = weigh(hands);
  if (hands[worst].rank === COVERED) return new State(table, null, hands, STILL, 0, events, before);
  if (forfeits.length) [best, worst] = weighForfeits(hands, order, new Map(forfeits));
  return conclude(table, hands, order[best], order[worst], hands[best].penalty, events, before);
}

// The Deckel move, and what follows: the next round, or what comes after a half that is lost. `penalty`
// is that of the best hand; `best` may be null where none of his own are asked for.
export function conclude(table, hands, best, worst, asked, events, before) {
  const { game, part, order, forfeits } = table;
  const taker = game.seats.get(worst);
  const giver = best === null ? taker : game.seats.get(best);
  let { penalty, moved, source, middle, deckel } = flow(asked, game.total, table.middle, table.deckel, giver, taker);
  if (part.overtime === SUDDEN) [moved, source, middle, deckel] = [0, "none", table.middle, table.deckel];
  const settled = new Round(
    game, part.phase, order, hands, best, worst, forfeits, penalty, moved, source, table.middle, middle, deckel, events - 1,
  );
  const rounds = [...table.rounds, settled];
  const owing = game.ausRound ? { ...part, charges: [...part.charges, ...ausRounds(settled)] } : part;
  if (source === "none" || deckel[taker] === game.total) {
    return losePart(new Table(game, owing, middle, deckel, order, rounds, false, []), worst, events, before);
  }
  const next = circle(game, owing, middle, deckel, taker);
  const following = new Table(game, owing, middle, deckel, next, rounds, false, []);
  return new State(following, next[0], [], game.start, MOST_THROWS, events, before);
}

// A round of drinks from everybody with an Aus in one throw who has not forfeited it.
function ausRounds(settled) {
  const forfeits = new Map(settled.forfeits);
  return settled.shown()
    .filter(([player, hand]) => hand.category === "schock_aus" && hand.inOneThrow && !forfeits.has(player))
    .map(([player]) => ({ player, kind: "drinks_round", cents: null, code: "aus_round", event: settled.event }));
}
