// The line between table and thumb: a no, what the entry would do, or how the last round went.

import { button, h } from "./dom.js";
import { t, withClause } from "./words.js";

// `preview` is drawn already, where there is one.
export function drawSaid(app, preview) {
  const { session, view } = app;
  const inside = session.said ? refusal(session.said) : preview ?? settled(app, view.last_round);
  return h("section", { class: `said ${session.said?.tone ?? (preview ? "preview" : "")}`, id: "said", tabindex: "0", "aria-label": t("said") }, inside);
}

function refusal({ text, clause, tone }) {
  return h("p", { role: tone === "stale" ? "status" : "alert" }, withClause(text, clause));
}

// The last round stays to be read, and leads to those before it.
const settled = (app, round) => round && button({ class: "before", onclick: () => app.sheet(({ openHistory }) => openHistory(app)) }, round.sentence);
