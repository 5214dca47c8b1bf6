// A moment of a game as the scorer's page draws it: the very JSON that the server answers with. It
// follows games/scoring/snapshot.py name by name, and is held to it by the suite.
//
// `names` are those of the seats; `viewer` says who reads it, and in which language: { full, lang }.
// Without `full` it is what the public may see. The language is that of the page, with whose words
// come those of the server.

import { ALL_HANDS, Cup, MOST_THROWS } from "../engine/dice.js";
import { explain, forfeited, handName } from "../engine/explain.js";
import { legalActions, roundJson } from "../engine/index.js";
import { handJson } from "../engine/state.js";
import { t } from "../scorer/words.js";
import { CARD, FINISH, MARKS, MENDED, REOPEN, WHOLE_ROUND } from "./live.js";

// The game after `sequence` entries.
export function snapshot(live, sequence, names, { full, lang }) {
  const state = live.states[sequence];
  const mark = live.mark(sequence);
  const open = live.isOpen(sequence);
  const view = {
    sequence,
    status: { [FINISH]: "finished", [CARD]: "card" }[mark] ?? "running",
    correcting: mark === REOPEN,
    ...moment(state, names, { full, lang }),
    actions: full && open ? actionsOf(live, state) : [],
    late: full && open ? lateActions(live, sequence) : [],
    in_force: open && live.tops[sequence] && full ? inForce(live, sequence, lang) : null,
    marks: full ? live.noted[sequence].map((at) => markOf(live, at, lang)) : [],
  };
  return live.game.charges ? view : { ...view, charges: [] };
}

// Without whole rounds where the event counts what single hands are worth.
function actionsOf(live, state) {
  const actions = legalActions(state);
  return live.game.takes_rounds ? actions : actions.filter(({ type }) => type !== WHOLE_ROUND);
}

const LATE_EFFECTS = ["forfeit", "lose_part"];
const LATE_RULINGS = ["lose_round", "lose_half"];

// What can still be said of the round that has just been settled, as legal actions: who forfeits it,
// or with a second dropped die or by ruling its half. Empty once the next lies there.
export function lateActions(live, sequence) {
  const since = live.sinceSettled(sequence);
  if (!since) return [];
  const known = live.book.infractions;
  return legalActions(live.states[since[0] - 1]).flatMap((action) => {
    if (action.type === "infraction") {
      const codes = action.codes.filter(({ code }) => LATE_EFFECTS.includes(known.get(code).effect));
      return codes.length ? [{ ...action, codes }] : [];
    }
    if (action.type !== "ruling") return [];
    return [{ ...action, effects: action.effects.filter((effect) => LATE_RULINGS.some((kind) => kind in effect)) }];
  });
}

// What a retract would take back, as far as its button says. An act is taken back as one: it is named
// by its breach.
function inForce(live, sequence, lang) {
  const act = live.act(sequence);
  const top = act[0] ?? live.tops[sequence];
  const { data } = live.entry(top);
  const mended = MENDED in data && act.length > 0;
  return {
    type: mended ? "mend" : data.type,
    player: mended ? null : data.player ?? data.loser ?? null,
    covered: data.type === "throw" && data.dice === null,
    act: act.length > 0,
    happened: HAPPENED.includes(data.type) ? happenedAt(live, top, {}, lang) : null,
  };
}

// A breach or a ruling that stands, for the place of whom it is about.
function markOf(live, at, lang) {
  const { type, player, label, effect } = happenedAt(live, at, {}, lang);
  return { type, player, label, effect };
}

// A state with the hands of the round being played and the round before it.
export function moment(state, names, { full, lang }) {
  const { table } = state;
  const { part, game, rounds, order } = table;
  // „Excluded“ tells of a vote.
  const hiddenEnd = !full && part.endedBy === "exclusion";
  return {
    phase: part.phase,
    step: state.step,
    turn: state.turn,
    limit: state.limit,
    left: state.turn === null ? null : state.left,
    middle: table.middle,
    deckel: Object.fromEntries(game.players.map((player, seat) => [player, table.deckel[seat]])),
    order,
    open: table.open,
    playing: part.playing,
    out: order.length ? part.playing.filter((player) => !order.includes(player)) : [],
    first_half_loser: part.firstHalfLoser,
    second_half_loser: part.secondHalfLoser,
    loser: part.loser,
    ended_by: hiddenEnd ? "ruling" : part.endedBy,
    overtime: part.overtime,
    hands: order.length ? Object.fromEntries(state.hands.map((hand, place) => [order[place], handOf(game.book, hand, lang)])) : {},
    now: nowOf(state, lang),
    rolling: part.rolling,
    rolled: Object.fromEntries(part.rolled.map(([player, worth]) => [player, rolledDice(game.book, worth)])),
    last_round: rounds.length ? settled(rounds.at(-1), rounds.length, names, { full, lang }) : null,
    forfeits: full ? table.forfeits.map(([player, why]) => (
      { player, sentence: `${forfeited(game.book, player, why, lang, names)}.` })) : [],
    round_number: rounds.length + Number(["throwing", "revealing"].includes(state.step)),
    charges: full ? part.charges.map((charge) => chargeOf(charge, game.book, lang)) : [],
  };
}

// A settled round with its sentence. That somebody forfeited it is not for the public.
export function settled(round, number, names, { full, lang }) {
  return {
    ...roundJson(round),
    number,
    sentence: full || !round.forfeits.length ? explain(round, lang, names) : "",
    names: Object.fromEntries(round.shown().map(([player, hand]) => [player, handName(round.game.book, hand, lang)])),
  };
}

// The settled rounds after the first `since`.
export function history(rounds, names, viewer, since = 0) {
  return rounds.slice(since).map((round, place) => settled(round, since + place + 1, names, viewer));
}

const HAPPENED = ["infraction", "ruling", "overtime", "reenter", "abandon"];
const TOLD = [...HAPPENED, ...MARKS, "mend"];

// What is in force beside throws, and why the game was opened again. Never for the public.
export function happened(live, sequence, lang) {
  const opened = live.marks.filter(([at, type]) => type === REOPEN && at <= sequence).map(([at]) => at);
  const sequences = live.inForce(sequence).filter((at) => {
    const { type, data } = live.entry(at);
    return HAPPENED.includes(type) || MENDED in data;
  });
  return [...opened, ...sequences].sort((a, b) => a - b)
    .flatMap((at) => [mendedAt(live, at), happenedAt(live, at, live.entry(at).words, lang)])
    .filter((entry) => entry && TOLD.includes(entry.type));
}

// That a round was changed afterwards, and by whom: the head of its act says it.
function mendedAt(live, at) {
  const act = live.entry(at).data[MENDED];
  if (act === undefined) return null;
  const { data, words } = live.entry(live.sequenceOf.get(act));
  return {
    after_round: data.round - 1, type: "mend", player: null,
    label: "", text: "", clause: "", effect: "", by: words.by ?? "", votes: [], charges: [],
  };
}

// The ruling or the breach that ended the game there, null where the dice did.
export function decision(live, sequence, lang) {
  const top = live.tops[sequence];
  if (live.states[sequence].step !== "over" || !top) return null;
  const { type, words } = live.entry(top);
  return ["ruling", "infraction"].includes(type) ? happenedAt(live, top, words, lang) : null;
}

function happenedAt(live, at, words, lang) {
  const { type, data } = live.entry(at);
  const before = live.states[at - 1].table, after = live.states[at].table;
  const { book } = before.game;
  let player = data.player ?? null, label = "", clause = "", effect = "";
  if (type === "infraction") {
    const breach = book.infractions.get(data.code);
    label = labelOf(book, breach.code, lang);
    ({ clause, effect } = breach);
  } else if (type === "ruling") {
    const [kind, whom] = Object.entries(data.effect ?? {})[0] ?? ["note", null];
    effect = kind;
    player = typeof whom === "string" ? whom : null;
  } else if (type === "overtime") {
    effect = data.mode;
  } else if (type === "reenter") {
    label = book.words.reenter[lang];
    clause = book.clauses.reenter;
  }
  const charges = live.game.charges ? after.part.charges.slice(before.part.charges.length) : [];
  return {
    after_round: before.rounds.length,
    type, player, label,
    text: words.text || words.reason || "",
    by: words.by ?? "",
    clause, effect,
    votes: effect === "exclude" ? [data.votes_for, data.votes_against] : [],
    charges: charges.map((charge) => chargeOf(charge, book, lang)),
  };
}

function handOf(book, hand, lang) {
  if (hand instanceof Cup) return { covered: true, kept: hand.left.kept, throws: hand.throws };
  return { ...handJson(hand), name: handName(book, hand, lang) };
}

// What lies in front of the player whose turn it is.
function nowOf(state, lang) {
  if (state.turn === null) return null;
  const { node, throws, turn, table: { game } } = state;
  if (!throws) return { player: turn, throws: 0, kept: [], thrown: [], name: "" };
  const hand = game.hands[Math.min(throws, MOST_THROWS) - 1][node.number];
  return { player: turn, throws, kept: node.kept, thrown: node.last, name: handName(game.book, hand, lang) };
}

// The dice of an opening roll; of three the hand is known by its rank.
function rolledDice(book, worth) {
  if (book.opening.dice === 1) return { dice: [worth] };
  return { dice: ALL_HANDS.find((dice) => book.ranking.hand(dice, 1, true).rank === worth) };
}

const chargeOf = (charge, book, lang) => ({ ...charge, label: labelOf(book, charge.code, lang) });

// What a charge is for in the words of its rulebook; else the bare code.
function labelOf(book, code, lang) {
  const rule = book.options.get(code) ?? book.infractions.get(code);
  return rule?.label[lang] ?? (code === "stake" ? t("charge_stake") : code);
}

// What a page must know of the rulebook to speak its language; `full` with what it fines.
export function rulebookJson(book, { full, lang }) {
  return {
    slug: book.slug,
    name: book.name,
    lang,
    deckel: book.deckel,
    words: Object.fromEntries(Object.entries(book.words).map(([key, text]) => [key, text[lang]])),
    last_throw: book.lastThrow,
    reveal_order: book.revealOrder,
    first_stand_opens: book.firstStandOpens,
    open_clause: book.clauses.open,
    all_load: book.allLoad,
    reenter: book.reenter,
    infractions: Object.fromEntries([...(full ? book.infractions.values() : [])].map((infraction) => [infraction.code, {
      label: infraction.label[lang], clause: infraction.clause, kind: infraction.kind, cents: infraction.cents, most: infraction.most,
      votes: infraction.effect === "exclude", open_amount: infraction.kind === "donation", effect: infraction.effect,
    }])),
    modes: { sudden_round: t("mode_sudden_round"), one_half: t("mode_one_half") },
    values: book.valueTable.map(({ hand, name, penalty, clause }) => ({ hand, name: name[lang], penalty, clause })),
  };
}
