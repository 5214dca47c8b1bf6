// An infraction: whose, which of those this rulebook knows, and what it costs.

import { h } from "./dom.js";
import { choices, textField } from "./fields.js";
import { sheetForm } from "./sheet.js";
import { cents, euro, t, withClause } from "./words.js";

export function openBreach(app) {
  const offers = app.view.actions.filter((action) => action.type === "infraction");
  const event = { type: "infraction" };
  let amount = "", reason = "";
  const codes = h("div", { class: "stack" }), details = h("div", { class: "stack" });

  function pickPlayer(player) {
    event.player = player;
    const mine = offers.find((offer) => offer.player === player).codes;
    codes.replaceChildren(choices(t("which_infraction"), "code", mine.map((one) => [one.code, ...describe(app, one.code)]), event.code, (code) => pickCode(mine, code)));
    const still = mine.find((one) => one.code === event.code) ?? (mine.length === 1 ? mine[0] : null);
    if (still) codes.querySelector(`[value="${still.code}"]`).checked = true;
    pickCode(mine, still?.code);
  }

  function pickCode(mine, code) {
    event.code = code;
    const fields = mine.find((one) => one.code === code) ?? {};
    for (const key of ["count", "votes_for", "votes_against"]) delete event[key];
    details.replaceChildren(...extras(fields));
  }

  function extras({ count, cents: open, votes }) {
    const numbers = (legend, key, from, to) => {
      event[key] = from;
      const range = Array.from({ length: to - from + 1 }, (_, step) => [from + step, String(from + step)]);
      return choices(legend, key, range, from, (value) => (event[key] = value));
    };
    return [
      count && numbers(t("count"), "count", count[0], count[1]),
      open && textField(t("amount"), "amount", { help: t("amount_open"), mode: "decimal", changed: (value) => (amount = value) }),
      votes !== undefined && numbers(t("votes_for"), "votes_for", 0, votes),
      votes !== undefined && numbers(t("votes_against"), "votes_against", 0, votes),
    ].filter(Boolean);
  }

  const people = offers.map(({ player }) => [player, app.nameOf(player)]);
  sheetForm(app, t("infraction"), [
    choices(t("who"), "player", people, null, pickPlayer), codes, details,
    textField(t("reason_optional"), "reason", { changed: (value) => (reason = value.trim()) }),
  ], t("enter"), () => {
    if (!event.player) return t("who_missing");
    if (!event.code) return t("infraction_missing");
    const entry = { ...event };
    if (app.game.rulebook.infractions[event.code].open_amount) {
      entry.cents = amount.trim() ? cents(amount) : null;
      if (amount.trim() && !entry.cents) return t("amount_wrong");
    }
    if (reason) entry.reason = reason;
    return app.send(entry);
  });
}

function describe(app, code) {
  const { label, clause, kind, cents: price, effect } = app.game.rulebook.infractions[code];
  const cost = kind === "drinks_round" ? t("drinks_round") : price ? euro(price) : kind === "donation" ? t("donation") : "";
  const means = effect && effect !== "none" ? t(`effect_${effect}`) : kind ? "" : t("no_consequence");
  return [h("span", { class: "two" }, h("b", {}, label), h("small", {}, withClause([cost, means].filter(Boolean).join(" · "), clause)))];
}
