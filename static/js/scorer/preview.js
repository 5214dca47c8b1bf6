// What an entry would do, asked in the background as soon as it is complete. It never holds up a
// tap: whatever comes late, or not at all, is not shown.

import { Refused } from "./server.js";

const DEBOUNCE = 90; // milliseconds; who taps on is not asked for yet

export class Preview {
  constructor(session, changed) {
    Object.assign(this, { session, changed, shown: null, question: "" });
  }

  ask(candidate) {
    const question = candidate ? JSON.stringify([this.session.game.id, this.session.view.sequence, candidate]) : "";
    if (question === this.question) return;
    this.question = question;
    this.shown = null;
    this.drop();
    if (candidate) this.timer = setTimeout(() => this.request(candidate, question), DEBOUNCE);
  }

  // Once the entry itself is on its way its preview is of no use to anybody.
  drop() {
    clearTimeout(this.timer);
    this.control?.abort();
  }

  async request({ event, way, moves }, question) {
    this.control = new AbortController();
    let shown = null;
    try {
      const { settles, view } = await this.session.preview(event, this.control.signal);
      if (settles.length) shown = { settles, way };
      else if (moves) shown = { settles, view };
    } catch (error) {
      if (error instanceof Refused && error.status === 422) shown = { settles: [], sentence: error.message };
    }
    if (!shown || question !== this.question || this.session.busy) return;
    this.shown = shown;
    this.changed();
  }
}
