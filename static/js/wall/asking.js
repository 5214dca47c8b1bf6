// Asks for the picture all night long: a server that does not answer is asked again, more and more
// seldom, and whoever looks is told how old the picture is.

const PAUSE = 2_000;
const MAX_PAUSE = 30_000;
const TIMEOUT = 10_000; // for one answer
const GONE = [403, 404, 410];

export function ask(address, { show, fail }) {
  let etag = "";
  let failures = 0;

  async function once() {
    const stop = new AbortController();
    const tired = setTimeout(() => stop.abort(), TIMEOUT);
    try {
      const headers = etag ? { "If-None-Match": etag } : {};
      const answer = await fetch(address, { cache: "no-store", headers, signal: stop.signal });
      if (answer.status === 304) show(null);
      else if (answer.ok && !answer.redirected) {
        const snapshot = await answer.json();
        etag = answer.headers.get("ETag") ?? "";
        show(snapshot);
      } else throw new Refused(GONE.includes(answer.status));
      failures = 0;
    } catch (error) {
      failures += 1;
      fail(error instanceof Refused && error.gone);
    } finally {
      clearTimeout(tired);
    }
    setTimeout(once, Math.min(PAUSE * 2 ** Math.min(failures, 8), MAX_PAUSE));
  }

  once();
}

class Refused extends Error {
  constructor(gone) {
    super("refused");
    this.gone = gone;
  }
}
