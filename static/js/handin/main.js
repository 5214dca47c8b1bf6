// Games of this phone go into the club: which game, at which table, who is who. The log itself is
// sent, and the server plays it again; its id is that of the game, so a second time changes nothing.

import { card, EngineError, readRulebooks } from "../engine/index.js";
import { eveningOf, LocalGames } from "../friends/local_games.js";
import { ACT, MARKS, MENDED } from "../phone/live.js";
import { PhoneGame } from "../phone/game.js";
import { button, h } from "../scorer/dom.js";
import { setWords, t } from "../scorer/words.js";

const language = document.documentElement.lang;
const data = (id) => JSON.parse(document.getElementById(id).textContent);
const settings = data("handin-settings");
setWords(data("handin-words"), language);

const games = new LocalGames();
const form = { game: null, table: null, people: {}, problem: "", busy: false, entered: null };

const nameOf = (table, seat) => table.seats.find(({ id }) => id === seat).name;
const first = (name) => name.trim().toLowerCase().split(/\s+/u)[0];
const dayOf = (date) => new Date(`${date}T12:00`).toLocaleDateString(language, { weekday: "short", day: "numeric", month: "numeric" });

// --- what is chosen already -------------------------------------------------------------------------

// The newest game that the club does not have, at the table that fits, with those of the same name.
function propose() {
  const waiting = waitingGames();
  form.game ??= waiting[0]?.key ?? null;
  const record = games.records.get(form.game);
  form.people = {};
  if (!record || !settings.tables.length) return;
  form.table ??= settings.tables.toSorted((left, right) => likeness(right, record) - likeness(left, record))[0].id;
  const table = settings.tables.find(({ id }) => id === form.table);
  for (const [player, name] of Object.entries(record.told.names)) form.people[player] = seatFor(table, name);
}

// How well a table fits: the people first, then the rules, then the day.
function likeness(table, { told, began }) {
  const there = Object.values(told.names).filter((name) => seatFor(table, name) !== null).length;
  return 4 * there + 2 * Number(table.rulebook.slug === told.header.rulebook) + Number(table.date === eveningOf(began));
}

// By the whole name, else by the first where only one here has it; null for nobody.
function seatFor({ seats }, name) {
  const exact = seats.find((seat) => seat.name.toLowerCase() === name.toLowerCase());
  const alike = seats.filter((seat) => first(seat.name) === first(name));
  return exact?.id ?? (alike.length === 1 ? alike[0].id : null);
}

// An abandoned game has no result that the club could have.
const waitingGames = () => [...games.records.values()].filter((record) => record.closed && !record.inClub && !isAbandoned(record)).reverse();

const isAbandoned = (record) => {
  const game = played(record);
  return game !== null && card(game.state).ended_by === "abandoned";
};

// --- what it becomes --------------------------------------------------------------------------------

// { state, events } of a game; null where the rules have changed since.
function played(record) {
  try {
    const { live } = new PhoneGame(record.told, language, record.log);
    const events = live.inForce(live.sequence).map((sequence) => live.entry(sequence))
      .filter(({ type }) => !MARKS.includes(type))
      .map(({ data: { [ACT]: _act, [MENDED]: _mended, ...event }, words }) => ({ ...event, ...words }));
    return { state: live.state, events };
  } catch (error) {
    if (error instanceof EngineError) return null;
    throw error;
  }
}

// Why this game cannot be entered at this table, whoever is who; empty where it can.
function against(record, table, game) {
  const { rulebook } = record.told.header;
  if (!game) return t("game_unreadable");
  if (table.rulebook.slug !== rulebook) return t("other_rules", { table: table.rulebook.name, game: bookOf(record).name });
  if (table.busy) return t("table_busy");
  if (game.events.some(({ type }) => type === "ruling") && !table.rule) return t("decided_there");
  if (Object.keys(form.people).length > table.seats.length) return t("too_few_seats", { number: table.seats.length });
  return "";
}

function isEverybodyOnce() {
  const seats = Object.values(form.people);
  return !seats.includes(null) && new Set(seats).size === seats.length;
}

const bookOf = ({ told: details }) => new PhoneGame(details, language).live.book;

async function enter(record, table, { events }) {
  Object.assign(form, { busy: true, problem: "" });
  draw();
  try {
    const answer = await fetch(`/api/tables/${table.id}/import/`, {
      method: "POST", credentials: "same-origin",
      headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": document.querySelector('meta[name="csrf-token"]').content },
      body: JSON.stringify({ id: record.key, header: { ...record.told.header, venue: table.venue }, events, seats: form.people }),
    });
    const body = await answer.json();
    if (answer.ok) await entered(record, table, body.game.number);
    else form.problem = body.sentence ?? body.detail ?? t("no_answer");
  } catch {
    form.problem = t("no_answer");
  }
  form.busy = false;
  draw();
}

async function entered(record, table, number) {
  const inClub = { table: table.number, number, url: `/tische/${table.id}/spiele/${number}/` };
  await games.put({ ...record, inClub });
  table.next = Math.max(table.next, number + 1);
  Object.assign(form, { entered: inClub, game: null });
  propose();
}

// --- the page ---------------------------------------------------------------------------------------

function choice(label, id, options, value, changed) {
  const select = h("select", { id }, options.map(([key, text]) => h("option", { value: key, selected: key === value }, text)));
  select.addEventListener("change", () => {
    changed(select.value);
    draw();
  });
  return h("div", { class: "field" }, h("label", { for: id }, label), select);
}

function draw() {
  const waiting = waitingGames();
  const record = games.records.get(form.game);
  const table = settings.tables.find(({ id }) => id === form.table);
  document.getElementById("handin").replaceChildren(...[
    form.entered && h("p", { class: "message received line", role: "status" },
      h("span", { class: "grow" }, t("entered_it", form.entered)), h("a", { class: "button", href: form.entered.url }, t("see_it"))),
    !record && !form.entered && h("p", { class: "message" }, t("no_games")),
    record && !table && h("p", { class: "message" }, t("no_tables")),
    ...(record && table ? fields(waiting, record, table) : []),
  ].filter(Boolean));
  // What is said stands above the bar at the lower edge.
  document.querySelector("#handin :is([role=alert], [role=status])")?.scrollIntoView({ block: "nearest" });
}

function fields(waiting, record, table) {
  const game = played(record);
  const problem = against(record, table, game);
  const may = !problem && isEverybodyOnce();
  const { names } = record.told;
  const tables = settings.tables.map(({ id, number, evening, date }) => [String(id), t("table_of", { number, evening, day: dayOf(date) })]);
  const seats = [["", t("nobody_yet")], ...table.seats.map((seat) => [String(seat.id), seat.name])];
  return [
    choice(t("which_game"), "game", waiting.map((waitingGame) => [waitingGame.key, lineOf(waitingGame)]), record.key, (key) => {
      Object.assign(form, { game: key, table: null });
      propose();
    }),
    choice(t("which_table"), "table", tables, String(table.id), (key) => {
      form.table = Number(key);
      propose();
    }),
    problem && h("p", { class: "message", id: "problem", role: "status" }, problem),
    !problem && h("div", { class: "who" }, Object.entries(names).map(([player, name]) => choice(
      t("who_is", { name }), `who-${player}`, seats, String(form.people[player] ?? ""),
      (key) => (form.people[player] = key ? Number(key) : null)))),
    !problem && !may && h("p", { class: "message", id: "problem", role: "status" }, t("everybody_once")),
    may && becomes(record, table, game),
    form.problem && h("p", { class: "message error", role: "alert" }, form.problem),
    may && h("div", { class: "actions" }, button({
      class: "button primary", id: "enter", off: form.busy, onclick: () => enter(record, table, game),
    }, t("enter_it"))),
  ];
}

function lineOf(record) {
  const day = new Date(record.began).toLocaleString(language, { weekday: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  return `${record.loser ? t("lost_game", { name: record.loser }) : t("nobody_lost")} · ${day}`;
}

function becomes(record, table, { state }) {
  const { seats } = card(state);
  const { words } = bookOf(record);
  const halves = { first: words.first_half[language], second: words.second_half[language] };
  const losers = ["lost_first", "lost_second", "lost_game"].map((part) => [part, Object.keys(seats).find((player) => seats[player][part])]);
  return h("section", { class: "card", id: "becomes" }, h("h2", {}, t("becomes")),
    h("p", {}, h("b", {}, t("becomes_game", { number: table.next, table: table.number, evening: table.evening }))),
    losers.map(([part, player]) => player && h("p", {}, t(part, { name: nameOf(table, form.people[player]), ...halves }))),
    !losers[2][1] && h("p", {}, t("nobody_lost")),
    losers[2][1] && h("p", { id: "stake" }, stakeOf(table, Object.keys(seats).length)),
    h("p", { class: "soft" }, t("unconfirmed")));
}

// What the loser pays, as the club plays on the day of that evening.
function stakeOf({ costs, stakes, date }, number) {
  if (costs === "asked") return t("costs_unanswered");
  const stake = costs === "none" ? "" : stakes[number];
  return stake ? `${t("club_stakes", { day: dayOf(date), stake })} ${t("guests_pay")}` : t("costs_nothing");
}

async function begin() {
  await games.open();
  readRulebooks(await games.rules(settings.rulebooks));
  propose();
  draw();
}

begin();
