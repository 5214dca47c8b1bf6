// Dice with pips, and the cup over those nobody has seen.

import { svg } from "./dom.js";

const PIPS = {
  1: [[15, 15]],
  2: [[8, 8], [22, 22]],
  3: [[8, 8], [15, 15], [22, 22]],
  4: [[8, 8], [22, 8], [8, 22], [22, 22]],
  5: [[8, 8], [22, 8], [15, 15], [8, 22], [22, 22]],
  6: [[8, 7.5], [8, 15], [8, 22.5], [22, 7.5], [22, 15], [22, 22.5]],
};

export function die(face, kind = "") {
  const pips = PIPS[face].map(([cx, cy]) => svg("circle", { cx, cy, r: face === 1 ? 3.6 : 2.9 }));
  const body = svg("rect", { x: 1, y: 1, width: 28, height: 28, rx: 6.5 });
  return svg("svg", { class: `die ${kind}`, viewBox: "0 0 30 30", "aria-hidden": "true", "data-face": face }, body, ...pips);
}

export function cup() {
  return svg(
    "svg", { class: "cup", viewBox: "0 0 40 34", "aria-hidden": "true" },
    svg("path", { class: "leather", d: "M9 3.5 Q20 .5 31 3.5 L37 29 Q20 34.5 3 29 Z" }),
    svg("path", { class: "seam", d: "M4.6 24 Q20 29 35.4 24" }),
    svg("path", { class: "seam", d: "M8.2 8 Q20 11.5 31.8 8" }),
  );
}
