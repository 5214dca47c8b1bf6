// What would happen, and what did: who gives how many Deckel to whom.

import { h } from "./dom.js";
import { fan } from "./mats.js";
import { deckel, t } from "./words.js";

export function foreseen(app, { settles, sentence, way }) {
  if (sentence) return h("p", {}, sentence);
  return settles.map((round) => [
    h("p", { class: "arrow" }, way && h("b", {}, `${way}: `), ...arrow(app, round)),
    h("p", {}, round.sentence),
  ]).flat();
}

export function arrow(app, round) {
  const { rulebook } = app.game;
  const from = round.source === "middle" ? rulebook.words.middle : round.source === "all" ? t("all") : app.nameOf(round.best);
  if (!round.moved) return [app.nameOf(round.worst), ": ", t("nothing_moves")];
  return [
    h("span", {}, from), h("span", { "aria-hidden": "true" }, " → "), h("span", { class: "visually-hidden" }, t("gives_to")),
    h("b", {}, app.nameOf(round.worst)), fan(round.moved, "preview"), h("b", {}, deckel(round.moved, rulebook)),
  ];
}
