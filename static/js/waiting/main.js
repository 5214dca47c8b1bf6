// Forms that may be sent without a network (`data-waits`): each is put on the phone first and then
// sent, in order. The strip `#waiting` says how many wait, and brings the words. Without this script
// the forms are ordinary ones.
//
// „page“: a whole page, which is left for where the answer leads. „mark“: one of many small ones,
// where the page stays and shows what was tapped.

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
for (const form of document.querySelectorAll('form[data-waits="page"]')) restore(form);
send();
setTimeout(offlineReady, 1000);

async function keep(form, submitter) {
  const isPage = form.dataset.waits === "page";
  if (!isPage) form.elements.client_id.value = newId();
  if (form.elements.at) form.elements.at.value = new Date().toISOString();
  const sent = {
    id: form.elements.client_id.value, owner, url: form.action || location.pathname, title: form.dataset.title ?? document.title, refused: null,
    fields: [...new FormData(form, submitter)].filter(([name]) => name !== "csrfmiddlewaretoken"),
  };
  try {
    const before = (await waiting()).find(({ id }) => id === sent.id);
    await put(before ? { ...sent, order: before.order } : sent);
  } catch {
    return form.submit(); // no storage, as in some private windows: then it needs the network
  }
  if (!isPage) show(form, submitter);
  const became = (await send()).get(sent.id);
  if (became?.kind === "sent" && isPage) location.assign(became.location ?? location.href);
  if (became?.kind === "refused" && isPage) {
    // The server says beside the fields what is wrong.
    await Promise.all((await waiting()).filter(({ id }) => id === sent.id).map(drop));
    form.submit();
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

// What waits of this page stands in its form again; else it is a new one, also where the phone kept
// the page.
async function restore(form) {
  const path = new URL(form.action || location.href).pathname;
  const kept = (await waiting().catch(() => [])).find((one) => one.owner === owner && new URL(one.url, location.href).pathname === path);
  if (!kept) {
    form.elements.client_id.value = newId();
    return;
  }
  for (const box of form.querySelectorAll("input[type=checkbox]")) box.checked = false;
  for (const [name, value] of kept.fields) {
    const field = form.elements[name];
    if (field?.type === "checkbox") field.checked = true;
    else if (field) field.value = value;
  }
}

const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
