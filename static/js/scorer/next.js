// What to do next in a game, what to take back.

import { button, h, icon } from "./dom.js";
import { complete, isRound, missing, written } from "./draft.js";
import { hyphenated } from "./syllables.js";
import { knows, t } from "./words.js";

export const asksIfRight = (view) => view.status !== "running" && Boolean(view.result) && view.can.confirm;

export function next(app) {
  const { session, view, draft } = app;
  if (session.busy) return { label: t("saving"), off: true };
  // First of all: does the other one agree?
  if (asksIfRight(view)) return { label: t("yes_right"), act: () => session.ask("confirm", view.result.id) };
  if (view.status !== "running") return session.lobby?.can.score ? { label: t(session.lobby.over ? "all_games" : "next_game"), act: app.next } : {};
  if (!app.scores) return {};
  if (app.asked) return { label: app.asked.label, act: () => app.send(app.asked.event) };
  if (view.step === "over") return { label: t("finish"), act: () => session.finish(), off: !view.can.finish };
  if (!draft) return {};
  if (isRound(draft)) return { label: t(draft.loser ? "with_how_many" : "who_lost_round"), off: true };
  if (complete(draft)) return { label: t(draft.action.type === "reveal" ? "lift" : "enter"), act: () => app.send(written(draft)) };
  const number = missing(draft);
  return { label: t(number === 1 ? "die_missing" : "dice_missing", { number }), off: true };
}

// It says what: a thumb may come too late.
export function undo(app) {
  const { session, view } = app;
  if (app.asked) return button({ class: "button stacked", id: "cancel", onclick: () => app.ask(null) }, h("span", {}, t("cancel")));
  const can = view.status === "running" && view.actions.some((action) => action.type === "retract");
  const last = view.in_force;
  const kind = last?.covered ? "cover" : last?.type;
  const who = last?.happened?.player ?? last?.player;
  const what = last && knows(`did_${kind}`) ? t(`did_${kind}`, { name: who ? app.nameOf(who) : "" }) : "";
  return button({
    class: "button stacked", id: "undo", off: !can || session.busy, title: what || null,
    "aria-label": what ? t("undo_what", { what }) : t("undo"), onclick: () => app.send({ type: "retract", ...(last?.act ? { round: "last" } : {}) }),
  }, icon("M9 14 4 9l5-5", "M4 9h10.5a5.5 5.5 0 0 1 0 11H11"), h("span", {}, hyphenated(what || t("undo"))));
}
