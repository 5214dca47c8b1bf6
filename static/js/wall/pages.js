// What the picture's screens come to on the wall: pages that turn by themselves, each for so long.

const MAX_SHOWN = { tables: 9, draw: 16, ranking: 24, beside: 10, seats: 36 };
const SECONDS = { tables: 20, clock: 20, ranking: 12, draw: 15, seats: 12, follow: 8, king: 8, coming: 10 };
const LISTED = { tables: "tables", draw: "tables", ranking: "rows", seats: "people" };

export function pagesOf(screens) {
  const ceremony = screens.find(({ kind }) => kind === "ceremony");
  if (ceremony) return [page(ceremony, 1, 1)];
  return screens.flatMap((screen) => {
    const list = LISTED[screen.kind];
    if (!list) return [page(screen, 1, 1)];
    const parts = evenly(screen[list], screen.side ? MAX_SHOWN.beside : MAX_SHOWN[screen.kind]);
    return parts.map((part, at) => page({ ...screen, [list]: part }, at + 1, parts.length));
  });
}

function page(screen, number, all) {
  return { key: `${screen.kind}:${screen.title}:${number}`, seconds: SECONDS[screen.kind] ?? 15, screen, number, all };
}

// 20 of at most 16 are twice 10: a page with two tables would look forgotten.
export function evenly(list, most) {
  const pages = Math.max(Math.ceil(list.length / most), 1);
  const size = Math.ceil(list.length / pages);
  return Array.from({ length: pages }, (_, at) => list.slice(at * size, (at + 1) * size));
}

// Columns and rows for so many tables on a wide screen.
export function grid(count) {
  const columns = count <= 3 ? Math.max(count, 1) : count <= 4 ? 2 : count <= 6 || count === 9 ? 3 : 4;
  return { columns, rows: Math.max(Math.ceil(count / columns), 1) };
}
