// A whole round in one entry: which Deckel counts there are to choose among. Pure data.

const numbersOf = ({ penalties }) => penalties.filter((penalty) => penalty !== "all");

// Where the Deckel come from: the best one's own once the middle is empty, so he has to be named.
export const givesOwn = ({ action }) => action.best === "required";

export const isSharp = (view) => view.overtime === "sudden_round" && view.step !== "opening";

// Each number of Deckel that can move out of a heap once, with the least penalty that moves it.
export function amounts({ action }, heap) {
  const penalties = new Map();
  for (const penalty of numbersOf(action)) {
    const number = Math.min(penalty, heap);
    if (!penalties.has(number)) penalties.set(number, penalty);
  }
  return [...penalties].map(([number, penalty]) => ({ number, penalty, rest: number === heap && heap > 0 }));
}

export const others = ({ action, loser }) => action.bests.filter((player) => player !== loser);

// Where only one other is in the round it was he, and nobody has to say so.
export function bestOf(draft) {
  const left = others(draft);
  return draft.best ?? (left.length === 1 ? left[0] : null);
}

// A best who has turned out to be the loser is no best.
export const withLoser = (draft, loser) => ({ ...draft, loser, best: draft.best === loser ? null : draft.best, aus: false });
export const withBest = (draft, best) => ({ ...draft, best: draft.best === best ? null : best });

export const writtenRound = (draft, penalty, best = bestOf(draft)) => ({ type: "round", loser: draft.loser, penalty, best });

export const anyPenalty = ({ action }) => numbersOf(action)[0];
