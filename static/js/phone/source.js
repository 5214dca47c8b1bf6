// The truth of a game on the phone itself: what somebody enters is stored here first, shown at once
// and taken to the server by the queue. It offers what httpSource does.

import { Refused, Unreachable } from "../scorer/server.js";
import { t } from "../scorer/words.js";
import { Unstored } from "../stored/database.js";
import { PhoneGame } from "./game.js";
import { tableNow } from "./lobby.js";
import { isReplacing, Outdated } from "./queue.js";
import { begin } from "./start.js";

const no = (word, status = 503) => new Refused(status, { code: word, sentence: t(`refused_${word}`) });
const draw = () => crypto.getRandomValues(new Uint32Array(1))[0] / 2 ** 32;

export class PhoneSource {
  // `http` is asked for what only the server knows, `server` for what the queue does not have yet.
  // `lobbyShown` says how the page shows the table.
  constructor(http, server, { queue, sync, store, lang, lobbyShown, go }) {
    Object.assign(this, { http, server, queue, sync, store, lang, lobbyShown, go, games: new Map(), table: null, shown: null });
    this.logAddress = http.logAddress;
  }

  // --- what is known --------------------------------------------------------------------------

  // The game with all that waits. It is made anew where its log is another one than before.
  game(key) {
    const { told, log } = this.queue.games.get(key);
    const all = this.queue.log(key);
    const known = this.games.get(key);
    const { live } = known ?? {};
    const same = known && known.told === told && live.sequence === all.length && all.every(({ id }, place) => live.entry(place + 1).id === id);
    if (same) known.arrived = log.length;
    else this.games.set(key, this.made(told, log, all.slice(log.length)));
    return this.games.get(key);
  }

  made(told, log, waiting) {
    return Object.assign(new PhoneGame({ ...told, sequence: log.length, entries: log }, this.lang, waiting), { told });
  }

  waits(key) {
    return this.queue.of(key).length > 0;
  }

  // --- reading --------------------------------------------------------------------------------

  async lobby() {
    try {
      await this.remember(await this.http.lobby());
      await this.bringRunning();
      this.sync.offline = false;
    } catch (error) {
      this.table ??= (await this.store.read()).table ?? null;
      if (!(error instanceof Unreachable) || !this.table) throw error;
      this.sync.offline = true;
    }
    return this.now();
  }

  // The table as the server told of it last.
  async remember(table) {
    this.table = table;
    await this.store.write({ more: { table } }, { mayLag: true });
  }

  // The game that runs stays on the phone as well while an earlier one is on the screen: nobody knows
  // when the network goes.
  async bringRunning() {
    const { game } = this.table;
    if (game && game !== this.shown && !this.queue.items.length) await this.adopt(game);
  }

  // The table as this phone knows it: the newest of its own games stands in what the server said.
  now() {
    const newest = [...this.queue.games.values()].reduce((best, game) => (best && best.told.number > game.told.number ? best : game), null);
    if (!newest || !(this.waits(newest.key) || this.sync.offline)) return this.table;
    return tableNow(this.table, this.game(newest.key));
  }

  async load(key) {
    this.shown = key;
    if (this.waits(key)) {
      this.go();
      return this.game(key).load();
    }
    try {
      const answer = await this.http.load(key);
      this.sync.offline = false;
      const gaveWay = await this.follow(key, answer.view.sequence);
      return this.waits(key) ? this.game(key).load() : { ...answer, gaveWay };
    } catch (error) {
      if (!(error instanceof Unreachable) || !this.queue.games.has(key)) throw error;
      this.sync.offline = true;
      return this.game(key).load();
    }
  }

  // The phone has the log of what it shows. True where what it showed gave way to another phone's
  // version.
  async follow(key, sequence) {
    const log = this.queue.games.get(key)?.log ?? [];
    if (log.length === sequence && this.queue.games.has(key)) return false;
    const entries = await this.adopt(key);
    const needed = [key, this.shown, this.table?.game]; // it may be about a game that was left meanwhile
    await this.queue.forget([...this.queue.games.keys()].filter((game) => !needed.includes(game)));
    return log.length > 0 && entries.some(({ type, data }) => type === "retract" && isReplacing(data.act));
  }

  async adopt(key) {
    const after = this.queue.games.get(key)?.log.length ?? 0;
    const { entries, sequence: _, ...told } = await this.server.entries(key, after);
    await this.queue.adopt(told, after, entries);
    return entries;
  }

  async rounds(key) {
    if (this.here(key)) return this.game(key).rounds();
    try {
      return await this.http.rounds(key);
    } catch (error) {
      if (!(error instanceof Unreachable) || !this.queue.games.has(key)) throw error;
      this.sync.offline = true;
      return this.game(key).rounds();
    }
  }

  async preview(key, seen, events, signal) {
    return this.queue.games.has(key) ? this.game(key).preview(seen, events) : this.http.preview(key, seen, events, signal);
  }

  here(key) {
    return this.queue.games.has(key) && (this.waits(key) || this.sync.offline);
  }

  // --- entering -------------------------------------------------------------------------------

  send(key, seen, events) {
    const act = events.some(({ round }) => round === "last");
    return this.enter(key, seen, (game) => game.send(seen, events), (entries) => {
      if (act) return [{ kind: "event", id: events[0].id, data: events[0], entries }];
      return events.flatMap((data) => entries.filter(({ id }) => id === data.id).map((entry) => ({ kind: "event", id: data.id, data, entries: [entry] })));
    });
  }

  finish(key, seen, id) {
    return this.enter(key, seen, (game) => game.finish(seen, id), (entries) => [{ kind: "finish", id, entries }]);
  }

  abandon(key, seen, id, reason) {
    return this.enter(key, seen, (game) => game.abandon(seen, id, reason), (entries) => [{ kind: "abandon", id, data: { reason }, entries }]);
  }

  // What has arrived as closed has a result, and only the server knows who may open that again.
  reopen(key, seen, id, reason) {
    if (!this.waits(key)) return this.onServer(key, () => this.http.reopen(key, seen, id, reason));
    return this.enter(key, seen, (game) => game.reopen(seen, id, reason), (entries) => [{ kind: "reopen", id, data: { reason }, entries }]);
  }

  async enter(key, seen, write, itemsOf) {
    // An entry that was on its way when the phone took over is in what the page shows.
    if (!this.queue.games.has(key) || this.game(key).live.sequence < seen) await this.follow(key, seen);
    const game = this.game(key);
    const before = game.live.sequence;
    const after = before ? game.live.entry(before).id : null;
    try {
      const answer = write(game);
      const entries = game.live.entries.slice(before);
      if (entries.length) await this.sync.enter(after, ...itemsOf(entries).map((item) => ({ ...item, game: key })));
      this.go();
      return answer;
    } catch (error) {
      this.games.delete(key); // what could not be stored is not shown
      if (error instanceof Unstored) throw no("unstored");
      if (error instanceof Outdated) throw new Refused(409, { code: "stale", sentence: t("refused_stale"), view: this.game(key).load().view });
      throw error;
    }
  }

  // With a network the server begins it: by the house rules of this moment, and with its number. What
  // was last heard here may be older than what the page shows, where two answers were on their way.
  async start(body) {
    const lobby = this.lobbyShown();
    const { details: told, waiting, sent } = begin(lobby, body, { lang: this.lang, draw: draw() });
    const request = { ...sent, number: lobby.next_number };
    if (!this.queue.items.length && !this.sync.offline) {
      try {
        return await this.begun(request);
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error;
        this.sync.offline = true;
      }
    }
    try {
      await this.queue.start(told, request, waiting);
    } catch (error) {
      if (!(error instanceof Unstored)) throw error;
      await this.sync.past(no("unstored"));
      return this.begun(request);
    }
    this.shown = told.id;
    this.go();
    return this.game(told.id).load();
  }

  async begun(request) {
    const answer = await this.http.start(request);
    this.shown = answer.game.id;
    await this.follow(answer.game.id, answer.view.sequence);
    return answer;
  }

  // --- what needs the server ------------------------------------------------------------------

  round(key, number) {
    return this.onServer(key, () => this.http.round(key, number));
  }

  mendPreview(key, ...rest) {
    return this.onServer(key, () => this.http.mendPreview(key, ...rest));
  }

  mend(key, ...rest) {
    return this.onServer(key, () => this.http.mend(key, ...rest));
  }

  confirm(result) {
    return this.onServer(null, () => this.http.confirm(result));
  }

  object(result, ...rest) {
    return this.onServer(null, () => this.http.object(result, ...rest));
  }

  call(id, note) {
    return this.optional(() => this.http.call(id, note), { kind: "call", id, data: { note } });
  }

  callOff() {
    return this.optional(() => this.http.callOff(), { kind: "callOff", id: `off-${draw()}`, data: {} });
  }

  async optional(ask, item) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      await this.queue.add(undefined, { ...item, game: null, entries: [] }).catch(() => {
        throw error; // not kept either: the page goes on trying, and says so
      });
      this.go();
      return null;
    }
  }

  async onServer(key, ask) {
    if (key && this.waits(key)) await this.sync.run(); // it may be on its way just now
    if (key && this.waits(key)) throw no("needs_network");
    try {
      const answer = await ask();
      if (key && answer?.view) await this.follow(key, answer.view.sequence);
      return answer;
    } catch (error) {
      throw error instanceof Unreachable ? no("needs_network") : error;
    }
  }
}
