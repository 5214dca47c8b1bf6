// What a game gives whom, as `league/formats/points.py` counts it. Points are whole numbers of
// `PART`s, so that thirds and sevenths add up; lines are those of a result.

export const PART = 2520; // every number up to ten divides it
const CUT_SHORT = ["overtime", "exclusion", "ruling"];
const HALVES = ["first", "second"];

// By seat; empty for an abandoned game, or one that lacks what the scoring needs.
export function pointsOf(scoring, game) {
  if (game.ended_by === "abandoned" || lacks(scoring, game)) return new Map();
  const points = new Map(game.lines.map(({ seat }) => [seat, 0]));
  const add = (seat, number) => points.set(seat, points.get(seat) + number);
  for (const half of HALVES) {
    const loser = loserOf(game, half);
    if (!loser) continue;
    for (const line of game.lines) add(line.seat, PART * (line === loser ? scoring.half_lost : scoring.half_kept));
    for (const [seat, share] of exitPoints(scoring, game, half)) add(seat, share);
  }
  for (const { seat, lost_game: lost, schock_aus: aus, throw_points: thrown } of game.lines) {
    if (lost) add(seat, PART * (scoring.game_lost + (game.ended_by === "final" ? scoring.final_lost : 0) + (game.ended_by === "sweep" ? scoring.sweep : 0)));
    add(seat, PART * (scoring.schock_aus * (aus ?? 0) + scoring.throw_points * (thrown ?? 0)));
  }
  return points;
}

// How many lives a game costs somebody.
export function livesLost(per, { lost_first: first, lost_second: second, lost_game: game }) {
  if (per === "half") return Number(Boolean(first)) + Number(Boolean(second));
  return per === "stake" && first && second ? 2 : Number(game);
}

const loserOf = (game, half) => game.lines.find((line) => line[`lost_${half}`]) ?? null;

function lacks(scoring, game) {
  const { ended_by: endedBy, lines } = game;
  const isCut = CUT_SHORT.includes(endedBy);
  const lost = scoring.game_lost || (scoring.lives && scoring.life_per !== "half")
    || (endedBy === "final" && scoring.final_lost) || (endedBy === "sweep" && scoring.sweep);
  if (lost && !lines.some((line) => line.lost_game)) return true;
  const halves = scoring.half_kept || scoring.half_lost || scoring.by_exit;
  if (halves || (scoring.lives && scoring.life_per !== "game")) {
    if (!loserOf(game, "first") && (lastHalf(game) === "second" || endedBy === "overtime")) return true;
    if (!loserOf(game, "second") && !isCut) return true;
  }
  if (scoring.by_exit && HALVES.some((half) => !exitsKnown(scoring, game, half))) return true;
  if (scoring.schock_aus && lines.some((line) => line.schock_aus === null)) return true;
  return Boolean(scoring.throw_points) && lines.some((line) => line.throw_points === null);
}

const lastHalf = (game) => (!CUT_SHORT.includes(game.ended_by) || loserOf(game, "second") ? "second" : "first");

const placesOf = (scoring, { lines }) => scoring.exits[lines.length] ?? [];

// Who got out of a half, by the moment, and who of the others has not lost it.
function out(game, half) {
  const others = game.lines.filter((line) => line !== loserOf(game, half));
  const moment = (line) => line[`exit_${half}`];
  const moments = [...new Set(others.map(moment))].filter((when) => when !== null).sort((when, other) => when - other);
  return { groups: moments.map((when) => others.filter((line) => moment(line) === when)), stillIn: others.filter((line) => moment(line) === null) };
}

function exitsKnown(scoring, game, half) {
  if (!loserOf(game, half)) return true;
  if (!placesOf(scoring, game).length) return false;
  const { groups, stillIn } = out(game, half);
  // A round that decides a half finds some still in; they get out then, all at once.
  if (stillIn.length && !(CUT_SHORT.includes(game.ended_by) && half === lastHalf(game))) return false;
  return scoring.together !== "entered" || groups.every((group) => group.length === 1);
}

// The points of a half in the order of getting out; the loser has those of the last place.
function exitPoints(scoring, game, half) {
  const places = placesOf(scoring, game), loser = loserOf(game, half);
  if (!places.length || !loser) return new Map();
  const shares = new Map([[loser.seat, places.at(-1) * PART]]);
  const { groups, stillIn } = out(game, half);
  const single = scoring.together === "seat"
    ? groups.flatMap((group) => group.toSorted((line, other) => line.position - other.position).map((line) => [line]))
    : groups;
  let place = 0;
  for (const group of stillIn.length ? [...single, stillIn] : single) {
    const sum = places.slice(place, place + group.length).reduce((total, points) => total + points, 0);
    for (const { seat } of group) shares.set(seat, (sum * PART) / group.length);
    place += group.length;
  }
  return shares;
}
