// Sends what waits, oldest first, one after the other. What the server refuses stays, with its
// reason; whatever is behind it goes on.

import { Unstored } from "../stored/database.js";
import { drop, put, waiting } from "./store.js";

const LATER = [401, 408, 425, 429];

// Resolves with what became of each form that was tried, by its id: „sent“ with the page it came
// from and where to go on, or „refused“; and why it stopped: null, „network“, „login“ or „storage“.
export function sendAll(owner) {
  return navigator.locks.request("schockwart-forms", async () => {
    const became = new Map();
    try {
      return { became, stopped: await sendEach(owner, became) };
    } catch (error) {
      if (!(error instanceof Unstored)) throw error;
      return { became, stopped: "storage" };
    }
  });
}

async function sendEach(owner, became) {
  for (const form of await waiting()) {
    if (form.owner !== owner || form.refused) continue;
    const answer = await post(form);
    if (!answer) return "network";
    if (LATER.includes(answer.status)) return answer.status === 401 ? "login" : "network";
    if (answer.ok) {
      became.set(form.id, { kind: "sent", url: form.url, location: answer.headers.get("X-Location") });
      await drop(form);
    } else {
      await put({ ...form, ...refusalOf(await answer.text()) });
      became.set(form.id, { kind: "refused" });
    }
  }
  return null;
}

async function post({ url, fields }) {
  try {
    const answer = await fetch(url, {
      method: "POST", body: new URLSearchParams(fields), credentials: "same-origin", cache: "no-store",
      headers: { "X-CSRFToken": tokenNow(), "X-Waiting-Form": "1" },
    });
    return answer.status >= 500 ? null : answer;
  } catch {
    return null;
  }
}

// The one of the page may be of another login, and a page that was kept is of another day.
const tokenNow = () => /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? "";

// The sentence and the fields beside which the server says it.
function refusalOf(text) {
  const page = new DOMParser().parseFromString(text, "text/html");
  const lines = [...page.querySelectorAll(".message.error, .errors, .errorlist")].map(({ textContent }) => textContent.trim());
  return {
    refused: [...new Set(lines)].filter(Boolean).join(" ") || page.querySelector("h1")?.textContent.trim() || page.title,
    wrong: [...page.querySelectorAll(".wrong [name], [aria-invalid=true][name]")].map(({ name }) => name),
  };
}
