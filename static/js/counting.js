// Adds up what is typed while somebody counts the cash; the server adds it up again.

const money = new Intl.NumberFormat(document.documentElement.lang, { style: "currency", currency: "EUR" });

function show(line, amount) {
  line.hidden = false;
  line.querySelector("output").value = amount === null ? "" : money.format(amount / 100);
}

document.addEventListener("input", (event) => {
  const form = event.target.closest("form.count");
  if (!form || !event.target.dataset.cents) return;
  let sum = 0;
  for (const field of form.querySelectorAll("[data-cents]")) {
    if (/^\d{1,4}$/.test(field.value.trim())) sum += Number(field.value) * Number(field.dataset.cents);
  }
  const rest = sum - Number(form.dataset.expected);
  const line = form.querySelector("[data-rest]");
  const words = line.firstElementChild;
  words.textContent = rest ? (rest < 0 ? words.dataset.missing : words.dataset.surplus) : words.dataset.even;
  words.classList.toggle("received", !rest);
  show(form.querySelector("[data-sum]"), sum);
  show(line, rest ? Math.abs(rest) : null);
});
