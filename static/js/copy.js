// A button that copies the text of a field. Without a script the field itself can be marked.
for (const button of document.querySelectorAll("button[data-copy]")) {
  if (!navigator.clipboard) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).value);
    button.querySelector("span").textContent = button.dataset.done;
  });
}
