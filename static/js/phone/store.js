// Where the queue of a table is kept on the phone, for each login by itself. A store reads everything
// at once and writes one change as a whole: { put, drop, games, forget, arrivedAt }; what is written
// is durable when the promise is kept.

const NAME = "schockwart";
const ITEMS = "items", GAMES = "games", MORE = "more";

export class BrowserStore {
  // Links of one table keep together: a new one may send what an older one left.
  constructor(table, sender) {
    this.all = `${table}:`;
    this.table = this.all + (sender.startsWith("link-") ? "link" : sender);
  }

  async open() {
    this.base = await new Promise((resolve, reject) => {
      const request = indexedDB.open(NAME, 1);
      request.onupgradeneeded = () => {
        request.result.createObjectStore(ITEMS, { keyPath: ["table", "n"] });
        request.result.createObjectStore(GAMES, { keyPath: ["table", "key"] });
        request.result.createObjectStore(MORE, { keyPath: ["table", "name"] });
      };
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    return this;
  }

  async read() {
    const all = this.base.transaction([ITEMS, GAMES, MORE]);
    const range = IDBKeyRange.bound([this.table], [this.table, []]);
    const of = (name) => answer(all.objectStore(name).getAll(range));
    const [items, games, values] = await Promise.all([of(ITEMS), of(GAMES), of(MORE)]);
    return { items, games, ...Object.fromEntries(values.map(({ name, value }) => [name, value])) };
  }

  // How many entries others have left here.
  async others() {
    const range = IDBKeyRange.bound([this.all], [`${this.all}\uffff`]);
    const keys = await answer(this.base.transaction(ITEMS).objectStore(ITEMS).getAllKeys(range));
    return keys.filter(([table]) => table !== this.table).length;
  }

  // How many entries wait here of all tables, whoever made them.
  count() {
    return answer(this.base.transaction(ITEMS).objectStore(ITEMS).count());
  }

  write({ put, drop, games, forget, arrivedAt, more = {} }) {
    const change = this.base.transaction([ITEMS, GAMES, MORE], "readwrite", { durability: "strict" });
    const [items, logs, others] = [ITEMS, GAMES, MORE].map((name) => change.objectStore(name));
    for (const n of drop ?? []) items.delete([this.table, n]);
    for (const item of put ?? []) items.put({ ...item, table: this.table });
    for (const game of games ?? []) logs.put({ ...game, table: this.table });
    for (const key of forget ?? []) logs.delete([this.table, key]);
    const values = arrivedAt === undefined ? more : { ...more, arrivedAt };
    for (const [name, value] of Object.entries(values)) others.put({ table: this.table, name, value });
    return new Promise((resolve, reject) => {
      change.oncomplete = () => resolve();
      change.onabort = change.onerror = () => reject(change.error);
    });
  }

  // Whether it keeps anything: some browsers refuse in private windows, some only when asked.
  async tried() {
    const value = String(performance.now());
    await this.write({ more: { tried: value } });
    return (await this.read()).tried === value;
  }
}

const answer = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});
