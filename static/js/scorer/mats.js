// Deckel: fanned out before a player, piled in the middle.

import { h } from "./dom.js";

const mat = (kind = "full") => h("i", { class: `mat ${kind}` });
const mats = (number) => Array.from({ length: number }, () => mat());

// However many: the fan never gets wider than its place.
export function fan(number, owner) {
  const step = number > 1 ? Math.min(0.62, 3.1 / (number - 1)) : 0;
  return h("span", { class: "fan", "data-mats": owner, "aria-hidden": "true", style: { "--step": `${step}em` } }, mats(number));
}

export function pile(number) {
  return h("span", { class: `pile${number > 15 ? " high" : ""}`, "data-mats": "middle", "aria-hidden": "true" }, mats(number));
}

export const halfMat = () => mat("half");
