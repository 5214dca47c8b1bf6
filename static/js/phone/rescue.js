// What has not arrived, as files of the log format: they can be read in elsewhere.

import { h } from "../scorer/dom.js";
import { t } from "../scorer/words.js";

const MARKS = ["finish", "reopen", "card"];

// One link for each game of which something waits.
export function rescueLinks({ queue }) {
  const keys = [...new Set(queue.items.map(({ game }) => game))].filter((key) => queue.games.has(key));
  return keys.map((key) => {
    const { told: { header, number } } = queue.games.get(key);
    const events = queue.log(key).filter(({ type }) => !MARKS.includes(type)).map(({ data, words }) => ({ ...data, ...words }));
    const file = new Blob([JSON.stringify({ header, events })], { type: "application/json" });
    return h("a", { class: "button", href: URL.createObjectURL(file), download: `${key}.json` }, t("rescue", { number }));
  });
}
