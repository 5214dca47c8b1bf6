// An infraction: whose, which of those this rulebook knows, of which round, and what it costs.

import { askFirst } from "./confirm.js";
import { h } from "./dom.js";
import { choices, textField, whichRound } from "./fields.js";
import { due } from "./happened.js";
import { sheetForm } from "./sheet.js";
import { cents, t, withClause } from "./words.js";

export function openBreach(app) {
  const now = offered(app.view.actions), late = offered(app.view.late);
  const event = { type: "infraction" };
  let amount = "", reason = "";
  const codes = h("div", { class: "stack" }), details = h("div", { class: "stack" });

  function pickPlayer(player) {
    event.player = player;
    const mine = { ...late[player], ...now[player] };
    const infractions = Object.keys(mine).map((key) => [key, ...describe(app, key)]);
    codes.replaceChildren(choices(t("which_infraction"), "code", infractions, event.code, (code) => pickCode(mine, code)));
    const still = event.code in mine ? event.code : undefined;
    if (still) codes.querySelector(`[value="${still}"]`).checked = true;
    pickCode(mine, still);
  }

  function pickCode(mine, code) {
    event.code = code;
    for (const key of ["count", "votes_for", "votes_against", "round"]) delete event[key];
    const rounds = [now, late].map((infractions) => Boolean(infractions[event.player]?.[code]));
    details.replaceChildren(...(code ? extras(app, event, mine[code], rounds, (value) => (amount = value)) : []));
  }

  const people = app.game.players.filter(({ id }) => now[id] || late[id]).map(({ id }) => [id, app.nameOf(id)]);
  sheetForm(app, t("infraction"), [
    choices(t("who"), "player", people, null, pickPlayer), codes, details,
    textField(t("reason_optional"), "reason", { changed: (value) => (reason = value.trim()) }),
  ], t("go_on"), () => {
    const { problem, entry } = checked(app, event, { amount, reason });
    if (problem) return problem;
    askFirst(app, entry, described(app, entry));
    return null;
  });
}

// The fields that an infraction has beside its player; `rounds` says whether it may be of this round and
// of the last one, `amountChanged` gets what is typed as an open amount.
function extras(app, event, { count, cents: open, votes }, rounds, amountChanged) {
  const numbers = (legend, key, from, to, chosen = null) => {
    if (chosen !== null) event[key] = chosen;
    const range = Array.from({ length: to - from + 1 }, (_, step) => [from + step, String(from + step)]);
    return choices(legend, key, range, chosen, (value) => (event[key] = value));
  };
  const voters = votes !== undefined ? votersBut(app, event.player) : [];
  return [
    whichRound(event, ...rounds),
    count && numbers(t("count"), "count", count[0], count[1], count[0]),
    open && textField(t("amount"), "amount", { help: t("amount_open"), mode: "decimal", changed: amountChanged }),
    votes !== undefined && h("p", { class: "soft" }, t("voters", { names: voters.map(app.nameOf).join(", ") })),
    votes !== undefined && numbers(t("votes_for"), "votes_for", 0, voters.length),
    votes !== undefined && numbers(t("votes_against"), "votes_against", 0, voters.length),
  ].filter(Boolean);
}

// What was filled in as an entry of the log, or else what is wrong with it: { entry } or { problem }.
function checked(app, event, { amount, reason }) {
  if (!event.player) return { problem: t("who_missing") };
  if (!event.code) return { problem: t("infraction_missing") };
  const breach = app.game.rulebook.infractions[event.code];
  const entry = { ...event };
  if (entry.round === null) return { problem: t("round_missing") };
  if (entry.round === "this") delete entry.round;
  if (breach.votes) {
    const votes = [entry.votes_for, entry.votes_against];
    if (votes.includes(undefined) || votes[0] + votes[1] === 0) return { problem: t("votes_missing") };
    const most = votersBut(app, event.player).length;
    if (votes[0] + votes[1] > most) return { problem: t("votes_too_many", { most }) };
  }
  if (breach.open_amount) {
    entry.cents = amount.trim() ? cents(amount) : null;
    if (amount.trim() && !entry.cents) return { problem: t("amount_wrong") };
  }
  if (reason) entry.reason = reason;
  return { entry };
}

// The entry in words, for the question whether it is right.
function described(app, entry) {
  const { votes, label, clause } = app.game.rulebook.infractions[entry.code];
  const voted = votes ? t("votes_were", { yes: entry.votes_for, no: entry.votes_against }) : "";
  return [withClause(`${app.nameOf(entry.player)}: ${label}`, clause), voted, entry.reason].filter(Boolean).join(" · ");
}

// Player -> code -> the ranges of its fields.
const offered = (actions) => Object.fromEntries(actions.filter(({ type }) => type === "infraction")
  .map(({ player, codes }) => [player, Object.fromEntries(codes.map((offer) => [offer.code, offer]))]));

// Those of the round vote, without whom it is about.
function votersBut({ view }, accused) {
  const round = view.order.length ? view.order : view.playing;
  return round.filter((player) => player !== accused);
}

function describe(app, code) {
  const { label, clause, kind, cents: price, effect } = app.game.rulebook.infractions[code];
  const cost = kind === "drinks_round" ? t("drinks_round") : price ? due(app, { code, kind, cents: price }) : kind === "donation" ? t("donation") : "";
  const means = effect && effect !== "none" ? t(`effect_${effect}`) : kind ? "" : t("no_consequence");
  return [h("span", { class: "two" }, h("b", {}, label), h("small", {}, withClause([cost, means].filter(Boolean).join(" · "), clause)))];
}
