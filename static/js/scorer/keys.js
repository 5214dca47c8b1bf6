// The keyboard of a desk: digits are dice, Enter does the next thing, Backspace takes a die back.

export function listen(app) {
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
    const focus = document.activeElement;
    if (focus?.matches("input, textarea, select")) return;
    if (/^[1-6]$/.test(event.key)) press(event, `pad-${event.key}`);
    else if (event.key === "Backspace") {
      if (app.draft?.dice.length) {
        event.preventDefault();
        app.board.dropDie();
      }
    } else if (event.key === "Enter" && (focus === document.body || focus?.closest(".pad"))) press(event, "primary");
  });
}

function press(event, id) {
  const target = document.getElementById(id);
  if (!target) return;
  event.preventDefault();
  target.click();
}
