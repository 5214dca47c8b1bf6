// Lists what this phone has kept for whoever holds it now: what each page is, and of which evening.
// The page is the same to everybody; which of its languages is read, the phone knows. It stands at the
// address that was asked for, a scanned result included, so that goes on as soon as there is a network.

const CHECK_INTERVAL = 5000; // milliseconds between looks whether the server answers again
if (location.pathname !== "/ohne-netz/") {
  addEventListener("online", reloadWhenReachable);
  setInterval(reloadWhenReachable, CHECK_INTERVAL);
}

const [, chosen = navigator.language] = /(?:^|; )django_language=([^;]+)/.exec(document.cookie) ?? [];
const sections = [...document.querySelectorAll("section[lang]")];
const read = sections.find(({ lang }) => chosen.startsWith(lang));
if (read) for (const section of sections) if (section !== read) section.remove();

const { value: who = "" } = (await cookieStore.get("kennung")) ?? {};
const pages = new Map();
for (const name of await caches.keys()) {
  if (!name.startsWith("pages-")) continue;
  const cache = await caches.open(name);
  for (const request of await cache.keys()) {
    const { pathname, search } = new URL(request.url);
    if (search !== `?who=${who}`) continue;
    const page = new DOMParser().parseFromString(await (await cache.match(request)).text(), "text/html");
    pages.set(pathname, { title: page.title.split(" · ", 1)[0], event: page.querySelector("meta[name=event]")?.content });
  }
}
for (const list of document.querySelectorAll("[data-kept]")) {
  for (const [path, { title, event }] of pages) {
    const [item, link, text] = ["li", "a", "span"].map((tag) => document.createElement(tag));
    link.href = path;
    text.className = "grow";
    text.append(title);
    if (event) {
      const small = document.createElement("small");
      small.className = "soft";
      small.append(event);
      text.append(document.createElement("br"), small);
    }
    link.append(text);
    item.append(link);
    list.append(item);
  }
  list.hidden = !pages.size;
}
for (const nothing of document.querySelectorAll("[data-nothing]")) nothing.hidden = pages.size > 0;

async function reloadWhenReachable() {
  try {
    await fetch(location.href, { method: "HEAD" });
    location.reload();
  } catch {
    // Not yet.
  }
}
