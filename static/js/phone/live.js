// A game on this phone: every state it has been in, out of its header and its log. It follows
// games/scoring/live.py name by name, and is held to it by the suite.

import { apply, start } from "../engine/index.js";

export const FINISH = "finish", REOPEN = "reopen", CARD = "card";
export const MARKS = [FINISH, REOPEN, CARD];
export const RETRACT = "retract", WHOLE_ROUND = "round";
export const ACT = "act"; // names the change of a settled round under which what followed was entered again
export const MENDED = "mended"; // on the first entry that an act says again: its id
export const FROM_CARD = "from_card"; // on a ruling of ours: the half was played without the app
const BESIDE = ["infraction", "ruling", "overtime"]; // what does not lie on the table

export class Live {
  // `game` as the server tells of it: { id, table, number, header, charges, takes_rounds }.
  constructor(game) {
    this.game = game;
    this.states = [start(game.header)];
    this.entries = []; // { id, type, data, words }, the one with the sequence n at n - 1
    this.sequenceOf = new Map();
    this.marks = []; // [sequence, type]
    this.tops = [0]; // after n entries: the sequence of the event that a retract would take back, 0 for none
    this.under = new Map(); // what a retract would take back after that one
    this.noted = [[]]; // after n entries: the sequences of the breaches and rulings in force
    this.weights = [0]; // after n entries: how many there are where all of an act count as one
    this.acts = new Set();
  }

  get sequence() {
    return this.entries.length;
  }

  get state() {
    return this.states.at(-1);
  }

  get book() {
    return this.state.table.game.book;
  }

  entry(sequence) {
    return this.entries[sequence - 1];
  }

  // The last mark of the app at that point, null for none yet.
  mark(sequence) {
    return this.marks.findLast(([at]) => at <= sequence)?.[1] ?? null;
  }

  // Whether the log takes events there.
  isOpen(sequence) {
    return [null, REOPEN].includes(this.mark(sequence));
  }

  // The sequences of what is in force at that point, oldest first.
  inForce(sequence) {
    const sequences = [];
    for (let top = this.tops[sequence]; top; top = this.under.get(top)) sequences.push(top);
    return sequences.reverse();
  }

  // What is in force from the entry that settled the last round on, oldest first; null where no round
  // is settled, or something of what follows lies there already.
  sinceSettled(sequence) {
    const sequences = [];
    for (let top = this.tops[sequence]; top; top = this.under.get(top)) {
      sequences.push(top);
      const before = this.states[top - 1].table, after = this.states[top].table;
      if (after.rounds.length > before.rounds.length) return sequences.reverse();
      const { type, data } = this.entry(top);
      if (!BESIDE.includes(type) || data[FROM_CARD] || before.part.phase !== after.part.phase) return null;
    }
    return null;
  }

  // The entries in force of the act that a retract would begin to take back: its breach and what was
  // entered again. Empty where the last one belongs to none, or not all are left.
  act(sequence) {
    const sequences = [];
    let top = this.tops[sequence];
    const name = top ? this.entry(top).data[ACT] : undefined;
    if (name === undefined) return [];
    for (; top && this.entry(top).data[ACT] === name; top = this.under.get(top)) sequences.push(top);
    const last = sequences[0], isUnbroken = last - sequences.at(-1) === sequences.length - 1;
    const ends = last === this.sequence || this.entry(last + 1).data[ACT] !== name;
    return isUnbroken && ends ? sequences.reverse() : [];
  }

  // The shallowest depth that counts: `card`, `rounds`, `hands` or `throws`.
  depth(sequence) {
    let shallowest = "throws";
    for (let top = this.tops[sequence]; top; top = this.under.get(top)) {
      const { type, data } = this.entry(top);
      if (data[FROM_CARD]) return "card";
      if (type === WHOLE_ROUND) shallowest = "rounds";
      else if (type === "hand" && shallowest === "throws") shallowest = "hands";
    }
    return shallowest;
  }

  // Takes in the next entry; `state` is the one after it, where the caller knows it.
  add(entry, state) {
    const sequence = this.sequence + 1;
    const { id, type, data } = entry;
    let top = this.tops.at(-1), noted = this.noted.at(-1);
    if (MARKS.includes(type)) {
      state = this.state;
      this.marks.push([sequence, type]);
    } else {
      state ??= apply(this.state, data);
      if (type === RETRACT) {
        noted = this.noted[top - 1];
        top = this.under.get(top);
      } else {
        this.under.set(sequence, top);
        top = sequence;
        if (["infraction", "ruling"].includes(type)) noted = [...noted, sequence];
      }
    }
    this.states.push(state);
    const act = data[ACT];
    this.weights.push(this.weights.at(-1) + Number(act === undefined || !this.acts.has(act)));
    if (act !== undefined) this.acts.add(act);
    this.tops.push(top);
    this.noted.push(noted);
    this.sequenceOf.set(id, sequence);
    this.entries.push(entry);
  }
}
