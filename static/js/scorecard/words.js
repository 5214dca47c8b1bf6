// What is said of a card; the sentences come with the page.

let words = {};

export const setWords = (sentences) => (words = sentences);

export const t = (code, values = {}) => words[code].replace(/%\((\w+)\)s/g, (_, name) => values[name]);

// What cannot be on a card.
export class CardError extends Error {
  constructor(code, values) {
    super(t(code, values));
  }
}
