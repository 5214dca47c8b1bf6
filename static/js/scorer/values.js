// What beats what, without leaving the game; the page to print is one tap further.

import { h } from "./dom.js";
import { die } from "./dice.js";
import { openSheet } from "./sheet.js";
import { t } from "./words.js";

export function openValues(app) {
  const { values, words } = (app.game ?? app.session.lobby).rulebook;
  const rows = values.map(({ hand, name, penalty, clause }) => h("tr", {},
    h("td", {}, h("span", { class: "visually-hidden" }, hand), dice(hand)),
    h("th", { scope: "row" }, name, h("br"), h("small", { class: "soft" }, clause)),
    h("td", { class: "number" }, h("b", {}, penalty ?? t("all")))));
  openSheet(t("values"),
    h("table", { class: "ranks" },
      h("thead", {}, h("tr", {},
        h("th", { scope: "col" }, t("throw")), h("th", { scope: "col" }, t("name")), h("th", { scope: "col", class: "number" }, words.deckel))),
      h("tbody", {}, rows)),
    app.links.values && h("a", { class: "button", href: app.links.values }, t("values_print")));
}

function dice(hand) {
  return hand.split(" … ").flatMap((part, place) => [place ? " … " : "", h("span", { class: "nowrap" }, part.split("-").map((face) => die(face)))]);
}
