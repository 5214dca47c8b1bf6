// The fixed texts of the engine, in both languages. They come with the rulebooks' data, so that each
// sentence is written once: in the engine of the server.

let texts = { explained: {}, refused: {} };

export function setSentences(given) {
  texts = given;
}

// „{player} verliert mit {hand}“ with its values; a „{0}“ stands for the first of a list.
export const filled = (template, values) => template.replace(/\{(\w+)\}/g, (_, key) => values[key]);

export const explained = (key, lang, values) => filled(texts.explained[key][lang], values);

const LONGEST = 60;

// The refusal for a person, with its clause; `names` shows players under other names than their ids.
export function refused({ code, clause, data }, lang, names = {}) {
  const values = Object.fromEntries(Object.entries(data).map(([key, value]) => [key, shown(value, names)]));
  const sentence = filled(texts.refused[code][lang], values);
  return clause ? `${sentence} (${clause})` : sentence;
}

// What came from outside can be anything, of any size and depth; a sentence quotes little of it.
function shown(value, names) {
  if (typeof value === "string") {
    const letters = [...(Object.hasOwn(names, value) ? names[value] : value)];
    return letters.length <= LONGEST ? letters.join("") : `${letters.slice(0, LONGEST - 1).join("")}…`;
  }
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "number") return Math.abs(value) < 2 ** 64 ? String(value) : "…";
  return "…";
}
