// A whole card by ticking, for whoever sees it the first time: one game at a time, a row for each
// player, as on the paper. What is ticked is written into the fields of the short form, which stay
// what is sent; what is typed there is ticked here. Without this script there are the fields alone.

function begin(pad, form) {
  const words = pad.dataset, exits = "exits" in words, sharp = pad.querySelector("[data-sharp]");
  const players = [...document.querySelectorAll(".sitting li")].map(({ dataset }) => dataset);
  const inputs = [...form.querySelectorAll('input[type="text"][name^="game_"]')];
  const games = inputs.map((input) => ({
    input, number: input.name.slice(5), isStored: input.defaultValue !== "", written: null, card: null,
  }));
  if (!games.length) return;
  const rows = players.map(({ name, gone }, at) => rowOf(name, at + 1, gone));
  const choices = games.map((game, at) => choiceOf(game, at));
  let now = 0, joined = false;

  pad.querySelector("tbody").append(...rows.map(({ row }) => row));
  pad.querySelector("[data-games]").append(...choices);
  pad.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (button) tapped(button.dataset);
  });
  form.addEventListener("input", ({ target }) => inputs.includes(target) && refresh());
  form.addEventListener("filled", begun);
  pad.hidden = false;
  begun();

  function begun() {
    refresh();
    const open = games.findIndex(({ card }) => !isComplete(card));
    show(open < 0 ? 0 : open);
  }

  function refresh() {
    for (const game of games) {
      if (game.input.value === game.written) continue;
      game.written = game.input.value;
      game.card = read(game.input.value, exits);
    }
    draw();
  }

  function show(at) {
    for (const { input } of games) delete input.dataset.ticking;
    now = at;
    joined = false;
    draw();
  }

  function tapped({ choose, next, undo, none, sharp: isSharp, joins, part, place }) {
    const { card } = games[now];
    if (choose) return show(Number(choose));
    if (next !== undefined) return show(Math.min(now + 1, games.length - 1));
    if (joins !== undefined) joined = !joined;
    else if (undo !== undefined) games[now].card = empty();
    else if (none !== undefined) games[now].card = { ...empty(), isPlayed: !card.isPlayed };
    else if (isSharp !== undefined) games[now].card = { ...card, isSharp: !card.isSharp, isPlayed: true };
    else mark(card, part, Number(place));
    if (joins === undefined) write();
    draw();
  }

  function mark(card, part, place) {
    card.isPlayed = true;
    if (part === "aus") card.aus[place] = ((card.aus[place] ?? 0) + 1) % 4;
    else if (part === "final") card.final = card.final === place ? null : place;
    else if (exits) order(card.halves[part], place);
    else card.halves[part] = card.halves[part].flat()[0] === place ? [] : [[place]];
    const losers = card.halves.map((half) => half.at(-1)?.[0]);
    // Whoever lost both halves has lost; only the two who lost one play the final.
    if (losers[0] === losers[1] || !losers.includes(card.final)) card.final = null;
  }

  function order(half, place) {
    const at = half.findIndex((group) => group.includes(place));
    if (at >= 0) half.splice(at); // with all who got out later
    else if (joined && half.length) half.at(-1).push(place);
    else half.push([place]);
    joined = false;
  }

  function write() {
    const game = games[now];
    game.written = written(game.card, exits);
    game.input.value = game.written;
    game.input.dataset.ticking = "";
    game.input.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function isComplete({ halves, final, isSharp, isPlayed }) {
    if (!isPlayed) return true;
    const full = halves.map((half) => (exits ? half.flat().length >= 2 : half.length === 1));
    const [first, second] = halves.map((half) => half.at(-1)?.[0]);
    return isSharp ? full[0] : full.every(Boolean) && (first === second || final !== null);
  }

  function draw() {
    const { card, number, isStored } = games[now];
    const losers = card.halves.map((half) => half.at(-1)?.[0]);
    const isFinal = losers.every(Boolean) && losers[0] !== losers[1] && !card.isSharp;
    for (const { place, cells, name, gone } of rows) {
      // Whoever has got up plays no further game; what stands on the card is there to be corrected.
      const isAway = gone && !isStored;
      for (const half of [0, 1]) {
        const when = card.halves[half].findIndex((group) => group.includes(place));
        cells[half].disabled = isAway;
        press(cells[half], when >= 0, exits && when >= 0 ? String(when + 1) : "");
        cells[half].setAttribute("aria-label", say(half ? words.second : words.first, name, number));
      }
      press(cells[2], card.final === place, "");
      cells[2].disabled = isAway || !isFinal || !losers.includes(place);
      cells[2].setAttribute("aria-label", say(words.final, name, number));
      const strokes = card.aus[place] ?? 0;
      cells[3].disabled = isAway;
      press(cells[3], strokes > 0, strokes ? String(strokes) : "");
      cells[3].setAttribute("aria-label", `${say(words.aus, name, number)}: ${strokes}`);
    }
    choices.forEach((choice, at) => {
      choice.setAttribute("aria-pressed", String(at === now));
      choice.classList.toggle("done", games[at].written !== "" && isComplete(games[at].card));
    });
    press(pad.querySelector("[data-none]"), !card.isPlayed);
    if (sharp) press(sharp, card.isSharp);
    const join = pad.querySelector("[data-joins]");
    if (join) press(join, joined);
    const next = pad.querySelector("[data-next]");
    next.hidden = now === games.length - 1;
    next.classList.toggle("primary", isComplete(card) && games[now].written !== "");
    pad.querySelector("[data-ask]").textContent = say(question(card, losers, isFinal), "", number);
  }

  function question(card, [first, second], isFinal) {
    if (isComplete(card) && (games[now].written !== "" || !card.isPlayed)) return words.done;
    if (!first) return words.askFirst;
    if (!second) return words.askSecond;
    return isFinal ? words.askFinal : words.done;
  }

  function rowOf(name, place, gone) {
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
    return { row, place, name, gone, cells };
  }

  function choiceOf({ number }, at) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", textContent: number });
    button.dataset.choose = at;
    button.setAttribute("aria-label", say(words.nth, "", number));
    return button;
  }
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
if (pad) begin(pad, document.getElementById("score-card"));
