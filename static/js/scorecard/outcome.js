// Whether a card can have happened and how the game ended, as `games/rules/outcomes.py` judges it; of
// the endings only those that have a short form.

import { CardError, t } from "./words.js";

// { endedBy, lost } of a card; throws CardError for one that cannot have happened.
export function outcomeOf(card, thirdInFinal) {
  if (card.seats.length < 2) throw new CardError("too_few_seats");
  const outcome = card.sharp ? sharp(card) : playedOut(card, thirdInFinal);
  checkAus(card, outcome, thirdInFinal);
  return outcome;
}

function sharp({ first, second, lost }) {
  const last = second ?? first;
  if (lost !== null && lost !== last) throw new CardError("overtime_loser");
  return { endedBy: "overtime", lost: last };
}

function playedOut({ first, second, lost }, thirdInFinal) {
  if (second === null) throw new CardError("second_half_missing");
  if (first === second) {
    if (lost !== null && lost !== first) throw new CardError("sweep_has_no_final");
    return { endedBy: "sweep", lost: first };
  }
  if (lost === null) throw new CardError("final_missing");
  if (lost !== first && lost !== second && !thirdInFinal) throw new CardError("not_in_final");
  return { endedBy: "final", lost };
}

// A Schock-Aus ends its half, so each player has one at the most in each part he played.
function checkAus({ first, second, aus }, { endedBy, lost }, thirdInFinal) {
  const hadFinal = second !== null && first !== second && endedBy !== "overtime";
  for (const [seat, strokes] of aus) {
    const parts = [first, second];
    const isThere = hadFinal && (thirdInFinal || parts.includes(seat));
    if (isThere) parts.push(endedBy === "final" ? lost : null);
    const played = isThere ? 3 : 2;
    if (strokes > played) throw new CardError("too_many_schock_aus");
    // Whoever lost a part with a Schock-Aus was beaten by somebody else's in the same round.
    const beaten = strokes - (played - parts.filter((loser) => loser === seat).length);
    const others = Math.max(0, ...[...aus].filter(([other]) => other !== seat).map(([, number]) => number));
    if (beaten > others) throw new CardError("schock_aus_unbeaten");
  }
}

// What a result says of each seat; null is what the card does not tell.
export function gameOf(card, { endedBy, lost }, number) {
  const knowsSecond = card.second !== null || endedBy !== "overtime";
  return {
    number, ended_by: endedBy,
    lines: card.seats.map((seat) => ({
      seat,
      lost_first: seat === card.first, lost_second: knowsSecond ? seat === card.second : null, lost_game: seat === lost,
      exit_first: card.exits[0]?.get(seat) ?? null, exit_second: card.exits[1]?.get(seat) ?? null,
      schock_aus: card.aus.get(seat) ?? 0, throw_points: card.points.get(seat) ?? null,
    })),
  };
}

// „H1 Kai, H2 Jenny, verloren Kai“
export function inWords(card, { endedBy, lost }, names) {
  const named = (code, seat) => t(code, { name: names.get(seat) });
  const texts = endedBy === "sweep" ? [named("both_halves", card.first)]
    : [named("first_half", card.first), ...(card.second === null ? [] : [named("second_half", card.second)])];
  if (endedBy === "overtime") texts.push(named("sharp_lost", lost));
  else if (endedBy === "final") texts.push(named("lost_by", lost));
  for (const [code, counts] of [["schock_aus", card.aus], ["jule", card.jule]]) {
    for (const seat of card.seats) {
      const number = counts.get(seat) ?? 0;
      if (number) texts.push(named(code, seat) + (number > 1 ? ` ${number}×` : ""));
    }
  }
  return texts.join(", ");
}
