// What the tests ask of the scripts: plain functions of JSON, each answering with a promise.

import { canonical, readRulebooks } from "/static/js/engine/index.js";
import { PhoneGame } from "/static/js/phone/game.js";
import { Live } from "/static/js/phone/live.js";
import { both } from "/static/js/phone/answers.js";
import { decision, happened, history } from "/static/js/phone/snapshot.js";
import { begin, lobbyAfter } from "/static/js/phone/start.js";
import { Refused } from "/static/js/scorer/server.js";
import { setWords } from "/static/js/scorer/words.js";

let words = {}, game = null;

async function answered(status, asking) {
  try {
    return { status, body: await asking() };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { status: refused, ...body } = error;
    return { status: refused, body };
  }
}

async function digest(value) {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(canonical(value)));
  return Array.from(new Uint8Array(bytes, 0, 8), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// The answers after each entry, seen in turn with each of the `looks`, and the whole at the end.
function* answers({ told, entries, looks }) {
  const live = new Live(told);
  for (const entry of [null, ...entries]) {
    if (entry) live.add(entry);
    const look = looks[live.sequence % looks.length];
    setWords(words[look.lang], look.lang);
    yield both(live, told.names, look);
  }
  for (const { lang, rights: { inside: full } } of looks) {
    setWords(words[lang], lang);
    yield {
      depth: live.depth(live.sequence),
      rounds: history(live.state.table.rounds, told.names, { full, lang }),
      happened: happened(live, live.sequence, lang),
      decision: decision(live, live.sequence, lang),
    };
  }
}

window.harness = {
  async learn(rulebooks, given) {
    readRulebooks(rulebooks);
    words = given;
  },

  async digests(log) {
    return Promise.all([...answers(log)].map(digest));
  },

  async answer(log, place) {
    return [...answers(log)][place];
  },

  async open(told, lang) {
    setWords(words[lang], lang);
    game = new PhoneGame(told, lang);
    return game.load();
  },

  async ask(method, ...args) {
    return answered(200, () => game[method](...args));
  },

  // A new game, and what is to be sent of it.
  async begin(lobby, body, lang, draw) {
    setWords(words[lang], lang);
    let sent = body;
    const answer = await answered(201, () => {
      const begun = begin(lobby, body, { lang, draw });
      ({ sent } = begun);
      game = new PhoneGame(begun.details, lang, begun.waiting);
      return game.load();
    });
    return { answer, sent };
  },

  async lobbyAfter(lobby) {
    const { game: told, view } = game.load();
    return lobbyAfter(lobby, told, view);
  },

  async extend(told) {
    game.extend(told);
  },

  async entries() {
    return game.live.entries;
  },
};
