// The short form of a game, „121“, „22+3“, „1s“, as `games/cards/shorthand.py` reads it. A card is
// { seats, first, second, lost, sharp, aus, jule, exits, points }: seats by their key, null for nobody.

import { CardError } from "./words.js";

const TEXT = /^([1-9=/]+)(s?)((?:\+[1-9]+)*)((?:j[1-9]+)*)((?:[ ,]+\d{1,4})*)$/;

export const plain = (text) => text.trim().split(/\s+/u).join(" ");

// `seats` are all around the table; who is in `absent` keeps the place and did not play. Null where
// the game was not played. Throws CardError for what cannot be read.
export function parse(typed, seats, { exits: byExit, throw_points: withPoints, sharp: mayBeSharp }, absent, longest) {
  const text = plain(typed.toLowerCase());
  if (text === "" || text === "0") return null;
  const match = TEXT.exec(text);
  if (!match || text.length > longest) throw new CardError("not_readable");
  const [, halves, sharp, plus, letters, behind] = match;
  if (sharp && !mayBeSharp) throw new CardError("no_overtime_here");
  const places = seats.map((_, at) => at + 1);
  const playing = places.filter((place) => !absent.has(seats[place - 1]));
  const { lost, final, orders } = byExit ? inOrder(halves, playing) : losers(halves);
  check([...lost, final], seats.length);
  const strokes = digits(plus), jules = digits(letters);
  check([...strokes, ...jules], seats.length);
  const seat = (place) => (place ? seats[place - 1] : null);
  return {
    seats: playing.map(seat), first: seat(lost[0]), second: seat(lost[1]), lost: seat(final), sharp: Boolean(sharp),
    aus: counted(strokes, seat), jule: counted(jules, seat),
    exits: orders.map((order) => new Map(order.slice(0, -1).flatMap((group, at) => group.map((place) => [seat(place), at + 1])))),
    points: pointsIn(behind, playing.map(seat), withPoints),
  };
}

const digits = (text) => [...text].filter((letter) => /[1-9]/.test(letter)).map(Number);

const counted = (places, seat) => new Map([...new Set(places)].sort().map((place) => [seat(place), places.filter((other) => other === place).length]));

function losers(text) {
  if (!/^[1-9]{1,3}$/.test(text)) throw new CardError("too_many_parts");
  const [first, second, final] = digits(text);
  return { lost: second ? [first, second] : [first], final: final ?? null, orders: [] };
}

// Each half as the order of getting out; the last one has lost it.
function inOrder(text, playing) {
  const parts = text.split("/");
  const final = parts.length === 3 && /^[1-9]$/.test(parts[2]) ? Number(parts.pop()) : null;
  const orders = parts.map((part) => {
    const groups = part.match(/[1-9](?:=[1-9])*/g) ?? [];
    if (groups.join("") !== part || !groups.length) throw new CardError("equals_sign");
    return groups.map(digits);
  });
  const example = [...playing].reverse().join("");
  for (const order of orders) {
    const everybody = order.flat().sort((place, other) => place - other).join();
    if (parts.length > 2 || everybody !== playing.join() || order.at(-1).length !== 1) {
      throw new CardError("order_incomplete", { example: `${example}/${example}` });
    }
  }
  return { lost: orders.map((order) => order.at(-1)[0]), final, orders };
}

function pointsIn(text, seats, withPoints) {
  const points = (text.match(/\d+/g) ?? []).map(Number);
  if (points.length && !withPoints) throw new CardError("no_points_here");
  if (withPoints && points.length !== seats.length) throw new CardError("points_missing", { number: seats.length });
  return new Map(points.map((number, at) => [seats[at], number]));
}

function check(places, size) {
  for (const place of places) if (place > size) throw new CardError("no_such_seat", { place, size });
}
