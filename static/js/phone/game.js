// A game that goes on without network: it takes what the scorer's page sends, answers as the server
// would, and grows the very log that the server will. It stores nothing and sends nothing.

import { canonical, EngineError } from "../engine/index.js";
import { Refused } from "../scorer/server.js";
import { isLate, lateLines, readLate, repeatedAct } from "./acts.js";
import { both, viewOf } from "./answers.js";
import { answerOf, checkEvents, illegal, invalid, missing, readLine, Refusal, stale } from "./checks.js";
import { FINISH, Live, REOPEN } from "./live.js";
import { decision, happened, history, moment } from "./snapshot.js";

const same = (left, right) => canonical([left.type, left.data]) === canonical([right.type, right.data]);

export class PhoneGame {
  // `details` are what the server says of a game and its entries (`GET /api/games/<id>/entries/`), or
  // `begin` of one that it does not know yet; `waiting` are entries that it does not have.
  constructor(details, lang, waiting = []) {
    this.live = new Live(details);
    this.names = details.names;
    this.viewer = { lang, rights: details.rights };
    this.arrived = 0; // so many entries the server has
    this.extend(details);
    this.wait(waiting);
  }

  // What waits may have been entered by other rules than those of now: the game stands as it did
  // before the first entry that these refuse, until somebody has said what becomes of it.
  wait(entries) {
    try {
      for (const entry of entries) this.live.add(entry);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
    }
  }

  // What the server has; entries that are known here already are passed over. Whether those are the
  // same is for whoever compares the two.
  extend({ sequence, entries }) {
    const first = sequence - entries.length + 1;
    entries.forEach((entry, place) => {
      if (first + place === this.live.sequence + 1) this.live.add(entry);
    });
    this.arrived = Math.max(this.arrived, sequence);
  }

  // --- reading --------------------------------------------------------------------------------

  load() {
    const { live, names, viewer } = this;
    const { game, view } = both(live, names, viewer);
    if (viewer.rights.inside && view.step === "over") view.decision = decision(live, live.sequence, viewer.lang);
    // As long as the server does not know that it is closed, nobody has confirmed anything.
    view.can.reopen = viewer.rights.score && view.status === "finished" && live.sequence > this.arrived;
    return { game, view };
  }

  rounds() {
    const { live, names, viewer: { lang, rights: { inside: full } } } = this;
    const rounds = history(live.state.table.rounds, names, { full, lang });
    return { ...this.load(), rounds, ...(full ? { happened: happened(live, live.sequence, lang) } : {}) };
  }

  preview(seen, events) {
    return this.answer(() => {
      const { live, names, viewer: { lang } } = this;
      const mayRule = this.viewer.rights.rule;
      const late = isLate(events);
      const lines = events.map((event) => (late ? readLate : readLine)({ ...event, id: "preview" }));
      if (seen !== live.sequence) throw stale();
      const states = late ? lateLines(live, lines[0], mayRule).states : checkEvents(live, lines, { mayRule });
      const counts = (late ? states : [live.state]).map((state) => state.table.rounds.length);
      const viewer = { full: true, lang };
      return {
        view: { sequence: seen, ...moment(states.at(-1), names, viewer) },
        settles: history(states.at(-1).table.rounds, names, viewer, Math.min(...counts)),
      };
    });
  }

  // --- writing --------------------------------------------------------------------------------

  send(seen, events) {
    return this.written(() => (isLate(events) ? this.addAct(seen, events[0]) : this.addEvents(seen, events)));
  }

  finish(seen, id) {
    return this.written(() => {
      const { live } = this;
      const done = this.done(seen, id, FINISH);
      if (done) return done;
      if (!live.isOpen(seen)) throw stale("game_finished", "closed_already");
      if (live.state.step !== "over") throw illegal("game_not_over");
      this.mark(id, FINISH);
      return live.sequence;
    });
  }

  abandon(seen, id, reason = "") {
    return this.written(() => {
      const line = readLine({ id, type: "abandon", reason });
      const done = this.done(seen, `${id}:end`, FINISH);
      if (done) return done;
      this.store([line], checkEvents(this.live, [line], { mayRule: false }));
      this.mark(`${id}:end`, FINISH);
      return this.live.sequence;
    });
  }

  // What has arrived as closed has a result, which others may have confirmed.
  reopen(seen, id, reason) {
    return this.written(() => {
      const { live } = this;
      const done = this.done(seen, id, REOPEN);
      if (done) return done;
      if (!reason.trim()) throw missing("reason_missing", "reason");
      if (live.isOpen(seen)) throw illegal("game_running", "still_open");
      if (live.sequence <= this.arrived) throw new Refusal(503, "needs_network");
      this.mark(id, REOPEN, { reason: reason.trim() });
      return live.sequence;
    });
  }

  // What only the server can do: it has the plan of a change of long ago.
  round() {
    return this.answer(() => {
      throw new Refusal(503, "needs_network");
    });
  }

  // --- how ------------------------------------------------------------------------------------

  addEvents(seen, events) {
    const { live } = this;
    const lines = events.map(readLine);
    if (new Set(lines.map(({ id }) => id)).size !== lines.length) throw invalid("id_reused");
    const { known, last } = this.known(lines);
    if (known === lines.length) return last;
    if ((known ? last : seen) !== live.sequence) throw stale();
    const fresh = lines.slice(known);
    this.store(fresh, checkEvents(live, fresh, { mayRule: this.viewer.rights.rule, first: known }));
    return live.sequence;
  }

  addAct(seen, event) {
    const { live } = this;
    const line = readLate(event);
    if (live.sequenceOf.has(line.id)) return repeatedAct(live, line, same);
    if (seen !== live.sequence) throw stale();
    const { lines, states } = lateLines(live, line, this.viewer.rights.rule);
    this.store(lines, states);
    return live.sequence;
  }

  // How many lines, from the first on, are in the log already, and where the last of them is.
  known(lines) {
    let known = 0, last = 0;
    lines.forEach((line, place) => {
      const sequence = this.live.sequenceOf.get(line.id);
      if (sequence === undefined) return;
      if (place > known || !same(this.live.entry(sequence), line)) throw invalid("id_reused");
      known += 1;
      last = sequence;
    });
    return { known, last };
  }

  // Where the mark with this id stands, 0 where there is none yet and the game stands at `seen`.
  done(seen, id, type) {
    const { live } = this;
    const done = live.sequenceOf.get(id);
    if (done !== undefined) {
      if (live.entry(done).type !== type) throw invalid("id_reused");
      return done;
    }
    if (live.sequence !== seen) throw stale();
    return 0;
  }

  mark(id, type, words = {}) {
    this.live.add({ id, type, data: {}, words });
  }

  store(lines, states) {
    lines.forEach((line, place) => this.live.add(line, states[place]));
  }

  written(write) {
    return this.answer(() => ({ view: this.view(write()) }));
  }

  view(sequence) {
    return viewOf(this.live, sequence, this.names, this.viewer);
  }

  // A refusal as the server words it, with the fresh moment where that helps the page on.
  answer(reading) {
    try {
      return reading();
    } catch (error) {
      const [status, body] = answerOf(error, this.viewer.lang, this.names);
      if ([409, 422].includes(status)) body.view = this.view(this.live.sequence);
      throw new Refused(status, body);
    }
  }
}
