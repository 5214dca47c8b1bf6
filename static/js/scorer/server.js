// The truth of a game over HTTP. The phone itself (phone/source.js) offers the same: lobby, start,
// load, send, preview, finish, reopen, abandon, call, confirm, object.

// The answer is a no: `sentence` says why, `view` is how it stands.
export class Refused extends Error {
  constructor(status, body) {
    super(body.sentence ?? body.detail ?? String(status));
    Object.assign(this, { status, ...body });
  }
}

// No answer at all, or one that says „later“.
export class Unreachable extends Error {}

const PATIENCE = 8000;

// A login in another tab changes the cookie, and what came with the page is worth nothing then.
const freshToken = () => /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie)?.[1];

// `answers` came with the page: the first question after each of them is answered already.
export function httpSource({ api, table, token, answers = [] }) {
  const seen = new Map(answers.map(({ path, ...answer }) => [path, { ...answer, asked: 0, unasked: true }])); // address -> its ETag and what it said
  let questions = 0;

  // Of two answers to one question that counts which was asked for later, whichever comes last.
  function newest(path, answer) {
    const known = seen.get(path);
    if (known?.asked > answer.asked) return known.content;
    seen.set(path, answer);
    return answer.content;
  }

  async function ask(method, path, body, { known, signal, sender } = {}) {
    const headers = { Accept: "application/json" };
    if (method !== "GET") headers["X-CSRFToken"] = freshToken() ?? token;
    if (body !== undefined) headers["Content-Type"] = "application/json";
    if (known) headers["If-None-Match"] = known.etag;
    if (sender) headers["X-Sender"] = sender;
    const asked = (questions += 1);
    let answer, content;
    try {
      answer = await fetch(api + path, {
        method, headers, body: body === undefined ? undefined : JSON.stringify(body),
        credentials: "same-origin", cache: "no-store", signal: signal ?? AbortSignal.timeout(PATIENCE),
      });
      if (answer.status === 304) return newest(path, { ...known, asked });
      content = answer.status === 204 ? null : await answer.json();
    } catch (error) {
      throw new Unreachable(String(error));
    }
    if (answer.status >= 500 || answer.status === 429) throw new Unreachable(String(answer.status));
    if (!answer.ok) throw new Refused(answer.status, content);
    const etag = answer.headers.get("ETag");
    return method === "GET" && etag ? newest(path, { etag, content, asked }) : content;
  }

  async function get(path) {
    const known = seen.get(path);
    if (!known?.unasked) return ask("GET", path, undefined, { known });
    known.unasked = false;
    return known.content;
  }

  const post = (path, body) => ask("POST", path, body);

  // Who is in front now; null where nobody is known.
  async function identity() {
    try {
      return (await ask("GET", `tables/${table}/`)).me.sender || null;
    } catch (error) {
      if (error instanceof Refused) return null;
      throw error;
    }
  }

  return {
    ask, identity,
    lobby: () => get(`tables/${table}/`),
    start: (body) => post(`tables/${table}/games/`, body),
    load: (key) => get(`games/${key}/`),
    rounds: (key) => get(`games/${key}/?rounds=1`),
    send: (key, sequence, events) => post(`games/${key}/events/`, { seen: sequence, events }),
    preview: (key, sequence, events, signal) => ask("POST", `games/${key}/preview/`, { seen: sequence, events }, { signal }),
    round: (key, number) => ask("GET", `games/${key}/rounds/${number}/`),
    mendPreview: (key, sequence, number, change) => post(`games/${key}/rounds/${number}/preview/`, { seen: sequence, ...change }),
    mend: (key, sequence, id, number, change) => post(`games/${key}/rounds/${number}/`, { seen: sequence, id, ...change }),
    finish: (key, sequence, id) => post(`games/${key}/finish/`, { seen: sequence, id }),
    reopen: (key, sequence, id, reason) => post(`games/${key}/reopen/`, { seen: sequence, id, reason }),
    abandon: (key, sequence, id, reason) => post(`games/${key}/abandon/`, { seen: sequence, id, reason }),
    call: (id, note) => post(`tables/${table}/call/`, { id, note }),
    callOff: () => ask("DELETE", `tables/${table}/call/`),
    confirm: (result) => post(`results/${result}/confirm/`, {}),
    object: (result, id, text) => post(`results/${result}/objections/`, { id, text }),
    logAddress: (key) => `${api}games/${key}/log/`,
  };
}

// `crypto.randomUUID` is missing where a phone reaches the laptop by plain http in the back room.
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
