// The entry being made: which legal action it fills in, for whom, with which dice. Pure data.

import { recall, remember } from "../stored/values.js";
import { chosen, FREE, nextThrow, tapped } from "./keep.js";

const of = (view, type) => view.actions.filter((action) => action.type === type);

// What can be entered now at this depth; `wanted` is the player somebody tapped on at the table.
export function target(view, rulebook, depth, wanted) {
  const [round] = of(view, "round"), [hand] = of(view, "hand");
  if (depth === "rounds" && round) return round;
  // What was begun by throws, or has no form as a whole, goes on as deep as it can.
  if (depth !== "throws" && hand) return hand;
  const [turn] = of(view, "throw");
  if (turn) return turn;
  const waiting = [...of(view, "opening"), ...of(view, "reveal")];
  return waiting.find((action) => action.player === wanted && mayChoose(action, rulebook)) ?? waiting[0] ?? null;
}

// Where cups are lifted in turn, the next one is not a matter of choice.
export const mayChoose = (action, rulebook) => action.type === "opening" || rulebook.reveal_order === "any";

export function draftFor(view, { id: game, rulebook }, depth, wanted, old) {
  const action = target(view, rulebook, depth, wanted);
  if (!action) return null;
  const now = view.now && view.now.player === action.player ? view.now : null;
  const key = [view.phase, view.round_number, action.type, action.player ?? "", now?.throws ?? 0, action.dice ?? ""].join("/");
  // Somebody else's entry may have changed the view, but not what is being filled in here.
  if (old?.key === key) return { ...old, action, now };
  const fresh = {
    key, action, now, dice: [],
    marks: (now?.thrown ?? []).map(() => FREE),
    throws: action.type === "hand" ? action.throws[1] : null,
    whole: false, loser: null, best: null, aus: false,
  };
  // The first picture of a new page may be an older one, from what the phone keeps.
  return { ...fresh, ...storedDraft(`${game}/${view.sequence}/${key}`) };
}

// Dice that were tapped already outlive a new page.
const STORAGE_KEY = "schockwart-draft";

export function storeDraft({ game, view }, { key, action, now, ...entered }) {
  remember(STORAGE_KEY, JSON.stringify([game.id, view.sequence, key, entered]), "sessionStorage");
}

function storedDraft(id) {
  const [game, sequence, key, entered] = JSON.parse(recall(STORAGE_KEY, "sessionStorage")) ?? [];
  return id === `${game}/${sequence}/${key}` ? entered : null;
}

export function open(draft) {
  if (draft.action.type === "round") return 0;
  if (draft.action.type === "hand") return 3;
  if (draft.action.type !== "throw") return draft.action.dice;
  return chosen(draft.action.choices, draft.now, draft.marks).dice;
}

export const isRound = (draft) => draft?.action.type === "round";
export const complete = (draft) => draft !== null && !isRound(draft) && draft.dice.length === open(draft);
export const missing = (draft) => open(draft) - draft.dice.length;
export const withDie = (draft, face) => (complete(draft) ? draft : { ...draft, dice: [...draft.dice, face] });
export const withoutDie = (draft, place) => ({ ...draft, dice: draft.dice.filter((_, at) => at !== place) });

export function withMark(draft, place) {
  const marks = tapped(draft.action.choices, draft.now, draft.marks, place);
  const after = { ...draft, marks };
  return { ...after, dice: after.dice.slice(0, open(after)) };
}

// A single throw is always in one throw; that is how the log writes it.
export const isInOneThrow = (draft) => draft.throws === 1 || draft.whole;

export function written(draft) {
  const { type, player } = draft.action;
  const dice = [...draft.dice];
  if (type === "throw") return { type, player, ...nextThrow(draft.now, draft.marks), dice };
  if (type === "hand") return { type, player, dice, throws: draft.throws, in_one_throw: isInOneThrow(draft) };
  return { type, player, dice };
}

export const covered = (draft) => ({ ...written(draft), dice: null });

export function standing(view) {
  const [action] = of(view, "stand");
  return action ? { type: "stand", player: action.player } : null;
}
