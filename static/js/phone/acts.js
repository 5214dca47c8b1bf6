// A breach of the round that has just been settled, as one act that is undone as one. It follows
// games/scoring/services/late_breach.py: the same entries with the same ids as the server makes.

import { apply, EngineError } from "../engine/index.js";
import { checkEvents, illegal, invalid, readLine, refereeOnly } from "./checks.js";
import { ACT, MENDED, RETRACT, WHOLE_ROUND } from "./live.js";

const LONGEST_ID = 58; // „:12345“ is put behind it, and an entry's id has 64 places

// Whether a message is about the last round.
export function isLate(events) {
  const late = events.some((event) => event.round === "last");
  if (late && events.length > 1) throw invalid("late_alone");
  return late;
}

export function readLate(event) {
  const line = readLine(event);
  if (line.id.length > LONGEST_ID) throw invalid("id_missing", "id_too_long");
  return line;
}

// The entries of the act and the states after each of them.
export function lateLines(live, line, mayRule) {
  const lines = linesOf(live, line, mayRule);
  try {
    return { lines, states: checkEvents(live, lines, { mayRule: true }) };
  } catch (error) {
    if (error instanceof EngineError) error.event = 0;
    throw error;
  }
}

// Where an act ends that is there already. It is refused where it is another entry's id.
export function repeatedAct(live, line, same) {
  const place = live.sequenceOf.get(line.id);
  const { type, data: { [ACT]: _, ...data } } = live.entry(place);
  let number = 0;
  while (live.sequenceOf.has(`${line.id}:${number + 1}`)) number += 1;
  if (!number || !same({ type, data }, line)) throw invalid("id_reused");
  return Math.max(place, live.sequenceOf.get(`${line.id}:${number}`));
}

function linesOf(live, line, mayRule) {
  const at = live.sequence;
  if (line.type === RETRACT) return takenBack(live, at, line, mayRule);
  if (!["infraction", "ruling"].includes(line.type)) throw invalid("bad_event");
  if (line.type === "ruling" && !mayRule) throw refereeOnly();
  const since = live.sinceSettled(at);
  if (!since || !live.isOpen(at)) throw illegal("no_last_round");
  const before = live.states[since[0] - 1];
  let after;
  try {
    after = apply(before, line.data);
  } catch (error) {
    if (error instanceof EngineError) error.event = 0;
    throw error;
  }
  const mark = { [ACT]: line.id };
  let again = copies(live, since, mark);
  // With the half that it lost the last turn is gone: it belongs to no round any more.
  if (after.table.part.phase !== before.table.part.phase) again = again.slice(1);
  else if (again[0].type === WHOLE_ROUND) again[0] = wholeRound(again[0], after, line.data.best);
  return [
    ...numbered(line, since.map(() => retract(mark))),
    { ...line, data: { ...line.data, ...mark } },
    ...numbered(line, again, since.length),
  ];
}

// A round in one entry once more, lost by who has forfeited it: the penalty stays, and so does the
// best unless it was he; then it is the one that the breach names.
function wholeRound(line, state, best = null) {
  const forfeits = state.table.forfeits.map(([player]) => player);
  const data = { ...line.data };
  if (forfeits.length && !forfeits.includes(data.loser)) [data.loser] = forfeits;
  if (forfeits.includes(data.best) || data.best === data.loser) data.best = best;
  return { ...line, data };
}

function takenBack(live, at, line, mayRule) {
  const act = live.act(at);
  if (!act.length) throw illegal("no_last_round");
  let [first] = act;
  const { type, data } = live.entry(first);
  if (type === "ruling" && !(MENDED in data) && !mayRule) throw refereeOnly();
  while (first > 1 && live.entry(first - 1).data[ACT] === data[ACT]) first -= 1;
  // What the act took back lay on top of what it was built on.
  const below = live.inForce(act[0] - 1).length;
  const before = live.inForce(first - 1).slice(below);
  // The first of them has the id of the message itself, by which a repeat is known.
  const back = act.slice(1).map(() => retract({}));
  return [line, ...numbered(line, [...back, ...copies(live, before, {})])];
}

const retract = (mark) => ({ type: RETRACT, data: { type: RETRACT, ...mark }, words: {} });

// The same entries again, with their free text; under the mark of an act, or of none.
function copies(live, sequences, mark) {
  return sequences.map((sequence) => {
    const { type, data: { [ACT]: _, ...data }, words } = live.entry(sequence);
    return { type, data: { ...data, ...mark }, words };
  });
}

function numbered({ id }, lines, first = 0) {
  return lines.map((line, place) => ({ ...line, id: `${id}:${first + place + 1}` }));
}
