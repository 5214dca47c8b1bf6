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
  let found;
  try {
    found = await session.source.round(app.game.id, number);
  } catch (error) {
    return place.replaceChildren(h("p", {}, error instanceof Refused ? error.message : t("no_network_short")));
  }
  sheet.close();
  ask(app, number, found);
}

// What the round is to be: who lost it with how many, or another hand of somebody.
function ask(app, number, { round, offer }) {
  const known = Object.keys(round.hands).length > 0;
  const whole = offer && wholeFields(app, offer, round);
  const hand = known && handFields(app, round);
  let kind = hand ? "hand" : "whole";
  const shown = h("div", { class: "stack" });
  const show = () => shown.replaceChildren(...(kind === "hand" ? hand : whole).fields);
  show();
  const fields = [
    h("p", {}, round.sentence),
    hand && whole && choices(t("mend_what"), "mend-what", [["hand", t("mend_hand")], ["whole", t("mend_whole")]], kind, (value) => {
      kind = value;
      show();
    }),
    shown,
  ].filter(Boolean);
  const form = (wrong) => sheetForm(app, t("mend_round", { number }), fields, t("go_on"), () => {
    const { problem, ...change } = (kind === "hand" ? hand : whole).said();
    if (problem) return problem;
    foresee(app, { number, round, change, answers: {}, cut: null }, form);
    return null;
  }, "primary", wrong);
  form();
}

function wholeFields(app, offer, { worst = null, best = null, penalty = null, source = "" } = {}) {
  const said = { loser: offer.losers.includes(worst) ? worst : null, penalty: source === "all" ? "all" : penalty, best };
  if (!offer.penalties.includes(said.penalty)) said.penalty = null;
  const people = (ids) => ids.map((id) => [id, app.nameOf(id)]);
  const nobody = offer.best === "optional" ? [["", t("nobody_knows")]] : [];
  const bests = h("div", {});
  const showBests = () => bests.replaceChildren(choices(t(offer.best === "required" ? "who_gives" : "who_was_best"), "mend-best", [...people(offer.bests), ...nobody], said.best ?? "", (value) => (said.best = value || null)));
  // Whoever lost was not best; of two, the other one was.
  const lost = (loser) => {
    const others = offer.bests.filter((id) => id !== loser);
    if (said.best === loser) said.best = others.length === 1 ? others[0] : null;
    said.loser = loser;
    showBests();
  };
  showBests();
  return {
    fields: [
      choices(t("who_lost_round"), "mend-loser", people(offer.losers), said.loser, lost),
      choices(t("with_how_many"), "mend-penalty", offer.penalties.map((one) => [String(one), one === "all" ? t("all") : String(one)]), said.penalty && String(said.penalty), (value) => (said.penalty = value === "all" ? value : Number(value))),
      bests,
    ],
    said() {
      if (!said.loser || !said.penalty) return { problem: t("mend_incomplete") };
      return { whole: { ...said, best: said.best === said.loser ? null : said.best } };
    },
  };
}

function handFields(app, { order, hands, names }) {
  const changed = Object.fromEntries(order.map((id) => [id, { ...hands[id], dice: [...hands[id].dice] }]));
  const details = h("div", { class: "stack" });
  const pick = (id) => {
    const mine = changed[id];
    const dice = mine.dice.map((face, place) => choices(t("die_number", { number: place + 1 }), `mend-die-${place}`, FACES.map((one) => [String(one), String(one)]), String(face), (value) => (mine.dice[place] = Number(value))));
    details.replaceChildren(
      h("div", { class: "mend-dice" }, dice),
      choices(t("mend_throws"), "mend-throws", [1, 2, 3].map((one) => [String(one), `${one}×`]), String(mine.throws), (value) => (mine.throws = Number(value))),
      choices(t("mend_way"), "mend-way", [["whole", app.game.rulebook.words.in_one_throw], ["built", app.game.rulebook.words.built]], mine.in_one_throw ? "whole" : "built", (value) => (mine.in_one_throw = value === "whole")));
  };
  return {
    fields: [choices(t("mend_whose"), "mend-player", order.map((id) => [id, `${app.nameOf(id)}: ${names[id]}`]), null, pick), details],
    said: () => ({
      hands: Object.fromEntries(order.map((id) => {
        const { dice, throws, in_one_throw: one } = changed[id];
        return [id, { dice, throws, in_one_throw: one || throws === 1 }];
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
  let found;
  try {
    found = await session.source.mendPreview(app.game.id, session.view.sequence, asked.number, body);
  } catch (error) {
    if (sheet.open) form(error instanceof Refused ? error.message : t("no_network_short"));
    return;
  }
  if (found.stuck) {
    sheet.close();
    decide(app, asked, found);
    return;
  }
  place.replaceChildren(...told(app, asked, found), h("div", { class: "actions" },
    button({ class: "button", id: "confirm-cancel", onclick: () => sheet.close() }, t("cancel")),
    button({ class: "button primary", id: "confirm-entry", onclick: () => {
      sheet.close();
      session.mend(asked.number, body);
    } }, t("enter"))));
}

function told(app, { round }, found) {
  const settled = found.settles[0];
  const lines = [
    h("p", {}, h("s", {}, round.sentence)), h("p", {}, h("b", {}, settled?.sentence)),
    found.without_hands.length > 0 && h("p", {}, t("mend_without_hands", { numbers: found.without_hands.join(", ") })),
    found.cut && h("p", {}, t("mend_cut", { number: found.cut })),
    ...found.dropped.map((one) => h("p", {}, t("mend_dropped", { what: [one.player && app.nameOf(one.player), one.label || t(one.type)].filter(Boolean).join(": ") }))),
    h("p", { class: "soft" }, t("mend_now")),
    h("ul", { class: "costs" }, app.game.players.map(({ id }) => h("li", {}, h("span", {}, app.nameOf(id)), h("b", {}, deckel(found.view.deckel[id], app.game.rulebook))))),
    ...changes(app, found.view),
  ];
  return lines.filter(Boolean);
}

function decide(app, asked, { stuck }) {
  const fields = stuck.offer && wholeFields(app, stuck.offer);
  const content = [
    h("p", {}, h("b", {}, stuck.sentence)), h("p", { class: "soft" }, stuck.why), ...(fields ? fields.fields : []),
    button({ class: "button danger", id: "mend-cut", onclick: () => foresee(app, { ...asked, cut: stuck.number }, form) }, t("mend_cut_here", { number: stuck.number })),
  ];
  const form = (wrong) => sheetForm(app, t("mend_round", { number: asked.number }), content, t("go_on"), () => {
    if (!fields) return t("mend_incomplete");
    const { problem, whole } = fields.said();
    if (problem) return problem;
    foresee(app, { ...asked, answers: { ...asked.answers, [stuck.number]: whole } }, form);
    return null;
  }, "primary", wrong);
  form();
}
