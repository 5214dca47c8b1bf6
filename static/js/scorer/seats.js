// Where people sit: equally far apart along a table with round corners, clockwise from below.

const STEPS = 360;
const ROUND = 0.56; // 1 is an ellipse, 0 a rectangle

export function around(count, width, height) {
  const rim = [];
  for (let step = 0; step <= STEPS; step += 1) {
    const angle = Math.PI / 2 + (2 * Math.PI * step) / STEPS;
    rim.push([bent(Math.cos(angle)) * width / 2, bent(Math.sin(angle)) * height / 2]);
  }
  const length = [0];
  for (let step = 1; step <= STEPS; step += 1) {
    length.push(length[step - 1] + Math.hypot(rim[step][0] - rim[step - 1][0], rim[step][1] - rim[step - 1][1]));
  }
  return Array.from({ length: count }, (_, seat) => {
    const [x, y] = rim[length.findIndex((far) => far >= (length[STEPS] * seat) / count - 1e-6)];
    return { x: width / 2 + x, y: height / 2 + y };
  });
}

// How many sit on each side of a narrow table; of the others one sits below, of an even number one above.
export const sides = (count) => Math.floor((count - 1) / 2);

// The same for a phone held upright, where three places fit side by side: up the left, down the right.
// As grid areas: row, column and where each ends.
export function ring(count) {
  const perSide = sides(count);
  const first = count % 2 ? 1 : 2; // the row where the middle begins
  const rows = Math.max(perSide, first + 1);
  const up = Array.from({ length: perSide }, (_, at) => (perSide === 1 ? rows - 1 : at === perSide - 1 ? 1 : rows - at));
  const above = count % 2 ? [] : [area(1, 2)];
  const seats = [area(rows, 2), ...up.map((row) => area(row, 1)), ...above, ...[...up].reverse().map((row) => area(row, 3))];
  return { seats, middle: perSide === 2 && first === 2 ? "2 / 1 / 3 / 4" : `${first} / 2 / ${rows} / 3` };
}

// In two columns, with what lies in the middle between two rows.
export function columns(count) {
  const rows = Math.ceil(count / 2);
  const middle = Math.ceil(rows / 2) + 1;
  const row = (place) => (place < middle ? place : place + 1);
  const seats = Array.from({ length: count }, (_, seat) => (seat < rows ? area(row(rows - seat), 1) : area(row(seat - rows + 1), 2)));
  return { seats, middle: `${middle} / 1 / ${middle + 1} / 3` };
}

const area = (row, column) => `${row} / ${column}`;
const bent = (value) => Math.sign(value) * Math.abs(value) ** ROUND;
