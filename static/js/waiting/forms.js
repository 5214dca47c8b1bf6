// How a form shows what waits of it: the mark that was tapped, the text that was typed, the number
// after those that wait, and what the server found wrong.

// The next tap on what is pressed takes it back.
export function show(form, attendance) {
  form.elements.seen.value = attendance;
  for (const button of form.querySelectorAll("button[aria-pressed]")) {
    const isPressed = button.dataset.value === attendance;
    button.setAttribute("aria-pressed", String(isPressed));
    button.value = isPressed ? "" : button.dataset.value;
  }
}

export function markRefused(form, isRefused) {
  form.querySelector("[data-refused]").hidden = !isRefused;
}

export function fill(form, fields) {
  for (const box of form.querySelectorAll("input[type=checkbox]")) box.checked = false;
  for (const [name, value] of fields) {
    const field = form.elements[name];
    if (field?.type === "checkbox") field.checked = true;
    else if (field) field.value = value;
  }
}

export function showWrong(form, names) {
  for (const name of names) {
    const field = form.elements[name];
    field?.setAttribute("aria-invalid", "true");
    field?.closest("[data-game], [data-seat], .field")?.classList.add("wrong");
  }
}

// The number after those that wait; where none does the server's own.
export function nextAfter(form, sent) {
  const numbers = sent.map(({ fields }) => Number(new Map(fields).get("number")) + 1);
  const own = Number(form.elements.number.value);
  form.elements.number.value = Math.max(own, ...numbers);
  form.elements.client_id.value = newId();
  if (numbers.length) document.querySelector("h1").textContent = form.dataset.title.replace("{number}", form.elements.number.value);
}

export const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
