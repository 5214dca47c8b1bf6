// Canonical JSON: keys sorted by their code points, no spaces, as games/engine/lines.py writes it.

const SURROGATES = /[\ud800-\udfff]/;
const points = (key) => [...key].map((letter) => letter.codePointAt(0));

// Units sort as code points do, but that letters beyond the first plane come before U+E000.
function compare(first, second) {
  if (!SURROGATES.test(first) && !SURROGATES.test(second)) return first < second ? -1 : Number(first > second);
  const [left, right] = [points(first), points(second)];
  const place = left.findIndex((point, at) => point !== right[at]);
  return place < 0 ? left.length - right.length : left[place] - (right[place] ?? -1);
}

export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.keys(value).sort(compare).map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`);
  return `{${fields.join(",")}}`;
}
