// What the referee decides, with the effects the game offers at this moment.

import { h } from "./dom.js";
import { choices, textField } from "./fields.js";
import { sheetForm } from "./sheet.js";
import { t } from "./words.js";

export function openRuling(app) {
  const { effects } = app.view.actions.find((action) => action.type === "ruling");
  const kinds = effects.map((effect) => Object.keys(effect)[0] ?? "note");
  let kind = "note", player = null, text = "", by = app.session.lobby?.me?.name ?? "";
  const whom = h("div", { class: "stack" });

  function pick(value) {
    [kind, player] = [value, null];
    const people = effects.find((effect) => Array.isArray(effect[kind]))?.[kind];
    whom.replaceChildren(...(people
      ? [choices(t("who"), "ruled", people.map((one) => [one, app.nameOf(one)]), null, (one) => (player = one))] : []));
  }

  sheetForm(app, t("ruling"), [
    choices(t("ruling_effect"), "effect", kinds.map((one) => [one, t(`ruling_${one}`)]), kind, pick), whom,
    textField(t("ruling_text"), "text", { changed: (value) => (text = value.trim()) }),
    textField(t("ruling_by"), "by", { value: by, changed: (value) => (by = value.trim()) }),
  ], t("enter"), () => {
    if (whom.childNodes.length && !player) return t("who_missing");
    if (!text) return t("ruling_text_missing");
    const effect = kind === "note" ? {} : { [kind]: player ?? true };
    return app.send({ type: "ruling", by, text, effect });
  });
}
