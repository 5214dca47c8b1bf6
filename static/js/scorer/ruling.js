// What the referee decides, with the effects the game offers at this moment.

import { askFirst } from "./confirm.js";
import { h } from "./dom.js";
import { choices, textField, whichRound } from "./fields.js";
import { sheetForm } from "./sheet.js";
import { ruled, t } from "./words.js";

export function openRuling(app) {
  const now = effectsOf(app.view.actions), late = effectsOf(app.view.late);
  const kinds = Object.keys({ ...now, ...late });
  const event = {};
  let kind = kinds.includes("note") ? "note" : null, player = null, text = "", by = app.session.lobby?.me?.name ?? "";
  const whom = h("div", { class: "stack" });

  function pick(value) {
    [kind, player] = [value, null];
    delete event.round;
    const people = h("div", {});
    const show = () => {
      const names = (event.round === "last" ? late : now)[kind];
      if (!Array.isArray(names)) return people.replaceChildren();
      if (!names.includes(player)) player = null;
      people.replaceChildren(choices(t("who"), "ruled", names.map((id) => [id, app.nameOf(id)]), player, (id) => (player = id)));
    };
    whom.replaceChildren(...[whichRound(event, kind in now, kind in late, show), people].filter(Boolean));
    show();
  }

  sheetForm(app, t("ruling"), [
    choices(t("ruling_effect"), "effect", kinds.map((kind) => [kind, t(`ruling_${kind}`)]), kind, pick), whom,
    textField(t("ruling_text"), "text", { changed: (value) => (text = value.trim()) }),
    textField(t("ruling_by"), "by", { value: by, changed: (value) => (by = value.trim()) }),
  ], t("go_on"), () => {
    if (!kind) return t("ruling_effect_missing");
    if (event.round === null) return t("round_missing");
    if (whom.querySelector("[name=ruled]") && !player) return t("who_missing");
    if (!text) return t("ruling_text_missing");
    const effect = kind === "note" ? {} : { [kind]: player ?? true };
    const entry = { type: "ruling", by, text, effect, ...(event.round === "last" ? { round: "last" } : {}) };
    if (kind === "note") return app.send(entry);
    askFirst(app, entry, [ruled(kind, player && app.nameOf(player)), text].join(" · "));
  });
}

// Kind of effect -> its players, or true where there are none to choose.
function effectsOf(actions) {
  const effects = actions.find(({ type }) => type === "ruling")?.effects ?? [];
  return Object.fromEntries(effects.map((effect) => Object.entries(effect)[0] ?? ["note", true]));
}
