// Takes what waits in the queue to the server, message by message, each with the ids it was entered
// with: what arrives twice is counted once. It has no timer; `step` says when to come again.
//
// `server` is the source of truth over HTTP (scorer/server.js). It raises `Refused` for a no and
// `Unreachable` where there is no answer.

import { Refused, Unreachable } from "../scorer/server.js";
import { entriesOf, maySend } from "./queue.js";

const OVERTAKEN = ["stale", "game_finished"];
const OTHER_GAME = ["table_moved_on", "game_running"];
const MARKS = ["finish", "reopen"];

// The first entries that are the same on both sides. Two people who close a game mean the same.
function shared(mine, theirs) {
  const same = ([id, type], other) => other && (id === other[0] || (type === other[1] && MARKS.includes(type)));
  const end = mine.findIndex((entry, place) => !same(entry, theirs[place]));
  return end < 0 ? mine.length : end;
}

export class Sync {
  constructor(queue, server, { changed = () => {}, refused = () => {} } = {}) {
    Object.assign(this, { queue, server, changed, refused, stop: null, offline: false, running: null, most: undefined });
  }

  // One message and what follows from its answer: "done", "again" at once, "later", or "stopped"
  // until somebody has decided.
  step() {
    this.running ??= this.once().finally(() => {
      this.running = null;
      this.changed();
    });
    return this.running;
  }

  async once() {
    if (this.stop?.why === "conflict") return "stopped";
    const items = this.queue.head(this.most);
    this.most = undefined;
    if (!items.length) {
      this.stop = null;
      return "done";
    }
    if (!maySend(this.queue.identity, items[0].identity)) return this.halt("other");
    try {
      const after = await this.deliver(items);
      this.offline = false;
      return after;
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      this.offline = true;
      for (const { n } of items) this.queue.waited.add(n);
      return "later";
    }
  }

  async deliver(items) {
    let answer;
    try {
      answer = await this.send(items);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return this.answered(items, error);
    }
    this.stop = null;
    await this.take(items, answer);
    return "again";
  }

  // --- the messages -----------------------------------------------------------------------------

  send(items) {
    const [{ kind, game, id, data, at, identity }] = items;
    const seen = this.queue.games.get(game)?.log.length;
    const late = this.queue.waited.has(items[0].n) ? { tapped_at: new Date(at).toISOString() } : {};
    const server = this.server.as(identity);
    switch (kind) {
      case "event": return server.send(game, seen, items.map((item) => item.data), late);
      case "start": return server.start(data);
      case "finish": return server.finish(game, seen, id);
      case "reopen": return server.reopen(game, seen, id, data.reason);
      case "abandon": return server.abandon(game, seen, id, data.reason);
      case "replace": return server.replace(game, { id, base: data.base, seen: data.seen, events: data.items.map((item) => item.data), ...late });
      case "version": return server.keepVersion({ id, game, ...about(data), tapped_at: new Date(at).toISOString() });
      case "call": return server.call(id, data.note);
      default: return server.callOff();
    }
  }

  async take(items, answer) {
    const [{ kind, game }] = items;
    if (!answer?.view || !this.queue.games.has(game)) return this.queue.arrived(items, []);
    const about = kind === "start" ? { number: answer.game.number, info: answer.game } : {};
    const known = this.queue.games.get(game).log.length;
    const own = items.flatMap(entriesOf);
    const added = answer.view.sequence - known;
    // An act becomes more entries than were sent, and a repeat may be followed by others'.
    const whole = kind !== "replace" && added === own.length;
    const entries = whole ? own : (await this.server.entries(game, known)).entries.slice(0, added);
    return this.queue.arrived(items, entries, about);
  }

  // --- what a no means --------------------------------------------------------------------------

  async answered(items, error) {
    const [item] = items;
    const { kind, n } = item;
    const alone = this.queue.items.length === 1 && !this.queue.waited.has(n) && !["replace", "version"].includes(kind);
    if ([401, 403, 404].includes(error.status) && !(alone && error.code === "referee_only")) return this.barred(error);
    if (["call", "callOff"].includes(kind)) return this.handBack(item, [], error);
    if (OTHER_GAME.includes(error.code)) return this.compareGames(item, error, alone);
    if (OVERTAKEN.includes(error.code)) return this.compare(item, error, alone);
    if (error.event > 0 && items.length > 1) {
      this.most = error.event; // what comes before it is in order
      return "again";
    }
    if (alone) return this.handBack(item, [], error);
    return this.halt("conflict", { error, item, theirs: [] });
  }

  async handBack(item, entries, error) {
    await this.queue.giveBack(item, entries);
    this.refused(item, error);
    return "again";
  }

  // Somebody else has gone on in this game, or it was this phone and the answer was lost.
  async compare(item, error, alone) {
    const { queue } = this;
    const key = item.game;
    const pulled = await this.server.entries(key, queue.games.get(key).log.length);
    let theirs = pulled.entries;
    if (!theirs.length) return this.halt("conflict", { error, item, theirs });
    const own = item.kind === "replace" ? [] : queue.of(key);
    const equal = shared(own.flatMap(entriesOf), theirs);
    let covered = 0;
    const there = own.filter((one) => (covered += entriesOf(one).length) <= equal);
    if (there.length) {
      const number = there.flatMap(entriesOf).length;
      await queue.arrived(there, theirs.slice(0, number));
      theirs = theirs.slice(number);
      if (!queue.of(key).length) await queue.adopt(queue.games.get(key), queue.games.get(key).log.length, theirs);
      if (!queue.of(key).length || !theirs.length) return "again";
    } else if (alone) return this.handBack(item, theirs, error);
    return this.halt("conflict", { error, item, theirs, picture: pulled });
  }

  // The table has played another game meanwhile, or plays it still.
  async compareGames(item, error, alone) {
    const lobby = await this.server.lobby();
    const key = lobby.game ?? lobby.last?.key ?? null;
    if (alone && this.queue.of(item.game).length === 1) return this.handBack(item, [], error);
    const picture = key && (await this.server.entries(key, 0));
    return this.halt("conflict", { error, item, theirs: [], other: { key, running: Boolean(lobby.game) }, picture });
  }

  // The login or the link is over, or this is somebody else's phone by now.
  async barred(error) {
    if (error.code === "link_over") return this.halt("link", { error });
    if (error.code === "other_sender") return this.halt("other", { error });
    const who = error.status === 401 ? null : await this.server.identity();
    if (who === null) return this.halt("login", { error });
    return this.halt(who === this.queue.identity ? "forbidden" : "other", { error });
  }

  // Conflicts wait for a decision, the rest is tried again: somebody may have logged in meanwhile.
  halt(why, more = {}) {
    this.stop = { why, ...more };
    return why === "conflict" ? "stopped" : "later";
  }

  // --- the decision -----------------------------------------------------------------------------

  // "theirs": the server's version counts, this phone's is kept beside it. "mine": the other way.
  async choose(choice) {
    await this.running;
    const { stop } = this;
    if (stop?.why !== "conflict" || stop.decided) return;
    stop.decided = true;
    try {
      await this.decide(choice, stop);
      this.stop = null;
    } finally {
      stop.decided = false;
      this.changed();
    }
  }

  async decide(choice, { item, theirs, other, picture }) {
    if (choice === "theirs") return this.queue.giveWay(item.game, theirs, other && picture?.game.number);
    if (other) return this.insistOnStart(item, other, picture);
    return theirs.length ? this.queue.insist(item.game, theirs) : null; // else it is only tried again
  }

  // A game that still runs at the table is broken off for this one.
  async insistOnStart({ game, id }, other, picture) {
    if (!other.running) return this.queue.insistOnStart(game);
    const { key } = other;
    await this.queue.adopt({ ...picture.game, key, header: picture.header, info: picture.game }, 0, picture.entries);
    return this.queue.insistOnStart(game, { kind: "abandon", game: key, id: `${id}:a`, data: { reason: "–" } });
  }
}

// What is kept beside a game: all that this phone had after the common part.
function about({ number, header, base, items }) {
  const said = ({ kind, id, data }) => (kind === "event" ? [data] : kind === "replace" ? data.items.flatMap(said) : kind === "start" ? [] : [{ id, type: kind, ...data }]);
  return { number, header, base, events: items.flatMap(said) };
}
