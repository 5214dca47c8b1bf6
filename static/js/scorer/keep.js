// Which dice of the last throw stay on the table, and which sixes are turned. What is allowed is
// looked up in the `choices` of the legal throw; this only finds the nearest of them to a tap.

export const FREE = "free";
export const KEPT = "kept";
export const TURNED = "turned";
const CYCLE = [FREE, KEPT, TURNED];

// What the next throw would say: the dice left on the table, and how many of them were sixes.
export function laid(now, marks) {
  const kept = [...(now?.kept ?? [])];
  marks.forEach((mark, place) => {
    if (mark === KEPT) kept.push(now.thrown[place]);
    if (mark === TURNED) kept.push(1);
  });
  return { kept, turned: marks.filter((mark) => mark === TURNED).length };
}

export function chosen(choices, now, marks) {
  const { kept, turned } = laid(now, marks);
  const falling = [...kept].sort((a, b) => b - a).join();
  return choices.find((one) => one.turned === turned && [...one.kept].sort((a, b) => b - a).join() === falling);
}

// The marks after a tap on one die: its next state that some choice allows. Other dice give way
// where they must, as few as possible, and a turned one only where nothing else is left.
export function tapped(choices, now, marks, place) {
  const from = CYCLE.indexOf(marks[place]);
  const found = [1, 2].flatMap((step) => ways(now.thrown)
    .filter((way) => way[place] === CYCLE[(from + step) % CYCLE.length] && chosen(choices, now, way))
    .map((way) => ({ way, cost: [turnedBack(way, marks, place), step, changed(way, marks)] })));
  found.sort((one, other) => one.cost.map((part, at) => part - other.cost[at]).find(Boolean) ?? 0);
  return found[0]?.way ?? marks;
}

function ways(thrown) {
  return thrown.reduce(
    (found, die) => found.flatMap((way) => CYCLE
      .filter((mark) => mark !== TURNED || die === 6)
      .map((mark) => [...way, mark])),
    [[]],
  );
}

const turnedBack = (way, marks, place) =>
  marks.filter((mark, at) => at !== place && mark === TURNED && way[at] !== TURNED).length;

function changed(one, other) {
  // A die that goes back into the cup is a smaller surprise than one that is suddenly kept.
  return one.reduce((sum, mark, place) => sum + (mark === other[place] ? 0 : mark === FREE ? 1 : 4), 0);
}
