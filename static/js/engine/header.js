// The header of a log: checked key by key, made into a game and its first state. Everything a table
// agrees on beforehand is decided here; nothing of it can change afterwards.

import { IllegalError, InvalidError } from "./errors.js";
import { isObject } from "./events.js";
import { agreed } from "./house_rules.js";
import { begin } from "./parts.js";
import { load } from "./rulebook.js";
import { EDITIONS, FORMAT, VENUES } from "./words.js";

// A misspelt „startr“ that is silently ignored would be a different game, so it is refused.
const KEYS = ["format", "rulebook", "players", "rules", "starter", "venue", "house_rules", "options"];

// The state before the first event. Throws `InvalidError` or `IllegalError`, event null.
export function start(header) {
  if (!isObject(header)) throw new InvalidError("not_a_header");
  for (const key of Object.keys(header)) {
    if (!KEYS.includes(key)) throw new InvalidError("unknown_key", null, { key });
  }
  for (const key of KEYS.slice(0, 3)) {
    if (!Object.hasOwn(header, key)) throw new InvalidError("missing_key", null, { key });
  }
  if (header.format !== FORMAT) throw new InvalidError("bad_format");
  const { rulebook, rules = EDITIONS[0], house_rules: houseRules = {}, venue = VENUES[0] } = header;
  if (!EDITIONS.includes(rules)) throw new InvalidError("bad_rules");
  load(rulebook);
  if (!isObject(houseRules)) throw new InvalidError("bad_house_rules");
  const book = agreed(rulebook, houseRules, rules);
  const players = checkPlayers(book, header.players);
  if (!VENUES.includes(venue)) throw new InvalidError("unknown_venue", null, { venue });
  const { starter = null } = header;
  if (Object.hasOwn(header, "starter") && !players.includes(starter)) {
    throw new InvalidError("unknown_player", null, { player: starter });
  }
  const seated = players.map((player, seat) => [player, seat]);
  return begin({
    book,
    players,
    seats: new Map(seated),
    // All players clockwise from each seat, and the same with their seats.
    circles: players.map((_, seat) => (seat ? turned(players, seat) : players)),
    rings: players.map((_, seat) => turned(seated, seat)),
    start: book.turns[0],
    hands: book.turnHands,
    total: book.deckel,
    starter,
    venue,
    ausRound: ausRound(book, players, header.options === undefined ? {} : header.options),
  });
}

function checkPlayers(book, players) {
  if (!Array.isArray(players) || !players.every(isId) || new Set(players).size < players.length) {
    throw new InvalidError("bad_players");
  }
  if (players.length < book.leastPlayers) {
    throw new InvalidError("too_few_players", null, { least: book.leastPlayers });
  }
  return players;
}

const turned = (items, seat) => [...items.slice(seat), ...items.slice(0, seat)];

// Not empty, and no half of a surrogate pair, which no file in UTF-8 could hold.
const isId = (value) => typeof value === "string" && value !== "" && !/\p{Surrogate}/u.test(value);

// Whether an Aus in one throw costs its player a round of drinks, agreed on by everybody.
function ausRound(book, players, options) {
  if (!isObject(options)) throw new InvalidError("bad_options");
  for (const [code, option] of Object.entries(options)) {
    if (!book.options.has(code)) throw new InvalidError("unknown_option", null, { option: code });
    checkConsent(book.options.get(code).clause, code, option, players);
  }
  return Object.hasOwn(options, "aus_round");
}

function checkConsent(clause, code, option, players) {
  const complete = isObject(option) && Object.keys(option).sort().join() === "agreed,drink";
  if (!complete || typeof option.drink !== "string" || !option.drink || !Array.isArray(option.agreed)) {
    throw new InvalidError("bad_option", null, { option: code });
  }
  for (const player of option.agreed) {
    if (!players.includes(player)) throw new InvalidError("unknown_player", null, { player });
  }
  if (new Set(option.agreed).size < players.length) throw new IllegalError("not_agreed", clause, { option: code });
}
