// Lists that are tapped quickly, on a page that is replaced in part (`data-taps`): every tap is sent,
// one after the other, and the page is replaced once the thumb rests. Without this each form is sent
// by itself, as any other.

const IDLE_DELAY = 700; // milliseconds without a tap; sooner nothing moves under the thumb
const TYPED = "#main :is(input[type=text], input[type=number], input:not([type]), textarea)";
const TICKS = "input[type=checkbox], .people input[type=radio]";
const taps = [];
let sending = false, answered = null, timer = null, thumb = null;

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  const place = form.closest("[data-taps]");
  if (!place || event.defaultPrevented || form.method !== "post") return;
  event.preventDefault();
  if (submitter?.getAttribute("aria-busy")) return; // twice on the same button is one tap
  submitter?.setAttribute("aria-busy", "true");
  clearTimeout(timer);
  if (!sending && !answered) document.getElementById("messages").replaceChildren();
  thumb = submitter ?? form;
  taps.push({ url: addressOf(form, submitter), body: new FormData(form, submitter), button: submitter, place });
  send();
});

// The page says that it is older than what is played: the fresh one takes its place where nobody taps or types.
document.addEventListener("outdated", async () => {
  const isUntouched = () => [...document.querySelectorAll(TYPED)].every(({ value, defaultValue }) => value === defaultValue);
  const isIdle = () => !sending && !answered && !taps.length && !document.querySelector("dialog[open]") && isUntouched();
  if (!isIdle()) return;
  const answer = await fetch(location.href).catch(() => null);
  if (!answer?.ok || answer.redirected || !isIdle()) return;
  answered = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("main");
  if (!sending) show();
});

// Nothing else is swapped in between.
document.addEventListener("htmx:beforeSwap", (event) => {
  if (sending || answered) event.detail.shouldSwap = false;
});

async function send() {
  if (sending) return;
  sending = true;
  while (taps.length) await post(taps.shift());
  sending = false;
  clearTimeout(timer);
  timer = setTimeout(show, IDLE_DELAY);
}

async function post({ url, body, button, place }) {
  try {
    const answer = await fetch(url, { method: "POST", body, credentials: "same-origin", headers: { "HX-Request": "true" } });
    if (answer.status >= 500) throw new Error(String(answer.status));
    const elsewhere = answer.headers.get("HX-Redirect") ?? (answer.redirected && new URL(answer.url).pathname !== location.pathname && answer.url);
    if (elsewhere) return location.assign(elsewhere);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    showMessages(...page.querySelectorAll("#messages > *"));
    if (answer.headers.get("HX-Retarget")) return button?.removeAttribute("aria-busy"); // a no, and only that
    answered = page.getElementById("main");
    if (!answered) throw new Error("no page");
  } catch {
    button?.removeAttribute("aria-busy");
    const problem = document.createElement("p");
    problem.className = "message error";
    problem.setAttribute("role", "alert");
    problem.textContent = place.dataset.taps;
    showMessages(problem);
  }
}

// Beside the thumb, at once: of several taps the last answer, and whatever went wrong.
function showMessages(...messages) {
  const place = document.getElementById("messages");
  const wrong = [...place.querySelectorAll(".error")].filter(({ textContent }) => messages.every((message) => message.textContent !== textContent));
  if (messages.length) place.replaceChildren(...wrong, ...messages);
}

function show() {
  if (!answered) return;
  const main = document.getElementById("main");
  const open = new Set([...main.querySelectorAll("details[id][open]")].map(({ id }) => id));
  const changed = new Map([...main.querySelectorAll(TICKS)].filter((box) => box.checked !== box.defaultChecked).map((box) => [boxOf(box), box.checked]));
  for (const id of open) answered.querySelector(`#${CSS.escape(id)}`)?.setAttribute("open", "");
  const [focus, stay] = [nameOf(document.activeElement), stays(main, answered)];
  const before = stay && stay.old.getBoundingClientRect().top;
  const messages = document.getElementById("messages");
  for (const old of [...main.childNodes]) if (old !== messages) old.remove();
  answered.querySelector("#messages").remove();
  main.append(...answered.childNodes);
  for (const box of main.querySelectorAll(TICKS)) box.checked = changed.get(boxOf(box)) ?? box.checked;
  globalThis.htmx?.process(main);
  if (stay) scrollBy({ top: stay.fresh.getBoundingClientRect().top - before, behavior: "instant" });
  if (focus) find(main, focus)?.focus({ preventScroll: true });
  [answered, thumb] = [null, null];
}

// What is still there of the buttons around the thumb, the next one first: it keeps its height.
function stays(main, fresh) {
  const buttons = [...main.querySelectorAll("[data-taps] button")].filter((button) => button.checkVisibility());
  const at = buttons.indexOf(thumb);
  for (const old of [...buttons.slice(Math.max(at, 0)), ...buttons.slice(0, Math.max(at, 0)).toReversed()]) {
    const same = find(fresh, nameOf(old));
    if (same && !same.closest("details:not([open])")) return { old, fresh: same };
  }
  return null;
}

// Who was ticked or struck out before another tap stays so.
const boxOf = ({ form, name, value }) => JSON.stringify([form?.action, name, value]);
// `formAction` of a button without one of its own is the page.
const addressOf = (form, button) => (button?.hasAttribute("formaction") ? button.formAction : form.action);
// A button is the same where it says the same to the same address, or has an id.
function nameOf(element) {
  if (element instanceof HTMLAnchorElement) return element.href;
  if (!(element instanceof HTMLButtonElement && element.form)) return "";
  const { id, form, name, value, textContent } = element;
  return id || JSON.stringify([addressOf(form, element), name, value, element.getAttribute("aria-label"), textContent.trim()]);
}
const find = (root, name) => name && [...root.querySelectorAll("button, a[href]")].find((button) => nameOf(button) === name);
