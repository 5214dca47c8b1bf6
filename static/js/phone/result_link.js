// The result of a game as an address: all of it stands behind the `#`, which no browser sends. It is a
// short list as JSON in base64url, small enough for a QR code that is read off a phone.
//
// `said` is { table, id, number, rulebook, ended_by, depth, seats, digest, began_at, ended_at }: `seats`
// is the engine's card by seat, the times are milliseconds by the phone's clock or null.

const VERSION = 1;
const PATH = "/ergebnis/#";
const ENDS = ["final", "sweep", "exclusion", "ruling", "overtime", "abandoned"];
const DEPTHS = ["card", "rounds", "hands", "throws"];
const LOST = ["lost_first", "lost_second", "lost_game"];
const FIGURES = ["exit_first", "exit_second", "schock_aus", "jule", "deckel_taken", "deckel_given", "throw_points"];
const UNKNOWN = -1;

// What is no result, or one of a version that this page does not know yet (`newer`).
export class Unreadable extends Error {
  constructor(newer = false) {
    super("no result");
    this.newer = newer;
  }
}

export function linkTo(origin, result) {
  return origin + PATH + pack(result);
}

function pack({ table, id, number, rulebook, ended_by: end, depth, seats, digest, began_at: began, ended_at: ended }) {
  const rows = Object.values(seats);
  const list = [
    VERSION, table, base64(bytesOf(id.replaceAll("-", ""))), number, rulebook, ENDS.indexOf(end), DEPTHS.indexOf(depth),
    Object.keys(seats).map(Number),
    LOST.map((part) => rows.findIndex((row) => row[part])),
    rows.flatMap((row) => FIGURES.map((name) => row[name] ?? UNKNOWN)),
    digest, ...[began, ended].map((time) => (time ? Math.round(time / 1000) : 0)),
  ];
  return base64(new TextEncoder().encode(JSON.stringify(list)));
}

// Raises Unreadable.
export function unpack(text) {
  const list = read(text);
  if (list[0] > VERSION) throw new Unreadable(true);
  const [version, table, id, number, rulebook, end, depth, seats, lost, figures, digest, ...times] = list;
  const isComplete = version === VERSION && [table, number, ...seats, ...lost, ...figures, ...times].every(Number.isSafeInteger)
    && figures.length === seats.length * FIGURES.length && ENDS[end] && DEPTHS[depth];
  if (!isComplete) throw new Unreadable();
  const row = (place) => ({
    ...Object.fromEntries(LOST.map((part, at) => [part, lost[at] === place])),
    ...Object.fromEntries(FIGURES.map((name, at) => [name, known(figures[place * FIGURES.length + at])])),
  });
  const hex = Array.from(bytesIn(id), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const [began_at, ended_at] = times.map((time) => (time ? time * 1000 : null));
  return {
    table, id: hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"), number, rulebook, ended_by: ENDS[end], depth: DEPTHS[depth],
    seats: Object.fromEntries(seats.map((seat, place) => [seat, row(place)])), digest, began_at, ended_at,
  };
}

function read(text) {
  try {
    const list = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytesIn(text)));
    if (Array.isArray(list) && list.length >= 13 && [7, 8, 9].every((at) => Array.isArray(list[at]))) return list;
    if (Array.isArray(list) && list[0] > VERSION) return list;
  } catch {
    // Cut off, or nothing of ours.
  }
  throw new Unreadable();
}

const known = (figure) => (figure === UNKNOWN ? null : figure);

const bytesOf = (hex) => hex.match(/../g).map((byte) => parseInt(byte, 16));

export const base64 = (bytes) => btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

const bytesIn = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
