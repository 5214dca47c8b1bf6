// A phone of the simulation, with the real queue and the real sync on it: somebody taps, it loses
// its network, its login, its clock and its life, and starts again from what is on its disk.

import { Disk } from "./disk.js";
import { inForce, isOpen, No, topOf } from "./model.js";
import { demand } from "./world.js";

const PATIENCE = 8000; // milliseconds until a phone no longer waits for an answer
const PATIENCE_OF_DISK = 3000;
const FOLLOWING = 10_000; // milliseconds between two looks while somebody decides
const LONGEST_PAUSE = 30 * 60_000;
const STORM = 40; // requests in one second are none of a human being

export class Phone {
  constructor(name, identity, world, code) {
    Object.assign(this, { name, identity, cookie: identity, world, code });
    Object.assign(this, { disk: new Disk(world), online: true, offset: 0, made: 0, serial: 0, pause: 1000, timer: null });
    // What this phone has promised, by id: { game, author, order, kind, after }; and what became of some of it.
    Object.assign(this, { promised: new Map(), handedBack: new Set(), decided: new Set(), second: [0, 0], arrived: undefined });
    this.boot();
  }

  get random() {
    return this.world.random;
  }

  // --- life and death -----------------------------------------------------------------------------

  boot() {
    const { code, world } = this;
    this.alive = this.ready = false;
    const life = (this.life = {});
    this.store = new code.BrowserStore("1", "", {
      factory: this.disk.factory(() => this.life === life, () => this.crash()),
      patience: () => ({ addEventListener: (_, act) => world.scheduler.after(PATIENCE_OF_DISK, act) }),
    });
    const at = () => Math.round(world.scheduler.now + this.offset);
    this.queue = new code.Queue(this.store, { identity: this.identity, engine: "1", now: at });
    // What was refused before somebody's eyes is handed back, also where the phone dies over it.
    for (const id of this.handedBack) if (this.disk.holds(id)) this.handedBack.delete(id);
    this.tried = new Set(this.disk.items.map(({ id }) => id));
    const { handBack } = this.queue;
    this.queue.handBack = async (item, entries) => {
      demand(!this.tried.has(item.id), `${item.id} has waited and is handed back`);
      this.handedBack.add(item.id);
      const handed = await handBack.call(this.queue, item, entries);
      if (!handed) this.handedBack.delete(item.id);
      return handed;
    };
    this.sync = new code.Sync(this.queue, this.transport(life, {}), {});
    this.guard(this.opened(life));
  }

  // Where its storage does not answer the page is opened again.
  async opened(life) {
    try {
      demand(await this.store.open(), "what was stored is not there");
    } catch (error) {
      if (!(error instanceof this.code.Unstored)) throw error;
      return this.world.scheduler.after(1000, () => this.life === life && this.boot());
    }
    await this.queue.open();
    await this.awake(life);
  }

  async awake(life) {
    if (this.life !== life) return;
    demand(this.queue.arrivedAt === (this.disk.arrivedAt ?? null), "the time of the last arrival is forgotten");
    this.alive = this.ready = true;
    this.busy = this.running = false;
    // What was tapped and not answered yet is said once more, as the page does.
    const { letter } = this.disk;
    if (letter) await this.enter(letter);
    this.go();
  }

  crash() {
    if (this.disk.atRisk) return; // what the browser has cleared and was not laid again is gone with the page
    this.alive = this.ready = false;
    this.life = null;
    this.world.crashes += 1;
    this.world.scheduler.after(500 + this.random.below(60_000), () => this.boot());
  }

  // A page that is opened again, perhaps by somebody else. A new page waits for nothing.
  reload(identity = this.identity) {
    if (this.disk.atRisk) return;
    this.identity = identity;
    this.boot();
  }

  guard(promise) {
    promise.catch((error) => (this.world.scheduler.broken ??= error));
  }

  // --- the network ----------------------------------------------------------------------------------

  transport(life, sender) {
    const { server } = this.world;
    const ask = (method, ...args) => this.ask(life, method, sender, args);
    const offered = { as: (identity) => this.transport(life, { as: identity }) };
    for (const method of ["identity", "lobby", "entries", "start", "send", "finish", "reopen", "abandon", "replace", "keepVersion", "call", "callOff"]) {
      demand(method in server, method);
      offered[method] = (...args) => ask(method, ...args);
    }
    return offered;
  }

  ask(life, method, sender, args) {
    const { world: { scheduler, server, random, loss }, code } = this;
    const message = JSON.stringify(args);
    const [second, number] = this.second;
    const now = Math.floor(scheduler.now / 1000);
    this.second = second === now ? [now, number + 1] : [now, 1];
    demand(this.second[1] < STORM, "a storm of requests");
    return new Promise((resolve, reject) => {
      let open = true;
      const end = (act) => {
        if (open && this.life === life) act();
        open = false;
      };
      const fails = () => end(() => {
        if (!sender.looks) for (const { id } of this.queue.items) this.tried.add(id);
        reject(new code.Unreachable("no network"));
      });
      if (!this.online) return scheduler.after(5, fails);
      const arrives = () => {
        const who = { ...sender, identity: this.cookie };
        let answer, no = null;
        try {
          answer = JSON.stringify(server[method](who, ...JSON.parse(message)) ?? null);
        } catch (error) {
          if (!(error instanceof No)) return (scheduler.broken ??= error);
          no = error;
        }
        if (!this.online || random.often(loss)) return null;
        scheduler.after(5 + random.below(400), () => end(() => {
          if (no) reject(new code.Refused(no.status, { code: no.code, event: no.event }));
          else resolve(JSON.parse(answer));
        }));
        return null;
      };
      scheduler.after(PATIENCE, fails);
      if (random.often(loss)) return null;
      scheduler.after(5 + (random.often(loss) ? random.below(60_000) : random.below(400)), arrives);
      if (random.often(loss)) scheduler.after(5 + random.below(90_000), arrives); // and once more
      return null;
    });
  }

  // --- what happens by itself -------------------------------------------------------------------------

  go() {
    if (!this.alive || this.running) return;
    const { life } = this;
    this.running = true;
    this.guard(this.sync.run().then((next) => {
      if (this.life !== life) return;
      this.running = false;
      if (next !== "later") this.pause = 1000;
      if (next === "stopped" && this.world.calm) this.goesOnLooking(life);
      if (next !== "later" || this.timer === life) return;
      this.timer = life; // one at a time
      this.pause = Math.min(2 * this.pause, LONGEST_PAUSE);
      this.world.scheduler.after(500 + this.random.below(this.pause), () => {
        if (this.life !== life) return;
        this.timer = null;
        this.go();
      });
    }));
  }

  goesOnLooking(life) {
    if (this.looking === life) return;
    this.looking = life;
    this.world.scheduler.after(FOLLOWING, () => {
      this.looking = null;
      if (this.life === life) this.go();
    });
  }

  // A look at what the others do: in the game that is on the screen, and at the table.
  async read() {
    const { life } = this;
    if (!this.ready || this.busy) return;
    try {
      const server = this.transport(life, { looks: true });
      const lobby = await server.lobby();
      const key = lobby.game ?? lobby.last?.key;
      this.next = lobby.next_number;
      if (!key) return;
      const shown = this.key;
      await this.follow(server, key);
      if (shown !== null && shown !== key && this.queue.games.has(shown) && !this.queue.of(shown).length) await this.follow(server, shown);
      if (this.life !== life) return;
      await this.queue.forget([...this.queue.games.keys()].filter((game) => game !== key && game !== this.key));
    } catch (error) {
      if (!(error instanceof this.code.Unreachable) && !(error instanceof this.code.Refused)) throw error;
    }
  }

  async follow(server, key) {
    const { life } = this;
    const after = this.queue.games.get(key)?.log.length ?? 0;
    const { entries, ...told } = await server.entries(key, after);
    if (this.life !== life) return;
    const adopted = this.queue.adopt(told, after, entries);
    if (this.random.often(0.3)) this.tap(); // at the very moment
    await adopted;
  }

  decide() {
    if (!this.alive || this.sync.stop?.why !== "conflict") return;
    const { stop } = this.sync;
    demand(stop.theirs.length > 0 || stop.other || stop.error.status === 422, `a conflict with nobody: ${stop.error.code} ${stop.item.kind}`);
    const choice = this.random.often(0.5) ? "theirs" : "mine";
    const { queue } = this;
    const key = stop.item.game;
    const over = !isOpen(queue.log(key)) && queue.of(key).every(({ identity }) => identity === stop.item.identity);
    this.guard(this.sync.choose(choice).then(() => {
      demand(!over || queue.items[0]?.kind !== "room", `what goes on is broken off for ${key}, which is over`);
      this.go();
    }).catch((error) => {
      if (!(error instanceof this.code.Unstored)) throw error; // said in words; it is decided once more
    }));
  }

  // What it shows of the others while two versions wait for a decision is what the server has.
  watches() {
    const { remote, running, error } = this.sync.stop?.why === "conflict" && this.alive ? this.sync.stop : {};
    demand(error?.code !== "another_game_running" || running, `${this.name} does not see what is in the way`);
    const length = (key) => this.world.server.games.get(key).log.length;
    if (remote) demand(remote.sequence === length(remote.id), `${this.name} shows an old version of ${remote.id}`);
    if (running) demand(running.seen === length(running.game), `${this.name} does not follow ${running.game}`);
  }

  // --- what somebody does -------------------------------------------------------------------------------

  // The game on the screen: the newest this phone knows of.
  get key() {
    const games = [...this.queue.games.values()];
    return games.reduce((best, game) => (best === null || game.told.number >= best.told.number ? game : best), null)?.key ?? null;
  }

  tap() {
    if (!this.ready || this.busy || this.world.late) return;
    const { key, queue, random } = this;
    const log = key === null ? [] : queue.log(key);
    const id = `${this.name}-${this.made++}`;
    if (random.often(0.02)) return this.enters({ items: [{ kind: random.often(0.7) ? "call" : "callOff", game: null, id, data: { note: "" }, entries: [] }] });
    if (key === null || !isOpen(log)) {
      if (key !== null && random.often(0.05)) return this.enters(this.mark(key, log, "reopen", id));
      return this.begin(id, key);
    }
    if (inForce(log).length >= this.world.server.fewest && random.often(0.12)) return this.enters(this.mark(key, log, "finish", id));
    if (random.often(0.01)) {
      const entries = [{ id, type: "abandon", data: { type: "abandon" }, words: {} }, { id: `${id}:end`, type: "finish", data: {}, words: {} }];
      return this.enters({ after: log.at(-1)?.id ?? null, items: [{ kind: "abandon", game: key, id, data: { reason: "" }, entries }] });
    }
    return this.enters(this.event(key, log, id));
  }

  event(key, log, id) {
    const on = topOf(log);
    const back = on !== null && this.random.often(0.15);
    const data = { id, type: back ? "retract" : "throw", ...(back ? {} : { tag: id }), on };
    const { id: _, ...logged } = data;
    return { after: log.at(-1)?.id ?? null, items: [{ kind: "event", game: key, id, data, entries: [{ id, type: data.type, data: logged, words: {} }] }] };
  }

  mark(key, log, kind, id) {
    return { after: log.at(-1)?.id ?? null, items: [{ kind, game: key, id, data: { reason: "" }, entries: [{ id, type: kind, data: {}, words: {} }] }] };
  }

  begin(id, key) {
    const number = key === null ? this.next ?? 1 : this.queue.games.get(key).told.number + 1;
    this.enters({ start: { id, number, header: { by: this.name } } });
  }

  enters(letter) {
    this.disk.letter = letter;
    const { life } = this;
    this.guard(this.enter(letter).then(() => {
      if (this.life !== life) return;
      this.go();
      if (this.random.often(0.3)) this.world.scheduler.after(this.random.below(500), () => this.life === life && this.tap());
    }));
  }

  async enter(letter) {
    const { life, queue, code } = this;
    const ids = letter.start ? [letter.start.id] : letter.items.map(({ id }) => id);
    this.busy = true;
    let isEntered = false;
    try {
      await (letter.start ? this.start(letter.start) : this.sync.enter(letter.after, ...letter.items));
      isEntered = true;
    } catch (error) {
      if (this.life !== life) return;
      if (error instanceof code.Unreachable) return this.again(letter);
      // Else it is refused in words.
      if (![code.Outdated, code.Unstored, code.Refused].some((kind) => error instanceof kind)) throw error;
    }
    if (this.life !== life) return;
    this.busy = false;
    this.disk.letter = null;
    if (!isEntered) return;
    for (const id of ids) {
      demand(this.disk.stored.has(id) || this.isAtServer(id), `${id} is shown, and neither stored nor at the server`);
      if (this.promised.has(id)) continue;
      const entered = letter.start ? { game: id, kind: "start" } : letter.items.find((item) => item.id === id);
      if (queue.knows(entered.game, id)) this.promised.set(id, { game: entered.game, author: this.identity, order: this.serial++, kind: entered.kind, after: letter.after });
    }
  }

  async start({ id, number, header }) {
    try {
      await this.queue.start({ id, number, header }, { id, number, header });
    } catch (error) {
      if (!(error instanceof this.code.Unstored)) throw error;
      await this.sync.past(error);
      await this.transport(this.life, {}).start({ id, number, header });
    }
  }

  // What could neither be stored nor sent is tried again, and the page says so as long.
  again(letter) {
    const { life } = this;
    return new Promise((resolve) => {
      this.world.scheduler.after(1000 + this.random.below(14_000), () => this.life === life && resolve(this.enter(letter)));
    });
  }

  isAtServer(id) {
    const { games, calls } = this.world.server;
    return games.has(id) || calls.has(id) || [...games.values()].some(({ log }) => log.some((entry) => entry.id === id));
  }
}
