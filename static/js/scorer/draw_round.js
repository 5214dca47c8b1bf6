// The thumb zone of whole rounds: who lost, then with how many; the second tap enters it.

import { button, h } from "./dom.js";
import { amounts, anyPenalty, bestOf, givesOwn, isSharp, others, withBest, withLoser, writtenRound } from "./rounds.js";
import { deckel, t } from "./words.js";

const MANY = 4; // so many lines of numbers find room above the thumb

export function drawRound(app) {
  const { draft, view } = app;
  const opening = view.step === "opening";
  return h("section", { class: "entry round", "aria-label": t("entry") },
    h("h1", {}, t(opening ? "who_was_lowest" : "who_lost_round")),
    people(app, t(opening ? "who_was_lowest" : "who_lost_round"), draft.action.losers, draft.loser, "lost", (id) => app.edit(withLoser(draft, id))),
    draft.aus ? askAus(app) : isSharp(view) ? sharp(app) : givesOwn(draft) && draft.action.bests.length <= MANY ? lines(app) : oneLine(app));
}

function people(app, legend, ids, chosen, kind, act) {
  return h("div", { class: "people", role: "group", "aria-label": legend }, ids.map((id) => button({
    class: "button", id: `${kind}-${id}`, "aria-pressed": String(id === chosen), off: app.session.busy, onclick: () => act(id),
  }, app.nameOf(id))));
}

// While the middle gives, one line of numbers; who was best may be said before.
function oneLine(app) {
  const { draft, view } = app;
  const own = givesOwn(draft);
  const best = bestOf(draft);
  const heap = own ? view.deckel[best] ?? 0 : view.middle;
  const asked = others(draft).length > 1 && view.step !== "opening";
  return [
    asked && h("p", { class: "soft" }, t(own ? "who_gives" : "who_was_best")),
    asked && people(app, t(own ? "who_gives" : "who_was_best"), draft.action.bests.filter((id) => id !== draft.loser), draft.best, "best", (id) => app.edit(withBest(draft, id))),
    h("div", { class: "amounts", role: "group", "aria-label": t("with_how_many") },
      (own && !best ? [] : amounts(draft, heap)).map((one) => amount(app, one, best, `pad-${one.number}`)), all(app)),
  ];
}

// Once the best one gives his own: a line of numbers for each of them.
function lines(app) {
  const { draft, view } = app;
  return [
    h("p", { class: "soft" }, t("who_gives_how_many")),
    h("div", { class: "givers" }, draft.action.bests.map((id) => h("div", { class: "amounts", role: "group", "aria-label": app.nameOf(id) },
      h("span", { class: "giver" }, app.nameOf(id)),
      amounts(draft, view.deckel[id]).map((one) => amount(app, one, id, `give-${id}-${one.number}`))))),
    h("div", { class: "amounts" }, all(app)),
  ];
}

function amount(app, { number, penalty, rest }, best, id) {
  const { draft, game, session } = app;
  const said = deckel(number, game.rulebook);
  return button({
    class: "button", id, off: session.busy || !draft.loser || draft.loser === best,
    "aria-label": rest ? `${said}, ${t("the_rest")}` : said,
    onclick: () => app.send(writtenRound(draft, penalty, best)),
  }, h("b", {}, number), rest && h("small", {}, t("the_rest")));
}

// A Schock-Aus gives all; who threw it counts for the König, so it is asked where it is not plain.
function all(app) {
  const { draft, game, session, view } = app;
  return button({
    class: "button", id: "pad-all", off: session.busy || !draft.loser, "aria-label": t("all_deckel"),
    onclick: () => {
      if (game.options.aus_round && view.step !== "opening") app.byHands();
      else if (bestOf(draft)) app.send(writtenRound(draft, "all"));
      else app.edit({ ...draft, aus: true });
    },
  }, h("b", {}, t("all")), h("small", {}, "Schock-Aus"));
}

function askAus(app) {
  const { draft, session } = app;
  return [
    h("p", { class: "soft" }, t("who_threw_aus")),
    people(app, t("who_threw_aus"), others(draft), null, "aus", (id) => app.send(writtenRound(draft, "all", id))),
    h("div", { class: "amounts" },
      button({ class: "button", id: "aus-nobody", off: session.busy, onclick: () => app.send(writtenRound(draft, "all", null)) }, t("nobody_knows")),
      button({ class: "button", id: "aus-back", onclick: () => app.edit({ ...draft, aus: false }) }, t("cancel"))),
  ];
}

// „Scharf“: the loser is all there is to say.
function sharp(app) {
  const { draft, session } = app;
  return h("div", { class: "amounts" }, button({
    class: "button", id: "pad-lost", off: session.busy || !draft.loser, onclick: () => app.send(writtenRound(draft, anyPenalty(draft))),
  }, t("enter")));
}
