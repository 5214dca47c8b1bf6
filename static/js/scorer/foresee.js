// What would happen, and what did: who gives how many Deckel to whom.

import { h } from "./dom.js";
import { fan } from "./mats.js";
import { moves } from "./slide.js";
import { deckel, t } from "./words.js";

export function foreseen(app, { settles, sentence, way, view }) {
  if (sentence) return h("p", {}, sentence);
  if (view) {
    const name = (owner) => (owner === "middle" ? app.game.rulebook.words.middle : app.nameOf(owner));
    const lines = moves(app.view, view).map(({ from, to, number }) => h("p", { class: "arrow" }, ...flow(name(from), name(to), number, app)));
    return lines.length ? lines : h("p", {}, t("nothing_moves"));
  }
  return settles.map((round) => [
    h("p", { class: "arrow" }, way && h("b", {}, `${way}: `), ...arrow(app, round)),
    h("p", {}, round.sentence),
  ]).flat();
}

export function arrow(app, round) {
  const { rulebook } = app.game;
  const from = round.source === "middle" ? rulebook.words.middle : round.source === "all" ? t("all") : app.nameOf(round.best);
  if (!round.moved) return [app.nameOf(round.worst), ": ", t("nothing_moves")];
  return flow(from, app.nameOf(round.worst), round.moved, app);
}

export const flow = (from, to, number, app) => [
  h("span", {}, from), h("span", { "aria-hidden": "true" }, " → "), h("span", { class: "visually-hidden" }, t("gives_to")),
  h("b", {}, to), fan(number, "preview"), h("b", {}, deckel(number, app.game.rulebook)),
];
