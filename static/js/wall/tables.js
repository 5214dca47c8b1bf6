// One table on the wall: around its rim where there is room, else name by name.

import { cup, die } from "../scorer/dice.js";
import { h } from "../scorer/dom.js";
import { fan, halfMat, pile } from "../scorer/mats.js";
import { around } from "../scorer/seats.js";
import { say } from "./words.js";

const ROUND = 2; // so many tables are drawn as the tables they are

export function drawTables({ tables }, { columns, rows }, { width, height }) {
  const box = { width: width / columns, height: height / rows };
  const tile = tables.length <= ROUND ? (table) => felt(table, box) : listed;
  return h("ol", { class: `tiles n${columns}`, style: { "--columns": columns, "--rows": rows } }, tables.map(tile));
}

const heading = ({ number, game, phase, state }) =>
  h("header", {},
    h("h3", {}, say("table", { number })),
    h("p", { class: "phase" }, state === "waiting" ? phase : `${say("game", { number: game })} · ${phase}`));

function felt(table, { width, height }) {
  const { seats, state, middle, said } = table;
  const spots = around(seats.length, width * 0.74, height * 0.6);
  return h("li", { class: `tile felt ${state}${seats.length > 6 ? " many" : ""}` },
    heading(table),
    h("div", { class: "ring" },
      h("div", { class: "wood" }),
      h("div", { class: "center" },
        state === "playing" && pile(middle),
        state === "playing" && h("p", { class: "count" }, h("b", {}, middle), ` ${say("middle")}`),
        said && h("p", { class: "said" }, said)),
      h("ol", { class: "around" }, seats.map((seat, at) => {
        const left = `${((spots[at].x + width * 0.13) / width) * 100}%`;
        const top = `${((spots[at].y + height * 0.2) / height) * 100}%`;
        return h("li", { class: seatClass(seat), style: { left, top } },
          h("p", { class: "name" }, h("b", {}, seat.name), seat.half && halfMat()),
          h("p", { class: "deckel" }, mats(seat)),
          h("p", { class: "hand" }, thrown(seat)));
      }))));
}

function listed(table) {
  const { seats, state, middle } = table;
  const rows = seats.length > 4 ? Math.ceil(seats.length / 2) : seats.length;
  return h("li", { class: `tile listed ${state}`, style: { "--seats": Math.max(rows, 3), "--sides": seats.length > 4 ? 2 : 1 } },
    heading(table),
    state === "playing" && h("p", { class: "middle" }, fan(middle, "middle"), h("b", {}, middle)),
    h("ol", { class: "seats" }, seats.map((seat) =>
      h("li", { class: seatClass(seat) },
        h("b", { class: "name" }, seat.name),
        h("span", { class: "hand" }, thrown(seat)),
        h("span", { class: "deckel" }, mats(seat))))));
}

function seatClass({ turn, out, lost }) {
  return ["seat", turn && "turn", out && "out", lost && "lost"].filter(Boolean).join(" ");
}

function mats({ deckel, lost, name, half }) {
  if (lost) return h("b", { class: "loser" }, say("lost"));
  return [fan(deckel, name), deckel > 0 && h("b", {}, deckel), half && !deckel && h("i", { class: "mat half" })];
}

function thrown({ kept = [], dice = [], cup: covered, past, hand }) {
  const kind = past ? "past" : "";
  return [
    kept.map((face) => die(face, `kept ${kind}`)),
    covered ? cup() : dice.map((face) => die(face, kind)),
    hand && h("span", { class: "visually-hidden" }, hand),
  ];
}
