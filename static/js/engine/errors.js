// What the engine says no with: a stable English `code`, the `data` it is about, the clause of the
// rulebook where there is one, and a sentence in German and English.

import { refused } from "./sentences.js";

// The clause of a rule about which the text of the rulebook says nothing.
export const SILENT = "–";

export class EngineError extends Error {
  // `event` is the index in the log, null for the header.
  constructor(code, clause = null, data = {}) {
    super();
    this.code = code;
    this.clause = clause === SILENT ? null : clause;
    this.data = data;
    this.event = null;
  }

  get message() {
    return `${this.code}: ${this.sentence("en")}`;
  }

  // The refusal for a person; `names` shows players under other names than their ids.
  sentence(lang = "de", names = {}) {
    return refused(this, lang, names);
  }
}

// Malformed: no state of any game could accept it.
export class InvalidError extends EngineError {}

// Well formed, but against the rules as they are now.
export class IllegalError extends EngineError {}
