// The order of hands: categories and ties of a rulebook turned into one number per hand.
//
// The table is built once per rulebook; afterwards two hands are compared as two integers. „Earlier“
// is in no number: the order of the round decides it. So does „later“, which takes the place of all
// that follow where a direct hand yields to a later one.

import { ALL_HANDS, dashed, Hand, inFallingOrder, MOST_THROWS } from "./dice.js";
import { digits } from "./events.js";
import { filled } from "./sentences.js";

// The penalty of a category that gives the loser all Deckel.
export const ALL = 0;
const TIE_STEPS = MOST_THROWS * MOST_THROWS;
// Throws of a turn, and whether its hand fell in one throw: a single throw always does.
const TURNS = [[1, true], [2, true], [2, false], [3, true], [3, false]];

const same = (left, right) => left.every((die, place) => die === right[place]);

// What one of the 56 hands costs in its category.
export function penaltyOf(category, dice) {
  if (category.penalty.length === 1 || category.hands === null) return category.penalty[0];
  return category.penalty[category.hands.findIndex((hand) => same(hand, dice))];
}

// „Schock 6“, „Jenny 4“, „6-4-3“
export const nameOf = (category, dice, lang) => filled(category.shown[lang], dice);

// All hands of one rulebook, ranked. Higher is better; equal ranks are decided by „earlier“.
export class Ranking {
  constructor(categories, ties) {
    this.ties = ties;
    this.categories = new Map(categories.map((category) => [category.key, category]));
    const byDigits = ALL_HANDS.map(dashed).sort().reverse().map((hand) => hand.split("-").map(Number));
    // What belongs to a category without being laid there: whatever no other names where `hands` is null.
    const rest = categories.find((category) => category.hands === null);
    this.natural = new Map(byDigits.map((dice) => [dashed(dice), rest]));
    for (const category of categories) for (const dice of category.hands ?? []) this.natural.set(dashed(dice), category);
    // Each hand's place in its category and each category's place among the others.
    const bestFirst = categories.flatMap(({ key, hands }) => (hands ?? byDigits).map((dice) => `${key} ${dashed(dice)}`));
    this.places = new Map(bestFirst.reverse().map((entry, place) => [entry, place]));
    this.hands = new Map();
    for (const dice of ALL_HANDS) {
      for (const [throws, inOneThrow] of TURNS) {
        this.hands.set(turnKey(dice, throws, inOneThrow), this.rank(dice, throws, inOneThrow));
      }
    }
  }

  // The hand of a turn, from dice in any order.
  hand(dice, throws, inOneThrow) {
    return this.hands.get(turnKey(inFallingOrder(dice), throws, inOneThrow));
  }

  // What belongs to a category without being laid there, best first.
  handsOf(category) {
    return category.hands ?? [...this.natural].filter(([, natural]) => natural === category).map(([dice]) => dice.split("-").map(Number));
  }

  // The ties that decide between this hand and an equal one.
  chain(hand) {
    return hand.yields ? ["one_throw", "later"] : (this.categories.get(hand.key).ties ?? this.ties);
  }

  rank(dice, throws, inOneThrow) {
    let category = this.natural.get(dashed(dice));
    if (category.oneThrow && !inOneThrow && category.otherwise !== null) category = this.categories.get(category.otherwise);
    const yields = category.laterDirect && inOneThrow;
    const worth = { fewer_throws: yields ? 0 : MOST_THROWS - throws, one_throw: Number(inOneThrow) };
    // Two digits to base three below the place; „earlier“ has none.
    const [first = 0, second = 0] = (category.ties ?? this.ties).slice(0, -1).map((criterion) => worth[criterion]);
    const rank = this.places.get(`${category.key} ${dashed(dice)}`) * TIE_STEPS + first * MOST_THROWS + second;
    return new Hand(dice, throws, inOneThrow, category.code, category.key, rank, penaltyOf(category, dice), yields);
  }
}

const turnKey = (dice, throws, inOneThrow) => 2000 * throws + 1000 * inOneThrow + digits(dice, 3);

// Whether two hands are the same to the order of categories, before any tie.
export function equalButForTies(left, right) {
  return Math.floor(left.rank / TIE_STEPS) === Math.floor(right.rank / TIE_STEPS);
}
