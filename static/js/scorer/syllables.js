// Where a long name may be broken. The phone's own hyphenation knows few names, and not every phone has one.

const VOWELS = "aeiouy\u00e4\u00f6\u00fc\u00e1\u00e9\u00e8\u00f3\u00f8";
const NAME = /\p{L}+(?:-\p{L}+)*/gu;
const LONG = 6, LONG_PART = 7; // letters; of a name that breaks at its hyphen already a part has one more
const SYLLABLE = new RegExp(`[${VOWELS}][^${VOWELS}]*?(?=(?:sch|ch|ck|ph|th|[^${VOWELS}])[${VOWELS}]\\p{L})`, "giu");
const SOFT = "\u00ad";

// A syllable begins with one consonant; no line ends after one letter, and none begins with the last two.
export const hyphenated = (text) => text.replace(NAME, (name) => {
  const parts = name.split("-");
  const long = parts.length > 1 ? LONG_PART : LONG;
  return parts.map((part) => (part.length < long ? part : inSyllables(part))).join("-");
});

const inSyllables = (word) => word.replace(SYLLABLE, (part, at) => (at + part.length > 1 ? part + SOFT : part));

const measured = new Map();
let pen = null;

// How wide a name is in bold letters of this size, in the page's own font. All in pixels.
export function widthOf(name, size) {
  pen ??= document.createElement("canvas").getContext("2d");
  const key = `${size} ${name}`;
  if (!measured.has(key)) {
    pen.font = `700 ${size}px ${getComputedStyle(document.body).fontFamily}`;
    measured.set(key, pen.measureText(name).width);
  }
  return measured.get(key);
}
