// A whole card by ticking, for whoever sees it the first time: one game at a time, a row for each
// player, as on the paper. What is ticked is written into the fields of the short form, which stay
// what is sent; what is typed there is ticked here. Without this script there are the fields alone.

class TickPad {
  constructor(pad, form) {
    this.pad = pad;
    this.words = pad.dataset;
    this.exits = "exits" in pad.dataset; // the order in which the players got out is asked for
    const players = [...document.querySelectorAll(".sitting li")].map(({ dataset }) => dataset);
    this.inputs = [...form.querySelectorAll('input[type="text"][name^="game_"]')];
    this.games = this.inputs.map((input) => ({
      input, number: input.name.slice(5), written: null, card: null,
    }));
    this.rows = players.map(({ name, gone, until }, at) => rowOf(name, at + 1, gone, form.elements[until]));
    this.choices = this.games.map(({ number }, at) => choiceOf(say(this.words.nth, "", number), number, at));
    this.now = 0; // the game that is ticked
    this.joined = false; // the next who gets out does so with the one before
  }

  begin(form) {
    const { pad } = this;
    if (!this.games.length) return;
    pad.querySelector("tbody").append(...this.rows.map(({ row }) => row));
    pad.querySelector("[data-games]").append(...this.choices);
    pad.addEventListener("click", ({ target }) => {
      const button = target.closest("button");
      if (button) this.tapped(button.dataset);
    });
    form.addEventListener("input", ({ target }) => {
      if (this.inputs.includes(target) || target.name.startsWith("until_")) this.refresh();
    });
    form.addEventListener("filled", () => this.open());
    pad.hidden = false;
    this.open();
  }

  // The first game that is not complete.
  open() {
    this.refresh();
    const open = this.games.findIndex(({ card }) => !isComplete(card, this.exits));
    this.show(open < 0 ? 0 : open);
  }

  refresh() {
    for (const game of this.games) {
      if (game.input.value === game.written) continue;
      game.written = game.input.value;
      game.card = read(game.input.value, this.exits);
    }
    this.draw();
  }

  show(at) {
    for (const { input } of this.games) delete input.dataset.ticking;
    this.now = at;
    this.joined = false;
    this.draw();
  }

  tapped({ choose, next, undo, none, sharp: isSharp, joins, part, place }) {
    const game = this.games[this.now], { card } = game;
    if (choose) return this.show(Number(choose));
    if (next !== undefined) return this.show(Math.min(this.now + 1, this.games.length - 1));
    if (joins !== undefined) this.joined = !this.joined;
    else if (undo !== undefined) game.card = empty();
    else if (none !== undefined) game.card = { ...empty(), isPlayed: !card.isPlayed };
    else if (isSharp !== undefined) game.card = { ...card, isSharp: !card.isSharp, isPlayed: true };
    else this.mark(card, part, Number(place));
    if (joins === undefined) this.write(game);
    this.draw();
  }

  mark(card, part, place) {
    card.isPlayed = true;
    if (part === "aus") card.aus[place] = ((card.aus[place] ?? 0) + 1) % 4;
    else if (part === "final") card.final = card.final === place ? null : place;
    else if (this.exits) this.order(card.halves[part], place);
    else card.halves[part] = card.halves[part].flat()[0] === place ? [] : [[place]];
    const losers = losersOf(card);
    // Whoever lost both halves has lost; only the two who lost one play the final.
    if (losers[0] === losers[1] || !losers.includes(card.final)) card.final = null;
  }

  order(half, place) {
    const at = half.findIndex((group) => group.includes(place));
    if (at >= 0) half.splice(at); // with all who got out later
    else if (this.joined && half.length) half.at(-1).push(place);
    else half.push([place]);
    this.joined = false;
  }

  write(game) {
    game.written = written(game.card, this.exits);
    game.input.value = game.written;
    game.input.dataset.ticking = "";
    game.input.dispatchEvent(new Event("input", { bubbles: true }));
  }

  draw() {
    const { pad, games, now } = this;
    const game = games[now], { card } = game;
    const losers = losersOf(card);
    const isFinal = losers.every(Boolean) && losers[0] !== losers[1] && !card.isSharp;
    for (const row of this.rows) this.drawRow(row, game, isFinal && losers.includes(row.place));
    this.choices.forEach((choice, at) => {
      choice.setAttribute("aria-pressed", String(at === now));
      choice.classList.toggle("done", games[at].written !== "" && isComplete(games[at].card, this.exits));
    });
    press(pad.querySelector("[data-none]"), !card.isPlayed);
    const sharp = pad.querySelector("[data-sharp]"), join = pad.querySelector("[data-joins]");
    if (sharp) press(sharp, card.isSharp);
    if (join) press(join, this.joined);
    const next = pad.querySelector("[data-next]");
    next.hidden = now === games.length - 1;
    next.classList.toggle("primary", isComplete(card, this.exits) && game.written !== "");
    pad.querySelector("[data-ask]").textContent = say(this.question(game, losers, isFinal), "", game.number);
  }

  drawRow({ row, place, cells, name, until }, { card, number }, mayLoseFinal) {
    const { words, exits } = this;
    // Players who got up are on the card of the games they played, as the field below says.
    row.hidden = Boolean(until) && Number(number) > Number(until.value);
    for (const half of [0, 1]) {
      const when = card.halves[half].findIndex((group) => group.includes(place));
      press(cells[half], when >= 0, exits && when >= 0 ? String(when + 1) : "");
      cells[half].setAttribute("aria-label", say(half ? words.second : words.first, name, number));
    }
    press(cells[2], card.final === place, "");
    cells[2].disabled = !mayLoseFinal;
    cells[2].setAttribute("aria-label", say(words.final, name, number));
    const strokes = card.aus[place] ?? 0;
    press(cells[3], strokes > 0, strokes ? String(strokes) : "");
    cells[3].setAttribute("aria-label", `${say(words.aus, name, number)}: ${strokes}`);
  }

  question({ card, written }, [first, second], isFinal) {
    const { words } = this;
    if (isComplete(card, this.exits) && (written !== "" || !card.isPlayed)) return words.done;
    if (!first) return words.askFirst;
    if (!second) return words.askSecond;
    return isFinal ? words.askFinal : words.done;
  }
}

const losersOf = ({ halves }) => halves.map((half) => half.at(-1)?.[0]);

function isComplete({ halves, final, isSharp, isPlayed }, exits) {
  if (!isPlayed) return true;
  const full = halves.map((half) => (exits ? half.flat().length >= 2 : half.length === 1));
  const [first, second] = losersOf({ halves });
  return isSharp ? full[0] : full.every(Boolean) && (first === second || final !== null);
}

function rowOf(name, place, gone, until) {
  const row = document.createElement("tr"), head = document.createElement("th");
  head.scope = "row";
  head.append(Object.assign(document.createElement("b"), { textContent: place }), ` ${name}`);
  if (gone) head.append(Object.assign(document.createElement("small"), { className: "soft", textContent: ` ${gone}` }));
  const cells = [0, 1, "final", "aus"].map((part) => {
    const button = document.createElement("button");
    button.type = "button";
    Object.assign(button.dataset, { part, place });
    if (part === "aus") button.className = "aus";
    return button;
  });
  row.append(head, ...cells.map((button) => {
    const cell = document.createElement("td");
    cell.append(button);
    return cell;
  }));
  return { row, place, name, until, cells };
}

function choiceOf(label, number, at) {
  const button = document.createElement("button");
  Object.assign(button, { type: "button", textContent: number });
  button.dataset.choose = at;
  button.setAttribute("aria-label", label);
  return button;
}

const say = (text, name, number) => text.replace("{name}", name).replace("{number}", number);
const empty = () => ({ halves: [[], []], final: null, isSharp: false, isPlayed: true, aus: {}, rest: "" });

function press(button, isPressed, text) {
  button.setAttribute("aria-pressed", String(isPressed));
  if (text !== undefined && button.textContent !== text) button.textContent = text;
}

// The short form as it is ticked (games/cards/shorthand.py); what it cannot read is not ticked, and
// Jules and points of throws stay as they were typed.
function read(text, exits) {
  const typed = text.trim().toLowerCase(), card = empty();
  const match = /^([1-9=/]+)(s?)((?:\+[1-9]+)*)((?:j[1-9]+)*(?:[ ,]+\d{1,4})*)$/.exec(typed);
  if (!match) return { ...card, isPlayed: typed !== "0" };
  const parts = exits ? match[1].split("/") : [...match[1]];
  card.halves = [0, 1].map((at) => (parts[at]?.match(/[1-9](?:=[1-9])*/g) ?? []).map((group) => group.split("=").map(Number)));
  card.final = Number(parts[2]) || null;
  card.isSharp = match[2] === "s";
  for (const place of match[3].replaceAll("+", "")) card.aus[place] = (card.aus[place] ?? 0) + 1;
  card.rest = match[4];
  return card;
}

function written({ halves, final, isSharp, isPlayed, aus, rest }, exits) {
  if (!isPlayed) return "0";
  if (!halves[0].length) return "";
  const parts = halves.filter((half) => half.length).map((half) => half.map((group) => group.join("=")).join(""));
  if (final && !isSharp) parts.push(final);
  const strokes = Object.entries(aus).map(([place, count]) => place.repeat(count)).join("");
  return parts.join(exits ? "/" : "") + (isSharp ? "s" : "") + (strokes && `+${strokes}`) + rest;
}

const pad = document.getElementById("tick-pad");
const form = document.getElementById("score-card");
if (pad) new TickPad(pad, form).begin(form);
