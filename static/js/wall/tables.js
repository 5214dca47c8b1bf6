// One table on the wall: around its rim where there is room, else name by name.

import { cup, die } from "../scorer/dice.js";
import { h } from "../scorer/dom.js";
import { fan, halfMat, pile } from "../scorer/mats.js";
import { around } from "../scorer/seats.js";
import { t } from "./words.js";

const GAP = 1; // rem between two tables
const HEAD = [3.2, 2.8, 2.2, 1.8]; // rem, by columns; the line is 1.45 as high
// So many tables side by side are drawn as the tables they are, where nobody sits in another's place.
const FELT = { 1: { most: 8, wide: 0.7 }, 2: { most: 4, wide: 0.65 } };
const HIGH = 0.66; // how far apart people sit, of the picture's height

export function drawTables({ tables }, { columns, rows }, { width, height }) {
  const head = HEAD[columns - 1] * 1.45;
  const box = { width: (width - GAP * (columns - 1)) / columns, height: (height - GAP * (rows - 1)) / rows - head };
  const drawn = tables.length === columns ? FELT[columns] : undefined;
  const style = { "--columns": columns, "--rows": rows, "--head": `${HEAD[columns - 1]}rem` };
  return h("ol", { class: `tiles n${columns}${columns > 2 ? " tight" : ""}`, style },
    tables.map((table) => (table.seats.length <= drawn?.most ? felt(table, box, drawn.wide) : listed(table, box, columns > 2))));
}

function heading({ number, game, phase, state, middle }, shows) {
  return h("header", {},
    h("h3", {}, t("table", { number })),
    h("p", { class: "phase" }, game && h("span", { class: "game" }, `${t("game", { number: game })} · `), phase),
    shows && state === "playing" && h("p", { class: "middle" }, fan(middle, "middle"), h("b", {}, middle)));
}

function felt(table, { width, height }, wide) {
  const { seats, state, middle, last } = table;
  const spots = around(seats.length, width * wide, height * HIGH);
  const percent = (at, size, spread) => `${(at / size + (1 - spread) / 2) * 100}%`;
  return h("li", { class: `tile felt ${state}` },
    heading(table, false),
    h("div", { class: "ring" },
      h("div", { class: "wood" }),
      h("div", { class: "center" },
        state === "playing" && [pile(middle), h("p", { class: "count" }, h("b", {}, middle), ` ${t("middle")}`)],
        last && lastRound(last)),
      h("ol", { class: "around" }, seats.map((seat, at) => {
        const left = percent(spots[at].x, width, wide);
        const top = percent(spots[at].y, height, HIGH);
        return h("li", { class: seatClass(seat), style: { left, top } },
          h("p", { class: "name" }, h("b", {}, seat.name), seat.half && halfMat()),
          h("p", { class: "deckel" }, mats({ ...seat, half: false })),
          h("p", { class: "hand" }, throwOf(seat)));
      }))));
}

function lastRound({ best, hand, worst, moved }) {
  return h("div", { class: "last" },
    hand && h("p", {}, `${best}: ${hand}`),
    moved > 0 && h("p", {}, `${worst} +${moved}`, h("i", { class: "mat full" })));
}

function listed(table, box, isTight) {
  const { seats, state } = table;
  const { sides, rows, stacked, name, die } = arranged(seats.length, box, isTight ? 10.4 : 11);
  return h("li", {
    class: `tile listed ${state}${stacked ? " stacked" : ""}`,
    style: { "--seats": rows, "--sides": sides, "--name": `${name.toFixed(2)}rem`, "--die": `${die.toFixed(2)}rem` },
  },
    heading(table, true),
    h("ol", { class: "seats" }, seats.map((seat) =>
      h("li", { class: seatClass(seat) },
        h("b", { class: "name" }, seat.name),
        h("span", { class: "hand" }, throwOf(seat)),
        h("span", { class: "deckel" }, mats(seat))))));
}

// One column or two, dice beside the name or below it: whatever makes both largest, the name first. All
// in rem; `across` letters' heights stand side by side.
function arranged(count, { width, height }, across) {
  const ways = [1, 2].flatMap((sides) => [false, true].map((stacked) => {
    const rows = Math.max(Math.ceil(count / sides), 3);
    const [wide, high] = [width / sides - 1, (height - 0.8) / rows];
    const name = stacked ? Math.min(4.4, high * 0.4, wide / 5.5) : Math.min(4.4, high * 0.66, wide / across);
    const die = stacked ? Math.min(5, high * 0.46, wide / 6.5) : Math.min(5, high * 0.78, name * 1.05);
    return { sides, rows, stacked, name, die };
  }));
  return ways.reduce((best, way) => (2 * way.name + way.die > 2 * best.name + best.die ? way : best));
}

function seatClass({ turn, out, lost }) {
  return ["seat", turn && "turn", out && "out", lost && "lost"].filter(Boolean).join(" ");
}

function mats({ deckel, lost, name, half }) {
  if (lost) return h("b", { class: "loser" }, t("lost"));
  return [fan(deckel, name), deckel > 0 && h("b", {}, deckel), half && !deckel && h("i", { class: "mat half" })];
}

function throwOf({ kept = [], dice = [], cup: covered, past, hand }) {
  const kind = past ? "past" : "";
  return [
    kept.map((face) => die(face, `kept ${kind}`)),
    covered ? cup() : dice.map((face) => die(face, kind)),
    hand && h("span", { class: "visually-hidden" }, hand),
  ];
}
