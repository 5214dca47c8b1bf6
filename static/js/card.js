// What is ticked on a card stays on this phone until the server has it: through a reload, and without
// a network, where it is sent again as soon as there is one. A repeat changes nothing: the card
// keeps its own id. Without this script the form is an ordinary one.

const RETRY_DELAY = 5000; // milliseconds between two tries without a network
const form = document.getElementById("card");
const notice = document.getElementById("kept");
const key = form && `karte-${form.dataset.table}`;
let timer;

if (form) {
  restore();
  form.addEventListener("input", () => store(false));
  // Where forms may wait (js/waiting) the card goes there, and this is only about what is not sent.
  form.addEventListener("queued", () => localStorage.removeItem(key));
  form.addEventListener("submit", (event) => {
    if (form.dataset.waits) return;
    event.preventDefault();
    store(true);
    send();
  });
  addEventListener("online", () => read(key)?.sent && send());
}

// Which card the page shows: the number of its game, and the version that it was filled in upon.
function version() {
  return `${form.elements.number.value}.${form.elements.seen.value}`;
}

// Another number or version: the server has this card, or the game went on without it. Where
// forms may wait the phone may be some games ahead.
function restore() {
  const draft = read(key);
  if (!draft) return;
  const isOver = form.dataset.waits ? Number.parseInt(draft.of, 10) < Number(form.elements.number.value) : draft.of !== version();
  if (isOver) localStorage.removeItem(key);
  else if (!("refused" in form.dataset)) {
    fill(form, draft.fields);
    showNotice(draft.sent ? notice.dataset.offline : notice.dataset.restored);
    if (draft.sent) send();
  }
}

function store(sent) {
  try {
    localStorage.setItem(key, JSON.stringify({ of: version(), sent, fields: fieldsOf(form) }));
  } catch {
    // A full or forbidden store: then the page alone remembers.
  }
}

async function send() {
  clearTimeout(timer);
  try {
    const answer = await fetch(location.href, { method: "POST", body: new FormData(form), redirect: "manual" });
    // Stored, or sent to a login: the page that comes shows which, and the draft goes by that.
    if (answer.type === "opaqueredirect") location.reload();
    else if (answer.status >= 500) later();
    else form.submit(); // refused: the same again as a page, with the reason
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    later();
  }
}

function later() {
  showNotice(notice.dataset.offline);
  timer = setTimeout(send, RETRY_DELAY);
}

function showNotice(text) {
  notice.textContent = text;
  notice.hidden = false;
}

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

function fieldsOf(form) {
  return [...new FormData(form)].filter(([name]) => name !== "csrfmiddlewaretoken");
}

function fill(form, fields) {
  for (const box of form.querySelectorAll("input[type=checkbox]")) box.checked = false;
  for (const [name, value] of fields) {
    const all = [...form.querySelectorAll("input, textarea")].filter((field) => field.name === name);
    const choice = all.find((field) => ["radio", "checkbox"].includes(field.type) && field.value === value);
    if (choice) choice.checked = true;
    else if (all.length && !["radio", "checkbox"].includes(all[0].type)) all[0].value = value;
  }
}
