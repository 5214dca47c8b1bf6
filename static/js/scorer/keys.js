// The keyboard of a desk: digits are dice or Deckel, Enter does the next thing, Backspace takes a
// die back. Dice that are typed are looked at before Enter.

import { isRound } from "./draft.js";

export function listen(app) {
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
    const focus = document.activeElement;
    if (focus?.matches("input, textarea, select")) return;
    if (/^[1-7]$/.test(event.key)) digit(app, event);
    else if (event.key === "Backspace") {
      if (app.draft?.dice.length) {
        event.preventDefault();
        app.board.dropDie();
      }
    } else if (event.key === "Enter" && (focus === document.body || focus?.closest(".pad"))) press(event, "primary");
  });
}

function digit(app, event) {
  if (isRound(app.draft)) press(event, `pad-${event.key}`);
  else if (event.key !== "7" && app.draft && !app.session.busy) app.board.addDie(Number(event.key));
}

function press(event, id) {
  const target = document.getElementById(id);
  if (!target) return;
  event.preventDefault();
  target.click();
}
