// The few kinds of fields there are, and who holds the phone.

import { h } from "./dom.js";
import { t } from "./words.js";

// One of several; `changed` is told the value.
export function choices(legend, name, options, chosen, changed) {
  return h("fieldset", {}, h("legend", {}, legend), h("div", { class: "choices" }, options.map(([value, ...label]) => {
    const input = h("input", { type: "radio", name, value, checked: value === chosen });
    input.addEventListener("change", () => changed(value));
    return h("label", { class: "choice" }, input, h("span", {}, label));
  })));
}

// „Diese oder die letzte Runde?“ where both are possible; `entry.round` is null until it is said.
export function whichRound(entry, now, late, changed = () => {}) {
  if (!late) return null;
  if (!now) {
    entry.round = "last";
    return h("p", { class: "soft" }, t("for_last_round"));
  }
  entry.round = null;
  return choices(t("which_round"), "round", [["this", t("this_round")], ["last", t("last_round")]], null, (value) => {
    entry.round = value;
    changed();
  });
}

export function textField(label, id, { help = "", value = "", required = false, mode = "text", changed = () => {} } = {}) {
  const input = h("input", {
    id, type: "text", inputmode: mode, value, maxlength: 300, autocomplete: "off", "aria-describedby": help ? `${id}-help` : null, required,
  });
  input.addEventListener("input", () => changed(input.value));
  return h("div", { class: "field" }, h("label", { for: id }, label), input, help && h("span", { class: "help", id: `${id}-help` }, help));
}

export function holder(app) {
  const me = app.session.lobby?.me;
  if (!me?.name) return null;
  return h("p", { class: "soft" }, t(me.verified ? "held_by" : "held_by_word", { name: me.name }), " ",
    app.links.phone && h("a", { href: app.links.phone }, t("hand_over")));
}
