// What the engine says no with: a stable English `code`, the `data` it is about, the clause of the
// rulebook where there is one, and a sentence in German and English.

import { format, texts } from "./texts.js";

// The clause of a rule about which the text of the rulebook says nothing.
export const SILENT = "–";
const LONGEST = 60;

export class EngineError extends Error {
  // `event` is the index in the log, null for the header.
  constructor(code, clause = null, data = {}) {
    super(code);
    this.code = code;
    this.clause = clause === SILENT ? null : clause;
    this.data = data;
    this.event = null;
  }

  get message() {
    return `${this.code}: ${this.sentence("en")}`;
  }

  // The refusal for a person; `names` (a Map) shows players under other names than their ids.
  sentence(lang = "de", names = new Map()) {
    const shown = {};
    for (const [key, value] of Object.entries(this.data)) shown[key] = show(value, names);
    const sentence = format(texts.sentences[this.code][lang], shown);
    return this.clause ? `${sentence} (${this.clause})` : sentence;
  }
}

// Malformed: no state of any game could accept it.
export class InvalidError extends EngineError {}

// Well formed, but against the rules as they are now.
export class IllegalError extends EngineError {}

// What came from outside can be anything, of any size and depth; a sentence quotes little of it, in
// Python's spelling.
function show(value, names) {
  if (typeof value === "string") {
    const letters = [...(names.get(value) ?? value)];
    return letters.length <= LONGEST ? letters.join("") : `${letters.slice(0, LONGEST - 1).join("")}…`;
  }
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "number" || (Number.isInteger(value) && Math.abs(value) >= 2 ** 64)) return "…";
  return String(value);
}
