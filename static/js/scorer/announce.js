// What a screen reader hears after an entry: who got how many, else what was thrown and who is on.

import { moves } from "./slide.js";
import { deckel, t } from "./words.js";

export function announcement(app, before, after) {
  const { game, nameOf } = app;
  const sentences = moves(before, after).map(({ to, number }) =>
    (to === "middle" ? "" : t("gets", { name: nameOf(to), deckel: deckel(number, game.rulebook) })));
  for (const player of game.players.map(({ id }) => id)) {
    const hand = after.hands[player];
    if (hand?.name && !before.hands[player]?.name) sentences.push(`${nameOf(player)}: ${hand.name}`);
  }
  for (const charge of after.charges.slice(before.charges.length)) sentences.push(`${nameOf(charge.player)}: ${charge.label}`);
  if (after.step === "over" && after.loser) sentences.push(t("has_lost", { name: nameOf(after.loser) }));
  else if (after.turn && after.turn !== before.turn) sentences.push(t("is_on", { name: nameOf(after.turn) }));
  return sentences.filter(Boolean).join(". ");
}
