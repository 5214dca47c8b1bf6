// What a phone keeps when it dies, and the browser's IndexedDB in front of it: as much of that as
// stored/database.js asks for. A change is on it as a whole or not at all. The browser may close it, fill
// it, clear it, forbid it or never answer, and the phone may die at any statement that waits for it.

const LONGEST_FAULT = 5 * 60_000; // milliseconds in which it is full, forbidden or does not answer

export class Disk {
  constructor(world) {
    Object.assign(this, { world, stores: null, letter: null, stored: new Set(), connections: new Set(), fault: null, atRisk: false });
  }

  // --- what lies there --------------------------------------------------------------------------

  records(name) {
    return [...(this.stores?.get(name).values() ?? [])];
  }

  get items() {
    return this.records("items");
  }

  get arrivedAt() {
    return this.records("more").find(({ name }) => name === "arrivedAt")?.value;
  }

  holds(id) {
    return this.items.some((item) => item.id === id);
  }

  // --- what the browser does to it ----------------------------------------------------------------

  fails(how) {
    this.fault = how;
    const { scheduler, random } = this.world;
    scheduler.after(random.below(LONGEST_FAULT), () => (this.fault = null));
  }

  // Not every browser says so.
  close() {
    for (const connection of this.connections) {
      connection.isOpen = false;
      if (this.world.random.often(0.5)) connection.onclose?.();
    }
    this.connections.clear();
  }

  clear() {
    this.stores = null;
    this.atRisk = true; // until the page lays it again
    this.close();
  }

  // --- the door -------------------------------------------------------------------------------------

  // The database as one life of the phone sees it; `isAlive` says whether that goes on, `crash` ends it.
  factory(isAlive, crash) {
    const { world: { scheduler, random } } = this;
    const open = () => {
      const request = {};
      scheduler.after(1 + random.below(20), () => {
        if (!isAlive() || this.fault === "silent") return;
        if (this.fault === "forbidden") return request.onerror();
        const connection = new Connection(this, isAlive, crash);
        this.connections.add(connection);
        request.result = connection;
        if (!this.stores) {
          this.stores = new Map();
          const upgrade = new Transaction(connection);
          request.transaction = upgrade;
          request.onupgradeneeded();
          upgrade.commit();
          this.atRisk = false;
        }
        scheduler.after(1, () => isAlive() && request.onsuccess());
      });
      return request;
    };
    return { open };
  }
}

class Connection {
  constructor(disk, isAlive, crash) {
    Object.assign(this, { disk, isAlive, crash, isOpen: true });
  }

  createObjectStore(name, { keyPath }) {
    this.disk.stores.set(name, Object.assign(new Map(), { keyPath }));
  }

  close() {
    this.isOpen = false;
    this.disk.connections.delete(this);
  }

  transaction(_, mode) {
    if (!this.isOpen) throw new DOMException("closed", "InvalidStateError");
    const transaction = new Transaction(this);
    const { disk, isAlive } = this;
    const { scheduler, random, deadly } = disk.world;
    const writes = mode === "readwrite";
    const dies = () => writes && deadly && random.often(deadly) && !disk.atRisk;
    scheduler.after(1 + random.below(20), () => {
      if (!isAlive()) return;
      if (dies()) return this.crash();
      if (disk.fault === "silent" && random.often(0.5)) return;
      if (!this.isOpen || (writes && ["full", "forbidden"].includes(disk.fault))) return transaction.onabort();
      transaction.commit();
      if (dies()) return this.crash();
      if (disk.fault === "silent") return; // stored, and the answer does not come
      scheduler.after(1, () => isAlive() && transaction.oncomplete());
    });
    return transaction;
  }
}

// What is asked happens when it is committed, in its order.
class Transaction {
  constructor(connection) {
    Object.assign(this, { connection, asked: [] });
  }

  objectStore(name) {
    const { disk } = this.connection;
    const ask = (act) => {
      const request = {};
      this.asked.push(() => (request.result = act(disk.stores.get(name))));
      return request;
    };
    return {
      getAll: (range) => ask((store) => [...store.values()].filter((record) => range.includes(keyOf(store, record)))),
      put: (record) => ask((store) => {
        if (name === "items") disk.stored.add(record.id);
        store.set(JSON.stringify(keyOf(store, record)), Object.freeze({ ...record }));
      }),
      delete: (what) => ask((store) => {
        const isGone = what instanceof IDBKeyRange ? (record) => what.includes(keyOf(store, record)) : (record) => indexedDB.cmp(keyOf(store, record), what) === 0;
        for (const [key, record] of store) if (isGone(record)) store.delete(key);
      }),
    };
  }

  commit() {
    for (const act of this.asked) act();
  }
}

const keyOf = ({ keyPath }, record) => keyPath.map((part) => record[part]);
