// The lowest row: take back, the one thing to do next, everything else. Always in the same places.

import { button, h, icon } from "./dom.js";
import { t } from "./words.js";

export function drawBar(app, { label, act, off }, undo) {
  return h("nav", { class: "bar", "aria-label": t("actions") },
    undo || h("span", {}),
    label ? button({ class: "button primary", id: "primary", off: off || app.session.busy, onclick: act }, label) : h("span", {}),
    button({ class: "button stacked", id: "more", "aria-haspopup": "dialog", onclick: () => app.sheet(({ openMore }) => openMore(app)) },
      icon("M4 7h16", "M4 12h16", "M4 17h16"), t("more")));
}
