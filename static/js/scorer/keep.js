// Which dice of the last throw stay on the table, and which sixes are turned. What is allowed is
// looked up in the `choices` of the legal throw; this only finds the nearest of them to a tap.

export const FREE = "free";
export const KEPT = "kept";
export const TURNED = "turned";
const CYCLE = [FREE, KEPT, TURNED];

// What the next throw would say: the dice left on the table, and how many of them were sixes.
export function nextThrow(now, marks) {
  const kept = [...(now?.kept ?? [])];
  marks.forEach((mark, place) => {
    if (mark === KEPT) kept.push(now.thrown[place]);
    if (mark === TURNED) kept.push(1);
  });
  return { kept, turned: marks.filter((mark) => mark === TURNED).length };
}

export function chosen(choices, now, marks) {
  const { kept, turned } = nextThrow(now, marks);
  const falling = [...kept].sort((a, b) => b - a).join();
  return choices.find((choice) => choice.turned === turned && [...choice.kept].sort((a, b) => b - a).join() === falling);
}

// The marks after a tap on one die: its next state that some choice allows. Other dice give way
// where they must, as few as possible, and a turned one only where nothing else is left.
export function tapped(choices, now, marks, place) {
  const from = CYCLE.indexOf(marks[place]);
  const candidates = [1, 2].flatMap((step) => allMarks(now.thrown)
    .filter((way) => way[place] === CYCLE[(from + step) % CYCLE.length] && chosen(choices, now, way))
    .map((way) => ({ way, cost: [turnedBack(way, marks, place), step, changed(way, marks)] })));
  candidates.sort((left, right) => left.cost.map((part, at) => part - right.cost[at]).find(Boolean) ?? 0);
  return candidates[0]?.way ?? marks;
}

function allMarks(thrown) {
  return thrown.reduce(
    (sequences, die) => sequences.flatMap((way) => CYCLE
      .filter((mark) => mark !== TURNED || die === 6)
      .map((mark) => [...way, mark])),
    [[]],
  );
}

const turnedBack = (way, marks, place) =>
  marks.filter((mark, at) => at !== place && mark === TURNED && way[at] !== TURNED).length;

function changed(marks, before) {
  // A die that goes back into the cup is a smaller surprise than one that is suddenly kept.
  return marks.reduce((sum, mark, place) => sum + (mark === before[place] ? 0 : mark === FREE ? 1 : 4), 0);
}
