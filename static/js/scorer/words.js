// Every word on the page comes with it, in its language; here they only get their values.

let words = {}, money = null, time = null, either = null;

export function setWords(given, language) {
  words = given;
  money = new Intl.NumberFormat(language, { style: "currency", currency: "EUR" });
  time = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  either = new Intl.ListFormat(language, { type: "disjunction" });
}

export function t(key, values = {}) {
  return words[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

export const knows = (key) => key in words;

export const clock = (moment) => time.format(new Date(moment));

// „Anke, Bernd oder Jette“
export const anyOf = (names) => either.format(names);

export const euro = (cents) => money.format(cents / 100);

// „1 Deckel“, „3 Strafscheiben“: the rulebook's own word.
export function deckel(number, rulebook) {
  return `${number} ${number === 1 ? rulebook.words.deckel_one : rulebook.words.deckel}`;
}

// „12,50“ as a person writes it, in cents; null where it is no amount.
export function cents(text) {
  const match = /^\s*(\d{1,5})(?:[.,](\d{1,2}))?\s*€?\s*$/.exec(text);
  return match && Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
}

// What a ruling means: „Jette verliert die Hälfte“, or „Die Runde beginnt neu“ where it is about nobody.
export const ruled = (effect, name) => (name ? t(`ruled_${effect}`, { name }) : t(`ruling_${effect}`));

// A rulebook may be silent about something; then there is no clause to name.
const SILENT = "–";

export const withClause = (text, clause) => (clause && clause !== SILENT && !text.includes(clause) ? `${text} (${clause})` : text);
