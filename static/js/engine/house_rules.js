// Named departures from a rulebook: which are locked, and what they change. A departure gives another
// rulebook; play never asks whether a house rule is in force. Where one changes a rule, its clause
// becomes „Hausregel“.

import { IllegalError, InvalidError } from "./errors.js";
import { load } from "./rulebook.js";
import { AFTER_TURNING, DECKEL, FINAL_START, REENTER } from "./words.js";

// The clause of a rule that the table has changed.
export const HOUSE_RULE = "Hausregel";

const YES_NO = [true, false];
const isDeckel = (value) => Number.isInteger(value) && DECKEL[0] <= value && value <= DECKEL[1];

// Of each: the value the book has, whether another is allowed, and the book with that one.
const RULES = {
  deckel: {
    present: (book) => book.deckel,
    allows: isDeckel,
    change: (book, deckel) => book.with({ deckel, clauses: changed(book, "deckel") }),
  },
  general_over_schock2: {
    present: ({ categories }) => place(categories, "general") < place(categories, "schock_2"),
    allows: (value) => YES_NO.includes(value),
    change: moveGeneral,
  },
  one_throw_only: {
    present: ({ categories }) => categories.some((category) => category.oneThrow),
    allows: (value) => YES_NO.includes(value),
    change: (book, oneThrow) => book.with({
      categories: book.categories.map((category) => (category.otherwise ? { ...category, oneThrow, clause: HOUSE_RULE } : category)),
    }),
  },
  fewer_throws_first: {
    present: (book) => book.ties[0] === "fewer_throws",
    allows: (value) => YES_NO.includes(value),
    change: fewerThrows,
  },
  after_turning: {
    present: (book) => book.sixes.after,
    allows: (value) => AFTER_TURNING.includes(value),
    change: (book, after) => book.with({ sixes: { ...book.sixes, after, clause: HOUSE_RULE } }),
  },
  reenter: {
    present: (book) => book.reenter,
    allows: (value) => REENTER.includes(value),
    change: (book, reenter) => book.with({ reenter, clauses: changed(book, "reenter") }),
  },
  final_start: {
    present: (book) => book.finalStart,
    allows: (value) => FINAL_START.includes(value),
    change: (book, finalStart) => book.with({ finalStart, clauses: changed(book, "begin_final") }),
  },
  opening_each_half: {
    present: (book) => book.opening.eachHalf,
    allows: (value) => YES_NO.includes(value),
    change: (book, eachHalf) => book.with({ opening: { ...book.opening, eachHalf } }),
  },
  later_direct_aus: {
    present: ({ categories }) => categories.some((category) => category.laterDirect),
    allows: (value) => YES_NO.includes(value),
    change: (book, laterDirect) => book.with({
      categories: book.categories.map((category) => (category.key === "schock_aus" ? { ...category, laterDirect } : category)),
      tieClauses: { ...book.tieClauses, later: HOUSE_RULE },
    }),
  },
  reenter_in_final: {
    present: (book) => book.reenterInFinal,
    allows: (value) => YES_NO.includes(value),
    change: (book, reenterInFinal) => book.with({ reenterInFinal }),
  },
};

const place = (categories, key) => categories.findIndex((category) => category.key === key);

const changed = (book, rule) => ({ ...book.clauses, [rule]: HOUSE_RULE });

// The General moves right above or right below Schock 2; nothing else changes place.
function moveGeneral(book, over) {
  const here = { ...book.categories[place(book.categories, "general")], clause: HOUSE_RULE };
  const others = book.categories.filter((category) => category.key !== "general");
  const at = place(others, "schock_2") + (over ? 0 : 1);
  return book.with({ categories: others.toSpliced(at, 0, here) });
}

// As a tie „fewer throws“ comes first, but between two Aus after a leading „in one throw“.
function fewerThrows(book, first) {
  const chain = (ties, own) => {
    const others = ties.filter((criterion) => criterion !== "fewer_throws");
    return first ? others.toSpliced(own && others[0] === "one_throw" ? 1 : 0, 0, "fewer_throws") : others;
  };
  return book.with({
    ties: chain(book.ties, false),
    categories: book.categories.map((category) => (category.ties === null ? category : { ...category, ties: chain(category.ties, true) })),
    tieClauses: { ...book.tieClauses, fewer_throws: HOUSE_RULE },
  });
}

const bent = new Map();

// The rulebook as a table plays it. A locked rule is refused even with the value it has anyway: it is
// not for the table to name.
export function agreed(slug, rules, edition) {
  const book = load(slug);
  for (const [rule, value] of Object.entries(rules)) {
    if (!Object.hasOwn(RULES, rule)) throw new InvalidError("unknown_house_rule", null, { rule });
    if (rule in book.locked) throw new IllegalError("locked_house_rule", book.locked[rule], { rule });
    if (rule in book.refused) throw new IllegalError("refused_house_rule", book.refused[rule], { rule });
    if (!RULES[rule].allows(value)) throw new InvalidError("bad_house_rule", null, { rule });
  }
  const names = Object.keys(rules).sort();
  const key = JSON.stringify([slug, edition, names.map((rule) => [rule, rules[rule]])]);
  if (!bent.has(key)) bent.set(key, bend(load(slug, edition), names, rules));
  return bent.get(key);
}

// What the book has already is no change; each is compared with the book as it was.
function bend(book, names, rules) {
  const differ = names.filter((rule) => rules[rule] !== RULES[rule].present(book));
  return differ.reduce((changed, rule) => RULES[rule].change(changed, rules[rule]), book);
}
