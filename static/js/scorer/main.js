// The scorer's page. A session knows the game, a draft is the entry being made; everything is drawn
// anew from the two after each tap, and only what changed is touched.

import { localSource } from "../friends/local.js";
import { recall, remember } from "../stored/values.js";
import { h, morph } from "./dom.js";
import { drawBar } from "./draw_bar.js";
import { drawNotices, drawStrip } from "./draw_strip.js";
import { Outbox } from "./outbox.js";
import { httpSource, newId } from "./server.js";
import { Session } from "./session.js";
import { setWords, t } from "./words.js";

const DEPTH = "schockwart-depth";
const CALM = 800; // milliseconds in which the second half of a double tap does nothing
const NEW_PAD = 250; // nor what was meant for the face that lay there before
const NEXT_PAD = 400; // nor what was meant for the throw before, on the pad of the next one
const data = (id) => JSON.parse(document.getElementById(id).textContent);
const settings = data("scorer-settings");
setWords(data("scorer-words"), document.documentElement.lang);

const placeOf = ({ game, view }) => view && `${game.id}/${view.phase}/${view.round_number}`;

const source = settings.local
  ? localSource(settings)
  : httpSource({ api: settings.api, table: settings.table, token: document.querySelector('meta[name="csrf-token"]').content, answers: data("scorer-answers") });
const session = new Session(source, new Outbox(source, `schockwart-outbox-${settings.table}`, draw), draw, settings.sender);
history.scrollRestoration = "manual";
let board = null, lobby = null, isOffered = false, padChanged = -Infinity, drawing = false, bringing = null, onScreen = null;

const app = {
  session, newId, fetched, isLocal: Boolean(settings.local), links: settings.links, title: settings.title, rulebooks: settings.rulebooks,
  unread: 0, draft: null, handsIn: null, plan: null, wanted: null, asked: null, phone: null,
  box: { width: 366, height: 320, seen: 320 }, chosen: recall(DEPTH)?.split("/").at(-1) ?? "throws",
  get game() { return session.game; },
  get view() { return session.view; },
  get scores() { return Boolean(session.view?.can.score); },
  get board() { return board; },
  // As this phone was scored on last; where a game takes no rounds, by hands.
  get depth() {
    const isDeeper = app.chosen === "rounds" && session.game?.takes_rounds === false;
    return isDeeper || app.handsIn === placeOf(session) ? "hands" : app.chosen;
  },
  nameOf: (id) => session.game.players.find((player) => player.id === id)?.short ?? id,
  send: (event) => { session.send(event); },
  edit(draft, { padChanges = false } = {}) {
    session.message = null;
    if (padChanges) padChanged = performance.now();
    session.moved = -Infinity;
    change({ draft, asked: null });
    board.storeDraft();
  },
  choose: (wanted) => change({ wanted, asked: null }),
  // Said in the bar first, done from there.
  ask(event, label) {
    session.moved = performance.now();
    change({ asked: event && { event, label, sequence: session.view.sequence } });
  },
  setDepth(depth) {
    remember(DEPTH, depth);
    const can = depth === "throws" || session.view.actions.some(({ type }) => `${type}s` === depth);
    session.message = can ? null : { tone: "stale", text: depth === "rounds" ? t("rounds_later") : t("hands_later") };
    change({ chosen: depth });
  },
  // This one round is entered by hands: a drink hangs on how the Schock-Aus came.
  byHands() {
    session.message = { tone: "stale", text: t("aus_by_hands") };
    change({ handsIn: placeOf(session) });
  },
  replan: (part) => change({ plan: { ...app.plan, ...part, touched: true } }),
  next: () => session.leave().then((left) => left && change({ plan: null })),
  sheet: async (open) => {
    const sheets = await fetched("sheets");
    if (sheets) open(sheets);
  },
  redraw: draw,
  show: (key) => session.read(() => session.load(key)),
};

function change(part) {
  Object.assign(app, part);
  draw();
}

// What the first picture does not need is fetched right after it, before somebody asks for it.
const parts = {
  board: () => import("./board.js"),
  after: () => import("./after.js"),
  rounds: () => import("./draw_round.js"),
  lobby: () => (settings.local ? import("../friends/lobby.js") : import("./draw_lobby.js")),
  sheets: () => import("./more.js"),
  code: () => import("../phone/result_code.js"),
  phone: () => import("../phone/begin.js"),
  shell: () => import("../phone/shell.js"),
};

async function fetched(part) {
  try {
    return await parts[part]();
  } catch {
    // Said once; the next look at the game asks again.
    if (!session.unreachableSince) {
      session.unreachableSince = Date.now();
      draw();
    }
    return null;
  }
}

async function bringBoard() {
  const module = await fetched("board");
  if (!module || board) return;
  board = module.makeBoard(app, draw);
  draw();
}

// How many entries wait on this phone, as it said last.
function waitsHere() {
  return Number(recall(`schockwart-waits-${settings.table}-${settings.sender}`));
}

// From then on every entry is kept on the phone before it is sent. Asked for twice, it comes once: a
// second look for it would find this very page in its way.
function bringPhone() {
  bringing ??= takePhone().finally(() => (bringing = null));
  return bringing;
}

async function takePhone() {
  if (settings.local) return;
  const [module] = await Promise.all(["phone", "code"].map(fetched));
  app.phone ??= (await module?.openPhone(app, { settings, http: source, draw }).catch(() => null)) ?? null;
  app.unread = app.phone ? 0 : waitsHere();
  if (!app.phone?.active) return;
  session.use(app.phone.source);
  fetched("shell").then((shell) => shell?.offlineReady()).then((ready) => ready && app.phone.isReady());
  if (wanted && !session.view && !session.left) await session.read(() => session.load(wanted));
  await session.refresh();
}

async function bringLobby() {
  lobby ??= await fetched("lobby");
  if (lobby?.outdated(app.plan, session.lobby)) change({ plan: lobby.plan(session.lobby) });
}

// All that one tap changes is one picture.
function draw() {
  if (drawing) return;
  drawing = true;
  queueMicrotask(drawNow);
}

function drawNow() {
  drawing = false;
  const { view } = session;
  if (view && board) board.prepare();
  else if (view) bringBoard();
  else if (session.lobby && !session.awaited && !session.lobby.game) bringLobby();
  const root = document.getElementById("scorer");
  noteSwap();
  const offered = !(view && board) && !session.awaited && lobby && app.plan && session.lobby;
  morph(root, page(board && !session.isHeldBack && view, offered));
  // Who comes to the lobby reads it from its beginning, wherever the page before was left.
  if (offered && !isOffered) scrollTo(0, 0);
  isOffered = Boolean(offered);
  if (view && board && !session.isHeldBack) board.shown(root);
}

// Another page has come under a thumb that is on its way: what it meant was the one before.
function noteSwap() {
  const now = session.view && board && `${session.game.id} ${kindOf(session.view)}`;
  if (onScreen && now !== onScreen) session.moved = performance.now();
  onScreen = now;
}

function kindOf(view) {
  const over = view && (view.status !== "running" || view.step === "over");
  return over ? "done" : app.scores ? "play" : "watch";
}

function page(shown, offered) {
  const { view } = session;
  const kind = shown ? kindOf(view) : "before";
  const next = shown ? board.next() : offered ? lobby.lobbyPrimary(app) : {};
  return h("div", {
    id: "scorer", class: `scorer ${kind}${view?.status === "card" ? " carded" : ""}`,
    "aria-busy": session.busy || app.phone?.sending ? "true" : null, "data-sequence": shown ? view.sequence : null,
    "data-phone": app.phone?.holds(session.game) ? "yes" : null, "data-waiting": app.phone?.waiting || null,
  },
    drawStrip(app), drawNotices(app),
    h("div", { class: "stage", id: "stage" }, shown ? board.stage() : null),
    shown ? board.message() : h("section", {}, session.message && h("p", { class: "message error", role: "alert" }, session.message.text)),
    h("div", { class: "thumb" }, app.phone?.decision ? [app.phone.drawDecision(app), drawBar(app, {}, false)] : entryZone(kind, shown, offered, next)),
    h("aside", { class: "rounds-so-far", "aria-label": t("history") }, shown ? board.past() : null),
    h("p", { id: "live", class: "visually-hidden", "aria-live": "polite" }, document.getElementById("live")?.textContent ?? ""));
}

// What is entered, and the bar below it.
function entryZone(kind, shown, offered, next) {
  const entry = shown ? board.entry(kind) : offered ? lobby.drawLobby(app) : waiting();
  return [entry, drawBar(app, next, shown ? board.undo() : offered && lobby.disagreeWithCard?.(app))];
}

const waiting = () => h("section", { class: "lobby" }, h("p", {}, t("loading")));

// After an entry other words stand under the thumb; they do not count yet.
addEventListener("click", (event) => {
  const now = performance.now();
  if ((now - padChanged < NEW_PAD || now - session.moved < NEXT_PAD) && event.target.closest(".pad")) refuse(event);
  if (now - session.moved < CALM && event.target.closest("#primary, #undo, #cancel, #stand, #cover, .actions")) refuse(event);
}, true);
addEventListener("keydown", (event) => {
  if (event.repeat && event.key === "Enter") refuse(event);
}, true);

function refuse(event) {
  event.preventDefault();
  event.stopPropagation();
}

drawNow();
const [stage, thumb, notices] = ["stage", "thumb", "notices"].map((part) => document.querySelector(`#scorer > .${part}`));
const resized = new ResizeObserver(() => {
  const isBeside = thumb.offsetLeft >= stage.offsetLeft + stage.offsetWidth;
  // So much of the table is seen above the thumb's zone, which stays where it is.
  const seen = isBeside ? stage.clientHeight : innerHeight - stage.offsetTop - thumb.offsetHeight;
  document.documentElement.style.setProperty("--thumb", `${thumb.offsetHeight}px`);
  change({ box: { width: stage.clientWidth, height: stage.clientHeight, seen } });
});
for (const part of [stage, thumb, notices]) resized.observe(part);
// Where a game is running, it and what draws it are fetched side by side.
const askedFor = new URLSearchParams(location.search).get("game");
const wanted = askedFor ?? settings.game;
if (wanted) bringBoard();
begin();
setTimeout(async () => {
  await Promise.all(Object.keys(parts).map(fetched));
  bringPhone();
  (await fetched("shell"))?.offlineReady();
}, 3000);

// What waits on this phone is part of the picture, and so is all of it where no network answers.
async function begin() {
  if (waitsHere()) await bringPhone();
  await session.enter(wanted);
  const hasWorker = Boolean(navigator.serviceWorker?.controller);
  // What the phone kept of this page was true when it was kept.
  if (hasWorker) await session.refresh();
  if (session.unreachableSince && !app.phone) await bringPhone();
  // The table may have gone on to later games since then.
  if (hasWorker && !askedFor && session.game?.id === settings.game && session.isOvertaken && !app.phone?.waiting) app.next();
}
