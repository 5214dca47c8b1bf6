// The rounds so far, the latest first, each with its sentence.

import { h } from "./dom.js";
import { arrow } from "./foresee.js";
import { t } from "./words.js";

export function roundList(app) {
  const { rounds } = app.session;
  if (!rounds) return h("p", { class: "soft" }, t("no_network_short"));
  if (!rounds.length) return h("p", { class: "soft" }, t("no_rounds"));
  return h("ol", { class: "rounds", reversed: true }, rounds.toReversed().map((round) => h("li", {},
    h("p", { class: "arrow" }, h("span", { class: "soft" }, `${round.number}. `), arrow(app, round)),
    h("p", { class: "small" }, round.sentence))));
}
