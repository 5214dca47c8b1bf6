// Opens what this phone keeps of a table, so that scoring goes on without network, and takes to the
// server what waits. Asked for after the first picture.

import { readRulebooks } from "../engine/index.js";
import { clock, t } from "../scorer/words.js";
import { Unstored } from "../stored/database.js";
import { remember } from "../stored/values.js";
import { drawDecision } from "./decide.js";
import { Queue } from "./queue.js";
import { remote } from "./remote.js";
import { rescueLinks } from "./rescue.js";
import { isKept, offlineReadyAgain } from "./shell.js";
import { PhoneSource } from "./source.js";
import { BrowserStore } from "./store.js";
import { Sync } from "./sync.js";

const FOLLOWING = 2000; // milliseconds between looks at the others while two versions wait
const CALM = 800; // milliseconds in which a question that has just come up takes no answer
const RETRY_DELAYS = [1, 2, 4, 8, 15, 30, 60].map((seconds) => seconds * 1000);
const markOf = ({ table, sender }) => `schockwart-waits-${table}-${sender}`;

// Null where this browser cannot keep anything for good; then every entry needs the network.
export async function openPhone(app, { settings, http, draw }) {
  if (!globalThis.isSecureContext || !navigator.locks || !globalThis.indexedDB) return null;
  let phone = null;
  const store = new BrowserStore(settings.table, settings.sender, { cleared: () => phone?.isCleared() });
  await alone(`schockwart-${store.table}`, (elsewhere) => {
    app.elsewhere = elsewhere;
    draw();
  });
  if (!await store.open()) return null;
  readRulebooks(await rulebooks(store, settings.rulebooks));
  const queue = new Queue(store, { identity: settings.sender, engine: settings.rulebooks, now: () => Date.now() });
  await queue.open();
  navigator.storage?.persist?.();
  phone = new Phone(app, { settings, http, draw, store, queue, others: await store.others(), ready: await isKept() });
  if (app.session.lobby) await phone.source.remember(app.session.lobby);
  return phone;
}

// Of several windows of this browser one keeps the queue; the others say so and wait for it to close.
const alone = (name, elsewhere) => new Promise((resolve) => {
  const forGood = () => new Promise(() => {
    elsewhere(false);
    resolve();
  });
  navigator.locks.request(name, { ifAvailable: true }, (lock) => {
    if (lock) return forGood();
    elsewhere(true);
    navigator.locks.request(name, forGood);
  });
});

// The rules stay on the phone: their address changes whenever they do.
async function rulebooks(store, address) {
  const { rules } = await store.read();
  if (rules?.address === address) return rules.data;
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(String(answer.status));
  const data = await answer.json();
  await store.write({ more: { rules: { address, data } } });
  return data;
}

class Phone {
  constructor(app, { settings, http, draw, store, queue, others, ready }) {
    Object.assign(this, {
      app, settings, queue, store, draw, others, waited: queue.waiting, tries: 0, timer: null,
      running: false, again: false, ready, question: null, askedAt: -Infinity, isSure: false,
    });
    const server = remote(http, settings.table);
    this.sync = new Sync(queue, server, { changed: () => this.changed(), refused: (item, error) => this.refused(item, error), reason: t("broken_off") });
    const lang = document.documentElement.lang;
    this.source = new PhoneSource(http, server, { queue, store, lang, sync: this.sync, lobbyShown: () => app.session.lobby, go: () => this.go() });
    addEventListener("online", () => this.go(0));
    document.addEventListener("visibilitychange", () => document.hidden || this.go());
    this.go();
  }

  // --- on its way -------------------------------------------------------------------------------

  async go(tries = this.tries) {
    this.tries = tries;
    if (this.running) {
      this.again = true;
      return;
    }
    this.running = true;
    clearTimeout(this.timer);
    let next = "later";
    try {
      next = await this.sync.run();
    } finally {
      this.running = false;
      this.tries = next === "later" ? this.tries + 1 : 0;
      if (next === "later") this.timer = setTimeout(() => this.go(), RETRY_DELAYS[Math.min(this.tries, RETRY_DELAYS.length) - 1]);
      else if (this.again) setTimeout(() => this.go());
      else if (next === "stopped") this.timer = setTimeout(() => document.hidden || this.go(), FOLLOWING);
      this.again = false;
    }
  }

  changed() {
    const { session } = this.app;
    const { waiting } = this.queue;
    remember(markOf(this.settings), waiting || null);
    if (session.game && this.source.here(session.game.id)) session.take(this.source.game(session.game.id).load());
    if (!waiting && this.waited) session.refresh();
    this.waited = waiting;
    this.noteQuestion();
    this.draw();
  }

  // What is asked is another question where another game is in the way.
  noteQuestion() {
    const { item, remote, running } = this.decision ?? {};
    const question = item ? [item.id, remote?.id, running?.game].join() : null;
    if (question === this.question) return;
    this.question = question;
    this.isSure = false;
    if (!question) return;
    this.askedAt = performance.now();
    setTimeout(this.draw, CALM);
  }

  // Here by the table's link alone, one says twice that another's version gives way.
  answer(choice) {
    if (choice === "mine" && this.settings.sender.startsWith("link-") && this.decision.remote && !this.isSure) {
      this.isSure = true;
      this.askedAt = performance.now();
      setTimeout(this.draw, CALM);
      this.draw();
      return;
    }
    this.isSure = false;
    this.choose(choice);
  }

  // Said at once to whoever has just entered it; the game stands as the server has it.
  refused({ game }, error) {
    const { session } = this.app;
    session.handBack(error, this.queue.games.has(game) ? this.source.game(game).load() : null);
  }

  // --- what it says -------------------------------------------------------------------------------

  get waiting() {
    return this.queue.waiting;
  }

  // Whoever only looks on needs nothing of this.
  get active() {
    const { session, scores } = this.app;
    return this.waiting > 0 || scores || Boolean(session.lobby?.can.score);
  }

  // Whether scoring of it goes on here without a network; before the first game there is none.
  holds(game) {
    return !game || this.queue.games.has(game.id);
  }

  get sending() {
    return this.waiting > 0 && !this.sync.offline && !this.sync.stop;
  }

  get decision() {
    return this.sync.stop?.why === "conflict" ? this.sync.stop : null;
  }

  get hasJustAsked() {
    return performance.now() - this.askedAt < CALM;
  }

  // One line each: what waits, since when, why it is not sent.
  notices() {
    const { queue, sync, waiting, store: { isBehind } } = this;
    const arrived = queue.arrivedAt && t("last_arrived", { time: clock(queue.arrivedAt) });
    const values = { number: waiting, time: waiting ? clock(queue.since) : "" };
    const counted = waiting && [t(waiting === 1 ? "one_waits" : "some_wait", values), arrived].filter(Boolean).join(" ");
    const why = waiting && sync.stop && { link: t("waits_for_link"), other: t("waits_for_other"), forbidden: sync.stop.error?.message }[sync.stop.why];
    return [
      isBehind && ["warn", t("stores_nothing")],
      sync.offline && ["warn", [!isBehind && t(this.ready ? "offline_goes_on" : "offline_goes_on_here"), counted].filter(Boolean).join(" ")],
      waiting && !sync.offline && (sync.stop || waiting > 1) && ["", counted],
      why && ["warn", why],
      this.others && ["", t("others_wait", { number: this.others })],
    ].filter(Boolean);
  }

  // Beside the table's name; only while all of it is on the phone.
  get label() {
    return this.ready && !this.store.isBehind && t("without_network_too");
  }

  drawDecision(app) {
    return drawDecision(app);
  }

  rescueLinks() {
    return rescueLinks(this);
  }

  // The page and its scripts are on the phone as well.
  isReady() {
    this.ready = true;
    this.draw();
  }

  // The browser has thrown away what it kept; the queue is laid again, page and scripts are brought anew.
  isCleared() {
    this.ready = false;
    offlineReadyAgain().then((ready) => ready && this.isReady());
    this.draw();
  }

  async choose(choice) {
    const { session } = this.app;
    try {
      await this.sync.choose(choice);
    } catch (error) {
      if (!(error instanceof Unstored)) throw error;
      session.message = { tone: "no", text: t("refused_unstored") };
      return this.draw();
    }
    session.view = null; // the picture may go back to fewer entries
    if (session.game && this.queue.games.has(session.game.id)) session.take(this.source.game(session.game.id).load());
    else {
      session.game = session.rounds = null; // the server does not know it, so nobody asks for it any more
      await session.leave();
      await session.refresh();
    }
    this.go();
  }
}
