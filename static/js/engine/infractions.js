// Breaches of the rules: what each costs, and what it changes in the game. Which breaches a rulebook
// knows, and their amounts in cents, is its data; the four effects are here.

import { IllegalError } from "./errors.js";
import { field, integer, player } from "./events.js";
import { finish, losePart } from "./parts.js";
import { checkRunning } from "./refusals.js";

// A breach by a player, legal at any time before the game is over.
export function infraction(state, event) {
  checkRunning(state);
  const { game } = state.table;
  const who = player(game, event);
  const code = field(event, "code");
  const breach = game.book.infractions.get(code);
  if (!breach) throw new IllegalError("unknown_infraction", null, { code });
  if (breach.onlyOut) checkOut(state, who, breach.clause);
  return EFFECTS[breach.effect](state, event, breach, who);
}

// The table on which he is the worst of the round being thrown or revealed; what is said first is why.
export function forfeit(table, who, why, clause) {
  checkRound(table, clause);
  if (!table.order.includes(who)) throw new IllegalError("not_in_round", clause, { player: who });
  if (table.forfeits.some(([player]) => player === who)) return table;
  return table.with({ forfeits: [...table.forfeits, [who, why]] });
}

export function checkRound(table, clause) {
  if (!table.order.length) throw new IllegalError("no_round", clause);
}

function checkOut({ table }, who, clause) {
  checkRound(table, clause);
  if (table.order.includes(who)) throw new IllegalError("not_out", clause, { player: who });
}

export function checkPart({ table }, who, clause) {
  if (!table.part.playing.includes(who)) throw new IllegalError("not_in_part", clause, { player: who });
}

// The table with what the breach costs.
function charge({ table, events }, event, breach, who) {
  if (breach.kind === null) return table;
  const owed = { player: who, kind: breach.kind, cents: cents(event, breach), code: breach.code, event: events };
  return table.withPart({ charges: [...table.part.charges, owed] });
}

// `count` and `cents` are looked at only where the breach knows them.
function cents(event, breach) {
  if (breach.kind === "donation") return (event.cents ?? null) === null ? null : integer(event, "cents", 1);
  if (breach.cents === null || breach.most === 1) return breach.cents;
  return breach.cents * (Object.hasOwn(event, "count") ? integer(event, "count", 1, breach.most) : 1);
}

const EFFECTS = {
  none: (state, event, breach, who) => state.on(charge(state, event, breach, who)),

  forfeit: (state, event, breach, who) => state.on(forfeit(charge(state, event, breach, who), who, breach.code, breach.clause)),

  // Out of the game, and its loser, where more votes are for it than against.
  exclude(state, event, breach, who) {
    const votesFor = integer(event, "votes_for", 0);
    const votesAgainst = integer(event, "votes_against", 0);
    const most = state.table.game.players.length - 1;
    if (votesFor + votesAgainst > most) throw new IllegalError("too_many_votes", breach.clause, { most });
    if (votesFor <= votesAgainst) return state.on(state.table);
    return finish(state.table, who, "exclusion", state.events + 1, state);
  },

  // A charge the first time; the second time in the same half or final he has lost it.
  lose_part(state, event, breach, who) {
    const { drops } = state.table.part;
    if (drops.includes(who)) {
      checkPart(state, who, breach.clause);
      return losePart(state.table, who, state.events + 1, state);
    }
    return state.on(charge(state, event, breach, who).withPart({ drops: [...drops, who] }));
  },
};
