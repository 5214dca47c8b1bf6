// Before logging out: how many entries wait on this phone. They stay, whoever logs in next.

import { BrowserStore } from "../phone/store.js";
import { waiting } from "../waiting/store.js";

const place = document.getElementById("waits");

async function count() {
  const counts = await Promise.all([new BrowserStore("", "").count(), waiting().then(({ length }) => length)]);
  return counts[0] + counts[1];
}

count().then((number) => {
  if (!number) return;
  place.textContent = place.dataset[number === 1 ? "one" : "many"].replace("{number}", number);
  place.hidden = false;
}, () => {}); // a browser that keeps nothing has nothing that waits
