// What was entered on this phone and has not arrived at the server, in order, and the logs of the
// games it belongs to. It has no clock, storage or network of its own: `store` keeps the records
// (see store.js), `now` is the phone's clock, which may be wrong and orders nothing.
//
// A game is { key, told, log }: `told` are its details, all that the server says of it beside its
// entries, and `log` are the entries the server has, { id, type, data, words } each, so that its
// length is the sequence. The names lie on the phones.
// An item is { n, kind, game, id, data, entries, at, identity, engine }: `data` is what is sent,
// `entries` are those of the log that it becomes, `n` orders the queue.

// The kind of an item that ends the running game for another one. The word lies on the phones, and an
// older version of this script, open in another tab, may be the one that sends the item.
export const BREAK_OFF = "room";

export const BATCH = 20; // events in one message
const MAX_EVENTS = 500; // events that the server takes at once
const MARKS = ["finish", "reopen", "card"];
// The page may go on where this could not be stored: the phone would only send or fetch it once more.
const AT_SERVER = { mayLag: true };

// What is about the round before stands alone in its message.
const isPlain = ({ kind, data }) => kind === "event" && data.round !== "last";

// What was entered does not follow what the phone shows.
export class Outdated extends Error {}

// What entries of a log are as they are sent, without the marks of the app.
const linesOf = (entries) => entries.filter(({ type }) => !MARKS.includes(type)).map(({ id, data, words }) => ({ id, ...data, ...words }));

// The items of which a version is made that took the place of another one.
const plainItems = (items) => items.flatMap((item) => (item.kind === "replace" ? item.data.items : [item]));

// What is sent in the place of what the server has: { events, finish } of those items.
export function replacing({ items, finish }) {
  return finish ? { events: linesOf(items.flatMap(({ entries }) => entries)), finish } : { events: items.map(({ data }) => data) };
}

// Whether an act of a log put one version in the place of another: only the ids of those name where.
export const isReplacing = (act) => /:\d+$/.test(act ?? "");

// How often a thumb tapped for it.
const taps = ({ kind, data }) => (kind === "replace" ? Math.max(1, data.items.length) : 1 + (data.played?.events.length ?? 0));

// `person-…` is a login, `link-<table>-…` somebody with a table's link. A new link of the same
// table may send what an older one left behind; nobody else sends for somebody.
export function maySend(identity, author) {
  if (identity === author) return true;
  const table = /^link-\d+-/.exec(author)?.[0];
  return table !== undefined && identity.startsWith(table);
}

// What breaks off the game that runs at the table, so that there is room for this item.
function breakOff(item, running, reason) {
  if (!running) return [];
  const { game, number, seen } = running;
  return [{ ...item, n: item.n - 0.125, kind: BREAK_OFF, game, id: `${item.game}:a${number}.${seen}`, data: { seen, reason }, entries: [] }];
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

  // How many taps of a thumb wait.
  get waiting() {
    return this.items.reduce((sum, item) => sum + taps(item), 0);
  }

  // When the oldest of them was entered, by this phone's clock.
  get since() {
    return this.items.length ? Math.min(...this.items.map(({ at }) => at)) : null;
  }

  of(key) {
    return this.items.filter(({ game, kind }) => game === key && kind !== "version");
  }

  // The whole log as this phone knows it: what the server has, then what waits.
  log(key) {
    return [...this.games.get(key).log, ...this.of(key).flatMap(({ entries }) => entries)];
  }

  // The id of its last entry, null in an empty log; undefined for a game the phone does not have.
  last(key) {
    return this.games.has(key) ? this.log(key).at(-1)?.id ?? null : undefined;
  }

  // The id of the mark that closes a game, where it is over on this phone and one message can bring
  // all of it; else null. Then it needs no table of its own at the server.
  closed(key) {
    const items = this.of(key).filter(({ kind }) => kind !== "start");
    const entries = items.flatMap((item) => item.entries);
    const last = entries.at(-1);
    const alone = this.of(key).every(({ identity }) => identity === this.of(key)[0].identity);
    return alone && last?.type === "finish" && entries.length <= MAX_EVENTS ? last.id : null;
  }

  // What goes into the next message: one item, or events of one game and one author.
  head(most = BATCH) {
    const [first] = this.items;
    if (!first) return [];
    const joins = (item) => isPlain(item) && item.game === first.game && item.identity === first.identity;
    if (!joins(first)) return [first];
    const end = this.items.findIndex((item) => !joins(item));
    return this.items.slice(0, Math.min(end < 0 ? this.items.length : end, most, BATCH));
  }

  knows(key, id) {
    return this.items.some((item) => item.id === id) || Boolean(this.games.get(key)?.log.some((entry) => entry.id === id));
  }

  // --- changes, each stored before it shows, one after the other ---------------------------------

  // `after` is the id of the last entry that whoever entered it looked at, null in an empty log and
  // undefined where it is about no log: of two logs of the same length only one may have it. A
  // repeat changes nothing. Raises Outdated.
  add(after, ...items) {
    return this.alone(async () => {
      const fresh = items.filter(({ game, id }) => !this.knows(game, id));
      if (!fresh.length) return;
      const repeated = items.filter((item) => !fresh.includes(item)).flatMap(({ entries }) => entries);
      if (after !== undefined && this.last(fresh[0].game) !== (repeated.at(-1)?.id ?? after)) throw new Outdated();
      await this.change({ put: fresh.map((item, place) => this.item(item, place)) });
    });
  }

  // A game that begins on this phone; its details have the number it gets as far as the phone knows.
  start(details, body, entries = []) {
    return this.alone(async () => {
      if (this.games.has(details.id)) return;
      const item = this.item({ kind: "start", game: details.id, id: details.id, data: body, entries });
      await this.change({ put: [item], games: [{ key: details.id, told: details, log: [] }] });
    });
  }

  // The server's log from `after` on. Where something waits the log stays what that was built on.
  adopt(details, after, entries) {
    return this.alone(async () => {
      const log = this.games.get(details.id)?.log ?? [];
      if (this.of(details.id).length || log.length !== after) return;
      await this.change({ games: [{ key: details.id, told: details, log: [...log, ...entries] }] }, AT_SERVER);
    });
  }

  // Items are at the server, where they became `entries`. A game that began here may have got another
  // number there; those after it follow.
  arrived(items, entries, number) {
    return this.alone(async () => {
      const game = this.games.get(items[0].game);
      const games = game ? [this.grown(game, entries, number)] : [];
      const moved = number === undefined ? 0 : number - game.told.number;
      const starts = moved ? this.items.filter(({ kind, id, data }) => kind === "start" && id !== items[0].id && data.number !== null) : [];
      const put = starts.map((start) => ({ ...start, data: { ...start.data, number: start.data.number + moved } }));
      games.push(...starts.map(({ game: key }) => this.games.get(key)).map((game) => this.grown(game, [], game.told.number + moved)));
      await this.change({ drop: items, put, games, arrivedAt: this.now() }, AT_SERVER);
    });
  }

  // What the server refuses at once, while whoever entered it looks on, is handed back; false where
  // more was entered meanwhile, which may build on it.
  handBack(item, entries) {
    return this.alone(async () => {
      if (this.items.length > 1) return false;
      const game = this.games.get(item.game);
      const begun = item.kind === "start";
      await this.change({ drop: [item], games: game && !begun ? [this.grown(game, entries)] : [], forget: begun ? [item.game] : [] });
      return true;
    });
  }

  // The server's version counts; this phone's is kept beside game `number`.
  giveWay(key, entries, number) {
    return this.alone(async () => {
      const game = this.games.get(key);
      const items = this.of(key);
      const data = { number: number ?? game.told.number, header: game.told.header, base: game.log.length, items };
      const beside = { ...items[0], kind: "version", id: `${items[0].id}:v`, data, entries: [] };
      const begun = items[0].kind === "start";
      await this.change({ drop: items, put: [beside], games: begun ? [] : [this.grown(game, entries)], forget: begun ? [key] : [] });
    });
  }

  // This phone's version counts: the first events of one author take the place of what the server
  // has after the common part, which opens the game again where it is closed. The rest follows them.
  // Where the table plays another game by now, { game, number, seen }, a game that is over here is
  // closed in the same breath, and for any other that one is broken off first, for this `reason`.
  insist(key, theirs, running, reason) {
    return this.alone(async () => {
      const items = this.of(key);
      const [first] = items;
      const base = this.games.get(key).log.length;
      const seen = base + theirs.length;
      const closing = running && this.closed(key);
      const id = `${first.kind === "replace" ? first.id.replace(/:\d+$/, "") : first.id}:${seen}`;
      if (closing) {
        const data = { base, seen, items: plainItems(items), finish: closing };
        await this.change({ drop: items, put: [{ ...first, n: first.n - 0.25, kind: "replace", id, data, entries: items.flatMap(({ entries }) => entries) }] });
        return;
      }
      const reopened = first.kind === "reopen" ? [first] : [];
      const rest = items.slice(reopened.length);
      const end = rest.findIndex((item) => item.identity !== first.identity || !(item.kind === "replace" || isPlain(item)));
      const placed = end < 0 ? rest : rest.slice(0, end);
      const entries = [...reopened, ...placed].flatMap((item) => item.entries);
      const replace = { ...first, n: first.n - 0.25, kind: "replace", id, data: { base, seen, items: plainItems(placed) }, entries };
      await this.change({ drop: [...reopened, ...placed], put: [...breakOff(replace, running, reason), replace] });
    });
  }

  // A game that began here is one more at the table, whatever number it gets. Where it is over it is
  // entered as a whole; else what runs there is broken off first, as in `insist`.
  insistOnStart(key, running, reason) {
    return this.alone(async () => {
      const [start, ...rest] = this.of(key);
      const data = { ...start.data, number: null };
      const finish = running && this.closed(key);
      if (finish) {
        const { at } = this.items.findLast(({ game }) => game === key);
        const played = { events: linesOf(rest.flatMap(({ entries }) => entries)), finish, tapped_at: new Date(at).toISOString() };
        await this.change({ drop: rest, put: [{ ...start, data: { ...data, played }, entries: this.of(key).flatMap(({ entries }) => entries) }] });
        return;
      }
      await this.change({ put: [...breakOff(start, running, reason), { ...start, data }] });
    });
  }

  // The records of games that nothing waits for.
  forget(keys) {
    return this.alone(() => this.change({ forget: keys.filter((key) => !this.items.some(({ game }) => game === key)) }, AT_SERVER));
  }

  // --- how --------------------------------------------------------------------------------------

  item(entered, place = 0) {
    const n = Math.floor(this.items.at(-1)?.n ?? 0) + 1 + place;
    return { data: {}, ...entered, n, at: this.now(), identity: this.identity, engine: this.engine };
  }

  grown(game, entries, number = game.told.number) {
    return { ...game, told: { ...game.told, number }, log: [...game.log, ...entries] };
  }

  // The one way to change anything. Raises Unstored, and then nothing has changed.
  async change({ put = [], drop = [], games = [], forget = [], arrivedAt }, how = {}) {
    const stay = new Set(put.map(({ n }) => n)); // a number may be used again in the same breath
    const gone = new Set(drop.map(({ n }) => n).filter((n) => !stay.has(n)));
    await this.store.write({ put, drop: [...gone], games, forget, arrivedAt }, how);
    this.items = [...this.items.filter(({ n }) => !gone.has(n) && !stay.has(n)), ...put].sort((a, b) => a.n - b.n);
    for (const n of gone) this.waited.delete(n);
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
