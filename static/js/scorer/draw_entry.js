// The thumb zone: who is on, the dice that lie there or are being entered, and what to tap: the
// first of three dice by its face, the last one or two at once, which enters them.

import { button, h } from "./dom.js";
import { die } from "./dice.js";
import { complete, covered, isInOneThrow, missing, open, standing, withDie, withMark, withoutDie, written } from "./draft.js";
import { FREE, TURNED } from "./keep.js";
import { hyphenated } from "./syllables.js";
import { t } from "./words.js";

const FACES = [1, 2, 3, 4, 5, 6];
const PAIRS = FACES.toReversed().flatMap((high) => FACES.slice(0, high).toReversed().map((low) => [high, low]));

export function drawEntry(app) {
  const { draft } = app;
  return h("section", { class: "entry", "aria-label": t("entry") },
    h("div", { class: "on" },
      h("h1", {}, hyphenated(app.nameOf(draft.action.player))),
      h("p", {}, situation(app)),
      h("div", { class: "slots" }, slots(app))),
    h("div", { class: "side" }, draft.action.type === "hand" ? turnFields(app) : turnButtons(app)),
    draft.action.choices?.some(({ turned }) => turned) && h("p", { class: "hint" }, t("turning")),
    pad(app));
}

function pad(app) {
  const { draft } = app;
  const left = missing(draft);
  const off = app.session.busy || complete(draft);
  const tapped = (...faces) => {
    const after = faces.reduce(withDie, draft);
    app.edit(after, { padChanges: !complete(after) });
    if (complete(after)) app.send(written(after));
  };
  if (left === 2) {
    return h("div", { class: "pad pairs" }, PAIRS.map(([high, low]) => button({
      id: `pad-${high}${low}`, "aria-label": t("faces", { high, low }), off, onclick: () => tapped(high, low),
    }, die(high), die(low))));
  }
  return h("div", { class: "pad" }, FACES.map((face) => button({
    id: `pad-${face}`, "aria-label": t("face", { face }), off, onclick: () => tapped(face),
  }, die(face))));
}

// „2. Wurf, danach noch einer“: what he may do, in half a line.
function situation({ draft, view, depth }) {
  const { type } = draft.action;
  if (type === "opening") return t("rolls_for_start");
  if (type === "reveal") return t("lifts_cup");
  if (type === "hand") return t(draft.action.throws[1] === 1 ? "one_throw" : "up_to_throws", { number: draft.action.throws[1] });
  const number = (draft.now?.throws ?? 0) + 1;
  if (depth === "hands") return t("turn_begun", { number });
  if (view.left === 1) return t("throw_last", { number });
  return t("throw_more", { number, left: view.left - 1 });
}

// Locked dice first, then those of the last throw or, where one goes back, what was thrown instead.
function slots(app) {
  const { draft } = app;
  const shown = (draft.now?.kept ?? []).map((face) => h("span", { class: "slot locked", "aria-label": t("lies", { face }), role: "img" }, die(face, "kept")));
  const entered = draft.dice.map((face, place) => ({ face, place }));
  draft.marks.forEach((mark, place) => {
    if (mark === FREE && draft.dice.length) shown.push(slot(app, entered.shift()));
    else shown.push(lastDie(app, place, mark));
  });
  const places = open(draft) - draft.marks.filter((mark) => mark === FREE).length;
  for (let place = 0; place < places; place += 1) shown.push(slot(app, entered.shift()));
  return shown;
}

function slot(app, entered) {
  if (!entered) return h("span", { class: "slot empty" });
  return button({
    class: "slot", "aria-label": t("clear", { face: entered.face }), off: app.session.busy,
    onclick: () => app.edit(withoutDie(app.draft, entered.place)),
  }, die(entered.face));
}

function lastDie(app, place, mark) {
  const face = app.draft.now.thrown[place];
  const turned = mark === TURNED;
  const label = turned ? t("turned") : t(mark === FREE ? "leave" : "lies", { face });
  return button({
    class: `slot last ${mark}`, "aria-label": label, "aria-pressed": String(mark !== FREE), off: app.session.busy,
    onclick: () => app.edit(withMark(app.draft, place)),
  }, die(turned ? 1 : face, mark === FREE ? "" : "kept"), h("small", {}, turned ? t("turned_short") : mark === FREE ? "" : t("lies_short")));
}

function turnButtons(app) {
  const { draft, view, session } = app;
  const stand = standing(view);
  const nothing = draft.dice.length === 0;
  return [
    stand && button({ class: "button", id: "stand", off: session.busy || !nothing, onclick: () => app.send(stand) }, t("stand")),
    mayCover(draft) && button({
      class: "button", id: "cover", off: session.busy || !nothing, onclick: () => app.send(covered(draft)),
    }, t("cover")),
  ];
}

const mayCover = (draft) => draft?.action.type === "throw" && draft.action.may_cover;

function turnFields(app) {
  const { draft, game, session } = app;
  const [least, most] = draft.action.throws;
  const { in_one_throw: inOneThrow, built } = game.rulebook.words;
  // One tap says both: in how many throws, and whether all three dice came in the last of them.
  const choicesFor = (word, name, numbers) => h("div", { class: "ways", role: "group", "aria-label": word },
    h("span", { "aria-hidden": "true" }, word),
    h("div", { class: "segments" }, [1, 2, 3].map((number) => numbers.includes(number) ? button({
      id: `${name}-${number}`, "aria-label": t("throws", { number }),
      "aria-pressed": String(draft.throws === number && isInOneThrow(draft) === (name === "whole")),
      off: session.busy || number < least || number > most,
      onclick: () => app.edit({ ...draft, throws: number, whole: name === "whole" }),
    }, `${number}×`) : h("span", {}))));
  return [choicesFor(inOneThrow, "whole", [1, 2, 3]), choicesFor(built, "built", [2, 3])];
}
