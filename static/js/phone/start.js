// The table's next game, begun on the phone: what the server would make of the lobby and the form. It
// follows games/scoring/services/start.py.

import { replay } from "../engine/index.js";
import { load } from "../engine/rulebook.js";
import { Refused } from "../scorer/server.js";
import { answerOf, illegal, missing } from "./checks.js";
import { FROM_CARD } from "./live.js";

// `lobby` is the server's, as last seen; `sent` is what the page sends to begin: { id, seats, starter,
// lot, options, first_half_loser }. Answers with { details, waiting, sent } for a `PhoneGame` and for the
// queue: who was drawn stands in `sent`. `draw` is a number from 0 up to but not 1.
export function begin(lobby, sent, { lang, draw }) {
  try {
    return begun(lobby, sent, draw);
  } catch (error) {
    throw new Refused(...answerOf(error, lang, {}));
  }
}

function begun(lobby, sent, draw) {
  const { id, seats, lot = false, options = {}, first_half_loser: halfLoser = null } = sent;
  const around = lobby.seats.filter((seat) => seats.includes(seat.id));
  if (!seats.length || around.length !== seats.length) throw missing("foreign_seat", "seats");
  if (lobby.game) throw illegal("game_running", "another_running");
  const players = around.map((seat) => String(seat.id));
  const starter = sent.starter ?? (lot ? Number(players[Math.floor(draw * players.length)]) : null);
  if (starter === null && load(lobby.next_header.rulebook).opening.starter !== "rolled") {
    throw missing("starter_missing", "starter");
  }
  const header = { ...lobby.next_header, players };
  if (starter !== null) header.starter = String(starter);
  if (Object.keys(options).length) {
    header.options = Object.fromEntries(Object.entries(options).map(([code, option]) => [code, { ...option, agreed: players }]));
  }
  const waiting = halfLoser === null ? [] : [halfFromCard(String(halfLoser))];
  replay(header, waiting.map(({ data }) => data));
  const { score, rule, call } = lobby.can;
  const rights = { inside: true, score, rule, call }; // whoever scores is inside
  const details = {
    id, table: lobby.table, number: lobby.next_number, header, rights,
    charges: lobby.money !== null, takes_rounds: lobby.takes_rounds,
    names: Object.fromEntries(around.map((seat) => [seat.id, seat.name])), sequence: 0, entries: [],
  };
  return { details, waiting, sent: { ...sent, starter } };
}

// The lobby once the game that is being played is closed on this phone: `view` is its last moment. Who
// begins after the games to come is said as for the next one.
export function lobbyAfter(lobby, game, view) {
  const { over, proposals } = lobby.after;
  return {
    ...lobby, game: null, over, next_number: game.number + 1,
    proposal: proposals[view.loser ?? ""], last: { key: game.id, number: game.number }, asks: null, asks_card: null,
  };
}

// A half of which only the loser is known enters the log as the rules allow: as decided.
function halfFromCard(loser) {
  const data = { type: "ruling", effect: { lose_half: loser }, [FROM_CARD]: true };
  return { id: "half-from-card", type: "ruling", data, words: {} };
}
