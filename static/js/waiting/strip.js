// What waits, in words: above for the whole phone, and beside the button for this page's own form.

const strip = document.getElementById("waiting");
const here = document.getElementById("waits-here");

// `mine` are the forms of this login that wait or were refused, `others` how many of other logins,
// `stopped` why sending stopped; `discard` is called with a refused one that is given up.
export function showWaiting({ mine, others, stopped, discard }) {
  const open = mine.filter(({ refused }) => !refused).length;
  const lines = [
    open && (stopped === "login" ? counted("login", open) : counted("count", open)),
    others && counted("others", others),
  ].filter(Boolean).map((text) => line(text));
  for (const entry of mine.filter(({ refused }) => refused)) lines.push(refusal(entry, discard));
  strip.replaceChildren(...lines);
  strip.hidden = !lines.length;
}

// Neither sent nor kept; the form stays as it was filled in.
export function showUnstored() {
  strip.replaceChildren(line(strip.dataset.unstored));
  strip.hidden = false;
}

// About one entry of this page: that it is kept here, or why it was refused; `key` names a text of
// the place itself. Null says nothing any more.
export function showHere(entry) {
  if (!here) return;
  here.hidden = !entry;
  if (!entry) return;
  here.textContent = entry.key ? here.dataset[entry.key] : entry.refused ? sentence(entry) : here.dataset.kept.replace("{title}", entry.title);
  here.classList.toggle("error", Boolean(entry.refused));
}

const counted = (key, number) => strip.dataset[number === 1 ? `${key}One` : `${key}Many`].replace("{number}", number);

function line(text, ...parts) {
  const made = document.createElement("p");
  made.className = "message";
  made.append(text, ...parts);
  return made;
}

function refusal(entry, discard) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button";
  button.textContent = strip.dataset.discard;
  button.addEventListener("click", () => discard(entry));
  const made = line(`${sentence(entry)} `, button);
  made.classList.add("error");
  return made;
}

// Many sentences name what they are about.
const sentence = ({ title, refused }) => (refused.includes(title) ? refused : `${title}: ${refused}`);
