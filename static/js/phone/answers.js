// What the server answers to the scorer's page, made on the phone: the game, the moment, what may be
// done with it now. It follows games/scoring/api/answers.py.
//
// `viewer` says who reads it, in which language and with which rights: { lang, rights: { inside, score,
// rule, call } }.

import { snapshot, rulebookJson } from "./snapshot.js";

const CLUB_NIGHT = "club_night";

export function both(live, names, viewer) {
  return { game: gameOf(live, names, viewer), view: viewOf(live, live.sequence, names, viewer) };
}

// What does not change while a game is played.
export function gameOf({ game, book }, names, { lang, rights: { inside } }) {
  const { header } = game;
  const row = book.stakeRow(header.players.length, header.venue ?? CLUB_NIGHT);
  const short = shortNames(names);
  return {
    id: game.id,
    table: game.table,
    number: game.number,
    rulebook: rulebookJson(book, { full: inside, lang }),
    players: header.players.map((id) => ({ id, name: names[id], short: short[id] })),
    starter: header.starter ?? null,
    venue: header.venue ?? null,
    stake: row && inside && game.charges ? { kind: row.kind, cents: row.cents, clause: row.clause } : null,
    takes_rounds: game.takes_rounds,
    options: inside ? header.options ?? {} : {},
  };
}

export function viewOf(live, sequence, names, { lang, rights }) {
  const view = snapshot(live, sequence, names, { full: rights.inside, lang });
  return { ...view, result: null, can: can(rights, view) };
}

// What this phone may do now. Whatever is about a result waits for the server, which has it.
function can(rights, view) {
  const running = view.status === "running";
  return {
    score: rights.score && running,
    rule: rights.rule && running,
    finish: rights.score && running && view.step === "over",
    reopen: false,
    confirm: false,
    object: false,
    call: rights.call,
  };
}

// First names, with the initial of the last where two at the table share one. Where that does not
// tell them apart either, the whole name stays; so does „Startnummer 12“.
export function shortNames(names) {
  const seats = Object.keys(names);
  const words = seats.map((seat) => (/\p{Nd}$/u.test(names[seat]) ? [names[seat]] : parts(names[seat])));
  const first = words.map(([word]) => word);
  const longer = words.map((word) => (word.length > 1 ? `${word[0]} ${[...word.at(-1)][0]}.` : word[0]));
  const unique = (tried, place) => tried.filter((name) => name === tried[place]).length === 1;
  return Object.fromEntries(seats.map((seat, place) => {
    const tried = [first, longer].find((names) => unique(names, place));
    return [seat, tried ? tried[place] : names[seat]];
  }));
}

function parts(name) {
  const words = name.split(/\s+/u).filter(Boolean);
  return words.length ? words : [name];
}
