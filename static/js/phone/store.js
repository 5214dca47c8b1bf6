// Where the queue of a table is kept on the phone, for each login by itself. A store reads everything
// once and writes one change as a whole: { put, drop, games, forget, arrivedAt, more }; what is written
// is durable when the promise is kept. It knows all that lies there, so that what the browser clears
// under an open page is laid again.

import { Database } from "../stored/database.js";

const NAME = "schockwart";
const KEYS = { items: "n", games: "key", more: "name" }; // store -> the second part of its key
const STORES = Object.keys(KEYS);

export class BrowserStore {
  // Links of one table keep together: a new one may send what an older one left. `cleared` hears that
  // the browser has thrown everything away under this page; `how` is of the database.
  constructor(table, sender, { cleared = () => {}, ...how } = {}) {
    this.all = `${table}:`;
    this.table = this.all + (sender.startsWith("link-") ? "link" : sender);
    this.held = null; // store -> key -> record
    this.isBehind = false; // the last change is known here and not on the phone
    this.turn = Promise.resolve();
    this.base = new Database(NAME, make, (transaction) => {
      if (!this.held) return;
      this.lay(transaction, this.held);
      cleared();
    }, how);
  }

  // False where this browser keeps nothing: some refuse in private windows, some only when asked.
  async open() {
    this.held = await this.found();
    const value = String(performance.now());
    await this.write({ more: { tried: value } });
    return (await this.found()).more.get("tried")?.value === value;
  }

  async found() {
    const asked = await this.base.within(STORES, "readonly", (transaction) => STORES.map((name) => transaction.objectStore(name).getAll(this.range)));
    return Object.fromEntries(STORES.map((name, place) => [name, byKey(asked[place].result, KEYS[name])]));
  }

  get range() {
    return IDBKeyRange.bound([this.table], [this.table, []]);
  }

  async read() {
    const { items, games, more } = this.held;
    return { items: [...items.values()], games: [...games.values()], ...Object.fromEntries([...more.values()].map(({ name, value }) => [name, value])) };
  }

  // How many entries others have left here.
  async others() {
    const range = IDBKeyRange.bound([this.all], [`${this.all}\uffff`]);
    const asked = await this.base.within(["items"], "readonly", (transaction) => transaction.objectStore("items").getAllKeys(range));
    return asked.result.filter(([table]) => table !== this.table).length;
  }

  // How many entries wait here of all tables, whoever made them.
  async count() {
    return (await this.base.within(["items"], "readonly", (transaction) => transaction.objectStore("items").count())).result;
  }

  // `mayLag`: the page goes on with it even where it could not be stored, because the server has it too;
  // the next change brings it along. Raises Unstored.
  write(change, { mayLag = false } = {}) {
    const done = this.turn.then(async () => {
      const parts = partsOf(change);
      const after = Object.fromEntries(STORES.map((name) => [name, changed(this.held[name], parts[name], KEYS[name])]));
      try {
        await this.base.within(STORES, "readwrite", (transaction) => (this.isBehind ? this.lay(transaction, after) : this.apply(transaction, parts)));
        this.isBehind = false;
      } catch (error) {
        this.isBehind = true; // also where it was stored all the same, and only the answer did not come
        if (!mayLag) throw error;
      }
      this.held = after;
    });
    this.turn = done.catch(() => {});
    return done;
  }

  apply(transaction, parts) {
    for (const name of STORES) {
      const store = transaction.objectStore(name);
      for (const key of parts[name].drop) store.delete([this.table, key]);
      for (const record of parts[name].put) store.put({ ...record, table: this.table });
    }
  }

  lay(transaction, held) {
    for (const name of STORES) {
      const store = transaction.objectStore(name);
      store.delete(this.range);
      for (const record of held[name].values()) store.put({ ...record, table: this.table });
    }
  }
}

function make(base) {
  for (const [name, key] of Object.entries(KEYS)) base.createObjectStore(name, { keyPath: ["table", key] });
}

function partsOf({ put = [], drop = [], games = [], forget = [], arrivedAt, more = {} }) {
  const values = Object.entries(arrivedAt === undefined ? more : { ...more, arrivedAt });
  return {
    items: { put, drop },
    games: { put: games, drop: forget },
    more: { put: values.map(([name, value]) => ({ name, value })), drop: [] },
  };
}

function changed(held, { put, drop }, key) {
  const after = new Map(held);
  for (const gone of drop) after.delete(gone);
  for (const record of put) after.set(record[key], record);
  return after;
}

const byKey = (records, key) => new Map(records.map((record) => [record[key], record]));
