// Lists what this phone has kept for whoever holds it now, by the titles of the pages.

const { value: who = "" } = (await cookieStore.get("kennung")) ?? {};
const found = new Map();
for (const name of await caches.keys()) {
  if (!name.startsWith("pages-")) continue;
  const cache = await caches.open(name);
  for (const request of await cache.keys()) {
    const { pathname, search } = new URL(request.url);
    if (search !== `?who=${who}`) continue;
    const kept = new DOMParser().parseFromString(await (await cache.match(request)).text(), "text/html");
    found.set(pathname, kept.title);
  }
}
for (const list of document.querySelectorAll("[data-kept]")) {
  for (const [path, title] of found) {
    const [item, link] = [document.createElement("li"), document.createElement("a")];
    link.href = path;
    link.textContent = title;
    item.append(link);
    list.append(item);
  }
  list.hidden = !found.size;
}
for (const nothing of document.querySelectorAll("[data-nothing]")) nothing.hidden = found.size > 0;
