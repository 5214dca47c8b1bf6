// The clock of a block and the buttons of long deeds. Without this the page says when it ends, and
// a second press is refused by the server.

const started = Date.now();
const serverTime = document.querySelector("[data-now]")?.dataset.now;
// The server's clock counts: whoever looks has his own.
const ahead = serverTime ? Date.parse(serverTime) - started : 0;

function left(ends) {
  const seconds = Math.ceil((Date.parse(ends) - Date.now() - ahead) / 1000);
  if (seconds <= 0) return null;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function tick() {
  for (const clock of document.querySelectorAll("[data-ends]")) {
    const rest = left(clock.dataset.ends);
    const text = rest ?? clock.dataset.over;
    const shown = clock.querySelector(".left");
    if (shown.textContent !== text) shown.textContent = text;
    clock.classList.toggle("over", rest === null);
  }
}

// Read aloud: the words of a button that changes are not.
const aloud = document.createElement("div");
aloud.setAttribute("role", "status");
aloud.className = "visually-hidden";
document.body.append(aloud);
const before = new WeakMap();

function busy(form, isBusy) {
  for (const button of form.querySelectorAll("button")) {
    button.setAttribute("aria-disabled", String(isBusy));
    if (isBusy) {
      before.set(button, [...button.childNodes]);
      button.textContent = form.dataset.busy;
    } else if (before.has(button)) button.replaceChildren(...before.get(button));
  }
  aloud.textContent = isBusy ? form.dataset.busy : "";
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.dataset.busy) return;
  if (form.dataset.sent) return event.preventDefault();
  form.dataset.sent = "1";
  busy(form, true);
});
// The page that asks again every few seconds would put a fresh button there meanwhile.
document.addEventListener("htmx:beforeSwap", (event) => {
  if (document.querySelector("form[data-sent]")) event.detail.shouldSwap = false;
});
// Whoever comes back by the browser's button finds the form as it was.
addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) {
    delete form.dataset.sent;
    busy(form, false);
  }
});

if (document.querySelector("[data-now], [data-ends]")) setInterval(tick, 500);
document.addEventListener("htmx:afterSwap", tick);
tick();
