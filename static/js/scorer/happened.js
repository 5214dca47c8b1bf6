// What happened beside the throws, in words: a breach, a ruling, „scharf“, throwing along.

import { euro, ruled, t, withClause } from "./words.js";

export function price({ kind, cents }) {
  if (kind === "drinks_round") return t("drinks_round");
  return cents === null ? t("amount_not_set") : euro(cents);
}

// What a charge of a game means at this club. `charge.name` says whose it is in a stored result.
export function due(app, charge) {
  const { money } = app.session.lobby ?? {};
  if (!money || charge.kind === "drinks_round") return price(charge);
  if (money.kind === "none") return t("without_money");
  const amount = price(charge.code === "stake" && money.cents ? { ...charge, cents: money.cents } : charge);
  const why = reservation(app, charge);
  return why ? t(`amount_${why}`, { amount }) : amount;
}

// Why a charge may never have to be paid: the key of its words, or nothing.
export function reservation({ session, game }, { kind, player, name }) {
  const { money, seats } = session.lobby ?? {};
  if (!money || kind === "drinks_round") return null;
  if (money.kind === "asked") return "unanswered";
  const seat = player ?? game.players.find(({ short }) => short === name)?.id;
  return money.kind !== "none" && seats.some(({ id, guest }) => guest && String(id) === seat) ? "guest" : null;
}

// „Anke: Spinksen (Z. 172–174)“
export function headOf(app, { type, player, label, clause, effect }) {
  if (type === "mend") return t("mended");
  if (type === "ruling") return withClause(ruled(effect, player && app.nameOf(player)), clause);
  const what = type === "overtime" ? t("overtime_on", { mode: app.game.rulebook.modes[effect] ?? effect })
    : label || t(type);
  return withClause([player && app.nameOf(player), what].filter(Boolean).join(": "), clause);
}

// What it cost, and what came of it.
export function tailOf(app, { type, text, by, effect, votes, charges }) {
  const rejected = effect === "exclude" && votes[0] <= votes[1];
  const parts = [
    text, by && t(type === "mend" ? "mended_by" : "said_by", { name: by }),
    votes.length > 0 && t("votes_were", { yes: votes[0], no: votes[1] }),
    ...charges.map((charge) => `${app.nameOf(charge.player)}: ${due(app, charge)}`),
    type === "infraction" && (rejected ? t("not_excluded") : effect !== "none" ? t(`effect_${effect}`) : !charges.length && t("no_consequence")),
  ];
  return parts.filter(Boolean).join(" · ");
}

// The same in one line, for as long as it is the last entry.
export const sentenceOf = (app, happened) => [headOf(app, happened), tailOf(app, happened)].filter(Boolean).join(" · ");
