// Replays the games of `engine.py` with the engine of a phone.

import { readRulebooks, replay } from "/static/js/engine/index.js";

let logs = [];

window.harness = {
  async learn(rulebooks, given) {
    readRulebooks(rulebooks);
    logs = given;
  },

  // Milliseconds for all games, so many times.
  async replay(times) {
    const begun = performance.now();
    for (let time = 0; time < times; time += 1) {
      for (const [header, events] of logs) replay(header, events);
    }
    return performance.now() - begun;
  },
};
