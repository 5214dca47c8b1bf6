// The rounds so far, the latest first, each with its sentence, and what happened between them.

import { button, h } from "./dom.js";
import { arrow } from "./foresee.js";
import { headOf, tailOf } from "./happened.js";
import { clock, t } from "./words.js";

export function roundList(app) {
  const { rounds, happened, arrivals, versions } = app.session;
  if (!rounds) return h("p", { class: "soft" }, t("no_network_short"));
  if (!rounds.length && !happened.length) return h("p", { class: "soft" }, t("no_rounds"));
  const mends = app.scores && app.view.status === "running" && Boolean(app.session.source.round);
  const after = (number) => happened.filter((entry) => entry.after_round === number).toReversed().map((entry) => event(app, entry));
  return [beside(app, arrivals ?? [], versions), h("ol", { class: "rounds", reversed: true }, rounds.toReversed().map((round) => [
    after(round.number),
    h("li", {}, mends ? button({
      class: "before", id: `mend-${round.number}`, title: t("mend_round", { number: round.number }),
      onclick: () => app.sheet(({ openMend }) => openMend(app, round.number)),
    }, played(app, round)) : played(app, round)),
  ]), after(0))];
}

// What came late from a phone without network, and what of it does not count.
function beside(app, arrivals, versions) {
  const lines = arrivals.map(({ tapped_at: tapped, came_at: came, tapped_by: name }) =>
    [t("arrived_later", { tapped: clock(tapped), came: clock(came) }), name && t("tapped_by", { name })].filter(Boolean).join(" "));
  if (!lines.length && !versions) return null;
  return h("div", { class: "small soft" }, lines.map((line) => h("p", {}, line)),
    versions && h("p", {}, h("a", { href: versions }, t("other_versions"))));
}

const played = (app, round) => [
  h("span", { class: "arrow" }, h("span", { class: "soft" }, `${round.number}. `), arrow(app, round)),
  h("span", { class: "small block" }, round.sentence),
];

function event(app, entry) {
  return h("li", { class: "happened" }, h("p", {}, h("b", {}, headOf(app, entry))), h("p", { class: "small" }, tailOf(app, entry)));
}
