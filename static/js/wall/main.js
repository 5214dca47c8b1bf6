// The screen on the wall: it asks, it turns its pages, it stops for a moment. Nobody touches it.

import { h, morph } from "../scorer/dom.js";
import { ask } from "./asking.js";
import { draw } from "./draw.js";
import { fit } from "./fit.js";
import { Moments } from "./moments.js";
import { pagesOf, shareOf } from "./pages.js";

const OLD = 20_000; // milliseconds after which a picture says how old it is
const place = (id) => document.getElementById(id);
const stage = place("stage");
const moments = new Moments(place("moment"));
const time = new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", timeZone: document.body.dataset.zone });
// The server's clock counts: a screen on a wall has its own.
const ahead = Date.parse(document.body.dataset.now) - Date.now();
const now = () => Date.now() + ahead;

const share = shareOf(new URLSearchParams(location.search).get("screen"));

let snapshot = null;
let pages = [];
let shown = 0;
let turning = null;
let answered = Date.now();
let isGone = false;

ask(document.body.dataset.picture, { show, fail });

function show(fresh) {
  answered = Date.now();
  isGone = false;
  if (fresh) take(fresh);
  tick();
}

// A screen whose link was switched off shows nothing of what it knew.
function fail(gone) {
  isGone = gone;
  if (gone && pages.length) {
    pages = [];
    snapshot = null;
    clearTimeout(turning);
    for (const id of ["stage", "turning", "title", "below"]) place(id).replaceChildren();
  }
  tick();
}

function take(fresh) {
  const before = pages[shown]?.key;
  snapshot = fresh;
  pages = pagesOf(fresh.screens, share);
  const same = pages.findIndex(({ key }) => key === before);
  shown = same >= 0 ? same : Math.min(shown, pages.length - 1);
  place("title").textContent = fresh.title;
  place("below").textContent = fresh.below;
  drawPage(same >= 0);
  if (same < 0 || turning === null) wait(); // a page that was alone until now turns from now on
  moments.take(fresh.moments);
}

function turn() {
  shown = (shown + 1) % pages.length;
  drawPage(false);
  wait();
}

function wait() {
  clearTimeout(turning);
  turning = pages.length > 1 ? setTimeout(turn, pages[shown].seconds * 1000) : null;
}

// The same page with new content changes in place; another one takes its place.
function drawPage(isSame) {
  const fresh = draw(pages[shown], availableSize());
  if (isSame && stage.firstElementChild) morph(stage.firstElementChild, fresh);
  else stage.replaceChildren(fresh);
  place("turning").replaceChildren(...pages.map((_, at) => h("li", { class: at === shown ? "here" : "" })));
  tick();
  fit(document.body);
}

// What a page has of the stage, in rem: the paddings and a title above it are taken off.
function availableSize() {
  const { fontSize } = getComputedStyle(document.documentElement);
  const rem = parseFloat(fontSize);
  return { width: stage.clientWidth / rem - 4, height: stage.clientHeight / rem - (pages[shown].screen.title ? 5.1 : 1.2) };
}

function write(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}

function tick() {
  write(place("hour"), time.format(now()));
  const old = Date.now() - answered > OLD;
  const stale = place("stale");
  stale.hidden = !isGone && !old;
  if (isGone) write(stale, stale.dataset.gone);
  else if (old) write(stale, stale.dataset.stale.replace("{when}", time.format(answered + ahead)));
  drawClocks(pages[shown]?.screen.clock ?? null, snapshot?.clock ?? null);
}

// The clock of a page is as large as the page; above all others stands the one that ends first.
function drawClocks(clock, first) {
  const large = stage.querySelector(".clock");
  if (large && clock) {
    const { left, text } = read(clock);
    write(large.querySelector(".left"), text);
    write(large.querySelector(".note"), left || !clock.ends ? clock.note : "");
    large.classList.toggle("over", left === null);
    large.classList.toggle("words", text.length > 6);
    large.classList.toggle("sentence", text.length > 16);
  }
  const above = large ? null : first;
  write(place("round"), above?.named ? above.label : "");
  write(place("remaining"), above ? read(above).text : "");
}

function read(clock) {
  const left = clock.ends ? remaining(clock.ends) : null;
  return { left, text: left ?? clock.over };
}

function remaining(ends) {
  const seconds = Math.ceil((Date.parse(ends) - now()) / 1000);
  return seconds <= 0 ? null : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

// Only over https, and only while the page is seen.
async function stayAwake() {
  if (document.hidden) return;
  try {
    await navigator.wakeLock?.request("screen");
  } catch {
    // The screen's own settings have to do.
  }
}

setInterval(tick, 500);
stayAwake();
document.addEventListener("visibilitychange", stayAwake);
addEventListener("resize", () => pages.length && drawPage(false));
document.addEventListener("click", () => document.documentElement.requestFullscreen?.().catch(() => {}));
