// Texts in both languages, `{ de, en }`, as they come with the rulebooks' data (games/engine/phone.py).

// The refusals by code, and what `explain` says by the name it has in games/engine/explain.py.
export const texts = { sentences: {}, explain: {} };

// Python's str.format with named or numbered fields: „Schock {0}“, „{player} sticht nicht mit.“
export function format(template, fields) {
  return template.replace(/\{(\w+)\}/g, (_, name) => String(fields[name]));
}
