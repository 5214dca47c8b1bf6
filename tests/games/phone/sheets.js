// Reads cards as the page of a card does: see test_phone_sheets.py.

import { read } from "/static/js/scorecard/reading.js";
import { setWords } from "/static/js/scorecard/words.js";

window.harness = {
  async read(words, sheet, cards) {
    setWords(words);
    return cards.map(({ texts, sums, spans }) => read(sheet, texts, sums, spans));
  },
};
