// What the server would refuse before the rules are asked, and what it asks of them: the checks of
// games/scoring/services/play.py, with its codes and sentences.

import { apply, canonical, EngineError } from "../engine/index.js";
import { t } from "../scorer/words.js";
import { ACT, FROM_CARD, RETRACT, WHOLE_ROUND } from "./live.js";

const ID = /^[0-9A-Za-z:._-]{1,64}$/;
const WORDS = ["text", "by", "reason"];
const KEYS = [
  "type", "player", "kept", "turned", "dice", "throws", "in_one_throw", "code", "count", "cents",
  "votes_for", "votes_against", "effect", "mode", ...WORDS, "loser", "penalty", "best",
];
export const MOST_ENTRIES = 5000; // a long game has three hundred; an act counts as one
const MOST_CENTS = 1_000_000;
const LONGEST_TEXT = 400;
const LONGEST_EVENT = 4000;

// A no that is not one of the rules: `status` and `code` are those of the server's answer, `word` is
// the name of its sentence, `more` what else it says.
export class Refusal extends Error {
  constructor(status, code, word = code, details = {}) {
    super(code);
    Object.assign(this, { status, code, word, details });
  }

  get body() {
    return { code: this.code, sentence: t(`refused_${this.word}`), ...this.details };
  }
}

// What somebody reads of an error: [status, body] as the server would answer.
export function answerOf(error, lang, names) {
  if (error instanceof Refusal) return [error.status, error.body];
  if (!(error instanceof EngineError)) throw error;
  const { code, clause, event } = error;
  return [422, { code, sentence: error.sentence(lang, names), clause, event }];
}

export const invalid = (code, word) => new Refusal(422, code, word);
export const missing = (code, field) => new Refusal(422, code, code, { field });
export const illegal = (code, word) => new Refusal(422, code, word);
export const stale = (code = "stale", word) => new Refusal(409, code, word);
export const refereeOnly = () => new Refusal(403, "referee_only");

// An event with only the keys the format knows, its free text apart: { id, type, data, words }.
export function readLine(event) {
  if (typeof event.id !== "string" || !ID.test(event.id)) throw invalid("id_missing");
  const known = Object.fromEntries(KEYS.filter((key) => Object.hasOwn(event, key)).map((key) => [key, event[key]]));
  for (const key of WORDS) {
    const text = known[key] ?? "";
    if (typeof text !== "string" || [...text].length > LONGEST_TEXT) throw invalid("text_too_long");
  }
  for (const key of ["cents", "count"]) {
    if (Number.isInteger(known[key]) && Math.abs(known[key]) > MOST_CENTS) throw invalid("amount_too_large");
  }
  const text = canonical(known);
  if (!wellFormed(known) || text.includes("\\u0000") || bytes(text) > LONGEST_EVENT) throw invalid("bad_event");
  const words = Object.fromEntries(WORDS.filter((key) => known[key]).map((key) => [key, known[key]]));
  for (const key of WORDS) delete known[key];
  return { id: event.id, type: typeof known.type === "string" ? known.type : "", data: known, words };
}

const bytes = (text) => new TextEncoder().encode(text).length;

// Half of a surrogate pair is no text that a database takes.
function wellFormed(value) {
  if (typeof value === "string") return !/\p{Surrogate}/u.test(value);
  return typeof value !== "object" || value === null || Object.entries(value).flat().every(wellFormed);
}

// The states after each line; stores nothing. Throws a `Refusal`, or an `EngineError` with the index
// of the line.
export function checkEvents(live, lines, { mayRule, first = 0 }) {
  const at = live.sequence;
  if (!live.isOpen(at)) throw stale("game_finished", "finished");
  const acts = new Set(lines.flatMap(({ data }) => data[ACT] ?? []));
  const weight = lines.filter(({ data }) => !(ACT in data)).length + acts.size;
  if (live.weights[at] + weight > MOST_ENTRIES) throw illegal("log_too_long", "too_long");
  const added = []; // the types of what was added meanwhile and is in force
  let top = live.tops[at], state = live.state;
  return lines.map(({ type, data }, place) => {
    const kind = type === RETRACT ? added.at(-1) ?? retracted(live, top) : type;
    if (kind === "ruling" && !mayRule) throw refereeOnly();
    if (kind === WHOLE_ROUND && !live.game.takes_rounds) throw illegal("hands_count");
    try {
      state = apply(state, data);
    } catch (error) {
      if (error instanceof EngineError) error.event = first + place;
      throw error;
    }
    if (type !== RETRACT) added.push(type);
    else if (added.length) added.pop();
    else top = live.under.get(top);
    return state;
  });
}

// Which kind of event a retract takes back; what came from a card anybody may.
function retracted(live, top) {
  if (!top) return null;
  const { type, data } = live.entry(top);
  return data[FROM_CARD] ? null : type;
}
