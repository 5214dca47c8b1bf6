// The table went on without this phone: both versions, and a decision which of them counts.

import { button, h } from "../scorer/dom.js";
import { clock, t } from "../scorer/words.js";
import { PhoneGame } from "./game.js";

export function drawDecision(app) {
  const { phone } = app;
  const { item, theirs, told, other, error } = phone.decision;
  const mine = phone.queue.of(item.game);
  const number = phone.queue.games.get(item.game)?.told.number;
  const there = told && (other ? played(app, told, told.entries) : played(app, told, [...phone.queue.games.get(item.game).log, ...theirs]));
  return h("section", { class: "decision" },
    h("h1", {}, t("which_counts", { number: told?.number ?? number })),
    h("p", {}, told ? t(other ? "other_game_meanwhile" : "went_on_meanwhile") : t("refused_meanwhile", { why: error.message })),
    h("div", { class: "versions" },
      there && version(t("there"), there, theirs.length || told.entries.length),
      version(t("here"), phone.source.game(item.game).load().view, mine.length, mine[0]?.at)),
    h("div", { class: "actions" },
      button({ class: "button", id: "take-theirs", onclick: () => phone.choose("theirs") }, t(told ? "take_theirs" : "put_aside")),
      button({ class: "button primary", id: "take-mine", onclick: () => phone.choose("mine") }, t(!told ? "try_again" : other ? "mine_as_well" : "take_mine"))),
    h("p", { class: "soft" }, t("other_stays_beside")));

  function version(title, view, entries, at) {
    return h("section", {}, h("h2", {}, title),
      h("p", {}, t(entries === 1 ? "one_entry" : "some_entries", { number: entries }), at ? ` · ${t("from_time", { time: clock(at) })}` : ""),
      h("p", {}, standing(app, view)));
  }
}

// Where the game stands, in one line: who lost it, or who has how many Deckel.
function standing(app, view) {
  const name = (id) => app.game?.players.find((player) => player.id === id)?.short ?? id;
  if (view.loser) return t("has_lost", { name: name(view.loser) });
  if (view.status !== "running") return t("nobody_lost");
  const loaded = Object.entries(view.deckel).filter(([, number]) => number);
  return loaded.map(([id, number]) => `${name(id)} ${number}`).join(" · ") || t("nothing_moves");
}

function played(app, told, entries) {
  return new PhoneGame({ ...told, sequence: entries.length, entries }, document.documentElement.lang).load().view;
}
