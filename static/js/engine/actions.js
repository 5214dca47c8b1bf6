// What can be done now: one template per type and player, plain JSON, as games/engine/actions.py
// describes them. Every event that fits a template is accepted and every event that is accepted fits one.

import { Cup } from "./dice.js";
import { joinsFinal } from "./reentry.js";
import { mayEnter, template } from "./whole_round.js";
import { OVERTIME } from "./words.js";

// All templates for events that `apply` accepts now.
export function legalActions(state) {
  const { step } = state;
  const actions = [];
  if (step === "opening") actions.push(...opening(state));
  else if (step === "throwing") actions.push(...turn(state), ...reenter(state));
  else if (step === "revealing") actions.push(...reveal(state));
  if (mayEnter(state)) actions.push(template(state));
  if (step !== "over") {
    actions.push(...infractions(state), ruling(state), { type: "overtime", modes: OVERTIME }, { type: "abandon" });
  }
  if (state.before !== null) actions.push({ type: "retract" });
  return actions;
}

function opening({ table }) {
  const { rolling, rolled } = table.part;
  const { dice } = table.game.book.opening;
  return rolling
    .filter((player) => !rolled.some(([who]) => who === player))
    .map((player) => ({ type: "opening", player, dice }));
}

function turn(state) {
  const { node, turn: player } = state;
  const choices = node.ways.map(([turned, kept]) => ({ kept, turned, dice: 3 - kept.length }));
  return [
    { type: "throw", player, choices, may_cover: !state.table.open },
    state.throws ? { type: "stand", player } : { type: "hand", player, throws: [1, state.left] },
  ];
}

function reveal({ table, hands }) {
  return hands.flatMap((cup, place) => (
    cup instanceof Cup ? [{ type: "reveal", player: table.order[place], dice: 3 - cup.left.kept.length }] : []
  ));
}

function reenter({ table }) {
  const { book, players } = table.game;
  if (book.reenter === "none" || (table.part.phase === "final" && !joinsFinal(book))) return [];
  return players.filter((player) => !table.order.includes(player)).map((player) => ({ type: "reenter", player }));
}

function infractions({ table }) {
  const { players, book } = table.game;
  const breaches = [...book.infractions.values()];
  return players.flatMap((player) => {
    const codes = breaches.filter((breach) => possible(table, breach, player)).map((breach) => fields(breach, players));
    return codes.length ? [{ type: "infraction", player, codes }] : [];
  });
}

function possible({ order, part }, breach, player) {
  if (breach.onlyOut && (!order.length || order.includes(player))) return false;
  if (breach.effect === "forfeit") return order.includes(player);
  if (breach.effect === "lose_part" && part.drops.includes(player)) return part.playing.includes(player);
  return true;
}

function fields(breach, players) {
  return {
    code: breach.code,
    ...(breach.effect === "exclude" && { votes: players.length - 1 }),
    ...(breach.most > 1 && { count: [1, breach.most] }),
    ...(breach.kind === "donation" && { cents: [1, null] }),
  };
}

function ruling({ table }) {
  const round = table.order.length ? [{ void_round: true }, { lose_round: table.order }] : [];
  return {
    type: "ruling",
    effects: [{}, ...round, { lose_half: table.part.playing }, { lose_game: table.game.players }],
  };
}
