// Deckel that change hands: who gave how many to whom, and how they slide there.

const DURATION = 250; // milliseconds

// Who gave how many to whom between two pictures, the middle being one of them.
export function moves(before, after) {
  const change = { middle: after.middle - before.middle };
  for (const player of Object.keys(after.deckel)) change[player] = after.deckel[player] - before.deckel[player];
  const moved = [];
  for (const to of Object.keys(change)) {
    for (const from of Object.keys(change)) {
      const number = Math.min(change[to], -change[from]);
      if (number <= 0) continue;
      moved.push({ from, to, number });
      change[to] -= number;
      change[from] += number;
    }
  }
  return moved;
}

// The picture is already the new one; the mats that came start where they came from.
export function slide(root, before, after) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const heap = (owner) => root.querySelector(`[data-mats="${owner}"]`);
  const arrived = {};
  for (const { from, to, number } of moves(before, after)) {
    if (!heap(from) || !heap(to)) continue;
    const { x, y, width, height } = heap(from).getBoundingClientRect();
    const all = [...heap(to).children];
    const end = all.length - (arrived[to] ?? 0);
    arrived[to] = (arrived[to] ?? 0) + number;
    for (const mat of all.slice(end - number, end)) {
      const here = mat.getBoundingClientRect();
      const way = `translate(${x + width / 2 - here.x - here.width / 2}px, ${y + height / 2 - here.y - here.height / 2}px)`;
      mat.animate([{ transform: way }, { transform: "none" }], { duration: DURATION, easing: "ease-in-out" });
    }
  }
}
