// Everything that shows a game and takes entries; fetched as soon as there is one.

import { h } from "./dom.js";
import { complete, draftFor, isRound, storeDraft, standing, withDie, withoutDie, written } from "./draft.js";
import { drawEntry } from "./draw_entry.js";
import { drawMessage } from "./draw_message.js";
import { drawTable } from "./draw_table.js";
import { next, undo } from "./next.js";
import { hyphenated } from "./syllables.js";
import { t } from "./words.js";

const AFTER = 1500; // milliseconds: the picture first, then what waits for a hand
const THROWN = ["opening", "throw", "stand", "hand", "reveal", "round"];
const wide = matchMedia("(width >= 1200px)");

export function makeBoard(app, draw) {
  const { session } = app;
  let drawn = null, after = null, previews = null, rounds = null;
  wide.addEventListener("change", () => {
    draw();
    if (wide.matches && session.game) loadHistory();
  });
  setTimeout(bringAfter, AFTER);

  const loadHistory = () => session.read(() => session.history());

  async function bringAfter() {
    const module = await app.fetched("after");
    if (!module || after) return;
    after = module;
    previews = new after.Preview(session, draw);
    after.listen(app);
    after.applyPreferences();
    draw();
  }

  // Only who scores by rounds needs what draws them.
  async function bringRounds() {
    const module = await app.fetched("rounds");
    if (!module || rounds) return;
    rounds = module;
    draw();
  }

  function drawRound() {
    if (!rounds) bringRounds();
    return rounds ? rounds.drawRound(app) : h("section", { class: "entry round" });
  }

  // What the primary button would send, or else what „Steht“ would: the sentence comes before the tap.
  function candidate() {
    if (app.asked) return { event: app.asked.event, moves: true };
    if (!app.draft || !app.scores) return null;
    if (complete(app.draft)) return { event: written(app.draft) };
    const stand = standing(session.view);
    return stand && !app.draft.dice.length ? { event: stand, way: t("stand") } : null;
  }

  // A breach or a ruling, for as long as it is the last entry.
  function noted() {
    const last = session.view.in_force;
    return after && ["infraction", "ruling"].includes(last?.type) ? after.sentenceOf(app, last.happened) : "";
  }

  return {
    prepare() {
      const { view, game } = session;
      if (app.asked && (app.asked.sequence !== view.sequence || !app.scores)) app.asked = null;
      app.draft = view.status === "running" ? draftFor(view, game, app.depth, app.wanted, app.draft) : null;
      if (session.busy) previews?.drop();
      else previews?.ask(candidate());
    },

    stage: () => drawTable(app),
    message: () => drawMessage(app, previews?.shown ? after.foreseen(app, previews.shown) : null, noted()),
    next: () => next(app),
    undo: () => after?.disagree(app) ?? (app.scores && undo(app)),
    storeDraft: () => storeDraft(session, app.draft),
    addDie: (face) => app.draft && !isRound(app.draft) && app.edit(withDie(app.draft, face)),
    dropDie: () => app.edit(withoutDie(app.draft, app.draft.dice.length - 1)),

    entry(kind) {
      if (kind === "done" && !after) bringAfter();
      if (kind === "done") return after ? after.drawResult(app) : h("section", { class: "entry result" });
      if (kind === "play" && app.draft) return isRound(app.draft) ? drawRound() : drawEntry(app);
      const { turn } = session.view;
      return h("section", { class: "watching" }, turn && h("h1", {}, hyphenated(t("is_on", { name: app.nameOf(turn) }))));
    },

    past: () => wide.matches && after && [h("h2", {}, t("history")), after.roundList(app)],

    // After drawing: Deckel slide to where they are drawn already, and a sentence is said.
    shown(root) {
      const { view, game } = session;
      const same = drawn?.game === game.id;
      if (same && drawn.view.sequence === view.sequence) return;
      app.wanted = null;
      if (same && !after) return; // said as soon as there is a voice
      if (same) {
        after.slide(root, drawn.view, view);
        if (app.scores) after.vibrate();
        document.getElementById("live").textContent = after.announcement(app, drawn.view, view);
      }
      const aside = (view) => view.in_force && !THROWN.includes(view.in_force.type);
      if (wide.matches && !(same && drawn.view.round_number === view.round_number && !aside(view) && !aside(drawn.view))) loadHistory();
      drawn = { view, game: game.id };
    },
  };
}
