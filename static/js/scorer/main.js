// The scorer's page. A session knows the game, a draft is the entry being made; everything is drawn
// anew from the two after each tap, and only what changed is touched.

import { announcement } from "./announce.js";
import { h, morph } from "./dom.js";
import { complete, covered, draftFor, standing, withoutDie, written } from "./draft.js";
import { drawBar } from "./draw_bar.js";
import { drawEntry } from "./draw_entry.js";
import { drawLobby, lobbyPrimary, plan } from "./draw_lobby.js";
import { drawResult } from "./draw_result.js";
import { drawSaid } from "./draw_said.js";
import { drawNotices, drawStrip } from "./draw_strip.js";
import { drawTable } from "./draw_table.js";
import { roundList } from "./history.js";
import { listen } from "./keys.js";
import { slide } from "./mats.js";
import { Outbox } from "./outbox.js";
import { Preview } from "./preview.js";
import { httpSource, newId } from "./server.js";
import { Session } from "./session.js";
import { learn, t } from "./words.js";

const DEPTH = "schockwart-depth";
const data = (id) => JSON.parse(document.getElementById(id).textContent);
const settings = data("scorer-settings");
learn(data("scorer-words"), document.documentElement.lang);

const source = httpSource({ api: settings.api, table: settings.table, token: document.querySelector('meta[name="csrf-token"]').content });
const session = new Session(source, new Outbox(source, `schockwart-outbox-${settings.table}`, draw), draw);
const previews = new Preview(session, draw);
const wide = matchMedia("(width >= 1200px)");

const app = {
  session, newId, links: settings.links, draft: null, plan: null, wanted: null,
  box: { width: 366, height: 320 }, depth: localStorage.getItem(DEPTH) === "hands" ? "hands" : "throws",
  get game() { return session.game; },
  get view() { return session.view; },
  get scores() { return Boolean(session.view?.can.score); },
  get preview() { return previews.shown; },
  get lobbyPrimary() { return lobbyPrimary(app); },
  nameOf: (id) => session.game.players.find((player) => player.id === id)?.name ?? id,
  edit(draft) {
    app.draft = draft;
    session.said = null;
    draw();
  },
  dropDie: () => app.edit(withoutDie(app.draft, app.draft.dice.length - 1)),
  submit: () => app.send(written(app.draft)),
  cover: () => app.send(covered(app.draft)),
  send: (event) => { session.send(event); },
  choose(player) {
    app.wanted = player;
    draw();
  },
  setDepth(depth) {
    app.depth = depth;
    localStorage.setItem(DEPTH, depth);
    draw();
  },
  replan(change) {
    app.plan = { ...app.plan, ...change };
    draw();
  },
  next() {
    app.plan = null;
    session.leave();
  },
  show: (key) => session.look(() => session.load(key)),
};

// What the primary button would send, or else what „Steht“ would: the sentence is there before the tap.
function candidate() {
  const { draft, view } = app;
  if (!draft || !app.scores) return null;
  if (complete(draft)) return { event: written(draft) };
  const stand = standing(view);
  return stand && !draft.dice.length ? { event: stand, way: t("stand") } : null;
}

let drawn = null;

function draw() {
  const { view } = session;
  const fresh = view?.sequence !== drawn?.sequence || session.game?.id !== drawn?.game;
  if (view?.status === "running" && app.game) {
    app.draft = draftFor(view, app.game.rulebook, app.depth, app.wanted, app.draft);
  } else app.draft = null;
  if (!session.busy) previews.ask(candidate());
  if (session.lobby) app.plan ??= plan(session.lobby);
  const root = document.getElementById("scorer");
  morph(root, page());
  if (view && fresh) {
    if (drawn?.game === session.game.id) {
      slide(root, drawn.view, view);
      document.getElementById("live").textContent = announcement(app, drawn.view, view);
    }
    if (wide.matches && view.round_number !== drawn?.view.round_number) session.look(() => session.history());
  }
  drawn = view && { view, sequence: view.sequence, game: session.game.id };
}

function page() {
  const { view, lobby } = session;
  const kind = !view ? "before" : view.status !== "running" || view.step === "over" ? "done" : app.scores ? "play" : "watch";
  return h("div", { id: "scorer", class: `scorer ${kind}`, "aria-busy": session.busy ? "true" : null, "data-sequence": view?.sequence },
    drawStrip(app), drawNotices(app),
    h("div", { class: "stage", id: "stage" }, view ? drawTable(app) : null),
    view ? drawSaid(app) : h("section", {}),
    h("div", { class: "thumb" }, part(kind, lobby), drawBar(app)),
    h("aside", { class: "rounds-so-far", "aria-label": t("history") }, view && wide.matches ? [h("h2", {}, t("history")), roundList(app)] : null),
    h("p", { id: "live", class: "visually-hidden", "aria-live": "polite" }, document.getElementById("live")?.textContent ?? ""));
}

function part(kind, lobby) {
  if (kind === "before") return lobby ? drawLobby(app) : h("section", { class: "lobby" }, h("p", {}, session.said?.text ?? t("loading")));
  if (kind === "done") return drawResult(app);
  return app.draft && kind === "play" ? drawEntry(app) : h("section", { class: "entry none" });
}

draw();
new ResizeObserver(([{ contentRect }]) => {
  app.box = { width: contentRect.width, height: contentRect.height };
  draw();
}).observe(document.getElementById("stage"));
wide.addEventListener("change", draw);
listen(app);
session.enter(new URLSearchParams(location.search).get("spiel"));
