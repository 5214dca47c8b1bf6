// The service worker: the scorer goes on without a network. `SHELL` stands before this text
// (config/app_shell.py). It keeps static files, and those pages whose answer says that they may be
// kept, each for one identity; it writes nothing else and touches no entry that waits.

const PAGE_TIMEOUT = 4000; // milliseconds for a page that is kept
const FILES = `files-${SHELL.version}`, PAGES = `pages-${SHELL.version}`;

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin || request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(page(event, pathname));
  else if (pathname.startsWith(SHELL.static) || SHELL.files.includes(pathname)) event.respondWith(file(request));
});
addEventListener("message", (event) => {
  const { keep, has } = event.data;
  const stored = has ? isStored(has) : renew(keep).catch(() => isStored(keep));
  event.waitUntil(stored.then((is) => event.ports[0].postMessage(is)));
});

addEventListener("push", (event) => event.waitUntil(notify()));
addEventListener("pushsubscriptionchange", (event) => event.waitUntil(subscriptionChanged(event)));
addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.path));
});

// --- notifications ------------------------------------------------------------------------------
// A push carries nothing: what there is to say is asked for by this browser's own address. Browsers
// want something to be shown for each push, so without an answer it is a sentence that is always true.

const NOTIFICATION_TIMEOUT = 8000; // milliseconds

async function notify() {
  const words = SHELL.words[navigator.language.slice(0, 2)] ?? SHELL.words.en;
  const { title, body, path } = { ...words, path: "/", ...(await notification().catch(() => ({}))) };
  await registration.showNotification(title, { body, tag: "seat", renotify: true, data: { path } });
}

async function notification() {
  const there = await registration.pushManager.getSubscription();
  if (!there) return {};
  const headers = { "Push-Endpoint": there.endpoint };
  const answer = await fetch(SHELL.notification, { headers, signal: AbortSignal.timeout(NOTIFICATION_TIMEOUT) });
  return answer.ok ? answer.json() : {};
}

// The browser gave this device another address, or wants one to be asked for: the old one proves it.
async function subscriptionChanged({ oldSubscription: old, newSubscription: made }) {
  if (!old) return; // the next page that asks whether this device is told says no
  const { endpoint } = made ?? (await registration.pushManager.subscribe(old.options));
  const body = new URLSearchParams({ endpoint });
  await fetch(SHELL.renewal, { method: "POST", body, headers: { "Push-Endpoint": old.endpoint } });
}

async function open(path) {
  const windows = await clients.matchAll({ type: "window" });
  const there = windows.find(({ url }) => new URL(url).pathname === path);
  return there ? there.focus() : clients.openWindow(path);
}

// --- versions -----------------------------------------------------------------------------------

async function install() {
  const cache = await caches.open(FILES);
  await cache.addAll(SHELL.files);
  await cache.add(new Request(SHELL.offline, { credentials: "omit" }));
  // What was kept by the version before is asked for anew, or a phone that is offline next has lost it.
  const before = await pagesOf(await identity());
  await Promise.allSettled(before.map(renew));
  await skipWaiting();
}

// A page that is still open may yet ask for a file of the version before, so those stay once more.
async function activate() {
  const names = await caches.keys();
  const files = names.filter((name) => name.startsWith("files-") && name !== FILES);
  const old = [...files.slice(0, -1), ...names.filter((name) => name.startsWith("pages-") && name !== PAGES)];
  await Promise.all(old.map((name) => caches.delete(name)));
  await clients.claim();
}

// --- files --------------------------------------------------------------------------------------

const file = async (request) => (await caches.match(request, { ignoreVary: true })) ?? fetch(request);

// --- pages --------------------------------------------------------------------------------------

const identity = async () => (await cookieStore.get(SHELL.identity))?.value ?? "";
const marked = (who) => `?who=${who}`;
const keyOf = (path, who) => path + marked(who);

// A page that brings itself up to date comes at once from the phone, and anew for the next time; any
// other from the network, and what is kept of it only where that does not answer.
async function page(event, path) {
  const who = await identity();
  event.waitUntil(forgetOthers(who));
  const stored = await (await caches.open(PAGES)).match(keyOf(path, who), { ignoreVary: true });
  const hasNoQuery = !new URL(event.request.url).search;
  if (stored && hasNoQuery && marks(stored).how === "at-once") {
    event.waitUntil(renew(path).catch(() => {}));
    return stored;
  }
  try {
    const answer = await (stored ? Promise.race([fetch(event.request), tooLong()]) : fetch(event.request));
    if (hasNoQuery) event.waitUntil(store(path, who, answer.clone()));
    return answer;
  } catch {
    return stored ?? caches.match(SHELL.offline);
  }
}

const tooLong = () => new Promise((_, refuse) => setTimeout(refuse, PAGE_TIMEOUT));

const marks = (answer) => {
  const [version, how] = (answer.headers.get(SHELL.header) ?? "").split(" ");
  return { version, how };
};

// Resolves with whether the page is kept now.
async function store(path, who, answer) {
  const cache = await caches.open(PAGES);
  const { version } = marks(answer);
  if (answer.ok && version === SHELL.version && who === (await identity())) {
    await keepFilesOf(await answer.clone().text());
    await cache.put(keyOf(path, who), answer);
    return true;
  }
  if (version) registration.update(); // the page is of files that this worker has not
  else if (answer.status < 500) await cache.delete(keyOf(path, who)); // it may no longer be seen
  return false;
}

// The scripts that only this page names, beside what all have.
async function keepFilesOf(text) {
  const cache = await caches.open(FILES);
  const names = [...text.matchAll(/src="([^"]+\.js)"/g)].map(([, name]) => name).filter((name) => name.startsWith(SHELL.static));
  for (const name of new Set(names)) if (!(await cache.match(name, { ignoreVary: true }))) await cache.add(name);
}

async function renew(path) {
  const who = await identity();
  const answer = await fetch(path, { cache: "no-store", redirect: "manual", headers: { Accept: "text/html" } });
  return store(path, who, answer);
}

// Whether the page is there from before.
async function isStored(path) {
  const cache = await caches.open(PAGES);
  return Boolean(await cache.match(keyOf(path, await identity()), { ignoreVary: true }));
}

// The paths of all pages that are kept for somebody, by whichever version.
async function pagesOf(who) {
  const paths = new Set();
  for (const name of await caches.keys()) {
    if (!name.startsWith("pages-")) continue;
    for (const { url } of await (await caches.open(name)).keys()) {
      const { pathname, search } = new URL(url);
      if (search === marked(who)) paths.add(pathname);
    }
  }
  return [...paths];
}

async function forgetOthers(who) {
  const cache = await caches.open(PAGES);
  const others = (await cache.keys()).filter(({ url }) => new URL(url).search !== marked(who));
  await Promise.all(others.map((request) => cache.delete(request)));
}
