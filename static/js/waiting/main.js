// Forms that may be sent without a network (`data-waits`): each is put on the phone first and then
// sent, in order. The strip `#waiting` says how many wait, and brings the words. Without this script
// the forms are ordinary ones.
//
// „page“: a whole page, which is left for where the answer leads. „next“: the same, but where it has
// to wait the form is for the next number. „mark“: one of many small ones, where the page stays and
// shows what was tapped.

import { renewPages, offlineReady } from "../phone/shell.js";
import { forgetDraft, storeDraft, restoreDraft } from "./draft.js";
import { fill, markRefused, newId, nextAfter, show, showWrong } from "./forms.js";
import { sendAll } from "./send.js";
import { drop, put, waiting } from "./store.js";
import { showHere, showUnstored, showWaiting } from "./strip.js";

const RETRY_DELAY = 5000; // milliseconds between two tries
const { owner } = document.getElementById("waiting").dataset;
const all = [...document.querySelectorAll("form[data-waits]")];
const pageForm = all.find(({ dataset }) => dataset.waits !== "mark") ?? null;
let timer = null, stopped = null;
let latest = null; // the id of what was last sent from the whole page's form

const own = async () => (await waiting()).filter((entry) => entry.owner === owner);
const isOf = (form, fields) => new Map(fields).get("participation") === form.elements.participation.value;
const pathOf = (url) => new URL(url || location.href, location.href).pathname;

addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (!form.dataset.waits) return;
  event.preventDefault();
  store(form, submitter);
});
addEventListener("online", send);
begin();
setTimeout(offlineReady, 1000);

async function begin() {
  const mine = await own().catch(() => []);
  for (const form of all) {
    const same = mine.filter(({ url }) => url === pathOf(form.action));
    if (form.dataset.waits === "mark") showMark(form, same);
    else showPageForm(form, same);
  }
  await showState();
  await send();
}

// What was tapped last is what the next tap is compared with, on this phone and at the server.
function showMark(form, same) {
  const marks = same.filter(({ fields, refused }) => !refused && isOf(form, fields));
  if (marks.length) show(form, new Map(marks.at(-1).fields).get("attendance"));
}

function showPageForm(form, same) {
  if (form.dataset.waits === "next") {
    nextAfter(form, same);
    latest = same.at(-1)?.id ?? null;
  } else if (same.length) {
    fill(form, same[0].fields);
    latest = same[0].id;
    showWrong(form, same[0].wrong ?? []);
  } else {
    form.elements.client_id.value = newId(); // also where the phone kept the page
  }
  if (form.dataset.waits === "page" && restoreDraft(form, owner)) {
    latest = null;
    showHere({ key: "draft" });
  }
  form.dispatchEvent(new Event("filled"));
  form.addEventListener("input", () => {
    latest = null;
    showHere(null);
    if (form.dataset.waits === "page") storeDraft(form, owner);
  });
}

async function store(form, submitter) {
  const { waits, title } = form.dataset;
  if (waits === "mark") form.elements.client_id.value = newId();
  if (form.elements.at) form.elements.at.value = new Date().toISOString();
  const sent = {
    id: form.elements.client_id.value, owner, url: pathOf(form.action), refused: null,
    title: title.replace("{number}", form.elements.number?.value),
    fields: [...new FormData(form, submitter)].filter(([name]) => name !== "csrfmiddlewaretoken"),
  };
  try {
    const before = (await waiting()).find(({ id }) => id === sent.id);
    await put(before ? { ...sent, order: before.order } : sent);
  } catch {
    // No storage, as in some private windows: it is an ordinary form and needs the network.
    if (!navigator.onLine) return showUnstored();
    delete form.dataset.waits;
    setTimeout(() => form.requestSubmit(submitter)); // a form that is just being submitted takes no other
    return;
  }
  forgetDraft(form, owner);
  form.dispatchEvent(new Event("queued"));
  if (waits === "mark") show(form, submitter.value);
  else latest = sent.id;
  const became = (await send()).get(sent.id);
  if (waits === "mark") return;
  if (waits === "next") goOn(became);
  if (became?.kind === "refused") {
    // The server says beside the fields what is wrong.
    const same = await waiting().catch(() => []);
    await Promise.all(same.filter(({ id }) => id === sent.id).map(drop)).catch(() => {});
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
  await showState();
  if (["network", "storage"].includes(stopped)) timer = setTimeout(send, RETRY_DELAY);
  // What the phone kept of these pages does not say yet what has just arrived.
  renewPages([...new Set([...became.values()].filter(({ kind }) => kind === "sent").map(({ url }) => url))]);
  // Whoever still sits before the card goes on, also where it only now went out.
  if (pageForm?.dataset.waits === "page") goOn(became.get(latest));
  return became;
}

function goOn(became) {
  if (became?.kind === "sent") location.assign(became.location ?? location.href);
}

async function showState() {
  const everybodys = await waiting().catch(() => []); // what cannot be read is not sent either, and stays
  const mine = everybodys.filter((entry) => entry.owner === owner);
  showWaiting({ mine, others: everybodys.length - mine.length, stopped, discard });
  const refused = mine.filter((entry) => entry.refused);
  for (const form of all.filter(({ dataset }) => dataset.waits === "mark")) {
    markRefused(form, refused.some(({ url, fields }) => url === pathOf(form.action) && isOf(form, fields)));
  }
  const entry = mine.find(({ id }) => id === latest);
  if (pageForm && latest) showHere(entry ?? null);
}

async function discard(entry) {
  await drop(entry);
  // The page shows what was tapped, and that does not count.
  if (entry.url === pathOf() && all.length && navigator.onLine) location.reload();
  else await showState();
}
