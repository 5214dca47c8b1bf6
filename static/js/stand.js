// Keeps the part of a page that changes up to date while somebody looks at it. The server answers
// in a few words that nothing has changed; without this the page is as old as it was opened.

const live = document.getElementById("live");
// Not all phones of a hall at once.
const pause = 15_000 + Math.random() * 10_000;
let last = null;

async function ask() {
  if (document.hidden) return;
  try {
    const answer = await fetch(live.dataset.stand, { cache: "no-cache" });
    if (!answer.ok || answer.redirected) return;
    const text = await answer.text();
    if (text !== last) show(text);
  } catch {
    // No net in the cellar: the next time.
  }
}

function show(text) {
  const focused = live.contains(document.activeElement) ? document.activeElement : null;
  if (focused?.matches("input, select")) return; // somebody is typing
  const address = focused?.getAttribute("href");
  const scrolled = scrollY;
  live.innerHTML = text;
  last = text;
  if (address) live.querySelector(`[href="${CSS.escape(address)}"]`)?.focus({ preventScroll: true });
  scrollTo(scrollX, scrolled);
}

if (live) {
  if (!live.hasChildNodes()) ask(); // the page leaves it to this script
  setInterval(ask, pause);
  document.addEventListener("visibilitychange", ask);
}
