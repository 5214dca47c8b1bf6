// The game as this phone knows it. It asks the source of truth and tells who draws; it draws
// nothing and judges nothing.

import { newId, Refused, Unreachable } from "./server.js";
import { t } from "./words.js";

const POLL_INTERVAL = 2000; // milliseconds, while somebody looks at the page
const LOBBY_EVERY = 3; // polls of a finished game for one of the table

export class Session {
  // `sender` is who scores here, and `identity` asks the server who that is now.
  constructor(source, outbox, changed, sender = "") {
    Object.assign(this, { source, outbox, changed, sender, identity: source.identity });
    this.lobby = this.game = this.view = this.rounds = this.message = null;
    this.polls = 0;
    this.loggedOut = this.left = false; // `left`: on to another game than the page came with
    this.brokenOff = null; // the number of the game that somebody else has ended without a loser
    this.endedHere = null; // the game that this phone has ended so
    this.moved = -Infinity; // when the buttons changed last
  }

  get busy() {
    return this.outbox.letter !== null;
  }

  // What is being written now, so that the dice lie on the table before the answer is there.
  get sent() {
    const letter = this.outbox.letter;
    return letter?.method === "send" ? letter.args[2][0] : null;
  }

  // The game on the screen is over, and the table has played others after it.
  get isOvertaken() {
    return Boolean(this.view && this.lobby) && this.view.status !== "running" && this.game.number < this.lobby.next_number - 1 && !this.isAsked;
  }

  // The game on the screen is the one this phone's player is to say of first whether it is right.
  get isAsked() {
    return Boolean(this.lobby?.asks) && this.game?.id === this.lobby.asks;
  }

  async enter(key) {
    const lobby = this.read(() => this.source.lobby().then((lobby) => (this.lobby = lobby)));
    this.awaited = key;
    // What waits on this phone may have led on to a later game before.
    await Promise.all([lobby, key && !this.game && this.read(() => this.load(key))]);
    const first = this.lobby?.asks ?? (this.game ? null : this.lobby?.game);
    this.awaited = first;
    if (first && (!this.game || this.game.id === this.lobby.game)) await this.read(() => this.load(first));
    this.awaited = null;
    const { left } = this.outbox;
    if (left) await this.post(left.method, left.args);
    this.watch();
  }

  // From now on another source knows the truth: the phone itself.
  use(source) {
    this.source = this.outbox.source = source;
    this.outbox.offline = false;
  }

  // What was entered is refused after all; `answer` is how the game stands without it.
  handBack(error, answer) {
    this.message = { tone: error.status === 409 ? "stale" : "no", text: error.message, clause: error.clause };
    this.view = null;
    if (answer) this.take(answer);
    else this.game = this.rounds = null;
    this.refresh();
  }

  // Something is asked before anything else and is on its way: nothing is shown that would be swapped for it.
  get isHeldBack() {
    return Boolean(this.awaited && this.lobby?.asks) && !this.isAsked;
  }

  async load(key) {
    const before = this.game?.id;
    const answer = await this.source.load(key);
    // Who has gone on to the next game meanwhile is not called back by a late answer.
    if ([before, key].includes(this.game?.id)) this.take(answer);
  }

  // On to the table's next game, with who begins it as of now.
  async leave() {
    this.message = null;
    await this.read(() => this.source.lobby().then((lobby) => (this.lobby = lobby)));
    if (this.message) return false;
    this.game = this.view = this.rounds = this.message = null;
    this.left = true;
    this.moved = performance.now();
    this.changed();
    return true;
  }

  // --- writing --------------------------------------------------------------------------------

  start(body) {
    return this.post("start", [{ id: newId(), ...body }]);
  }

  send(...events) {
    return this.write("send", events.map((event) => ({ id: newId(), ...event })));
  }

  mend(number, change) {
    return this.write("mend", newId(), number, change);
  }

  finish() {
    return this.close("finish");
  }

  reopen(reason) {
    return this.close("reopen", reason);
  }

  // A look that is on its way meanwhile takes it for what it is.
  abandon(reason) {
    this.endedHere = this.game.id;
    return this.close("abandon", reason);
  }

  // The result is written in the same breath, but the answer tells of the log only.
  async close(method, ...reason) {
    await this.write(method, newId(), ...reason);
    if (this.view?.ended_by !== "abandoned") this.endedHere = null; // refused
    await this.refresh();
  }

  write(method, ...rest) {
    return this.post(method, [this.game.id, this.view.sequence, ...rest]);
  }

  // What is not of the log: it changes the lobby or the result, so both are looked at again.
  async ask(method, ...args) {
    await this.post(method, args);
    await this.refresh();
  }

  async post(method, args) {
    if (this.busy) return;
    this.message = null;
    const posted = this.outbox.post(method, ...args);
    this.changed();
    try {
      const answer = await posted;
      if (answer?.view) this.take(answer);
    } catch (error) {
      if (!(error instanceof Refused)) {
        this.message = { tone: "no", text: t("not_entered") }; // a fault of ours is no silence
        this.changed();
        throw error;
      }
      if (error.view) this.take(error);
      await this.refused(error);
    } finally {
      this.moved = performance.now();
    }
    this.changed();
  }

  // --- reading --------------------------------------------------------------------------------

  // An answer that was overtaken on its way is older than what is on the screen.
  take({ game, view, call, gaveWay }) {
    if (game && game.id !== this.game?.id) {
      this.view = this.rounds = null;
    }
    if (game) this.game = game; // its number may be another one once it has arrived
    if (this.view && view.sequence < this.view.sequence) return;
    if (this.view && view.sequence !== this.view.sequence) {
      this.moved = performance.now();
      if (this.message?.tone === "stale") this.message = null; // the next entry is there
    }
    this.view = view;
    if (gaveWay) this.message = { tone: "stale", text: t("gave_way") };
    if (call !== undefined && this.lobby) this.lobby.call = call;
    this.changed();
  }

  preview(event, signal) {
    return this.source.preview(this.game.id, this.view.sequence, [event], signal);
  }

  async history() {
    const { id } = this.game;
    const { rounds, happened = [], arrivals, versions } = await this.source.rounds(id);
    if (this.game?.id !== id) return; // left meanwhile
    Object.assign(this, { rounds, happened, arrivals, versions });
    this.changed();
  }

  watch() {
    const again = () => setTimeout(async () => {
      if (!document.hidden && !this.busy) await this.refresh();
      again();
    }, POLL_INTERVAL);
    again();
    document.addEventListener("visibilitychange", () => document.hidden || this.refresh());
  }

  refresh() {
    this.polls += 1;
    return this.read(async () => {
      const ran = this.view?.status === "running";
      if (this.game && !this.busy) await this.load(this.game.id);
      if (ran && !this.busy && this.view?.ended_by === "abandoned" && this.game.id !== this.endedHere) this.brokenOff = this.game.number;
      if (this.game && this.view.status === "running" && this.polls % LOBBY_EVERY) return;
      const before = this.game?.id;
      const lobby = await this.source.lobby();
      if (this.game?.id !== before) return; // a late answer calls nobody back either
      this.lobby = lobby;
      // Another phone has started the next game of this table.
      if (this.lobby.game && this.lobby.game !== this.game?.id && this.view?.status !== "running" && !this.isAsked) {
        await this.load(this.lobby.game);
        if (this.brokenOff) this.message = { tone: "stale", text: t("broken_off_there", { number: this.brokenOff }) };
        this.brokenOff = null;
      }
      this.changed();
    });
  }

  // Whoever has been logged out meanwhile is told that, and not that this table is not for him.
  async refused(error) {
    const mayBe = [401, 403, 404].includes(error.status) && this.sender.startsWith("person-");
    this.loggedOut = mayBe && (await this.identity().catch(() => this.sender)) === null;
    this.message = this.loggedOut ? null : { tone: error.status === 409 ? "stale" : "no", text: error.message, clause: error.clause, status: error.status };
  }

  // To look is no entry: without a network the last picture stays, and says how old it is.
  async read(reading) {
    try {
      await reading();
      this.unreachableSince = null;
      this.loggedOut = false;
    } catch (error) {
      if (error instanceof Refused) await this.refused(error);
      else if (error instanceof Unreachable) this.unreachableSince ??= Date.now();
      else throw error;
    }
    this.changed();
  }
}
