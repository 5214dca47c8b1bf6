// What the picture's screens come to on the wall: pages that turn by themselves, each for so long.

const MAX_SHOWN = { tables: 9, draw: 16, ranking: 24, beside: 10, seats: 36 };
const SECONDS = { tables: 20, clock: 20, ranking: 12, draw: 15, seats: 12, follow: 8, king: 8, coming: 10 };
const LISTED = { tables: "tables", draw: "tables", ranking: "rows", seats: "people" };

// Whoever looks for the own seat waits no longer than this; so long a page is shown at the least.
const TURN = 120, LEAST = 6;

// `share` is which of how many screens this one is: pages of lists are shared among them.
export function pagesOf(screens, share = { at: 1, of: 1 }) {
  const ceremony = screens.find(({ kind }) => kind === "ceremony");
  if (ceremony) return [page(ceremony, 1, 1)];
  const all = shared(turned(screens), share);
  return lasting(all) <= TURN ? all : hurried(shared(turned(namesFirst(screens)), share).filter(isNeeded));
}

function turned(screens) {
  return screens.flatMap((screen) => {
    const list = LISTED[screen.kind];
    if (!list) return [page(screen, 1, 1)];
    const parts = evenly(screen[list], screen.side ? MAX_SHOWN.beside : MAX_SHOWN[screen.kind]);
    return parts.map((part, at) => page({ ...screen, [list]: part }, at + 1, parts.length));
  });
}

// So many that all of it takes too long: everybody's table by name, which says what the tables do.
function namesFirst(screens) {
  const names = screens.filter(({ kind }) => kind === "seats");
  return names.length ? [...names, ...screens.filter(({ kind }) => kind !== "seats" && kind !== "draw")] : screens;
}

// Of a long ranking the first page: nobody waits for place 300 on a wall.
function isNeeded({ screen, number }) {
  return screen.kind !== "ranking" || number === 1;
}

function hurried(pages) {
  const factor = Math.min(1, TURN / lasting(pages));
  return pages.map((one) => ({ ...one, seconds: Math.max(LEAST, Math.floor(one.seconds * factor)) }));
}

function lasting(pages) {
  return pages.reduce((sum, { seconds }) => sum + seconds, 0);
}

function shared(pages, { at, of }) {
  const own = pages.filter(({ number, all }) => all === 1
    || (number > Math.floor(((at - 1) * all) / of) && number <= Math.floor((at * all) / of)));
  return own.length ? own : pages;
}

// „2-3“: the second of three screens.
export function shareOf(text) {
  const [at, of] = (text ?? "").split("-").map(Number);
  return at >= 1 && of >= at && of <= 9 ? { at, of } : { at: 1, of: 1 };
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
