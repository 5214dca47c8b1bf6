// Before a game among friends: who plays, by which rules, who begins. Below it what was played.

import { button, h, icon } from "../scorer/dom.js";
import { fan } from "../scorer/mats.js";
import { t, withClause } from "../scorer/words.js";

const LOT = "choose", ROLL = "opening";
const MAX_LETTERS = 300;
const language = document.documentElement.lang;

export const plan = ({ setup }) => ({ text: setup.names.join(", "), rulebook: setup.rulebook, first: null, removed: null });

// What somebody types stays.
export const outdated = (form) => !form;

// „Anke, Bernd und Jette“
const namesIn = (text) => text.split(/[,;\n]|\s(?:und|and|&)\s/u).map((name) => name.trim().replace(/\s+/gu, " ")).filter(Boolean);

// The first name that two have; nobody could tell the two apart at the table.
const sharedName = (names) => names.find((name, place) => names.findIndex((other) => other.toLowerCase() === name.toLowerCase()) < place);

// How the first player is found, as the rulebook wants it: { mode, starter, sentence, clause, dice }.
function proposal({ lobby }, form, names) {
  const { opening, after_loss: afterLoss } = lobby.books.find(({ slug }) => slug === form.rulebook);
  const loser = names.indexOf(lobby.loser);
  if (afterLoss && loser >= 0) return { ...opening, mode: "starter", starter: loser, sentence: afterLoss.replace("{name}", lobby.loser) };
  return opening;
}

// A tap counts as long as it can; else what the rulebook proposes is chosen already.
function chosen({ mode, starter }, { first }, names) {
  const counts = first === LOT || (first === ROLL && mode === ROLL) || (Number.isInteger(first) && first < names.length);
  if (counts) return first;
  return mode === "starter" ? starter : mode;
}

export function drawLobby(app) {
  const { session: { lobby }, plan: form } = app;
  const names = namesIn(form.text);
  const shared = sharedName(names);
  const proposed = proposal(app.session, form, names);
  const first = chosen(proposed, form, names);
  return h("section", { class: "lobby friends" },
    h("header", {}, h("h1", {}, t("friends")), h("p", { class: "soft" }, t("friends_terms"))),
    !lobby.stored && h("p", { class: "message" }, t("not_stored")),
    h("div", { class: "field" }, h("label", { for: "names" }, t("who_plays")),
      h("input", {
        id: "names", type: "text", value: form.text, maxlength: MAX_LETTERS, autocomplete: "off", autocapitalize: "words", enterkeyhint: "done",
        placeholder: t("names_example"), "aria-describedby": "names-help", oninput: ({ target }) => prepare(app, { text: target.value }),
      }),
      shared ? h("p", { class: "message", id: "names-help", role: "status" }, t("name_twice", { name: shared }))
        : h("span", { class: "help", id: "names-help" }, names.length > 1 ? t("names_around", { number: names.length }) : t("names_help"))),
    h("fieldset", {}, h("legend", {}, t("which_rules")), h("div", { class: "books" }, lobby.books.map((book) =>
      tile(`book-${book.slug}`, form.rulebook === book.slug, () => prepare(app, { rulebook: book.slug }), book.name, book.sentence)))),
    names.length > 1 && h("fieldset", {}, h("legend", {}, t("who_begins")),
      h("p", { class: "why" }, withClause(proposed.sentence, proposed.clause)),
      h("div", { class: "tiles" },
        proposed.mode === ROLL && tile(
          "first-roll", first === ROLL, () => app.replan({ first: ROLL }), t("roll_for_it"), t(proposed.dice === 1 ? "one_die" : "three_dice")),
        names.map((name, place) => tile(
          `first-${place}`, first === place, () => app.replan({ first: place }), name,
          proposed.mode === "starter" && proposed.starter === place ? t("proposed") : "")),
        tile("first-lot", first === LOT, () => app.replan({ first: LOT }), t("lot"), ""))),
    tonight(lobby), played(app));
}

async function prepare(app, part) {
  app.replan({ ...part, first: null });
  const { text, rulebook } = app.plan;
  await app.session.source.prepare({ names: namesIn(text), rulebook });
  app.session.refresh();
}

const tile = (id, on, act, label, small) => button({ class: `tile${on ? " chosen" : ""}`, id, "aria-pressed": String(on), onclick: act },
  h("b", {}, label), small && h("small", {}, small));

function tonight({ tally }) {
  return tally.length > 0 && h("section", {}, h("h2", {}, t("tally")), h("ul", { class: "list tally" }, tally.map(([name, number]) =>
    h("li", {}, h("span", { class: "grow" }, name), fan(number, "tally"), h("b", { class: "number" }, t("losses", { number }))))));
}

function played(app) {
  const { session, plan: { removed } } = app;
  const { games } = session.lobby;
  if (!games.length && !removed) return null;
  const act = async (method, key, rest) => {
    await session.source[method](key);
    app.replan(rest);
    session.refresh();
  };
  return h("section", {}, h("h2", {}, t("games_here")),
    removed && h("p", { class: "message line", role: "status" }, h("span", { class: "grow" }, t("game_removed")),
      button({ class: "button", id: "restore", onclick: () => act("restore", removed, { removed: null }) }, t("restore"))),
    h("ul", { class: "list" }, games.map(({ key, rulebook, began, loser, inClub }) => h("li", {},
      button({ class: "shows", id: `show-${key}`, onclick: () => app.show(key) },
        h("b", {}, loser ? t("has_lost", { name: loser }) : t("nobody_lost")),
        h("small", {}, [day(began), rulebook, inClub && t("in_club")].filter(Boolean).join(" · "))),
      button({
        class: "button quiet icon", id: `remove-${key}`, "aria-label": t("remove_game", { day: day(began) }),
        onclick: () => act("remove", key, { removed: key }),
      },
        icon("M4 7h16", "M10 11v6", "M14 11v6", "M6 7l1 13h10l1-13", "M9 7V4h6v3"))))),
    games.length > 0 && h("p", {}, h("a", { href: app.links.club.href, id: "to-club" }, app.links.club.label)));
}

const day = (moment) => new Date(moment).toLocaleString(language, {
  weekday: "short", day: "numeric", month: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23",
});

export function lobbyPrimary(app) {
  const { plan: form, session } = app;
  const names = namesIn(form.text);
  if (names.length < 2) return { label: t("two_needed"), off: true };
  if (sharedName(names)) return { label: t("names_alike"), off: true };
  const first = chosen(proposal(session, form, names), form, names);
  const starter = [LOT, ROLL].includes(first) ? null : first;
  return { label: t("start"), act: () => session.start({ names, rulebook: form.rulebook, starter, lot: first === LOT }) };
}
