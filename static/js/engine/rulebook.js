// A rulebook as data, read from the JSON that games/engine/phone.py makes of the TOML files, and bent
// by house_rules.js. Nothing here plays. The fields are those of games/engine/rulebook.py in
// camelCase; keys of the data itself (words, clauses, codes) stay as they are.

import { dashed, MOST_THROWS, NO_HAND, turns } from "./dice.js";
import { InvalidError } from "./errors.js";
import { ALL, nameOf, penaltyOf, Ranking } from "./hands.js";
import { setSentences } from "./sentences.js";
import { EDITIONS, NEWEST, VENUES } from "./words.js";

export class Rulebook {
  constructor(fields) {
    Object.assign(this, fields);
  }

  // The same book but for these fields; its tables are made anew.
  with(changes) {
    return new Rulebook({ ...this, ...changes });
  }

  get ranking() {
    return once(this, "ranking", () => new Ranking(this.categories, this.ties));
  }

  // What the best hand of a round can ask for, in Deckel; `ALL` among them.
  get penalties() {
    return once(this, "penalties", () => new Set([...this.ranking.hands.values()].map((hand) => hand.penalty)));
  }

  // The situations of a turn, by number; the first is that before the first throw.
  get turns() {
    return turns(this.sixes);
  }

  // Throws used -> number of the situation -> the hand of a turn that ends there.
  get turnHands() {
    return once(this, "turnHands", () => Array.from({ length: MOST_THROWS }, (_, used) => this.turns.map((node) => {
      const throws = used + 1;
      return node.last.length ? this.ranking.hand(node.dice, throws, throws === 1 || !node.kept.length) : NO_HAND;
    })));
  }

  // Code of a category -> its name; where a code stands in two rows, that of the better.
  get categoryNames() {
    return Object.fromEntries(this.categories.toReversed().map(({ code, name }) => [code, name]));
  }

  stakeRow(players, venue) {
    return this.stakes.find((row) => row.venues.includes(venue) && (row.upTo === null || players <= row.upTo)) ?? null;
  }

  // What the loser owes: { kind, cents }; null where that is nothing.
  stake(players, venue = VENUES[0]) {
    const row = this.stakeRow(players, venue);
    return row && { kind: row.kind, cents: row.cents };
  }

  // The rows of the table of values, best first: { hand, code, name, penalty, clause }.
  get valueTable() {
    return this.categories.flatMap((category) => values(category, this.ranking));
  }
}

const tables = new WeakMap();

function once(book, name, make) {
  if (!tables.has(book)) tables.set(book, {});
  return (tables.get(book)[name] ??= make());
}

function values(category, ranking) {
  const hands = ranking.handsOf(category);
  const spans = category.penalty.length > 1 ? hands.map((dice) => [dice, dice]) : [[hands[0], hands.at(-1)]];
  return spans.map(([best, worst]) => {
    const single = dashed(best) === dashed(worst);
    const penalty = penaltyOf(category, best);
    return {
      hand: single ? dashed(best) : `${dashed(best)} … ${dashed(worst)}`,
      code: category.code,
      name: single ? { de: nameOf(category, best, "de"), en: nameOf(category, best, "en") } : category.name,
      penalty: penalty === ALL ? null : penalty,
      clause: category.clause,
    };
  });
}

const books = new Map();

// Takes in what the server's file of rulebooks says; before that there is none.
export function readRulebooks(data) {
  setSentences(data.texts);
  for (const fields of data.rulebooks) {
    const book = new Rulebook({ ...fields, infractions: byCode(fields.infractions), options: byCode(fields.options) });
    books.set(book.slug, new Map([[NEWEST, book], [EDITIONS[0], firstEdition(book)]]));
  }
}

const byCode = (rows) => new Map(rows.map((row) => [row.code, row]));

// Before no direct Schock-Aus yielded, and a fine of who is out was for everybody.
function firstEdition(book) {
  return book.with({
    categories: book.categories.map((category) => ({ ...category, laterDirect: false })),
    infractions: new Map([...book.infractions].map(([code, breach]) => [code, { ...breach, onlyOut: false }])),
  });
}

export const slugs = () => [...books.keys()];

// One rulebook by its slug, as games of that edition play it. Throws `InvalidError`.
export function load(slug, edition = NEWEST) {
  if (!books.has(slug)) throw new InvalidError("unknown_rulebook", null, { rulebook: slug });
  return books.get(slug).get(edition);
}
