// The rounds so far, the latest first, each with its sentence, and what happened between them.

import { h } from "./dom.js";
import { price } from "./draw_result.js";
import { arrow } from "./foresee.js";
import { t, withClause } from "./words.js";

export function roundList(app) {
  const { rounds, happened } = app.session;
  if (!rounds) return h("p", { class: "soft" }, t("no_network_short"));
  if (!rounds.length && !happened.length) return h("p", { class: "soft" }, t("no_rounds"));
  const after = (number) => happened.filter((one) => one.after_round === number).toReversed().map((one) => event(app, one));
  return h("ol", { class: "rounds", reversed: true }, rounds.toReversed().map((round) => [
    after(round.number),
    h("li", {},
      h("p", { class: "arrow" }, h("span", { class: "soft" }, `${round.number}. `), arrow(app, round)),
      h("p", { class: "small" }, round.sentence)),
  ]), after(0));
}

function event(app, { type, player, label, text, by, clause, effect, charges }) {
  const what = type === "ruling" ? t(`ruling_${effect}`)
    : type === "overtime" ? t("overtime_on", { mode: app.game.rulebook.modes[effect] ?? effect })
    : label || t(type);
  const said = [text, by && t("said_by", { name: by }), ...charges.map((one) => `${app.nameOf(one.player)}: ${price(one)}`),
    type === "infraction" && effect !== "none" && t(`effect_${effect}`), type === "infraction" && effect === "none" && !charges.length && t("no_consequence")];
  return h("li", { class: "happened" },
    h("p", {}, h("b", {}, withClause([player && app.nameOf(player), what].filter(Boolean).join(": "), clause))),
    h("p", { class: "small" }, said.filter(Boolean).join(" · ")));
}
