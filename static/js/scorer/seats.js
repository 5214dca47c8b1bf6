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
export function aside(count, width, height) {
  const perSide = sides(count);
  const y = (at) => (perSide > 1 ? height - (height * at) / (perSide - 1) : height / 2);
  const up = Array.from({ length: perSide }, (_, at) => ({ x: 0, y: y(at) }));
  const down = [...up].reverse().map((spot) => ({ ...spot, x: width }));
  return [{ x: width / 2, y: height }, ...up, ...(count % 2 ? [] : [{ x: width / 2, y: 0 }]), ...down];
}

const bent = (value) => Math.sign(value) * Math.abs(value) ** ROUND;
