// The games that live on this phone alone, and what was set up last. A record is
// { key, told, log, began, closed, loser, inClub }: `told` is what a `PhoneGame` is made of, `log` its
// entries, `began` the phone's time in milliseconds, `loser` a name or null, `inClub` where the game
// stands in a club, null before.

const NAME = "schockwart-friends";
const GAMES = "games", MORE = "more";
const SETUP = "setup", RULES = "rules"; // what lies in `more`
const EARLY = 6 * 3_600_000; // milliseconds: what is played before six belongs to the evening before

// The evening a moment belongs to, as the calendar writes it: 2026-11-25.
export function eveningOf(moment) {
  const day = new Date(moment - EARLY);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

export class LocalGames {
  records = new Map(); // the game's key -> its record, the oldest first
  setup = null; // { names, rulebook } of the last game
  base = null; // null where this browser stores nothing, as in some private windows

  async open() {
    try {
      this.base = await opened();
      this.channel = new BroadcastChannel(NAME); // another window may play here as well
      this.channel.onmessage = () => this.read();
      await this.read();
    } catch {
      this.base = null;
    }
    return this;
  }

  async read() {
    const all = this.base.transaction([GAMES, MORE]);
    const [records, setup] = await Promise.all([result(all.objectStore(GAMES).getAll()), result(all.objectStore(MORE).get(SETUP))]);
    this.records = new Map(records.sort((left, right) => left.began - right.began).map((record) => [record.key, record]));
    this.setup = setup ?? null;
  }

  // The rules stay on the phone too: their address changes whenever they do.
  async rules(address) {
    const stored = this.base && await result(this.base.transaction(MORE).objectStore(MORE).get(RULES));
    if (stored?.address === address) return stored.data;
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(String(answer.status));
    const data = await answer.json();
    await this.write((_, store) => store.put({ address, data }, RULES));
    return data;
  }

  put(record, setup = this.setup) {
    this.records.set(record.key, record);
    this.setup = setup;
    return this.write((games, store) => {
      games.put(record);
      if (setup) store.put(setup, SETUP);
    });
  }

  prepare(setup) {
    this.setup = setup;
    return this.write((_, store) => store.put(setup, SETUP));
  }

  remove(key) {
    this.records.delete(key);
    return this.write((games) => games.delete(key));
  }

  // Resolves when it is stored. A phone that is full plays on with what it remembers, and says so.
  async write(change) {
    if (!this.base) return;
    try {
      const transaction = this.base.transaction([GAMES, MORE], "readwrite", { durability: "strict" });
      change(transaction.objectStore(GAMES), transaction.objectStore(MORE));
      await new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onabort = transaction.onerror = () => reject(transaction.error);
      });
      this.channel.postMessage(null);
    } catch {
      this.base = null;
    }
  }
}

function opened() {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(GAMES, { keyPath: "key" });
    request.result.createObjectStore(MORE);
  };
  return result(request);
}

const result = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});
