// A breach or a ruling is asked before it counts: about whom, what it costs, what it changes.

import { button, h } from "./dom.js";
import { choices } from "./fields.js";
import { flow } from "./foresee.js";
import { due } from "./happened.js";
import { Refused } from "./server.js";
import { openSheet } from "./sheet.js";
import { moves } from "./slide.js";
import { t } from "./words.js";

export async function askFirst(app, entry, what) {
  const { session } = app;
  const means = h("div", { class: "stack", role: "status" }, h("p", { class: "soft" }, t("loading")));
  const actions = h("div", { class: "actions" }, button({ class: "button", id: "confirm-cancel", onclick: () => sheet.close() }, t("cancel")));
  const sheet = openSheet(t("really"), h("p", {}, h("b", {}, what)), means, actions);
  session.moved = performance.now(); // the second half of a double tap does not confirm
  const { sequence } = session.view;
  const foreseen = await foreseenOf(session, entry);
  means.replaceChildren(...(foreseen?.sentence ? [h("p", { class: "errors", role: "alert" }, foreseen.sentence)] : foreseen ? consequences(app, entry, foreseen) : [h("p", {}, t("no_network_short"))]));
  if (foreseen?.code === "best_missing") means.append(otherBest(app, entry, what));
  if (foreseen?.sentence) return;
  actions.append(button({ class: "button primary", id: "confirm-entry", onclick: () => {
    sheet.close();
    // What another phone has entered meanwhile may change what it means.
    if (session.view.sequence === sequence) app.send(entry);
    else askFirst(app, entry, what);
  } }, t("enter")));
}

async function foreseenOf(session, entry) {
  try {
    return await session.preview(entry);
  } catch (error) {
    return error instanceof Refused ? { sentence: error.message, code: error.code } : null;
  }
}

// Who forfeits a round that stands there as a whole may have been the one who gave his own.
function otherBest(app, entry, what) {
  const forfeiter = entry.player ?? entry.effect?.lose_round;
  const others = app.view.last_round.order.filter((id) => id !== forfeiter);
  return choices(t("who_gives"), "best", others.map((id) => [id, app.nameOf(id)]), null, (best) => askFirst(app, { ...entry, best }, what));
}

function consequences(app, entry, { view, settles }) {
  const { rulebook } = app.game;
  const name = (owner) => (owner === "middle" ? rulebook.words.middle : app.nameOf(owner));
  const lines = changes(app, view);
  if (entry.round === "last") {
    lines.push(h("p", { class: "soft" }, t("settles_again")));
    lines.push(...moves(app.view, view).map(({ from, to, number }) => h("p", { class: "arrow" }, ...flow(name(from), name(to), number, app))));
    lines.push(...settles.map(({ sentence }) => h("p", {}, sentence)));
  }
  return lines.length ? lines : [h("p", {}, t("changes_nothing"))];
}

// Who would pay what, and lose which part, that does not now.
export function changes(app, view) {
  const { rulebook } = app.game;
  const name = (owner) => (owner === "middle" ? rulebook.words.middle : app.nameOf(owner));
  const known = app.view.charges.map(charge);
  const costs = view.charges.filter((item) => {
    const at = known.indexOf(charge(item));
    if (at >= 0) known.splice(at, 1);
    return at < 0;
  });
  const spared = app.view.charges.filter((item) => known.includes(charge(item)));
  const old = app.view.forfeits.map(({ player }) => player);
  const lines = [
    ...costs.map((item) => t("pays", { name: name(item.player), amount: due(app, item) })),
    ...spared.map((item) => t("pays_not", { name: name(item.player), amount: due(app, item) })),
    ...view.forfeits.filter(({ player }) => !old.includes(player)).map(({ sentence }) => sentence),
    ...["first_half", "second_half"].map((half) => {
      const loser = view[`${half}_loser`];
      return loser && loser !== app.view[`${half}_loser`] && t("loses_part", { name: name(loser), part: rulebook.words[half] });
    }),
    view.loser && view.loser !== app.view.loser && t("has_lost", { name: name(view.loser) }),
  ];
  return lines.filter(Boolean).map((line) => h("p", {}, line));
}

const charge = ({ player, code, cents }) => [player, code, cents].join();
