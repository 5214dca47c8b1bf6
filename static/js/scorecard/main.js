// A whole card typed by keyboard: Enter goes on, and below each field stands what it means, read on
// this phone, with a network or without. Without this the form works the same, only it says so when
// it is sent.

import { read } from "./reading.js";
import { setWords, t } from "./words.js";

const data = (id) => JSON.parse(document.getElementById(id).textContent);
const form = document.getElementById("score-card");
const TYPED = 'input[type="text"][name^="game_"], input[type="text"][name^="sum_"], input[name^="from_"], input[name^="until_"]';
const fields = [...form.querySelectorAll(TYPED)];
const complete = document.getElementById("complete");
const sheet = data("sheet");
let own = false; // whoever touched the tick has decided himself
setWords(data("sheet-words"));

// Where there are keys; on a phone the keyboard would open over the ticks.
if (matchMedia("(pointer: fine)").matches) form.querySelector("[data-begin]")?.focus();

form.addEventListener("input", (event) => {
  if (event.target === complete) own = true;
  if (fields.includes(event.target)) draw(reading(), { isTyping: true });
});
// What waits or was typed before stands in the fields again (`waiting/main.js`).
form.addEventListener("filled", () => draw(reading()));

form.addEventListener("keydown", (event) => {
  const at = fields.indexOf(event.target);
  if (event.key !== "Enter" || event.isComposing || at < 0) return;
  event.preventDefault();
  const next = fields[at + 1];
  if (next) {
    next.focus();
    next.select();
  } else form.requestSubmit();
});

// What is shown as wrong in the field one leaves is looked at again.
form.addEventListener("focusout", (event) => {
  if (fields.includes(event.target) && event.target.value) setTimeout(() => draw(reading()));
});

// What the server is bound to refuse is not sent, nor put among what waits for a network.
form.addEventListener("submit", (event) => {
  const now = reading();
  const { doubtful, doubt } = form.elements;
  const why = now.wrong ? "rows_wrong" : now.differs && !(doubtful.checked && doubt.value.trim()) ? "sums_wrong" : null;
  const refused = document.getElementById("refused");
  refused.hidden = !why;
  refused.textContent = why ? t(why) : "";
  if (!why) return;
  event.preventDefault();
  event.stopPropagation();
  draw(now);
  const wrong = form.querySelector(".wrong input[type=text]");
  (wrong ?? refused).focus();
});

function reading() {
  const typed = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  const under = (part) => Object.fromEntries(
    Object.entries(typed).filter(([name]) => name.startsWith(part)).map(([name, value]) => [name.slice(part.length), value]));
  const number = (value, stored) => (/^\d+$/.test(value ?? "") ? Number(value) : stored);
  const spans = Object.fromEntries(Object.entries(sheet.spans).map(([seat, [first, last]]) =>
    [seat, [number(typed[`from_${seat}`], first), number(typed[`until_${seat}`], last)]]));
  return read(sheet, under("game_"), under("sum_"), spans);
}

function draw({ games, sums, differs, full }, { isTyping = false } = {}) {
  for (const [number, game] of Object.entries(games)) {
    const line = form.querySelector(`[data-game="${number}"]`);
    const input = line.querySelector('input[type="text"]');
    // Nobody is told that a game is wrong while he is still typing or ticking it.
    const isUnderWay = isTyping && (input === document.activeElement || "ticking" in (input?.dataset ?? {}));
    const wrong = Boolean(game.error) && !isUnderWay;
    write(line.querySelector(".errors"), wrong ? game.error : "");
    write(line.querySelector(".words"), game.words);
    line.classList.toggle("wrong", wrong);
    input?.toggleAttribute("aria-invalid", wrong);
    for (const cell of form.querySelectorAll(`[data-of="${number}"]`)) write(cell, game.points[cell.parentElement.dataset.seat] ?? "");
  }
  for (const [seat, sum] of Object.entries(sums)) {
    const row = form.querySelector(`[data-seat="${seat}"]`);
    const message = row.nextElementSibling.querySelector(".sum-error");
    write(row.querySelector(".total"), sum.total);
    write(message.querySelector(".text"), sum.error);
    message.hidden = !sum.error;
    row.classList.toggle("wrong", Boolean(sum.error));
  }
  document.getElementById("doubt").hidden = !differs;
  if (!own) complete.checked = full || complete.defaultChecked;
}

function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
