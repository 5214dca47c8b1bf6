// Takes what waits in the queue to the server, message by message, each with the ids it was entered
// with: what arrives twice is counted once. It has no timer; `step` says when to come again.
//
// `server` is the source of truth over HTTP (scorer/server.js). It raises `Refused` for a no and
// `Unreachable` where there is no answer.

import { Refused, Unreachable } from "../scorer/server.js";
import { Unstored } from "../stored/database.js";
import { BREAK_OFF, maySend, replacing } from "./queue.js";

const OVERTAKEN = ["stale", "game_finished"];
const OTHER_GAME = ["table_moved_on", "game_running"];
const NEXT_GAME = "another_game_running"; // this one is closed there, and the next one runs
const OPTIONAL = [BREAK_OFF, "call", "callOff"];
const DECISIONS = ["replace", "version"];
const MARKS = ["finish", "reopen"];

const entriesOf = (items) => items.flatMap(({ entries }) => entries);

export class Sync {
  // `refused` hears what was handed back to whoever has just entered it: (item, error). `reason` says
  // of a game why it was broken off for another one.
  constructor(queue, server, { changed = () => {}, refused = () => {}, reason = "–" } = {}) {
    Object.assign(this, { queue, server, changed, refused, reason, stop: null, offline: false, running: null, most: undefined });
  }

  // Puts an entry on the phone, or straight to the server where the phone cannot keep it.
  // Raises Outdated, Unreachable, Refused, and Unstored where something else waits before it.
  async enter(after, ...items) {
    try {
      await this.queue.add(after, ...items);
    } catch (error) {
      if (!(error instanceof Unstored)) throw error;
      await this.past(error);
      await this.take(items, await this.send(items.map((item) => this.queue.item(item))));
    }
  }

  // Nothing waits any more, so that what the phone cannot keep may go to the server by itself.
  async past(error) {
    await this.run();
    if (this.queue.items.length) throw this.offline ? new Unreachable(String(error)) : error;
  }

  // One message and what follows from its answer: "done", "again" at once, "later", or "stopped"
  // until somebody has decided. Until then it is tried again and again, which tells how the others
  // go on.
  step() {
    this.running ??= this.once().finally(() => {
      this.running = null;
      this.changed();
    });
    return this.running;
  }

  // Until nothing more can be done at once.
  async run() {
    let next;
    do next = await this.step(); while (next === "again");
    return next;
  }

  async once() {
    if (this.stop?.decided) return "stopped";
    const items = this.queue.head(this.most);
    this.most = undefined;
    if (!items.length) {
      this.stop = null;
      return "done";
    }
    if (!maySend(this.queue.identity, items[0].identity)) return this.halt("other");
    try {
      const next = await this.deliver(items);
      this.offline = false;
      return next;
    } catch (error) {
      // In the middle of it the login went, or the phone's storage; the next try says so.
      if (error instanceof Refused || error instanceof Unstored) return "later";
      if (!(error instanceof Unreachable)) throw error;
      this.offline = true;
      for (const { n } of this.queue.items) this.queue.waited.add(n);
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
    const [{ kind, game, id, data, at, identity, n }] = items;
    const seen = this.queue.games.get(game)?.log.length;
    const tapped = { tapped_at: new Date(at).toISOString() };
    const late = this.queue.waited.has(n) ? tapped : {};
    const server = this.server.as(identity);
    switch (kind) {
      case "event": return server.send(game, seen, items.map((item) => item.data), late);
      case "start": return server.start(data);
      case "finish": return server.finish(game, seen, id, late);
      case "reopen": return server.reopen(game, seen, id, data.reason);
      case "abandon": return server.abandon(game, seen, id, data.reason, late);
      case BREAK_OFF: return server.abandon(game, data.seen, id, data.reason);
      case "replace": return server.replace(game, { id, base: data.base, seen: data.seen, ...replacing(data), ...tapped });
      case "version": return server.keepVersion({ id, game, ...version(data), ...tapped });
      case "call": return server.call(id, data.note);
      default: return server.callOff();
    }
  }

  async take(items, answer) {
    const [{ kind, game, data }] = items;
    const known = this.queue.games.get(game)?.log.length;
    if (known === undefined || kind === BREAK_OFF || !answer?.view) return this.queue.arrived(items, []);
    const number = kind === "start" ? answer.game.number : undefined;
    const own = entriesOf(items);
    const added = answer.view.sequence - known;
    // Others may have gone on since: what the answer is about, and nothing that came later.
    const same = kind !== "replace" && !data.played && added === own.length;
    const entries = same ? own : (await this.server.entries(game, known)).entries.slice(0, added);
    return this.queue.arrived(items, entries, number);
  }

  // --- what a no means --------------------------------------------------------------------------

  async answered(items, error) {
    const [item] = items;
    const { kind, n } = item;
    const isDenied = [401, 403, 404].includes(error.status);
    // Nothing was built on it, and whoever entered it looks on.
    const alone = this.queue.items.length === 1 && !this.offline && !this.queue.waited.has(n) && !DECISIONS.includes(kind);
    if (kind === "start" && OTHER_GAME.includes(error.code)) return (alone && await this.handsBack(item, [], error)) || this.compareGames(item, error);
    if (alone && error.code === "referee_only" && await this.handsBack(item, [], error)) return "again";
    if (isDenied) return this.denied(item, error);
    // Whether there is room the start will say, and a call is no entry of a log.
    if (OPTIONAL.includes(kind)) return this.letGo(item);
    if (OVERTAKEN.includes(error.code) || (!alone && error.code === NEXT_GAME)) return this.compare(item, error, alone);
    if (error.event > 0 && items.length > 1) {
      this.most = error.event; // what comes before it is in order
      return "again";
    }
    return (alone && await this.handsBack(item, [], error)) || this.halt("conflict", { error, item, theirs: [] });
  }

  async letGo(item) {
    await this.queue.arrived([item], []);
    return "again";
  }

  // "again", or false where more was entered meanwhile.
  async handsBack(item, entries, error) {
    if (!await this.queue.handBack(item, entries)) return false;
    this.refused(item, error);
    return "again";
  }

  // Somebody else has gone on in this game, or it was this phone and the answer was lost.
  async compare(item, error, alone) {
    const { queue } = this;
    const key = item.game;
    const remote = await this.server.entries(key, queue.games.get(key).log.length);
    const own = item.kind === "replace" ? [] : queue.of(key);
    const there = known(own, remote.entries);
    const theirs = remote.entries.slice(entriesOf(there).length);
    if (there.length) await queue.arrived(there, remote.entries.slice(0, entriesOf(there).length));
    if (there.length && !theirs.length) return "again";
    if (!queue.of(key).length) {
      await queue.adopt(queue.games.get(key).told, queue.games.get(key).log.length, theirs);
      return "again";
    }
    if (alone && await this.handsBack(item, theirs, error)) return "again";
    const lobby = await this.server.lobby();
    const running = lobby.game && lobby.game !== key ? runs(await this.server.entries(lobby.game, 0)) : null;
    return this.halt("conflict", { error, item, theirs, remote, running });
  }

  // The table has played another game meanwhile, or plays it still.
  async compareGames(item, error) {
    const lobby = await this.server.lobby();
    const key = lobby.game ?? lobby.last?.key;
    const remote = key ? await this.server.entries(key, 0) : null;
    return this.halt("conflict", { error, item, theirs: [], remote, other: true, running: lobby.game ? runs(remote) : null, next: lobby.next_number });
  }

  // The login or the link is over, or this is somebody else's phone by now.
  async denied(item, error) {
    if (error.code === "link_over") return this.halt("link", { error });
    const who = error.status === 401 ? null : await this.server.identity();
    if (who === null) return this.halt("login", { error });
    if (error.code === "other_sender" || who !== this.queue.identity) return this.halt("other", { error });
    return OPTIONAL.includes(item.kind) ? this.letGo(item) : this.halt("forbidden", { error });
  }

  // A conflict waits for a decision; the rest is tried again, since somebody may have logged in.
  halt(why, details = {}) {
    this.stop = { why, ...details };
    if (why === "conflict") for (const { n } of this.queue.items) this.queue.waited.add(n);
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

  async decide(choice, { item, theirs, other, remote, running }) {
    if (choice === "theirs") return this.queue.giveWay(item.game, theirs, other && remote?.number);
    if (other) return this.queue.insistOnStart(item.game, running, this.reason);
    return theirs.length || running ? this.queue.insist(item.game, theirs, running, this.reason) : null; // else it is only tried again
  }
}

// The game that is played at the table.
const runs = ({ id, number, entries }) => ({ game: id, number, seen: entries.length });

// The items, from the first on, whose entries the server has. Two who close a game mean the same.
function known(items, entries) {
  const same = (entry, there) => there && (entry.id === there.id || (entry.type === there.type && MARKS.includes(entry.type)));
  let place = 0;
  const end = items.findIndex((item) => !item.entries.every((entry) => same(entry, entries[place++])));
  return end < 0 ? items : items.slice(0, end);
}

// What is kept beside a game: all that this phone had after the common part.
function version({ number, header, base, items }) {
  const events = ({ kind, id, data }) => {
    if (kind === "event") return [data];
    if (kind === "replace") return data.items.flatMap(events);
    return kind === "start" ? data.played?.events ?? [] : [{ id, type: kind, ...data }];
  };
  return { number, header, base, events: items.flatMap(events) };
}
