// What the scorer's page asks, answered by this phone alone: games among friends, without a club, a
// server or money. The rules are fetched once, with the page.

import { EngineError, readRulebooks } from "../engine/index.js";
import { load } from "../engine/rulebook.js";
import { EDITIONS, FORMAT } from "../engine/words.js";
import { Refused } from "../scorer/server.js";
import { t } from "../scorer/words.js";
import { PhoneGame } from "../phone/game.js";
import { eveningOf, LocalGames } from "./local_games.js";
import { rulebookJson } from "../phone/snapshot.js";
import { begin } from "../phone/start.js";

const CAN = { score: true, rule: true, call: false };
const PLACE = { venue: "private", house_rules: {} };
const NO_MONEY = { kind: "none", cents: null };

// `settings`: { rulebooks, books, place }: the address of the rules, what the page says of each
// rulebook, and the name of where the way back leads.
export async function openLocal(settings) {
  const games = await new LocalGames().open();
  readRulebooks(await games.rules(settings.rulebooks));
  return new LocalSource(games, settings);
}

class LocalSource {
  constructor(games, settings) {
    Object.assign(this, { games, settings, lang: document.documentElement.lang });
    this.playing = null; // the game asked for last, { key, length, game }
    this.removed = new Map();
  }

  // --- reading --------------------------------------------------------------------------------

  lobby() {
    const records = [...this.games.records.values()].reverse();
    const setup = this.setup();
    const tonight = records.filter(({ began }) => eveningOf(began) === eveningOf(Date.now()));
    return {
      ...this.table(setup, tonight.length + 1),
      event: { name: this.settings.place }, me: { name: "" }, money: NO_MONEY, over: null, call: null, results: [],
      rulebook: rulebookJson(load(setup.rulebook), { full: true, lang: this.lang }),
      game: records.find(({ closed }) => !closed)?.key ?? null,
      setup, books: this.settings.books, stored: this.games.isStored,
      loser: tonight[0]?.loser ?? null,
      tally: tally(tonight),
      games: records.filter(({ closed }) => closed).map(({ key, told, began, loser, inClub }) =>
        ({ key, rulebook: load(told.header.rulebook).name, began, loser, inClub })),
    };
  }

  load(key) {
    return this.free(this.game(key).load());
  }

  rounds(key) {
    return this.free(this.game(key).rounds());
  }

  preview(key, seen, events) {
    const { view, settles } = this.game(key).preview(seen, events);
    return { view: { ...view, charges: [] }, settles };
  }

  // --- writing --------------------------------------------------------------------------------

  // What the form holds is there again after a reload, and „Mehr“ tells of the rulebook chosen there.
  prepare(setup) {
    return this.games.prepare(setup);
  }

  // `body`: { id, names, rulebook, starter, lot }, the starter by place.
  async start({ id, names, rulebook, starter = null, lot = false }) {
    if (!this.games.records.has(id)) {
      const table = this.table({ names, rulebook }, this.lobby().next_number);
      const seats = table.seats.map((seat) => seat.id);
      const { details } = begin(table, { id, seats, starter: starter === null ? null : seats[starter], lot }, { lang: this.lang, draw: Math.random() });
      await this.games.put({ key: id, told: details, log: [], began: Date.now(), closed: false, loser: null, inClub: null }, { names, rulebook });
      navigator.storage?.persist?.();
    }
    return this.load(id);
  }

  send(key, seen, events) {
    return this.written(key, "send", seen, events);
  }

  finish(key, seen, id) {
    return this.written(key, "finish", seen, id);
  }

  abandon(key, seen, id, reason) {
    return this.written(key, "abandon", seen, id, reason);
  }

  reopen(key, seen, id, reason) {
    return this.written(key, "reopen", seen, id, reason);
  }

  async remove(key) {
    this.removed.set(key, this.games.records.get(key));
    await this.games.remove(key);
  }

  async restore(key) {
    const records = [...this.games.records.values(), this.removed.get(key)].sort((left, right) => left.began - right.began);
    this.games.records = new Map(records.map((record) => [record.key, record]));
    await this.games.put(this.removed.get(key));
  }

  // --- how ------------------------------------------------------------------------------------

  // What was played last, or the first of the rulebooks.
  setup() {
    const { setup } = this.games;
    const slugs = this.settings.books.map(({ slug }) => slug);
    return { names: setup?.names ?? [], rulebook: slugs.includes(setup?.rulebook) ? setup.rulebook : slugs[0] };
  }

  // A table as `begin` wants it, with these names around it.
  table({ names, rulebook }, number) {
    return {
      table: null, next_number: number, money: null, takes_rounds: true, can: CAN,
      seats: names.map((name, place) => ({ id: place + 1, name })),
      next_header: { format: FORMAT, rules: EDITIONS.at(-1), rulebook, ...PLACE },
    };
  }

  // Another window may have played on meanwhile.
  game(key) {
    const record = this.games.records.get(key);
    if (!record) throw new Refused(404, { sentence: t("game_gone") });
    if (this.playing?.key !== key || this.playing.length !== record.log.length) {
      this.playing = { key, length: record.log.length, game: this.reopened(record) };
    }
    return this.playing.game;
  }

  // The rules may have changed since; such a game is only counted.
  reopened(record) {
    try {
      return new PhoneGame(record.told, this.lang, record.log);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      this.games.put({ ...record, closed: true });
      throw new Refused(422, { sentence: t("game_unreadable") });
    }
  }

  async written(key, method, ...args) {
    const game = this.game(key);
    const answer = game[method](...args);
    const { live } = game;
    const record = this.games.records.get(key);
    if (live.sequence !== record.log.length) {
      this.playing.length = live.sequence;
      const { loser } = live.state.table.part;
      await this.games.put({ ...record, log: [...live.entries], closed: !live.isOpen(live.sequence), loser: game.names[loser] ?? null });
    }
    return this.free(answer);
  }

  // Nothing costs anything here: fines are noted, and no amount is asked for.
  free({ game, view, ...rest }) {
    const answer = { ...rest, view: { ...view, actions: view.actions.map(withoutAmount), late: view.late.map(withoutAmount) } };
    if (game) answer.game = { ...game, rulebook: withoutFines(game.rulebook) };
    return answer;
  }
}

// Who lost how often, most often first: [name, number].
function tally(records) {
  const losses = new Map();
  for (const { loser } of records) if (loser) losses.set(loser, (losses.get(loser) ?? 0) + 1);
  return [...losses].sort(([, a], [, b]) => b - a);
}

function withoutAmount(action) {
  if (action.type !== "infraction") return action;
  return { ...action, codes: action.codes.map(({ cents, ...code }) => code) };
}

function withoutFines(rulebook) {
  const infractions = Object.entries(rulebook.infractions).map(([code, infraction]) => [code, { ...infraction, kind: "", cents: null, open_amount: false }]);
  return { ...rulebook, infractions: Object.fromEntries(infractions) };
}
