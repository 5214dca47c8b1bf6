// Votes counted by hand: less and more beside each number, what is left at a tap, and the sum. The
// server checks it again; without this the numbers are typed.

const numberOf = (field) => Math.max(0, Number.parseInt(field.value, 10) || 0);

function fieldsOf(form) {
  return [...form.querySelectorAll(".stepper input")];
}

function show(form) {
  const entitled = Number(form.dataset.entitled);
  const sum = fieldsOf(form).reduce((total, field) => total + numberOf(field), 0);
  form.querySelector("[data-sum]").value = String(sum);
  form.classList.toggle("too-many", sum > entitled);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step], [data-rest]");
  const form = button?.closest("form.votes");
  if (!form) return;
  const field = button.closest(".stepper").querySelector("input");
  if (button.dataset.step) {
    field.value = String(Math.max(0, numberOf(field) + Number(button.dataset.step)));
  } else {
    const others = fieldsOf(form).filter((other) => other !== field);
    const taken = others.reduce((total, other) => total + numberOf(other), 0);
    field.value = String(Math.max(0, Number(form.dataset.entitled) - taken));
  }
  show(form);
});

document.addEventListener("input", (event) => {
  const form = event.target.closest("form.votes");
  if (form) show(form);
});

for (const form of document.querySelectorAll("form.votes")) {
  for (const button of form.querySelectorAll("[data-rest]")) button.hidden = false;
  show(form);
}
