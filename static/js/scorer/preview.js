// What an entry would do, asked in the background as soon as it is complete. It never holds up a
// tap: whatever comes late, or not at all, is not shown.

import { Refused } from "./server.js";

export class Preview {
  constructor(session, changed) {
    Object.assign(this, { session, changed, shown: null, question: 0 });
  }

  async ask(candidate) {
    const mine = (this.question += 1);
    this.shown = null;
    if (!candidate || this.session.outbox.offline) return;
    try {
      const { settles } = await this.session.preview(candidate.event);
      if (mine !== this.question || !settles.length) return;
      this.shown = { settles, way: candidate.way };
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 422 || mine !== this.question) return;
      this.shown = { settles: [], sentence: error.message };
    }
    this.changed();
  }
}
