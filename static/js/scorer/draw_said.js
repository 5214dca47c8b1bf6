// The line between table and thumb: a no, what the entry would do, or how the last round went.

import { button, h } from "./dom.js";
import { fan } from "./mats.js";
import { deckel, t, withClause } from "./words.js";

export function drawSaid(app, preview) {
  const { session, view } = app;
  const inside = session.said ? refusal(session.said) : preview ? foreseen(app, preview) : settled(app, view.last_round);
  return h("section", { class: `said ${session.said?.tone ?? (preview ? "preview" : "")}`, id: "said", tabindex: "0", "aria-label": t("said") }, inside);
}

function refusal({ text, clause, tone }) {
  return h("p", { role: tone === "stale" ? "status" : "alert" }, withClause(text, clause));
}

// The last round stays to be read, and leads to those before it.
const settled = (app, round) => round && button({ class: "before", onclick: () => app.sheet(({ openHistory }) => openHistory(app)) }, round.sentence);

function foreseen(app, { settles, sentence, way }) {
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
