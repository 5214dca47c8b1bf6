// What this phone does for whoever holds it: the screen stays on, it buzzes, it serves the left
// hand. Kept on the phone.

import { h } from "./dom.js";
import { openSheet } from "./sheet.js";
import { t } from "./words.js";

const SLOT = "schockwart-wishes";
const USUAL = { awake: true, buzz: false, left: false };
const BUZZ = 20; // milliseconds
let lock = null;

function wishes() {
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem(SLOT)) };
  } catch {
    return USUAL;
  }
}

export function fulfil() {
  const { awake, left } = wishes();
  document.documentElement.classList.toggle("left-handed", left);
  if (awake) stayAwake();
  else lock?.release();
}

// Browsers let go of it whenever the page is out of sight, and refuse it to an empty battery.
async function stayAwake() {
  if (lock || document.hidden || !navigator.wakeLock) return;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => (lock = null));
  } catch {
    lock = null;
  }
}

export const buzz = () => wishes().buzz && navigator.vibrate?.(BUZZ);

export function openWishes() {
  const checkbox = (key, label, help) => {
    const input = h("input", { type: "checkbox", name: key, checked: wishes()[key] });
    input.addEventListener("change", () => {
      try {
        localStorage.setItem(SLOT, JSON.stringify({ ...wishes(), [key]: input.checked }));
      } catch {
        // A private window may have no storage; then it holds as long as nothing is asked anew.
      }
      fulfil();
    });
    return h("label", { class: "choice" }, input, h("span", { class: "two" }, h("b", {}, label), help && h("small", {}, help)));
  };
  openSheet(t("wishes"), h("div", { class: "choices wishes" },
    checkbox("awake", t("wish_awake"), navigator.wakeLock ? "" : t("wish_needs_https")),
    checkbox("buzz", t("wish_buzz"), navigator.vibrate ? "" : t("wish_not_here")),
    checkbox("left", t("wish_left"))));
}

document.addEventListener("visibilitychange", fulfil);
