// The end of a game: who lost and how, what it costs, who wrote it down and who agrees.

import { button, h } from "./dom.js";
import { due, reservation } from "./happened.js";
import { asksIfRight } from "./next.js";
import { hyphenated } from "./syllables.js";
import { anyOf, ruled, t } from "./words.js";

export function drawResult(app) {
  const { view } = app;
  // A card or a correction may have overtaken the log; while one corrects, the log is what counts.
  const result = view.status === "running" ? null : view.result;
  return h("section", { class: "entry result", "aria-label": t("result") },
    h("h1", {}, hyphenated(headline(app, result))),
    asksIfRight(view) && h("p", { class: "asks" }, t("is_it_right")),
    result && halves(app, result),
    h("p", {}, how(app, result)),
    costs(app, result),
    view.status === "running" ? h("p", { class: "soft" }, t("not_finished_yet")) : state(app),
    h("div", { class: "actions" }, ...buttons(app)));
}

function headline({ view, nameOf }, result) {
  if (!result && view.status === "card") return t("card_counts");
  const loser = result ? result.loser : view.loser && nameOf(view.loser);
  return loser ? t("has_lost", { name: loser }) : t("nobody_lost");
}

function halves({ game }, { lost_first: first, lost_second: second }) {
  const { words } = game.rulebook;
  const lost = [[words.first_half, first], [words.second_half, second]].filter(([, name]) => name);
  return lost.length > 0 && h("ul", { class: "costs" }, lost.map(([half, name]) => h("li", {},
    h("span", {}, half), h("b", {}, hyphenated(t("lost_by", { name }))))));
}

// „entschieden im Finale“, or what the referee said.
function how(app, result) {
  const { view, game } = app;
  const { words } = game.rulebook;
  const ended = result?.ended_by ?? (view.status === "card" ? null : view.ended_by);
  if (!ended) return "";
  const sentence = view.decision && ["ruling", "exclusion", "abandoned"].includes(ended) && view.ended_by === ended ? decided(app, view.decision) : "";
  const from = result && view.status === "card" ? `${t("from_card")} · ` : "";
  return `${from}${sentence || t(`ended_${ended}`, { final: words.final, sweep: words.sweep })}`;
}

function decided({ nameOf }, { type, player, label, text, effect }) {
  const name = player && nameOf(player);
  const what = type === "ruling" ? [ruled(effect, name)] : [label, name];
  return t("decided", { what: [...what, text].filter(Boolean).join(" · ") });
}

function costs(app, result) {
  const { view, nameOf } = app;
  const { charges } = result ?? view;
  if (!charges.length) return null;
  const reasons = new Set(charges.map((charge) => reservation(app, charge)).filter(Boolean));
  return [
    h("ul", { class: "costs" }, charges.map((charge) => h("li", {},
      h("span", {},
        h("b", {}, hyphenated(charge.name ?? nameOf(charge.player))), charge.kind === "drinks_round" && charge.code === "stake" ? "" : ` ${charge.label}`),
      h("b", {}, due(app, charge))))),
    [...reasons].map((reason) => h("p", { class: "soft" }, t(`pays_${reason}`))),
  ];
}

function state({ view }) {
  const { result } = view;
  if (!result) return null;
  const by = (who) => (who.verified ? who.name : t("by_word", { name: who.name }));
  return h("p", { class: "soft" },
    t(result.state === "disputed" ? "result_disputed_state" : `result_${result.state}`), " ",
    result.entered_by ? t("entered_by", { name: by(result.entered_by) }) : "", " ",
    result.confirmed_by ? t("confirmed_by", { name: by(result.confirmed_by) }) : "", " ",
    result.waits_for.length > 0 && !view.can.confirm ? t("waits_for", { names: anyOf(result.waits_for) }) : "");
}

// The other answer stands beside it, in one sight.
export function disagree(app) {
  const { session, view } = app;
  if (!asksIfRight(view) || !view.can.object) return null;
  const object = ({ askText }) => askText(app, t("object"), t("object_text"), (text) => session.ask("object", view.result.id, app.newId(), text));
  return button({
    class: "button stacked", id: "object", off: session.busy, "aria-label": t("no_not_right"), onclick: () => app.sheet(object),
  }, h("span", {}, t("no")));
}

// Among friends: a game that the club could have and does not have yet.
function forClub({ view, game, links, session }) {
  const isThere = session.lobby?.games?.find(({ key }) => key === game.id)?.inClub;
  return links.club && view.status === "finished" && view.ended_by !== "abandoned" && !isThere;
}

function buttons(app) {
  const { view, session } = app;
  if (view.status === "running") return [];
  const { result, can } = view;
  const scores = session.lobby?.can.score, isFinished = view.status === "finished";
  const act = (id, text, onclick, off = session.busy) => button({ class: "button", id, off, onclick }, text);
  const askText = (title, question, then) => app.sheet((sheets) => sheets.askText(app, title, question, then));
  const object = () => askText(t("object"), t("object_text"), (text) => session.ask("object", result.id, app.newId(), text));
  const showCode = () => app.fetched("code").then((code) => code?.openCode(app));
  const reopen = () => askText(t("reopen"), t("reason"), (text) => session.reopen(text));
  return [
    result && can.object && !asksIfRight(view) && act("object", t("object"), object),
    asksIfRight(view) && scores && act("next-game", t(session.lobby.over ? "all_games" : "next_game"), app.next),
    result && h("a", { class: "button", href: result.url }, t("versions")),
    forClub(app) && h("a", { class: "button", id: "to-club", href: app.links.club.href }, app.links.club.label),
    !app.links.club && scores && isFinished && act("code", t("show_code"), showCode, false),
    can.reopen && isFinished && act("reopen", t("reopen"), reopen),
  ];
}
