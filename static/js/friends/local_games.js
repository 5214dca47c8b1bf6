// The games that live on this phone alone, and what was set up last. A record is
// { key, told, log, began, closed, loser, inClub }: `told` is what a `PhoneGame` is made of, `log` its
// entries, `began` the phone's time in milliseconds, `loser` a name or null, `inClub` where the game
// stands in a club, null before.

import { Database } from "../stored/database.js";

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
  isStored = false; // false where this browser stores nothing, as in some private windows
  base = new Database(NAME, make, (transaction) => this.lay(transaction));

  async open() {
    try {
      await this.read();
      this.isStored = true;
      this.channel = new BroadcastChannel(NAME); // another window may play here as well
      this.channel.onmessage = () => this.read().catch(() => {});
    } catch {
      this.isStored = false;
    }
    return this;
  }

  async read() {
    const [records, setup] = await this.base.within([GAMES, MORE], "readonly", (all) => [all.objectStore(GAMES).getAll(), all.objectStore(MORE).get(SETUP)]);
    this.records = new Map(records.result.sort((left, right) => left.began - right.began).map((record) => [record.key, record]));
    this.setup = setup.result ?? null;
  }

  // The rules stay on the phone too: their address changes whenever they do.
  async rules(address) {
    const stored = await this.base.within([MORE], "readonly", (all) => all.objectStore(MORE).get(RULES)).catch(() => null);
    if (stored?.result?.address === address) return stored.result.data;
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

  // Resolves when it is stored. A phone that is full plays on with what it remembers, says so, and lays
  // all of that as soon as it can.
  async write(change) {
    try {
      await this.base.within([GAMES, MORE], "readwrite", (transaction) => {
        if (!this.isStored) this.lay(transaction);
        change(transaction.objectStore(GAMES), transaction.objectStore(MORE));
      });
      this.isStored = true;
      this.channel?.postMessage(null);
    } catch {
      this.isStored = false;
    }
  }

  lay(transaction) {
    for (const record of this.records.values()) transaction.objectStore(GAMES).put(record);
    if (this.setup) transaction.objectStore(MORE).put(this.setup, SETUP);
  }
}

function make(base) {
  base.createObjectStore(GAMES, { keyPath: "key" });
  base.createObjectStore(MORE);
}
