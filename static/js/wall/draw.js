// A page of the wall as elements; what it says comes with the picture.

import { h, svg } from "../scorer/dom.js";
import { grid } from "./pages.js";
import { drawTables } from "./tables.js";
import { t } from "./words.js";

export function draw({ screen, number, all }, box) {
  return h("section", { class: `screen of-${screen.kind}` },
    screen.title && h("h2", {}, screen.title, all > 1 && h("small", {}, ` ${number}/${all}`)),
    DRAWN[screen.kind](screen, box));
}

const DRAWN = {
  tables: (screen, box) => drawTables(screen, grid(screen.tables.length), box),
  ranking,
  king: ({ side }) => crown(side),
  coming: ({ name, day, time }) => h("div", { class: "coming" },
    h("p", { class: "name" }, name), h("p", { class: "day" }, day), time && h("p", { class: "time" }, time)),
  clock: () => h("div", { class: "clock" }, h("p", { class: "left" }), h("p", { class: "note" })),
  draw: drawn,
  seats,
  follow,
  ceremony,
};

// Two columns where one is not enough; in each the place, the name and at most two figures.
function ranking({ rows, heads, side }) {
  const half = rows.length > 12 ? Math.ceil(rows.length / 2) : rows.length;
  const columns = [rows.slice(0, half), rows.slice(half)].filter((part) => part.length);
  return h("div", { class: `ranking-page${side ? " with-side" : ""}` },
    h("div", { class: "columns-of", style: { "--columns": columns.length, "--rows": Math.max(half, 8) } }, columns.map((part) =>
      h("table", {},
        heads.length > 0 && h("thead", {}, h("tr", {}, h("td", { colspan: 2 }), heads.map((head) => h("th", { scope: "col" }, head)))),
        h("tbody", {}, part.map(([rank, name, ...figures]) =>
          h("tr", { class: rank <= 3 ? `place-${rank}` : "" },
            h("td", { class: "rank" }, `${rank}.`), h("th", { scope: "row" }, name), figures.map((figure) => h("td", { class: "figure" }, figure)))))))),
    side && crown(side));
}

function crown({ title, names, number }) {
  return h("aside", { class: "crown" },
    crowned(),
    h("p", { class: "title" }, title),
    names.map((name) => h("p", { class: "name" }, name)),
    h("p", { class: "number" }, `${number} × Schock-Aus`));
}

const crowned = () =>
  svg("svg", { class: "crown-mark", viewBox: "0 0 48 36", "aria-hidden": "true" }, svg("path", { d: "M4 32 L2 9 L14 19 L24 3 L34 19 L46 9 L44 32 Z" }));

function drawn({ tables }) {
  const { columns, rows } = grid(tables.length);
  return h("ol", { class: `draw-tables n${columns}`, style: { "--columns": columns, "--rows": rows } }, tables.map(({ number, names, done }) =>
    h("li", { class: `tile${done ? " done" : ""}`, style: { "--names": Math.max(names.length, 3) } },
      h("h3", {}, number), h("ul", {}, names.map((name) => h("li", {}, name))))));
}

function seats({ people }) {
  const rows = Math.max(Math.ceil(people.length / 3), 8);
  return h("ol", { class: "by-name", style: { "--rows": rows } }, people.map(({ name, table }) =>
    h("li", {}, h("span", { class: "name" }, name), h("b", {}, table))));
}

function follow({ address, code, note }) {
  return h("div", { class: "follow" }, qr(code), h("div", {},
    h("p", { class: "scan" }, note), h("p", { class: "address" }, address.replace(/^https?:\/\//, ""))));
}

function qr(rows) {
  const dark = rows.flatMap((row, y) => [...row].map((bit, x) => (bit === "1" ? `M${x + 4} ${y + 4}h1v1h-1z` : "")));
  const size = rows.length + 8;
  return svg("svg", { class: "qr", viewBox: `0 0 ${size} ${size}`, "aria-hidden": "true", "shape-rendering": "crispEdges" },
    svg("rect", { width: size, height: size, fill: "#fff" }), svg("path", { d: dark.join(""), fill: "#000" }));
}

// From the last place up: what was just announced is large, what came before it stands below.
const LISTED = 9; // of those before

function ceremony({ name, rows, newest }) {
  const [fresh, before] = [rows.slice(0, newest), rows.slice(newest)];
  if (!fresh.length) return h("div", { class: "announced" }, h("p", { class: "name" }, name), h("p", { class: "soon" }, t("soon")));
  const [best, last] = [fresh[0][0], fresh.at(-1)[0]];
  return h("div", { class: "announced" },
    best === last ? announced(best, fresh) : [h("p", { class: "rank" }, t("announced_many", { first: best, last })), listed(fresh, "fresh")],
    best === last && listed(before.slice(0, fresh.length > 2 ? LISTED - 3 : LISTED)));
}

// Whoever shares a place stands there together.
const announced = (rank, people) =>
  h("div", { class: `newest place-${rank}`, style: { "--people": people.length } },
    rank === 1 && crowned(), h("p", { class: "rank" }, t("announced", { rank })), people.map(([, name]) => h("p", { class: "name" }, name)));

const listed = (rows, kind = "") =>
  h("ol", { class: kind, style: { "--rows": Math.ceil(rows.length / 2) } }, rows.map(([rank, name]) => h("li", {},
    h("span", { class: "rank" }, `${rank}.`), h("span", { class: "name" }, name))));
