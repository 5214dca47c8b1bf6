// Whether this phone can go on without a network, and since when it can. The service worker keeps the
// files and the page; what is entered meanwhile is not its matter.

const RETRY_DELAY = 30_000; // milliseconds between two tries

// `{ possible, reason }`: the reason is null, „insecure“ (plain http: browsers withhold it there) or
// „browser“ (an old one, or a private window).
export function offlinePossible() {
  if (!globalThis.isSecureContext) return { possible: false, reason: "insecure" };
  if (!navigator.serviceWorker || !globalThis.cookieStore) return { possible: false, reason: "browser" };
  return { possible: true, reason: null };
}

let ready = null;

// Whether this very page is on the phone already, as after a reload: nothing is brought for the answer.
export async function isKept() {
  const worker = offlinePossible().possible ? navigator.serviceWorker.controller : null;
  return worker !== null && tell(worker, { has: location.pathname });
}

// Resolves with true as soon as this page, its scripts and the rules are on the phone, and begins to
// bring them there. It never rejects; where it is not possible it never resolves.
export function offlineReady() {
  ready ??= offlinePossible().possible ? bring() : new Promise(() => {});
  return ready;
}

// The same once more, where the browser has thrown it all away.
export function offlineReadyAgain() {
  ready = null;
  return offlineReady();
}

async function bring() {
  for (;;) {
    try {
      await navigator.serviceWorker.register("/sw.js");
      const { active } = await navigator.serviceWorker.ready;
      if (await tell(active, { keep: location.pathname })) return true;
    } catch {
      // Without a network there is nothing to bring; later there may be.
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY));
  }
}

// Pages that have changed meanwhile, asked for anew for the next time without a network.
export function renewPages(paths) {
  const worker = navigator.serviceWorker?.controller;
  if (worker) for (const path of paths) tell(worker, { keep: path });
}

function tell(worker, what) {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
    worker.postMessage(what, [port2]);
  });
}
