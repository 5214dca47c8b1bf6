// The thumb zone of whole rounds: who lost, then with how many; the second tap enters it.

import { button, h } from "./dom.js";
import { amounts, anyPenalty, bestOf, givesOwn, isSharp, others, withBest, withLoser, writtenRound } from "./rounds.js";
import { hyphenated } from "./syllables.js";
import { deckel, t } from "./words.js";

const MANY = 4; // so many lines of numbers find room above the thumb

export function drawRound(app) {
  const { draft, view } = app;
  const opening = view.step === "opening";
  return h("section", { class: "entry round", "aria-label": t("entry") },
    h("h1", {}, t(opening ? "who_was_lowest" : "who_lost_round")),
    people(app, t(opening ? "who_was_lowest" : "who_lost_round"), draft.action.losers, draft.loser, "lost", (id) => app.edit(withLoser(draft, id))),
    draft.aus ? askAus(app) : isSharp(view) ? sharp(app) : givesOwn(draft) && draft.action.bests.length <= MANY ? lines(app) : lineOfAmounts(app));
}

// In the order of the seats, so that everybody has the same button all evening.
const seated = (app, ids) => app.game.players.map(({ id }) => id).filter((id) => ids.includes(id));
const columns = (number) => (number <= 4 ? number : Math.ceil(number / Math.ceil(number / 4)));

function people(app, legend, ids, chosen, kind, act) {
  const attributes = { class: `people ${kind}`, role: "group", "aria-label": legend, style: { "--columns": columns(ids.length) } };
  return h("div", attributes, seated(app, ids).map((id) => button({
    class: "button", id: `${kind}-${id}`, "aria-pressed": String(id === chosen),
    off: app.session.busy || (kind !== "lost" && id === app.draft.loser), onclick: () => act(id),
  }, hyphenated(app.nameOf(id)))));
}

// While the middle gives, one line of numbers; who was best may be said before.
function lineOfAmounts(app) {
  const { draft, view } = app;
  const own = givesOwn(draft);
  const best = bestOf(draft);
  const heap = own ? view.deckel[best] ?? 0 : view.middle;
  const asked = draft.action.bests.length > 2 && view.step !== "opening";
  return [
    asked && h("p", { class: "soft" }, t(own ? "who_gives" : "who_was_best")),
    asked && people(app, t(own ? "who_gives" : "who_was_best"), draft.action.bests, draft.best, "best", (id) => app.edit(withBest(draft, id))),
    h("div", { class: "amounts", role: "group", "aria-label": t("with_how_many"), style: { "--columns": amounts(draft, Infinity).length + 1 } },
      (own && !best ? [] : amounts(draft, heap)).map((choice) => amount(app, choice, best, `pad-${choice.number}`)), all(app)),
  ];
}

// Once the best one gives his own: a line of numbers for each of them.
function lines(app) {
  const { draft, view } = app;
  return [
    h("div", { class: "gives" }, h("p", { class: "soft" }, t("who_gives_how_many")), all(app)),
    h("div", { class: "givers" }, seated(app, draft.action.bests).map((id) => h("div", {
      class: "amounts", role: "group", "aria-label": app.nameOf(id), style: { "--columns": amounts(draft, Infinity).length },
    },
      h("span", { class: "giver" }, hyphenated(app.nameOf(id))),
      amounts(draft, view.deckel[id]).map((choice) => amount(app, choice, id, `give-${id}-${choice.number}`))))),
  ];
}

function amount(app, { number, penalty, rest }, best, id) {
  const { draft, game, session } = app;
  const label = deckel(number, game.rulebook);
  return button({
    class: "button", id, off: session.busy || !draft.loser || draft.loser === best,
    "aria-label": rest ? `${label}, ${t("the_rest")}` : label,
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
  }, h("b", {}, t("all")));
}

function askAus(app) {
  const { draft, session } = app;
  return [
    h("p", { class: "soft" }, t("who_threw_aus")),
    people(app, t("who_threw_aus"), others(draft), null, "aus", (id) => app.send(writtenRound(draft, "all", id))),
    h("div", { class: "people" },
      button({ class: "button", id: "aus-nobody", off: session.busy, onclick: () => app.send(writtenRound(draft, "all", null)) }, t("nobody_knows")),
      button({ class: "button", id: "aus-back", onclick: () => app.edit({ ...draft, aus: false }) }, t("cancel"))),
  ];
}

// „Scharf“: the loser is all there is to say.
function sharp(app) {
  const { draft, session } = app;
  return h("div", { class: "people" }, button({
    class: "button", id: "pad-lost", off: session.busy || !draft.loser, onclick: () => app.send(writtenRound(draft, anyPenalty(draft))),
  }, t("enter")));
}
