// What this phone does for whoever holds it: the screen stays on, it buzzes, it serves the left
// hand. Stored on the phone.

import { recall, remember } from "../stored/values.js";
import { h } from "./dom.js";
import { openSheet } from "./sheet.js";
import { t } from "./words.js";

const STORAGE_KEY = "schockwart-wishes"; // with that name it lies on the phones
const DEFAULTS = { awake: true, buzz: false, left: false };
const PULSE = 20; // milliseconds
let lock = null;

function preferences() {
  return { ...DEFAULTS, ...JSON.parse(recall(STORAGE_KEY)) };
}

export function applyPreferences() {
  const { awake, left } = preferences();
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

export const vibrate = () => preferences().buzz && navigator.vibrate?.(PULSE);

export function openPreferences() {
  const checkbox = (key, label, help) => {
    const input = h("input", { type: "checkbox", name: key, checked: preferences()[key] });
    input.addEventListener("change", () => {
      remember(STORAGE_KEY, JSON.stringify({ ...preferences(), [key]: input.checked }));
      applyPreferences();
    });
    return h("label", { class: "choice" }, input, h("span", { class: "two" }, h("b", {}, label), help && h("small", {}, help)));
  };
  openSheet(t("preferences"), h("div", { class: "choices preferences" },
    checkbox("awake", t("preference_awake"), navigator.wakeLock ? "" : t("preference_needs_https")),
    checkbox("buzz", t("preference_buzz"), navigator.vibrate ? "" : t("preference_not_here")),
    checkbox("left", t("preference_left"))));
}

document.addEventListener("visibilitychange", applyPreferences);
