// The one way to a database of this browser. A connection ends when the browser likes: memory is short,
// its data are cleared, a newer page wants another version; not every browser says so. What fails is
// tried once more on a new connection.

const PATIENCE = 3000; // milliseconds; some browsers lose their storage in the background and never answer
const VERSION = 1;

// Not kept: the browser's storage is full, forbidden, of another version or does not answer.
export class Unstored extends Error {}

export class Database {
  // `make` lays the stores of an empty database, and `refill` gets the same transaction: what a page still
  // knows of what the browser has cleared is back before anything else.
  constructor(name, make, refill = () => {}, { factory = null, patience = () => AbortSignal.timeout(PATIENCE) } = {}) {
    Object.assign(this, { name, make, refill, factory, patience, connection: null });
  }

  // One transaction, durable when the promise is kept; answers with what `work` returns. `work` gets the
  // transaction and is called once more where the first try fails. Raises Unstored.
  async within(stores, mode, work) {
    try {
      return await this.once(stores, mode, work);
    } catch {
      this.leave();
    }
    try {
      return await this.once(stores, mode, work);
    } catch (error) {
      this.leave();
      throw new Unstored(String(error));
    }
  }

  async once(stores, mode, work) {
    const base = await this.connected();
    return this.patiently((done, fail) => {
      const transaction = base.transaction(stores, mode, { durability: "strict" });
      const asked = work(transaction);
      transaction.oncomplete = () => done(asked);
      transaction.onabort = transaction.onerror = () => fail(transaction.error);
    });
  }

  connected() {
    this.connection ??= this.open();
    return this.connection;
  }

  open() {
    const connection = this.patiently((done, fail) => {
      // Where everything is forbidden, even asking for it throws.
      const request = (this.factory ?? globalThis.indexedDB).open(this.name, VERSION);
      request.onupgradeneeded = () => {
        this.make(request.result);
        this.refill(request.transaction);
      };
      request.onsuccess = () => {
        const base = request.result;
        base.onversionchange = () => this.leave(connection);
        base.onclose = () => {
          this.leave(connection);
          this.connected().catch(() => this.leave()); // where it was cleared, what is known is laid at once
        };
        done(base);
      };
      request.onerror = () => fail(request.error);
    });
    return connection;
  }

  // The next change opens it anew.
  leave(connection = this.connection) {
    if (this.connection === connection) this.connection = null;
    connection?.then((base) => base.close(), () => {});
  }

  patiently(start) {
    return new Promise((done, fail) => {
      this.patience().addEventListener("abort", () => fail(new Error("no answer")));
      start(done, fail);
    });
  }
}
