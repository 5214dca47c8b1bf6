// A whole card typed by keyboard: Enter goes on, the server says what the texts mean. Without this
// the form works the same, only it says so when it is sent.

const HESITATION = 150; // milliseconds; who types on is not asked for yet
const form = document.getElementById("score-card");
const TYPED = 'input[type="text"][name^="game_"], input[type="text"][name^="sum_"], input[name^="from_"], input[name^="until_"]';
const fields = [...form.querySelectorAll(TYPED)];
const complete = document.getElementById("complete");
let timer, control;
let own = false; // whoever touched the tick has decided himself

form.addEventListener("input", (event) => {
  if (event.target === complete) own = true;
  if (!fields.includes(event.target)) return;
  clearTimeout(timer);
  timer = setTimeout(check, HESITATION);
});

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

form.addEventListener("submit", () => {
  clearTimeout(timer);
  control?.abort();
});

async function check() {
  control?.abort();
  control = new AbortController();
  const typed = new FormData(form);
  typed.set("preview", "1");
  try {
    const answer = await fetch(form.action || location.href, { method: "POST", body: typed, signal: control.signal });
    if (answer.ok) draw(await answer.json());
  } catch (error) {
    if (error.name === "AbortError") return;
    if (!(error instanceof TypeError)) throw error;
    // Without a network nobody says what the texts mean, and what was said before is not true any more.
    for (const told of form.querySelectorAll(".words, .errors, [data-of]")) write(told, "");
  }
}

function draw({ games, sums, differs, full }) {
  for (const [number, game] of Object.entries(games)) {
    const line = form.querySelector(`[data-game="${number}"]`);
    const input = line.querySelector('input[type="text"]');
    // Nobody is told that a game is wrong while he is still typing it.
    const wrong = Boolean(game.error) && input !== document.activeElement;
    write(line.querySelector(".errors"), wrong ? game.error : "");
    write(line.querySelector(".words"), game.words);
    line.classList.toggle("wrong", wrong);
    input?.toggleAttribute("aria-invalid", wrong);
    for (const cell of form.querySelectorAll(`[data-of="${number}"]`)) write(cell, game.points[cell.parentElement.dataset.seat] ?? "");
  }
  for (const [seat, sum] of Object.entries(sums)) {
    const row = form.querySelector(`[data-seat="${seat}"]`);
    const problem = row.nextElementSibling.querySelector(".sum-error");
    write(row.querySelector(".total"), sum.total);
    write(problem.querySelector(".text"), sum.error);
    problem.hidden = !sum.error;
    row.classList.toggle("wrong", Boolean(sum.error));
  }
  document.getElementById("doubt").hidden = !differs;
  if (!own) complete.checked = full || complete.defaultChecked;
}

function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

// What is shown as wrong in the field one leaves is looked at again.
form.addEventListener("focusout", (event) => {
  if (!fields.includes(event.target) || !event.target.value) return;
  clearTimeout(timer);
  timer = setTimeout(check, 0);
});
