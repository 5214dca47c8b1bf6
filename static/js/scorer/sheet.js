// A sheet from below. The element `dialog` keeps the focus in.

import { button, h, icon } from "./dom.js";
import { t } from "./words.js";

export function openSheet(title, ...content) {
  document.querySelector("dialog.sheet")?.close();
  const head = h("header", {}, h("h2", { id: "sheet-title" }, title),
    button({ class: "button icon", "aria-label": t("close"), onclick: () => sheet.close() }, icon("M6 6l12 12", "M18 6 6 18")));
  const sheet = h("dialog", { class: "sheet", "aria-labelledby": "sheet-title" }, head, ...content);
  sheet.addEventListener("close", () => sheet.remove());
  // A tap beside the sheet puts it away.
  sheet.addEventListener("click", (event) => event.target === sheet && sheet.close());
  document.body.append(sheet);
  sheet.showModal();
  return sheet;
}

// A form that says beside itself what is still missing, and closes when it is handed on. `wrong` is
// what was refused of it before.
export function sheetForm(app, title, fields, label, submit, kind = "primary", wrong = "") {
  const problem = h("p", { class: "errors", role: "alert" }, wrong);
  // What was missing is said until something is filled in.
  const form = h("form", { class: "stack", oninput: () => (problem.textContent = ""), onsubmit: (event) => {
    event.preventDefault();
    // One entry at a time: what waits for a network goes first.
    problem.textContent = app.session.busy ? t("entry_waits") : submit() ?? "";
    if (!problem.textContent) sheet.close();
  } }, ...fields, problem, h("button", { class: `button ${kind}`, type: "submit", id: "sheet-submit" }, label));
  const sheet = openSheet(title, form);
  return sheet;
}
