// Forms that may be sent without a network (`data-waits`): each is put on the phone first and then
// sent, in order. The strip `#waiting` says how many wait, and brings the words. Without this script
// the forms are ordinary ones.
//
// „page“: a whole page, which is left for where the answer leads. „next“: the same, but where it has
// to wait the form is for the next number. „mark“: one of many small ones, where the page stays and
// shows what was tapped.

import { offlineReady } from "../phone/shell.js";
import { sendAll } from "./send.js";
import { drop, put, waiting } from "./store.js";

const AGAIN = 5000; // milliseconds between two tries
const strip = document.getElementById("waiting");
const { owner } = strip.dataset;
let timer = null, stopped = null;

addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (!form.dataset.waits) return;
  event.preventDefault();
  keep(form, submitter);
});
addEventListener("online", send);
begin();
setTimeout(offlineReady, 1000);

async function begin() {
  const mine = (await waiting().catch(() => [])).filter((one) => one.owner === owner);
  for (const form of document.querySelectorAll("form[data-waits]")) {
    if (form.dataset.waits === "mark") continue;
    const same = mine.filter(({ url }) => pathOf(url) === pathOf(form.action));
    if (form.dataset.waits === "next") nextAfter(form, same);
    else if (same.length) restore(form, same[0]);
    else form.elements.client_id.value = newId(); // also where the phone kept the page
  }
  await send();
}

async function keep(form, submitter) {
  const { waits, title } = form.dataset;
  if (waits === "mark") form.elements.client_id.value = newId();
  if (form.elements.at) form.elements.at.value = new Date().toISOString();
  const sent = {
    id: form.elements.client_id.value, owner, url: pathOf(form.action), refused: null,
    title: title ? title.replace("{number}", form.elements.number?.value) : document.title,
    fields: [...new FormData(form, submitter)].filter(([name]) => name !== "csrfmiddlewaretoken"),
  };
  try {
    const before = (await waiting()).find(({ id }) => id === sent.id);
    await put(before ? { ...sent, order: before.order } : sent);
  } catch {
    return form.submit(); // no storage, as in some private windows: then it needs the network
  }
  form.dispatchEvent(new Event("kept"));
  if (waits === "mark") show(form, submitter);
  const became = (await send()).get(sent.id);
  if (waits === "mark") return;
  if (became?.kind === "sent") location.assign(became.location ?? location.href);
  if (became?.kind === "refused") {
    // The server says beside the fields what is wrong.
    await Promise.all((await waiting()).filter(({ id }) => id === sent.id).map(drop));
    form.submit();
  }
  if (!became && waits === "next") {
    form.reset();
    nextAfter(form, [sent]);
  }
}

async function send() {
  clearTimeout(timer);
  const { became, stopped: why } = await sendAll(owner);
  stopped = why;
  await tell();
  if (stopped === "network") timer = setTimeout(send, AGAIN);
  return became;
}

// --- what one sees ------------------------------------------------------------------------------

async function tell() {
  const all = await waiting();
  const mine = all.filter((one) => one.owner === owner);
  const open = mine.filter(({ refused }) => !refused).length;
  const others = all.length - mine.length;
  const lines = [
    open && (stopped === "login" ? said("login", open) : said("count", open)),
    others && said("others", others),
  ].filter(Boolean).map((text) => line(text));
  for (const one of mine.filter(({ refused }) => refused)) lines.push(refusal(one));
  strip.replaceChildren(...lines);
  strip.hidden = !lines.length;
}

const said = (key, number) => strip.dataset[number === 1 ? `${key}One` : `${key}Many`].replace("{number}", number);

function line(text, ...more) {
  const made = document.createElement("p");
  made.className = "message";
  made.append(text, ...more);
  return made;
}

function refusal(one) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button";
  button.textContent = strip.dataset.discard;
  button.addEventListener("click", async () => {
    await drop(one);
    await tell();
  });
  const made = line(`${one.title}: ${one.refused} `, button);
  made.classList.add("error");
  return made;
}

// A mark shows at once what was tapped; the next tap on it takes it back.
function show(form, submitter) {
  form.elements.seen.value = submitter.value;
  for (const button of form.querySelectorAll("button[aria-pressed]")) {
    button.setAttribute("aria-pressed", String(button === submitter && submitter.value !== ""));
    button.value = button.getAttribute("aria-pressed") === "true" ? "" : button.dataset.value;
  }
}

// What waits of this page stands in its form again.
function restore(form, { fields }) {
  for (const box of form.querySelectorAll("input[type=checkbox]")) box.checked = false;
  for (const [name, value] of fields) {
    const field = form.elements[name];
    if (field?.type === "checkbox") field.checked = true;
    else if (field) field.value = value;
  }
}

// The number after those that wait; where none does the server's own.
function nextAfter(form, sent) {
  const numbers = sent.map(({ fields }) => Number(new Map(fields).get("number")) + 1);
  const own = Number(form.elements.number.value);
  form.elements.number.value = Math.max(own, ...numbers);
  form.elements.client_id.value = newId();
  if (numbers.length) document.querySelector("h1").textContent = form.dataset.title.replace("{number}", form.elements.number.value);
}

const pathOf = (url) => new URL(url || location.href, location.href).pathname;
const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
