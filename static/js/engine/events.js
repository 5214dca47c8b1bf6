// The fields of an event, taken out of whatever JSON brought. Only shapes are checked here; whether
// an event is legal now is decided by the module that plays it. Every function throws `InvalidError`.

import { InvalidError } from "./errors.js";

export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

export function field(event, key) {
  if (!Object.hasOwn(event, key)) throw new InvalidError("missing_key", null, { key });
  return event[key];
}

export const player = (game, event) => known(game, field(event, "player"));

// `value` as one of the players.
export function known(game, value) {
  if (!game.seats.has(value)) throw new InvalidError("unknown_player", null, { player: value });
  return value;
}

export function integer(event, key, least, most = Infinity) {
  const value = field(event, key);
  if (!Number.isSafeInteger(value) || value < least || value > most) {
    throw new InvalidError("bad_value", null, { key });
  }
  return value;
}

export function flag(event, key) {
  const value = field(event, key);
  if (typeof value !== "boolean") throw new InvalidError("bad_value", null, { key });
  return value;
}

// Exactly `number` faces from 1 to 6, in the order given.
export function faces(value, number) {
  if (digits(value, number) < 0) throw new InvalidError("bad_dice", null, { number });
  return value;
}

// The same as one number, 641 for [6, 4, 1] and 0 for none; -1 where they are not `count` faces.
export function digits(dice, count) {
  if (!Array.isArray(dice) || dice.length !== count) return -1;
  let number = 0;
  for (let place = 0; place < count; place += 1) {
    const die = dice[place];
    if (!Number.isInteger(die) || die < 1 || die > 6) return -1;
    number = 10 * number + die;
  }
  return number;
}
