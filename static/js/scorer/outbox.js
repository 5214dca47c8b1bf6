// One letter at a time. It is kept until it is answered, also over a reload of the page, and always
// goes out with the ids it was written with: what arrives twice is counted once.

import { recall, remember } from "../stored/values.js";
import { Unreachable } from "./server.js";

const RETRY_DELAYS = [1, 2, 4, 8, 15].map((seconds) => seconds * 1000);

export class Outbox {
  constructor(source, slot, changed) {
    Object.assign(this, { source, slot, changed, letter: null, offline: false });
  }

  get left() {
    return JSON.parse(recall(this.slot));
  }

  // Resolves with the answer, rejects with a `Refused`; never gives up for lack of a network.
  async post(method, ...args) {
    if (this.letter) throw new Error("one at a time");
    this.letter = { method, args };
    remember(this.slot, JSON.stringify(this.letter)); // for a reload
    try {
      for (let tries = 0; ; tries += 1) {
        try {
          return await this.source[method](...args);
        } catch (error) {
          if (!(error instanceof Unreachable)) throw error;
        }
        this.offline = true;
        this.changed();
        await pause(RETRY_DELAYS[Math.min(tries, RETRY_DELAYS.length - 1)]);
      }
    } finally {
      this.letter = null;
      this.offline = false;
      remember(this.slot, null);
    }
  }
}

// The timer decides; „online“ only shortens the wait, because phones do not always send it.
function pause(milliseconds) {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener("online", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    addEventListener("online", end);
  });
}
