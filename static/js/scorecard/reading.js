// What the typed texts and sums of a card mean, as `games/cards/sheet_reading.py` reads them, so that it is
// said without a network too. `sheet` is what came with the page.

import { gameOf, inWords, outcomeOf } from "./outcome.js";
import { livesLost, PART, pointsOf } from "./points.js";
import { parse, plain } from "./shorthand.js";
import { CardError, t } from "./words.js";

const NUMBER = /^-?\d{1,4}(?:[.,]\d{1,2})?$/;

// { games: { number: { words, error, points } }, sums: { seat: { total, error, unreadable } }, wrong,
// differs, full }; `texts` by number, `sums` by seat, `spans` as typed: { seat: [first, last] }.
export function read(sheet, texts, sums, spans) {
  const last = Math.max(0, ...sheet.columns.map(({ number }) => number).filter((number) => texts[number]?.trim()));
  const games = [], cells = {};
  for (const column of sheet.columns) {
    const { game = null, ...cell } = cellOf(sheet, column, texts[column.number] ?? "", last, games, spans);
    cells[column.number] = cell;
    if (game) games.push(game);
  }
  const totals = totalsOf(sheet, games);
  const sumsRead = Object.fromEntries(sheet.seats.map(({ seat, person }) => [seat, sumOf(sheet, totals.get(person), (sums[seat] ?? "").trim())]));
  const all = Object.values(sumsRead);
  return {
    games: cells, sums: sumsRead, full: isFull(sheet, games),
    wrong: Object.values(cells).some(({ error }) => error) || all.some(({ unreadable }) => unreadable),
    differs: all.some(({ error, unreadable }) => error && !unreadable),
  };
}

function cellOf(sheet, column, typed, last, games, spans) {
  const text = plain(typed);
  const nothing = { words: "", error: "", points: {} };
  if (column.closed) {
    if (!column.game) return nothing;
    const game = { ...column.game, number: column.number, lines: placed(sheet, column.game.lines) };
    return { words: column.words, error: "", points: pointsShown(sheet, game), game };
  }
  const names = new Map(sheet.seats.map(({ seat, name }) => [seat, name]));
  const lives = livesAfter(sheet, games);
  const absent = new Set(sheet.seats.map(({ seat }) => seat).filter((seat) => !has(spans[seat], column.number)));
  const out = new Set(sheet.scoring.lives ? sheet.seats.filter(({ person }) => lives.get(person) === 0).map(({ seat }) => seat) : []);
  try {
    const card = parse(text, [...names.keys()], sheet.shape, new Set([...absent, ...out]), sheet.longest);
    if (!card) return { ...nothing, error: againstNothing(column, text, last) };
    checkNamed(card, out, absent, names);
    const outcome = outcomeOf(card, column.third_in_final);
    const game = gameOf(card, outcome, column.number);
    game.lines = placed(sheet, game.lines);
    return { words: inWords(card, outcome, names), error: "", points: pointsShown(sheet, game), game };
  } catch (error) {
    if (!(error instanceof CardError)) throw error;
    return { ...nothing, error: error.message };
  }
}

const has = (span, number) => !span || (span[0] <= number && (span[1] === null || number <= span[1]));

// Where each line sits, and who that is.
const placed = (sheet, lines) => lines.map((line) => ({ ...line, ...pick(sheet.seats.find(({ seat }) => seat === line.seat)) }));
const pick = ({ person, position }) => ({ person, position });

function checkNamed({ first, second, lost, aus, jule }, out, absent, names) {
  const named = [...new Set([first, second, lost, ...aus.keys(), ...jule.keys()])].filter((seat) => seat !== null);
  for (const seat of named.sort((seat, other) => seat - other)) {
    if (absent.has(seat)) throw new CardError("was_absent", { name: names.get(seat) });
    if (out.has(seat)) throw new CardError("is_out", { name: names.get(seat) });
  }
}

function againstNothing({ saved, number }, text, last) {
  if (saved) return t("is_saved");
  return !text && number < last ? t("game_missing") : "";
}

// --- what they come to ------------------------------------------------------------------------------

// By person how many lives the games have cost, never more than there were.
function livesCost({ seats, scoring }, games) {
  const cost = new Map(seats.map(({ person }) => [person, 0]));
  for (const { ended_by: endedBy, lines } of games) {
    if (endedBy !== "abandoned") for (const line of lines) cost.set(line.person, cost.get(line.person) + livesLost(scoring.life_per, line));
  }
  return new Map(seats.map(({ person, lives }) => [person, Math.min(cost.get(person), lives)]));
}

function livesAfter(sheet, games) {
  const cost = livesCost(sheet, games);
  return new Map(sheet.seats.map(({ person, lives }) => [person, lives - cost.get(person)]));
}

// By person, in parts of a point: points, or lives lost where only these are on the card.
function totalsOf(sheet, games) {
  const totals = new Map(sheet.seats.map(({ person }) => [person, 0]));
  if (sheet.counts_lives) for (const [person, number] of livesCost(sheet, games)) totals.set(person, number * PART);
  else for (const game of games) {
    const points = pointsOf(sheet.scoring, game);
    for (const { seat, person } of game.lines) totals.set(person, totals.get(person) + (points.get(seat) ?? 0));
  }
  return totals;
}

function pointsShown(sheet, game) {
  const totals = totalsOf(sheet, [game]);
  const playing = new Set(game.lines.map(({ person }) => person));
  return Object.fromEntries(sheet.seats.filter(({ person }) => playing.has(person)).map(({ seat, person }) => [seat, written(sheet, totals.get(person))]));
}

function sumOf(sheet, total, text) {
  const shown = written(sheet, total);
  if (!text) return { total: shown, error: "", unreadable: false };
  if (!NUMBER.test(text)) return { total: shown, error: t("sum_unreadable"), unreadable: true };
  const hundredths = Math.round(Number(text.replace(",", ".")) * 100);
  const differs = Math.abs(hundredths * PART - total * 100) >= PART; // a third written as 0,33 is the same
  return { total: shown, error: differs ? t("sum_differs", { said: text, total: shown }) : "", unreadable: false };
}

function isFull(sheet, games) {
  const { scoring: { lives, leave } } = sheet;
  const left = livesAfter(sheet, games);
  if (lives && sheet.seats.filter(({ active, person }) => active && left.get(person)).length <= leave) return true;
  return sheet.games !== null && games.filter(({ ended_by: endedBy }) => endedBy !== "abandoned").length >= sheet.games;
}

// Points as people write them: 7, 2,5, 2⅓. Beyond these with two decimals.
function written({ fractions, minus, comma }, value) {
  const sign = value < 0 ? minus : "";
  const whole = Math.floor(Math.abs(value) / PART), rest = Math.abs(value) % PART;
  if (!rest) return `${sign}${whole}`;
  const known = Object.entries(fractions).find(([fraction]) => {
    const [above, below] = fraction.split("/").map(Number);
    return above * PART === rest * below;
  });
  if (known) return `${sign}${whole || ""}${known[1]}`;
  return `${sign}${whole}${comma}${hundredthsOf(rest).padStart(2, "0").replace(/0+$/, "")}`;
}

// Half a hundredth goes to the even one, as on the server.
function hundredthsOf(rest) {
  const low = Math.floor((rest * 100) / PART), left = rest * 100 - low * PART;
  const up = left * 2 > PART || (left * 2 === PART && low % 2 === 1);
  return String(low + Number(up));
}
