// The table from above: people in their seats, what they threw, their Deckel, the pile between them.
// No name is shortened and none is small: where the ring has no room for that they sit in two columns,
// and with the largest letters one below the other.

import { button, h } from "./dom.js";
import { cup, die } from "./dice.js";
import { isRound, mayChoose } from "./draft.js";
import { fan, halfMat, pile } from "./mats.js";
import { withLoser } from "./rounds.js";
import { around, columns, ring, sides } from "./seats.js";
import { hyphenated, widthOf } from "./syllables.js";
import { deckel, ruled, t, withClause } from "./words.js";

// In em of the table's own size, so that the same picture fits a phone and a wall.
const WIDE = 26, HIGH = 22, SMALLEST = 11.5, LARGEST = 34;
const PLACE = { few: [7.6, 5], many: [6.9, 4.8], crowd: [6.2, 4.7] };
const LINE = 1.2; // one more for a long name
const BETWEEN_PLACES = 3; // of them, from above to below, a long name makes higher
// On a phone three places side by side, and in the middle a pile between two of them.
const NARROW = 560, NEAR = 6.8, SLIM = 6.3, NEAR_HIGH = 4.6, BETWEEN = 5.6, RIM = 0.3;
const PAIR = 8.6, PAIR_HIGH = 3.5; // in two columns
const INSIDE = 0.85; // of a place's width that is no room for its name
const NAME = 1.06; // a name's letters
const READABLE = 17; // pixels: up to eight names at arm's length, even where the page gets longer by it

const GROWN = 1.17; // whoever is on, and the ring around him
const TALLEST = 1.3; // times as high as wide, where a desk has more room

export function drawTable(app) {
  const count = app.game.players.length;
  const least = READABLE * (parseFloat(getComputedStyle(document.documentElement).fontSize) / 16);
  const box = { ...app.box, height: Math.min(app.box.height, app.box.width * TALLEST) };
  const size = count <= 6 ? "few" : count <= 8 ? "many" : "crowd";
  const apart = wideApart(app, box, count, PLACE[size]);
  if (box.width >= NARROW && apart.em >= least) return drawAround(app, size, apart);
  const near = inRing(app, box, count, least);
  if (near) return drawCells(app, ring(count), near, "near");
  const paired = inColumns(box, count, least);
  return paired ? drawCells(app, columns(count), paired, "near pairs") : drawList(app);
}

const isLong = ({ game }, wide, em) => game.players.some(({ short }) => widthOf(short, em * NAME) > (wide - INSIDE) * em);

function wideApart(app, box, count, [wide, high]) {
  const size = (line) => within(Math.min(box.width / WIDE, box.height / (HIGH + BETWEEN_PLACES * line)));
  const line = isLong(app, wide, size(0)) ? LINE : 0;
  const em = size(line);
  const [left, top] = [wide * em * GROWN / 2, (high + line) * em * GROWN / 2];
  const spots = around(count, Math.max(box.width - 2 * left, 0), Math.max(box.height - 2 * top, 0));
  return { em, wide: wide * em, height: box.height, left, top, spots, middle: box.width - 4 * left - em / 2 };
}

// How large the ring of a phone is: never smaller than can be read, and only where it is seen above the
// thumb's zone. After the game the page is read from its top, however long it is.
function inRing(app, box, count, least) {
  const rows = Math.max(sides(count) * (NEAR_HIGH + RIM), (NEAR_HIGH + RIM) * (count % 2 ? 1 : 2) + BETWEEN) + RIM;
  const isRead = app.view.status !== "running" || app.view.step === "over";
  if (!isRead && rows * least > box.seen) return null;
  const em = larger(box, least, 3 * NEAR + 4 * RIM, rows);
  const wide = (box.width / em - 4 * RIM) / 3;
  return wide < SLIM || isLong(app, wide, em) ? null : em;
}

function inColumns(box, count, least) {
  const wide = 2 * PAIR + 3 * RIM;
  if (wide * least > box.width) return null;
  return larger(box, least, wide, (PAIR_HIGH + LINE + RIM) * Math.ceil(count / 2) + BETWEEN);
}

const larger = (box, least, wide, high) => Math.max(Math.min(box.width / wide, box.height / high, box.seen / high, LARGEST), least);
const within = (em) => Math.min(Math.max(em, SMALLEST), LARGEST);
const px = (value) => `${value.toFixed(1)}px`;

function drawAround(app, size, { em, wide, height, left, top, spots, middle }) {
  const places = app.game.players.map((player, seat) => {
    const spot = { left: px(spots[seat].x + left), top: px(spots[seat].y + top), width: px(wide) };
    return drawPlace(app, player, spot);
  });
  return h("section", { class: `felt ${size}`, "aria-label": t("table"), style: { "font-size": px(em), height: px(height) } },
    h("div", { class: "wood", style: { inset: `${px(top)} ${px(left)}` } }),
    h("div", { class: "center", style: { width: px(middle) } }, drawMiddle(app, app.view)),
    h("ol", { class: "places" }, places));
}

// Row by row, each as high as what stands in it.
function drawCells(app, { seats, middle }, em, kind) {
  return h("section", { class: `felt ${kind}`, "aria-label": t("table"), style: { "font-size": px(em) } },
    h("div", { class: "wood" }),
    h("div", { class: "center", style: { "grid-area": middle } }, drawMiddle(app, app.view)),
    h("ol", { class: "places" }, app.game.players.map((player, seat) => drawPlace(app, player, { "grid-area": seats[seat] }))));
}

const drawMiddle = (app, view) => [
  pile(view.middle),
  h("strong", {}, t("in_middle", { middle: app.game.rulebook.words.middle, number: view.middle })),
  h("span", { class: "note" }, note(app)),
];

// One below the other, each as wide as the screen: the page gets longer, and nothing is cut.
function drawList(app) {
  return h("section", { class: "felt listed", "aria-label": t("table") },
    h("div", { class: "center" }, drawMiddle(app, app.view)),
    h("ol", { class: "places" }, app.game.players.map((player) => drawPlace(app, player, {}))));
}

// What holds for everybody right now, in one line.
function note({ game: { rulebook }, view, nameOf }) {
  if (view.step === "revealing" && !view.forfeits.length) return t("now_reveal");
  if (view.step === "opening") return view.rolling.length < view.playing.length ? t("roll_off") : t("opening");
  if (view.step !== "throwing" && view.step !== "revealing") return "";
  if (view.forfeits.length) return t("forfeits_round", { names: view.forfeits.map(({ player }) => nameOf(player)).join(", ") });
  if (view.open) return withClause(t("open_round"), rulebook.open_clause);
  const begun = Object.keys(view.hands).length > 0 || view.now?.throws > 0;
  if (!begun && rulebook.all_load) return withClause(t("all_load"), rulebook.all_load);
  if (Object.keys(view.hands).length > 0 && view.limit < 3) return t(view.limit === 1 ? "limit_one" : "limit", { number: view.limit });
  return "";
}

function drawPlace(app, player, spot) {
  const { view, game, draft } = app;
  const { id, name, short } = player;
  const inRound = (view.order.length ? view.order : view.playing).includes(id);
  const current = (draft?.loser ?? draft?.action.player ?? view.turn) === id && view.step !== "over";
  const number = view.deckel[id];
  const can = tap(app, player, inRound);
  const kind = [
    "place", inRound ? "" : "out", current ? "current" : "", view.loser === id ? "loser" : "", can ? "able" : "",
  ].filter(Boolean).join(" ");
  const inside = [
    marks(app, id),
    h("span", { class: "halves" }, view.first_half_loser === id && halfMat(), view.second_half_loser === id && halfMat()),
    h("span", { class: "name", title: name }, h("b", {}, hyphenated(short))),
    h("span", { class: "deckel" }, fan(number, id), h("b", { "aria-hidden": "true" }, number),
      h("span", { class: "visually-hidden" }, deckel(number, game.rulebook))),
    can?.word ? h("span", { class: "do" }, can.word) : h("span", { class: "hand" }, hand(app, id, inRound)),
  ];
  const attributes = { class: kind, id: `place-${id}` };
  return h("li", { class: current ? "front" : "", style: spot }, can
    ? button({ ...attributes, onclick: can.act, off: app.session.busy }, inside)
    : h("div", attributes, inside));
}

// Whom a tap means: somebody who is out and may throw along, or whose roll or cup is entered next.
function tap(app, { id }, inRound) {
  if (!app.scores) return null;
  const { actions } = app.view;
  if (!inRound && actions.some((action) => action.type === "reenter" && action.player === id)) {
    const word = app.game.rulebook.words.reenter;
    return { word, act: () => app.ask({ type: "reenter", player: id }, t("throws_along", { name: app.nameOf(id), word })) };
  }
  if (isRound(app.draft) && app.draft.action.losers.includes(id)) return { act: () => app.edit(withLoser(app.draft, id)) };
  const waiting = actions.filter((action) => ["opening", "reveal"].includes(action.type));
  const mine = waiting.find((action) => action.player === id);
  if (!mine || waiting.length < 2 || !mayChoose(mine, app.game.rulebook)) return null;
  return { act: () => app.choose(id) };
}

// Breaches and rulings that stand, and that somebody has forfeited this round.
function marks(app, id) {
  const { view } = app;
  const waits = view.forfeits.some(({ player }) => player === id);
  const mine = view.marks.filter(({ player }) => player === id).map((mark) => (mark.type === "ruling" ? ruled(mark.effect, app.nameOf(id)) : mark.label));
  if (!mine.length) return null;
  const text = mine.join(", ");
  return h("span", { class: `mark${waits ? " waits" : ""}`, title: text },
    h("span", { "aria-hidden": "true" }, waits ? "✗" : mine.length > 1 ? `!${mine.length}` : "!"), h("span", { class: "visually-hidden" }, text));
}

function hand(app, id, inRound) {
  const { view } = app;
  const sent = app.session.sent;
  if (sent?.player === id && "dice" in sent) return row(sent.kept ?? view.hands[id]?.kept ?? [], sent.dice ?? "cup", "");
  if (view.now?.player === id && view.now.throws) return row(view.now.kept, view.now.thrown, "");
  const shown = view.hands[id] ?? view.rolled[id];
  if (shown?.covered) return row(shown.kept, "cup", t("covered"));
  if (shown) return [...row([], shown.dice, shown.name), times(shown.throws)];
  // The hands of the round before stay to be looked at until the next one begins.
  const past = Object.keys(view.hands).length || view.now?.throws ? null : view.last_round?.hands[id];
  if (past) return row([], past.dice, view.last_round.names?.[id], "past");
  return inRound ? [] : [h("span", { class: "word" }, t("out"))];
}

function row(kept, thrown, name, kind = "") {
  return [
    ...kept.map((face) => die(face, `kept ${kind}`)),
    ...(thrown === "cup" ? [cup()] : thrown.map((face) => die(face, kind))),
    name ? h("span", { class: "visually-hidden" }, name) : null,
  ];
}

const times = (throws) => (throws ? h("span", { class: "times", title: t("throws", { number: throws }) }, `${throws}×`) : null);
