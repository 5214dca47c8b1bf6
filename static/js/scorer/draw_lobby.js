// Before a game: who plays, who throws first and why, what the table agrees on.

import { button, h } from "./dom.js";
import { holder, textField } from "./fields.js";
import { hyphenated } from "./syllables.js";
import { t, withClause } from "./words.js";

const LOT = "lot", ROLL = "roll";

// What the form holds until the game starts. What the rulebook proposes is chosen already.
export function plan(lobby) {
  const { mode, starter } = lobby.proposal;
  return {
    out: new Set(lobby.seats.filter((seat) => seat.out).map((seat) => seat.id)),
    drinks: {}, early: false, half: null, touched: false, basis: JSON.stringify(lobby.proposal),
    first: mode === "opening" ? ROLL : mode === "lot" ? LOT : mode === "starter" ? starter : null,
  };
}

// The table may have moved on while nobody looked; what somebody chose already stays.
export function outdated(plan, lobby) {
  return !plan || (!plan.touched && plan.basis !== JSON.stringify(lobby.proposal));
}

export function drawLobby(app) {
  const { lobby } = app.session;
  if (lobby.asks_card) return drawCardAsked(lobby);
  const { plan: form } = app;
  const playing = lobby.seats.filter((seat) => !form.out.has(seat.id));
  return h("section", { class: "lobby" },
    h("header", {},
      h("h1", {}, lobby.over ? t("all_games") : t("next_is", { number: lobby.next_number })),
      h("p", { class: "soft" }, lobby.rulebook.name), !lobby.over && holder(app)),
    lobby.over ? h("p", { class: "message" }, lobby.over) : lobby.can.score ? [
      h("fieldset", {}, h("legend", {}, t("who_plays")),
        lobby.seats.length ? h("div", { class: "tiles" }, lobby.seats.map((seat) => toggle(app, seat))) : h("p", {}, t("nobody_sits"))),
      h("fieldset", {}, h("legend", {}, t("who_begins")),
        h("p", { class: "why" }, withClause(lobby.proposal.sentence, lobby.proposal.clause)),
        h("div", { class: "tiles" }, firsts(app, playing))),
      lobby.options.map((option) => agreement(app, option)),
      early(app, playing),
    ] : h("p", {}, t("waiting_for_start")),
    played(lobby),
    lobby.last && button({ class: "button quiet", id: "last-game", onclick: () => app.show(lobby.last.key) }, t("last_game", { number: lobby.last.number })));
}

// Before anything else: is the card right that came last?
const drawCardAsked = ({ asks_card: { number, loser, entered_by: by, url } }) => h("section", { class: "lobby entry result" },
  h("p", { class: "soft" }, t("game_number", { number })),
  h("h1", {}, hyphenated(loser ? t("has_lost", { name: loser }) : t("nobody_lost"))),
  h("p", { class: "asks" }, t("is_it_right")),
  by && h("p", { class: "soft" }, t("entered_by", { name: by.name })),
  h("p", {}, h("a", { href: url }, t("versions"))));

// Like the answers after a game that was scored: in the same places.
export const disagreeWithCard = ({ session: { lobby } }) => lobby?.asks_card && h("a", {
  class: "button stacked", id: "object", href: `${lobby.asks_card.url}?problem=1#problem`, "aria-label": t("no_not_right"),
}, h("span", {}, t("no")));

const TONES = { confirmed: "good", disputed: "bad", correcting: "warn" };

// Every game of the table so far, also those that came by card.
function played({ results, over }) {
  const rows = results.map(({ number, loser, state, said, url }) => h("li", {}, h("a", { href: url },
    h("span", {}, t("game_number", { number })),
    h("span", { class: "grow soft" }, loser ? t("has_lost", { name: loser }) : t("nobody_lost")),
    h("span", { class: `tag ${TONES[state] ?? ""}` }, said))));
  return rows.length > 0 && h("section", {}, !over && h("h2", {}, t("all_games")), h("ul", { class: "list" }, rows));
}

function toggle(app, seat) {
  const out = app.plan.out.has(seat.id);
  return button({
    class: `tile${out ? "" : " chosen"}`, id: `seat-${seat.id}`, "aria-pressed": String(!out),
    onclick: () => {
      const next = new Set(app.plan.out);
      if (!next.delete(seat.id)) next.add(seat.id);
      const { first, half } = app.plan;
      app.replan({ out: next, first: next.has(first) ? null : first, half: next.has(half) ? null : half });
    },
  }, h("b", {}, hyphenated(seat.name)), h("small", {}, out ? t("sits_out") : t("plays")));
}

function firsts(app, playing) {
  const { proposal } = app.session.lobby;
  const options = [
    ...(proposal.mode === "opening" ? [[ROLL, t("roll_for_it"), proposal.dice === 1 ? t("one_die") : t("three_dice")]] : []),
    ...playing.map((seat) => [seat.id, seat.name, proposal.starter === seat.id ? t("proposed") : ""]),
    [LOT, t("lot"), ""],
  ];
  return options.map(([value, label, small]) => button({
    class: `tile${app.plan.first === value ? " chosen" : ""}`, id: `first-${value}`, "aria-pressed": String(app.plan.first === value),
    onclick: () => app.replan({ first: value }),
  }, h("b", {}, hyphenated(label)), small ? h("small", {}, small) : null));
}

// A table may have played its first half on paper; who lost it begins the second.
function early(app, playing) {
  const { early: shown, half } = app.plan;
  return [
    button({
      class: "button quiet", id: "early", "aria-expanded": String(shown), onclick: () => app.replan({ early: !shown, half: null }),
    }, t("already_begun")),
    shown && h("fieldset", {}, h("legend", {}, t("first_half_lost_by")), h("div", { class: "tiles" }, playing.map((seat) => button({
      class: `tile${half === seat.id ? " chosen" : ""}`, id: `half-${seat.id}`, "aria-pressed": String(half === seat.id),
      onclick: () => app.replan({ half: half === seat.id ? null : seat.id, first: seat.id }),
    }, h("b", {}, hyphenated(seat.name)))))),
  ];
}

function agreement(app, { code, label, clause }) {
  const agreed = code in app.plan.drinks;
  const set = (drink) => app.replan({ drinks: drink === null ? {} : { [code]: drink } });
  return h("fieldset", {}, h("legend", {}, withClause(label, clause)),
    h("div", { class: "tiles" }, button({
      class: `tile${agreed ? " chosen" : ""}`, id: `option-${code}`, "aria-pressed": String(agreed),
      onclick: () => set(agreed ? null : t("beer")),
    }, h("b", {}, t("all_agree")))),
    agreed && textField(t("drink"), `drink-${code}`, { value: app.plan.drinks[code], changed: (value) => { app.plan.drinks[code] = value; } }));
}

export function lobbyPrimary(app) {
  const { lobby } = app.session;
  if (lobby?.asks_card) return { label: t("yes_right"), act: () => app.session.ask("confirm", lobby.asks_card.id) };
  if (!lobby?.can.score || lobby.over) return {};
  const { out, first, drinks, half } = app.plan;
  const seats = lobby.seats.map((seat) => seat.id).filter((id) => !out.has(id));
  if (seats.length < 2) return { label: t("two_needed"), off: true };
  if (first === null) return { label: t("first_missing"), off: true };
  const options = Object.fromEntries(Object.entries(drinks).map(([code, drink]) => [code, { drink: drink.trim() || t("beer") }]));
  const starter = [LOT, ROLL].includes(first) ? null : first;
  return { label: t("start"), act: () => app.session.start({ seats, starter, lot: first === LOT, options, first_half_loser: half }) };
}
