// Three dice and what a turn may do with them, worked out once.
//
// A turn is a walk through a small graph: a `Node` is what lies on the table after a throw, a `Left`
// is what stays there for the next, and `turns` builds all of them for one rule about sixes. Nothing
// here knows players, Deckel or rulebooks.

import { digits } from "./events.js";

export const MOST_THROWS = 3;
// The rank of a hand that nobody has seen.
export const COVERED = -1;

export const inFallingOrder = (dice) => dice.toSorted((a, b) => b - a);

// „6-4-3“
export const dashed = (dice) => dice.join("-");

// Every throw of `number` dice, as a multiset in falling order.
export function throwsOf(number, least = 1) {
  if (!number) return [[]];
  const throws = [];
  for (let face = least; face <= 6; face += 1) {
    for (const others of throwsOf(number - 1, face)) throws.push([...others, face]);
  }
  return throws;
}

// The 56 hands.
export const ALL_HANDS = throwsOf(3);

// What a turn ended with. `rank` is a whole order but for „earlier“; `penalty` 0 means all. Of equal
// hands the earlier is the better; where they `yield`, the later.
export class Hand {
  constructor(dice, throws, inOneThrow, category, key, rank, penalty, yields = false) {
    this.dice = dice;
    this.throws = throws;
    this.inOneThrow = inOneThrow;
    this.category = category;
    this.key = key;
    this.rank = rank;
    this.penalty = penalty;
    this.yields = yields;
  }
}

export const NO_HAND = new Hand([], 0, false, "", "", COVERED, 0);

// A throw that stayed under its cup, the turn's last; its faces are still to be shown.
export class Cup {
  constructor(throws, left) {
    this.throws = throws;
    this.left = left;
    this.rank = COVERED;
    this.yields = false;
  }
}

// Dice left on the table before a throw. `falls` leads on to nodes, by the digits of the others.
class Left {
  constructor(kept) {
    this.kept = kept;
    this.falls = [];
  }
}

// The situation after a throw (or before the first): `last` was thrown beside `kept`; `number` is its
// place in a table of hands. `lefts` leads on by `way(turned, digits of kept)`, `ways` has every
// [turned, kept] once.
class Node {
  constructor(number, kept, last, lefts, ways) {
    this.number = number;
    this.kept = kept;
    this.last = last;
    this.lefts = lefts;
    this.ways = ways;
  }

  get dice() {
    return inFallingOrder([...this.kept, ...this.last]);
  }

  // What stays on the table, undefined where that is not allowed here.
  leave(turned, kept) {
    const number = Array.isArray(kept) ? digits(kept, kept.length) : -1;
    return number < 0 || !Number.isInteger(turned) ? undefined : this.lefts.get(way(turned, number));
  }
}

const way = (turned, number) => 1000 * turned + number;

// The situation of nobody: no way to throw leads out of it.
export const STILL = new Node(0, [], [], new Map(), []);

// All [turned, kept] for the next throw, after `last` was thrown beside `kept`; smallest first.
function choices(kept, last, { most, after }) {
  const ways = new Map();
  const add = (turned, added) => {
    const all = inFallingOrder([...kept, ...added]);
    ways.set(`${turned} ${all.join(" ")}`, [turned, all]);
  };
  for (const added of subsets(last)) if (added.length < last.length) add(0, added);
  const sixes = last.filter((die) => die === 6).length;
  const others = after === "sixes" ? last.filter((die) => die !== 6) : [];
  // At least one six goes back into the cup, so one fewer than were thrown can be turned.
  for (let turned = 1; turned <= Math.min(sixes - 1, most); turned += 1) {
    for (const added of subsets(others)) add(turned, [...Array(turned).fill(1), ...added]);
  }
  // Digits with blanks between them sort as Python's tuples do.
  return [...ways.keys()].sort().map((key) => ways.get(key));
}

function subsets(dice) {
  return dice.reduce((sets, die) => [...sets, ...sets.map((set) => [...set, die])], [[]]);
}

// The digits of the dice in every order.
function orders(dice) {
  if (!dice.length) return [0];
  return dice.flatMap((die, place) => orders(dice.toSpliced(place, 1)).map((rest) => die * 10 ** (dice.length - 1) + rest));
}

const made = new Map();

// All situations of a turn under one rule about sixes; the first is that before a throw.
export function turns(sixes) {
  const key = `${sixes.most} ${sixes.after}`;
  if (!made.has(key)) made.set(key, graph(sixes));
  return made.get(key);
}

// Every node leads to nodes that are not made yet, so the falls are filled one by one.
function graph(sixes) {
  const lefts = new Map();
  for (const kept of [0, 1, 2].flatMap((number) => throwsOf(number))) lefts.set(kept.join(""), new Left(kept));
  const nodes = [];
  const add = (kept, last, ways) => {
    const on = new Map();
    for (const [turned, kept] of ways) {
      for (const number of orders(kept)) on.set(way(turned, number), lefts.get(kept.join("")));
    }
    nodes.push(new Node(nodes.length, kept, last, on, ways));
    return nodes.at(-1);
  };
  add([], [], [[0, []]]);
  for (const { kept, falls } of lefts.values()) {
    for (const last of throwsOf(3 - kept.length)) {
      const node = add(kept, last, choices(kept, last, sixes));
      for (const number of orders(last)) falls[number] = node;
    }
  }
  return nodes;
}
