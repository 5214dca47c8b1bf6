// The end of a game: who lost and how, what it costs, who wrote it down and who agrees.

import { button, h } from "./dom.js";
import { euro, t } from "./words.js";

export function drawResult(app) {
  const { view } = app;
  return h("section", { class: "entry result", "aria-label": t("result") },
    h("h1", {}, headline(app)),
    h("p", {}, how(app)),
    costs(app),
    view.status === "running" ? h("p", { class: "soft" }, t("not_finished_yet")) : state(app),
    h("div", { class: "actions" }, ...buttons(app)));
}

function headline({ view, nameOf }) {
  if (view.status === "card") return t("card_counts");
  return view.loser ? t("has_lost", { name: nameOf(view.loser) }) : t("nobody_lost");
}

function how({ view, game }) {
  const { words } = game.rulebook;
  if (view.status === "card" || !view.ended_by) return "";
  return t(`ended_${view.ended_by}`, { final: words.final, sweep: words.sweep });
}

function costs({ view, nameOf }) {
  if (!view.charges.length) return null;
  return h("ul", { class: "costs" }, view.charges.map((charge) => h("li", {},
    h("span", {}, h("b", {}, nameOf(charge.player)), charge.kind === "drinks_round" && charge.code === "stake" ? "" : ` ${charge.label}`),
    h("b", { class: "nowrap" }, price(charge)))));
}

export function price({ kind, cents }) {
  if (kind === "drinks_round") return t("drinks_round");
  return cents === null ? t("amount_not_set") : euro(cents);
}

function state({ view }) {
  const { result } = view;
  if (!result) return null;
  const by = (who) => (who.verified ? who.name : t("by_word", { name: who.name }));
  return h("p", { class: "soft" },
    t(result.state === "disputed" ? "result_disputed_state" : `result_${result.state}`), " ",
    result.entered_by ? t("entered_by", { name: by(result.entered_by) }) : "", " ",
    result.confirmed_by ? t("confirmed_by", { name: by(result.confirmed_by) }) : "");
}

function buttons(app) {
  const { view, session } = app;
  if (view.status === "running") return [];
  const { result, can } = view;
  const off = session.busy;
  return [
    result && can.confirm && button({ class: "button", id: "confirm", off, onclick: () => session.ask("confirm", result.id) }, t("confirm")),
    result && can.object && button({ class: "button", id: "object", off, onclick: () => app.sheet((sheets) => sheets.askText(app, t("object"), t("object_text"), (text) => session.ask("object", result.id, app.newId(), text))) }, t("object")),
    can.reopen && view.status === "finished" && button({ class: "button", id: "reopen", off, onclick: () => app.sheet((sheets) => sheets.askText(app, t("reopen"), t("reason"), (text) => session.reopen(text))) }, t("reopen")),
  ];
}
