// A round of long ago put right: what it is to be, what becomes of the game, and only then the entry.

import { button, h } from "./dom.js";
import { changes } from "./confirm.js";
import { choices } from "./fields.js";
import { Refused } from "./server.js";
import { openSheet, sheetForm } from "./sheet.js";
import { deckel, t } from "./words.js";

const FACES = [1, 2, 3, 4, 5, 6];

export async function openMend(app, number) {
  const { session } = app;
  const place = h("div", { class: "stack" }, h("p", { class: "soft" }, t("loading")));
  const sheet = openSheet(t("mend_round", { number }), place);
  let answer;
  try {
    answer = await session.source.round(app.game.id, number);
  } catch (error) {
    return place.replaceChildren(h("p", {}, error instanceof Refused ? error.message : t("no_network_short")));
  }
  if (!sheet.open) return;
  sheet.close();
  ask(app, number, answer);
}

// What the round is to be: who lost it with how many, or another hand of somebody.
function ask(app, number, { round, offer }) {
  const known = Object.keys(round.hands).length > 0;
  const roundForm = offer && roundFields(app, offer, round);
  const hand = known && handFields(app, round);
  let kind = hand ? "hand" : "whole";
  const shown = h("div", { class: "stack" });
  const show = () => shown.replaceChildren(...(kind === "hand" ? hand : roundForm).fields);
  show();
  const fields = [
    h("p", {}, round.sentence),
    hand && roundForm && choices(t("mend_what"), "mend-what", [["hand", t("mend_hand")], ["whole", t("mend_whole")]], kind, (value) => {
      kind = value;
      show();
    }),
    shown,
  ].filter(Boolean);
  const form = (wrong) => sheetForm(app, t("mend_round", { number }), fields, t("go_on"), () => {
    const { problem, ...change } = (kind === "hand" ? hand : roundForm).read();
    if (problem) return problem;
    foresee(app, { number, round, change, answers: {}, cut: null }, form);
    return null;
  }, "primary", wrong);
  form();
}

function roundFields(app, offer, { worst = null, best = null, penalty = null, source = "" } = {}) {
  const loss = { loser: offer.losers.includes(worst) ? worst : null, penalty: source === "all" ? "all" : penalty, best };
  if (!offer.penalties.includes(loss.penalty)) loss.penalty = null;
  const people = (ids) => ids.map((id) => [id, app.nameOf(id)]);
  const nobody = offer.best === "optional" ? [["", t("nobody_knows")]] : [];
  const penalties = offer.penalties.map((penalty) => [String(penalty), penalty === "all" ? t("all") : String(penalty)]);
  const bests = h("div", {});
  const question = t(offer.best === "required" ? "who_gives" : "who_was_best");
  const showBests = () => bests.replaceChildren(
    choices(question, "mend-best", [...people(offer.bests), ...nobody], loss.best ?? "", (value) => (loss.best = value || null)));
  // Whoever lost was not best; of two, the other one was.
  const lost = (loser) => {
    const others = offer.bests.filter((id) => id !== loser);
    if (loss.best === loser) loss.best = others.length === 1 ? others[0] : null;
    loss.loser = loser;
    showBests();
  };
  showBests();
  return {
    fields: [
      choices(t("who_lost_round"), "mend-loser", people(offer.losers), loss.loser, lost),
      choices(t("with_how_many"), "mend-penalty", penalties, loss.penalty && String(loss.penalty),
        (value) => (loss.penalty = value === "all" ? value : Number(value))),
      bests,
    ],
    read() {
      if (!loss.loser || !loss.penalty) return { problem: t("mend_incomplete") };
      return { outcome: { ...loss, best: loss.best === loss.loser ? null : loss.best } };
    },
  };
}

function handFields(app, { order, hands, names }) {
  const changed = Object.fromEntries(order.map((id) => [id, { ...hands[id], dice: [...hands[id].dice] }]));
  const details = h("div", { class: "stack" });
  const { words } = app.game.rulebook;
  const faces = FACES.map((face) => [String(face), String(face)]);
  const pick = (id) => {
    const mine = changed[id];
    const dice = mine.dice.map((face, place) => choices(
      t("die_number", { number: place + 1 }), `mend-die-${place}`, faces, String(face), (value) => (mine.dice[place] = Number(value))));
    details.replaceChildren(
      h("div", { class: "mend-dice" }, dice),
      choices(t("mend_throws"), "mend-throws", [1, 2, 3].map((number) => [String(number), `${number}×`]), String(mine.throws),
        (value) => (mine.throws = Number(value))),
      choices(t("mend_way"), "mend-way", [["whole", words.in_one_throw], ["built", words.built]], mine.in_one_throw ? "whole" : "built",
        (value) => (mine.in_one_throw = value === "whole")));
  };
  return {
    fields: [choices(t("mend_whose"), "mend-player", order.map((id) => [id, `${app.nameOf(id)}: ${names[id]}`]), null, pick), details],
    read: () => ({
      hands: Object.fromEntries(order.map((id) => {
        const { dice, throws, in_one_throw: inOneThrow } = changed[id];
        return [id, { dice, throws, in_one_throw: inOneThrow || throws === 1 }];
      })),
    }),
  };
}

// What would become of the game, with what has to be said of later rounds first. What is refused is
// said in the form it came from: `form` opens it again with that sentence.
async function foresee(app, asked, form) {
  const { session } = app;
  const place = h("div", { class: "stack", role: "status" }, h("p", { class: "soft" }, t("loading")));
  const sheet = openSheet(t("mend_round", { number: asked.number }), place);
  const body = { ...asked.change, answers: asked.answers, cut: asked.cut };
  session.moved = performance.now();
  const { sequence } = session.view;
  let consequences;
  try {
    consequences = await session.source.mendPreview(app.game.id, sequence, asked.number, body);
  } catch (error) {
    if (sheet.open) form(error instanceof Refused ? error.message : t("no_network_short"));
    return;
  }
  if (!sheet.open) return;
  if (consequences.stuck) {
    sheet.close();
    decide(app, asked, consequences);
    return;
  }
  place.replaceChildren(...told(app, asked, consequences), h("div", { class: "actions" },
    button({ class: "button", id: "confirm-cancel", onclick: () => sheet.close() }, t("cancel")),
    button({ class: "button primary", id: "confirm-entry", onclick: () => {
      sheet.close();
      // What another phone has entered meanwhile may change what it means.
      if (session.view.sequence === sequence) session.mend(asked.number, body);
      else foresee(app, asked, form);
    } }, t("enter"))));
}

function told(app, { round }, consequences) {
  const settled = consequences.settles[0];
  const lines = [
    h("p", {}, h("s", {}, round.sentence)), h("p", {}, h("b", {}, settled?.sentence)),
    consequences.without_hands.length > 0 && h("p", {}, t("mend_without_hands", { numbers: consequences.without_hands.join(", ") })),
    consequences.cut && h("p", {}, t("mend_cut", { number: consequences.cut })),
    ...consequences.dropped.map(({ player, label, type }) => h("p", {},
      t("mend_dropped", { what: [player && app.nameOf(player), label || t(type)].filter(Boolean).join(": ") }))),
    h("p", { class: "soft" }, t("mend_now")),
    h("ul", { class: "costs" }, app.game.players.map(({ id }) => h("li", {},
      h("span", {}, app.nameOf(id)), h("b", {}, deckel(consequences.view.deckel[id], app.game.rulebook))))),
    ...changes(app, consequences.view),
  ];
  return lines.filter(Boolean);
}

function decide(app, asked, { stuck }) {
  const fields = stuck.offer && roundFields(app, stuck.offer);
  const content = [
    h("p", {}, h("b", {}, stuck.sentence)), h("p", { class: "soft" }, stuck.why), ...(fields ? fields.fields : []),
    button({
      class: "button danger", id: "mend-cut", onclick: () => foresee(app, { ...asked, cut: stuck.number }, form),
    }, t("mend_cut_here", { number: stuck.number })),
  ];
  const form = (wrong) => sheetForm(app, t("mend_round", { number: asked.number }), content, t("go_on"), () => {
    if (!fields) return t("mend_incomplete");
    const { problem, outcome } = fields.read();
    if (problem) return problem;
    foresee(app, { ...asked, answers: { ...asked.answers, [stuck.number]: outcome } }, form);
    return null;
  }, "primary", wrong);
  form();
}
