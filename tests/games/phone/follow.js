// What the engine of a phone makes of a log, as text that Python can compare: see following.py, which
// does the same with the engine of the server.

import * as engine from "/static/js/engine/index.js";
import { flow, weigh } from "/static/js/engine/settle.js";
import { State } from "/static/js/engine/state.js";

const { apply, canonical, card, EngineError, legalActions, load, roundJson, stateJson } = engine;

// Line by line: each state with what is legal in it, each refusal, and what stands at the end.
function follow(header, events) {
  const lines = [];
  const told = new Set();
  const tell = (state) => {
    const { table, turn, hands, node, left, before } = state;
    const bare = new State(table.with({ rounds: [] }), turn, hands, node, left, state.events, before);
    lines.push(canonical([table.rounds.length, stateJson(bare), legalActions(state)]));
    table.rounds.forEach((settled, place) => {
      if (told.has(settled)) return;
      told.add(settled);
      lines.push(canonical([place, roundJson(settled)]));
    });
  };
  let state;
  try {
    state = engine.start(header);
    tell(state);
  } catch (error) {
    return [canonical(refusal(error))];
  }
  for (const event of events) {
    try {
      const after = apply(state, event);
      tell(after);
      if (!isTried(event)) state = after;
    } catch (error) {
      lines.push(canonical(refusal(error)));
    }
  }
  lines.push(canonical([stateJson(state), card(state)]), canonical(replayed(header, events.filter((event) => !isTried(event)))));
  return lines;
}

const isTried = (event) => Object.hasOwn(event ?? {}, "tried");

// The state of the whole log, or the refusal of its first event that is illegal.
function replayed(header, events) {
  try {
    return stateJson(engine.replay(header, events));
  } catch (error) {
    return refusal(error);
  }
}

function refusal(error) {
  if (!(error instanceof EngineError)) throw error;
  const { code, event, clause } = error;
  return { code, event, clause, de: error.sentence("de"), en: error.sentence("en") };
}

async function digests(logs) {
  return Promise.all(logs.map(async ([header, events]) => {
    const text = new TextEncoder().encode(follow(header, events).join("\n"));
    const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", text));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  }));
}

// A round out of the blue, as the worked rounds are.
function settled({ rulebook, before, hands: rows }) {
  const order = rows.map((row) => row.player);
  const hands = rows.map((row) => load(rulebook).ranking.hand(row.dice, row.throws, row.in_one_throw));
  const seats = Object.keys(before.deckel);
  const counts = Object.values(before.deckel);
  const total = before.middle + counts.reduce((sum, number) => sum + number, 0);
  const [best, worst] = weigh(hands).map((place) => order[place]);
  const taken = flow(
    hands[order.indexOf(best)].penalty, total, before.middle, counts, seats.indexOf(best), seats.indexOf(worst),
  );
  return { best, worst, ...taken, deckel: Object.fromEntries(seats.map((seat, at) => [seat, taken.deckel[at]])) };
}

// What a page shows of a rulebook.
function told(slug, venues) {
  const book = load(slug);
  return {
    values: book.valueTable.map(({ hand, code, name, penalty, clause }) => [hand, code, name, penalty, clause]),
    names: book.categoryNames,
    stakes: venues.flatMap((venue) => [2, 3, 4, 5, 6, 7, 8, 9].map((players) => book.stake(players, venue))),
  };
}

window.harness = {
  learn: async (rulebooks) => engine.readRulebooks(rulebooks),
  follow: async (header, events) => follow(header, events),
  digests,
  replayed: async (logs) => logs.map(([header, events]) => replayed(header, events)),
  told: async (slug, venues) => told(slug, venues),
  settled: async (rounds) => rounds.map(settled),
};
