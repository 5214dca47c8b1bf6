// The line between table and thumb: a no, what the entry would do, what was noted last, who has
// forfeited this round, or how the last one went.

import { button, h } from "./dom.js";
import { t, withClause } from "./words.js";

// `preview` is drawn already, where there is one, and `noted` is what was noted last.
export function drawMessage(app, preview, noted) {
  const { session, view } = app;
  // Why nothing is sent stands above the table already, for as long as that lasts.
  const message = session.message?.status === 403 && app.phone?.sync.stop ? null : session.message;
  // That another phone was faster stands beside the round's sentence and never in its place.
  const inside = message && message.tone !== "stale" ? refusal(message) : [message && refusal(message), preview ?? standing(app, noted)];
  return h("section", { class: `said ${message?.tone ?? (preview ? "preview" : "")}`, id: "said", tabindex: "0", "aria-label": t("said") }, inside);
}

function refusal({ text, clause, tone }) {
  return h("p", { role: tone === "stale" ? "status" : "alert" }, withClause(text, clause));
}

function standing(app, noted) {
  const { in_force: last, forfeits, last_round: round } = app.view;
  return [
    noted && h("p", { class: "noted" }, noted, last.act && ` · ${t("settled_again")}`),
    forfeits.map(({ sentence }) => h("p", { class: "noted" }, sentence)),
    settled(app, round),
  ];
}

// The last round stays to be read, and leads to those before it.
const settled = (app, round) => round && button({ class: "before", onclick: () => app.sheet(({ openHistory }) => openHistory(app)) }, round.sentence);
