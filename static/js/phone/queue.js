// What was entered on this phone and has not arrived at the server, in order, and the logs of the
// games it belongs to. It has no clock, storage or network of its own: `store` keeps the records
// (see store.js), `now` is the phone's clock, which may be wrong and orders nothing.
//
// A game is { key, number, header, info, log }: `log` are the server's entries, [id, type, data]
// each, so that its length is the sequence the server knows. An item is
// { n, kind, game, id, data, at, identity, engine }; `n` orders the queue.

export const BATCH = 20; // events in one message

// What was entered does not follow what the phone shows.
export class Outdated extends Error {}

const WORDS = ["id", "text", "by", "reason"];
const CLOSES = ["finish", "abandon"];
const MARKS = ["finish", "reopen"];

// An event as the log has it: free text lies beside the log.
export function logged(event) {
  return Object.fromEntries(Object.entries(event).filter(([key]) => !WORDS.includes(key)));
}

// The log's entries that an item becomes.
export function entriesOf({ kind, id, data }) {
  if (kind === "event") return [[id, data.type, logged(data)]];
  if (kind === "replace") return data.items.flatMap(entriesOf);
  if (kind === "abandon") return [[id, "abandon", { type: "abandon" }], [`${id}:end`, "finish", {}]];
  if (kind === "start" && data.first_half_loser) return [halfFromCard(data.first_half_loser)];
  return MARKS.includes(kind) ? [[id, kind, {}]] : [];
}

function halfFromCard(loser) {
  return ["half-from-card", "ruling", { type: "ruling", effect: { lose_half: String(loser) }, from_card: true }];
}

// `person-…` is a login, `link-<table>-…` somebody with a table's link. A new link of the same
// table may send what an older one left behind; nobody else sends for somebody.
export function maySend(identity, author) {
  if (identity === author) return true;
  const table = /^link-\d+-/.exec(author)?.[0];
  return table !== undefined && identity.startsWith(table);
}

export class Queue {
  constructor(store, { identity, engine, now }) {
    Object.assign(this, { store, identity, engine, now, items: [], games: new Map(), arrivedAt: null });
    this.turn = Promise.resolve();
    this.waited = new Set(); // numbers of items that could not be sent at once
  }

  async open() {
    const { items, games, arrivedAt } = await this.store.read();
    this.items = items.sort((a, b) => a.n - b.n);
    this.games = new Map(games.map((game) => [game.key, game]));
    this.arrivedAt = arrivedAt ?? null;
    this.waited = new Set(this.items.map(({ n }) => n));
  }

  // --- reading --------------------------------------------------------------------------------

  get waiting() {
    return this.items.reduce((sum, { kind, data }) => sum + (kind === "replace" ? data.items.length : 1), 0);
  }

  get since() {
    return this.items.length ? Math.min(...this.items.map(({ at }) => at)) : null;
  }

  of(key) {
    return this.items.filter(({ game, kind }) => game === key && kind !== "version");
  }

  // The whole log as this phone knows it: what the server has, then what waits.
  log(key) {
    return [...this.games.get(key).log, ...this.of(key).flatMap(entriesOf)];
  }

  // What goes into the next message: one item, or events of one game and one author.
  head(most = BATCH) {
    const [first] = this.items;
    if (!first) return [];
    const joins = ({ kind, game, identity, data }) =>
      kind === "event" && game === first.game && identity === first.identity && data.round !== "last";
    if (!joins(first)) return [first];
    const end = this.items.findIndex((item) => !joins(item));
    return this.items.slice(0, Math.min(end < 0 ? this.items.length : end, most, BATCH));
  }

  knows(key, id) {
    return this.items.some((item) => item.id === id) || (this.games.get(key)?.log.some((entry) => entry[0] === id) ?? false);
  }

  // --- changes, each stored before it shows, one after the other ---------------------------------

  // `seen` is the length of the log that whoever entered it looked at; null where it is about no log.
  // A repeat changes nothing. Raises Outdated.
  add(seen, ...entries) {
    return this.alone(async () => {
      const fresh = entries.filter(({ game, id }) => !this.knows(game, id));
      if (!fresh.length) return;
      const [{ game }] = fresh;
      if (seen !== null && this.log(game).length !== seen + entries.length - fresh.length) throw new Outdated();
      const first = (this.items.at(-1)?.n ?? 0) + 1;
      const items = fresh.map((entry, place) => ({
        data: {}, ...entry, n: first + place, at: this.now(), identity: this.identity, engine: this.engine,
      }));
      await this.change({ put: items });
    });
  }

  // A game that begins on this phone, with its number at the table as far as the phone knows.
  start({ key, number, header, info }, body) {
    return this.alone(async () => {
      if (this.games.has(key)) return;
      const n = (this.items.at(-1)?.n ?? 0) + 1;
      const item = { n, kind: "start", game: key, id: key, data: body, at: this.now(), identity: this.identity, engine: this.engine };
      await this.change({ put: [item], games: [{ key, number, header, info, log: [] }] });
    });
  }

  // The server's log from `after` on. Where something waits the log stays what that was built on.
  adopt(game, after, entries) {
    return this.alone(async () => {
      const known = this.games.get(game.key);
      if (this.of(game.key).length || (known?.log.length ?? 0) !== after) return;
      await this.change({ games: [{ ...known, ...game, log: [...(known?.log ?? []), ...entries] }] });
    });
  }

  // Items are at the server, where they became `entries`.
  arrived(items, entries, about = {}) {
    return this.alone(async () => {
      const game = this.games.get(items[0].game);
      const games = game ? [{ ...game, ...about, log: [...game.log, ...entries] }] : [];
      await this.change({ drop: items, games, arrivedAt: this.now() });
    });
  }

  // What the server refuses at once, while whoever entered it looks on: it is given back.
  giveBack(item, entries) {
    return this.alone(async () => {
      const game = this.games.get(item.game);
      const games = game && item.kind !== "start" ? [{ ...game, log: [...game.log, ...entries] }] : [];
      await this.change({ drop: [item], games });
    });
  }

  // The server's version counts; this phone's is kept beside the game.
  giveWay(key, entries, number) {
    return this.alone(async () => {
      const items = this.of(key);
      const game = this.games.get(key);
      const data = { number: number ?? game.number, header: game.header, base: game.log.length, items };
      const beside = { ...items[0], kind: "version", id: `${items[0].id}:v`, data };
      await this.change({ drop: items, put: [beside], games: [{ ...game, log: [...game.log, ...entries] }] });
    });
  }

  // This phone's version counts: it takes the place of what the server has after the common part.
  // Closed it is only where it ended closed.
  insist(key, theirs) {
    return this.alone(async () => {
      const items = this.of(key);
      const events = items.flatMap(({ kind, data }, place) => (kind === "replace" ? data.items : kind === "event" ? items[place] : []));
      const end = CLOSES.includes(items.at(-1).kind) ? [items.at(-1)] : [];
      const base = this.games.get(key).log.length;
      const seen = base + theirs.length;
      const replace = { ...items[0], kind: "replace", id: `${items[0].id}:${seen}`, data: { base, seen, items: events } };
      const last = end.map((item) => (item === items[0] ? { ...item, n: item.n + 0.5 } : item));
      await this.change({ drop: items, put: [replace, ...last] });
    });
  }

  // A game that began here is one more at the table, whatever number it gets. `before` is an item
  // that has to come first.
  insistOnStart(key, before) {
    return this.alone(async () => {
      const start = this.items.find(({ kind, game }) => kind === "start" && game === key);
      const first = before && { ...start, data: {}, ...before, n: start.n - 0.25 };
      await this.change({ put: [...(before ? [first] : []), { ...start, data: { ...start.data, number: null } }] });
    });
  }

  // Records of closed games that nothing waits for are of no more use.
  forget(keys) {
    return this.alone(() => this.change({ forget: keys.filter((key) => !this.items.some(({ game }) => game === key)) }));
  }

  // --- the one way to change --------------------------------------------------------------------

  async change({ put = [], drop = [], games = [], forget = [], arrivedAt }) {
    const gone = new Set(drop.map(({ n }) => n)); // a number may be used again in the same breath
    const stay = new Set(put.map(({ n }) => n));
    await this.store.write({ put, drop: [...gone].filter((n) => !stay.has(n)), games, forget, arrivedAt });
    this.items = [...this.items.filter(({ n }) => !gone.has(n) && !stay.has(n)), ...put].sort((a, b) => a.n - b.n);
    for (const n of gone) if (!stay.has(n)) this.waited.delete(n);
    for (const game of games) this.games.set(game.key, game);
    for (const key of forget) this.games.delete(key);
    this.arrivedAt = arrivedAt ?? this.arrivedAt;
  }

  // What is read and then written belongs together: nothing else comes in between.
  alone(work) {
    const done = this.turn.then(work);
    this.turn = done.catch(() => {});
    return done;
  }
}
