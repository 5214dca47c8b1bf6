// The server of the simulation: games/scoring/services in small, with rules of its own. An event
// names what it was put on (`on`), and is against the rules where something else lies there.

import { demand } from "./world.js";

export class No extends Error {
  constructor(status, code, more = {}) {
    super(code);
    Object.assign(this, { status, code, ...more });
  }
}

const MARKS = ["finish", "reopen"];

// The events in force after a log.
export function inForce(log) {
  const stack = [];
  for (const { type, data } of log) {
    if (type === "retract") stack.pop();
    else if (!MARKS.includes(type)) stack.push(data);
  }
  return stack;
}

export const topOf = (log) => inForce(log).at(-1)?.tag ?? null;
export const isOpen = (log) => log.findLast(({ type }) => MARKS.includes(type))?.type !== "finish";

// What the rules of the server refuse, though those of the phone did not.
const isPoison = ({ tag = "" }) => tag.endsWith("37");

const logged = ({ id: _, ...data }) => data;

export class Server {
  // A game of so many events is over.
  constructor(fewest) {
    Object.assign(this, { fewest, games: new Map(), versions: new Map(), calls: new Set(), locked: false, cancelled: false });
  }

  // --- asking -----------------------------------------------------------------------------------

  enter(who) {
    if (who.identity === null) throw new No(404, "not_found");
    if (who.as && who.as !== who.identity) {
      const table = /^link-1-/.test(who.as) && /^link-1-/.test(who.identity);
      if (!table) throw new No(403, "other_sender");
    }
  }

  write(who) {
    this.enter(who);
    if (this.locked) throw new No(403, "block_locked");
  }

  identity(who) {
    return who.identity;
  }

  lobby(who) {
    this.enter(who);
    const games = [...this.games.values()];
    return {
      game: games.find(({ log }) => isOpen(log))?.told.id ?? null,
      last: games.filter(({ log }) => !isOpen(log)).map(({ told }) => ({ key: told.id, number: told.number })).at(-1) ?? null,
      next_number: games.length + 1,
    };
  }

  entries(who, key, after) {
    this.enter(who);
    const { told, log } = this.game(key);
    return { ...told, entries: log.slice(after).map(({ id, type, data, words }) => ({ id, type, data, words })), sequence: log.length };
  }

  game(key) {
    const game = this.games.get(key);
    if (!game) throw new No(404, "not_found");
    return game;
  }

  // --- writing ----------------------------------------------------------------------------------

  // What its phone has given up counts no more, however late a repeat of it comes.
  givenUp(id) {
    if (this.versions.has(`${id}:v`)) throw new No(409, "version_given_up");
  }

  start(who, { id, number, header, played }) {
    this.write(who);
    this.givenUp(id);
    let game = this.games.get(id);
    if (!game) {
      if (this.cancelled) throw new No(422, "event_cancelled");
      const lobby = this.lobby(who);
      if (lobby.game && !played) throw new No(422, "game_running");
      if (number !== null && number !== lobby.next_number) throw new No(409, "table_moved_on");
      game = { told: { id, number: lobby.next_number, header }, log: [] };
      if (played) this.play(game.log, played, who, id);
      this.games.set(id, game);
    }
    const at = game.log.findIndex(({ id: entry }) => entry === played?.finish) + 1;
    return { game: { number: game.told.number }, view: { sequence: at } };
  }

  // Events that somebody brings as a whole, and the mark that closes the game after them.
  play(log, { events, finish }, who, act) {
    this.check(log, events);
    const over = events.at(-1)?.type === "abandon" || inForce([...log, ...events.map((event) => ({ type: event.type, data: event }))]).length >= this.fewest;
    if (finish && !over) throw new No(422, "game_not_over");
    for (const event of events) this.store(log, event.id, event.type, logged(event), who, "waited", act);
    if (finish) this.store(log, finish, "finish", {}, who, "waited", act);
  }

  send(who, key, seen, events, { tapped_at: tapped } = {}) {
    this.write(who);
    const { log } = this.game(key);
    const at = log.length;
    let known = 0, last = 0;
    events.forEach((event, place) => {
      const sequence = log.findIndex(({ id }) => id === event.id) + 1;
      if (!sequence) return;
      if (place > known || JSON.stringify(log[sequence - 1].data) !== JSON.stringify(logged(event))) throw new No(422, "id_reused");
      [known, last] = [known + 1, sequence];
    });
    if (known === events.length) return { view: { sequence: last } };
    if ((known ? last : seen) !== at) throw new No(409, "stale");
    if (!isOpen(log)) throw new No(409, "game_finished");
    this.check(log, events.slice(known), known);
    for (const event of events.slice(known)) this.store(log, event.id, event.type, logged(event), who, tapped);
    return { view: { sequence: log.length } };
  }

  check(log, events, first = 0) {
    const stack = inForce(log);
    events.forEach((event, place) => {
      if (event.type !== "abandon") demand(event.on === (stack.at(-1)?.tag ?? null), `${event.id} was put on ${event.on}, and there is ${stack.at(-1)?.tag}`);
      if (isPoison(event)) throw new No(422, "refused", { event: first + place });
      if (event.type === "retract") stack.pop();
      else stack.push(event);
    });
  }

  finish(who, key, seen, id) {
    this.write(who);
    return this.mark(who, key, seen, id, "finish", (log) => {
      if (!isOpen(log)) throw new No(409, "game_finished");
      if (inForce(log).length < this.fewest) throw new No(422, "game_not_over");
    });
  }

  reopen(who, key, seen, id) {
    this.write(who);
    return this.mark(who, key, seen, id, "reopen", (log) => {
      if (isOpen(log)) throw new No(422, "game_running_here");
      if (this.lobby(who).game) throw new No(422, "another_game_running");
    });
  }

  mark(who, key, seen, id, type, check) {
    const { log } = this.game(key);
    const done = log.findIndex((entry) => entry.id === id) + 1;
    if (done) return { view: { sequence: done } };
    if (seen !== log.length) throw new No(409, "stale");
    this.givenUp(id);
    check(log);
    this.store(log, id, type, {}, who);
    return { view: { sequence: log.length } };
  }

  abandon(who, key, seen, id) {
    this.write(who);
    const { log } = this.game(key);
    const done = log.findIndex((entry) => entry.id === `${id}:end`) + 1;
    if (done) return { view: { sequence: done } };
    if (seen !== log.length) throw new No(409, "stale");
    if (!isOpen(log)) throw new No(409, "game_finished");
    this.store(log, id, "abandon", { type: "abandon" }, who);
    this.store(log, `${id}:end`, "finish", {}, who);
    return { view: { sequence: log.length } };
  }

  // The log back to what it was at `base`, then the events of another phone.
  replace(who, key, { id, base, seen, events, finish }) {
    this.write(who);
    const { log } = this.game(key);
    const done = log.findLastIndex((entry) => entry.act === id) + 1;
    demand(!done || !finish || log[done - 1].id === finish, `${id} stands for two`);
    if (done) return { view: { sequence: done } };
    if (seen !== log.length) throw new No(409, "stale");
    this.givenUp(id);
    demand(base <= seen, "a common part longer than the log");
    if (!isOpen(log) && this.lobby(who).game && !finish) throw new No(422, "another_game_running");
    this.play([...log.slice(0, base)], { events, finish }, who); // judged first
    this.versions.set(`${id}:theirs`, { game: key, base, theirs: true, events: log.slice(base) });
    let made = 0;
    const add = (type, data) => this.store(log, `${id}:${made++}`, type, data, who, undefined, id);
    if (!isOpen(log)) add("reopen", {});
    const [now, then] = [inForce(log), inForce(log.slice(0, base))];
    let common = 0;
    while (common < now.length && common < then.length && now[common].tag === then[common].tag) common += 1;
    for (let place = now.length; place > common; place -= 1) add("retract", { type: "retract", on: now[place - 1].tag });
    for (const data of then.slice(common)) add(data.type, data);
    this.play(log, { events, finish }, who, id);
    return { view: { sequence: log.length } };
  }

  keepVersion(who, { id, game, number, header, base, events }) {
    this.enter(who);
    demand(number >= 1 && header && base >= 0, "a version that says not what it is of");
    const log = this.games.get(game)?.log ?? [];
    const left = events.filter(({ id: known }) => !log.some((entry) => entry.id === known)); // a late repeat brought the others
    if (events.length && !left.length) return null;
    if (!this.versions.has(id)) this.versions.set(id, { game, number, base, events: left, by: who.identity });
    return null;
  }

  call(who, id) {
    this.enter(who);
    this.calls.add(id);
    return null;
  }

  callOff(who) {
    this.enter(who);
    return null;
  }

  store(log, id, type, data, who, tapped, act) {
    log.push({ id, type, data, words: {}, by: who.identity, as: who.as, tapped: Boolean(tapped), act });
  }
}
