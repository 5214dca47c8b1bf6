// One table on the wall: around its rim where there is room, else name by name.

import { cup, die } from "../scorer/dice.js";
import { h } from "../scorer/dom.js";
import { fan, halfMat, pile } from "../scorer/mats.js";
import { around } from "../scorer/seats.js";
import { t } from "./words.js";

const ROUND = 2; // so many tables are drawn as the tables they are
const SPREAD = { wide: 0.7, high: 0.7 }; // how far apart people sit, of the picture's width and height

export function drawTables({ tables }, { columns, rows }, { width, height }) {
  const box = { width: width / columns, height: height / rows };
  const tile = tables.length <= ROUND ? (table) => felt(table, box) : (table) => listed(table, rows);
  return h("ol", { class: `tiles n${columns}${columns > 2 ? " tight" : ""}`, style: { "--columns": columns, "--rows": rows } }, tables.map(tile));
}

function heading({ number, game, phase, state, middle }, shows) {
  return h("header", {},
    h("h3", {}, t("table", { number })),
    h("p", { class: "phase" }, game && h("span", { class: "game" }, `${t("game", { number: game })} · `), phase),
    shows && state === "playing" && h("p", { class: "middle" }, fan(middle, "middle"), h("b", {}, middle)));
}

function felt(table, { width, height }) {
  const { seats, state, middle, last } = table;
  const spots = around(seats.length, width * SPREAD.wide, height * SPREAD.high);
  const percent = (at, size, spread) => `${(at / size + (1 - spread) / 2) * 100}%`;
  return h("li", { class: `tile felt ${state}${seats.length > 6 ? " many" : ""}` },
    heading(table, false),
    h("div", { class: "ring" },
      h("div", { class: "wood" }),
      h("div", { class: "center" },
        state === "playing" && [pile(middle), h("p", { class: "count" }, h("b", {}, middle), ` ${t("middle")}`)],
        last && lastRound(last)),
      h("ol", { class: "around" }, seats.map((seat, at) => {
        const left = percent(spots[at].x, width, SPREAD.wide);
        const top = percent(spots[at].y, height, SPREAD.high);
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

// Few people stand in one column with all they threw; more of them in two.
function listed(table, tablesHigh) {
  const { seats, state } = table;
  const sides = seats.length > (tablesHigh === 1 ? 9 : 4) ? 2 : 1;
  const rows = Math.max(Math.ceil(seats.length / sides), 3);
  return h("li", { class: `tile listed ${state}${sides > 1 ? " crowd" : ""}`, style: { "--seats": rows, "--sides": sides } },
    heading(table, true),
    h("ol", { class: "seats" }, seats.map((seat) =>
      h("li", { class: seatClass(seat) },
        h("b", { class: "name" }, seat.name),
        h("span", { class: "hand" }, throwOf(seat)),
        h("span", { class: "deckel" }, mats(seat))))));
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
