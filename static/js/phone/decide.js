// The table went on without this phone: both versions, what each choice would do, and the decision.

import { button, h } from "../scorer/dom.js";
import { clock, t } from "../scorer/words.js";
import { PhoneGame } from "./game.js";

export function drawDecision(app) {
  const { phone } = app;
  const { item, theirs, remote, other, error } = phone.decision;
  const own = phone.queue.games.get(item.game);
  const mine = phone.queue.of(item.game);
  const entries = mine.flatMap((item) => item.entries);
  const there = remote && played(remote, other ? remote.entries : [...own.log, ...theirs]);
  const choices = choicesOf(phone, there);
  if (phone.isSure) choices.mine = { label: t("take_mine_really"), means: [t("means_not_theirs", { names: remote.written.by.join(", ") })] };
  return h("section", { class: "decision", "aria-labelledby": "which-counts" },
    h("h1", { id: "which-counts" }, other ? t("two_games") : t("which_counts", { number: own.told.number })),
    h("p", {}, remote ? t(other ? "other_game_meanwhile" : "went_on_meanwhile") : t("refused_meanwhile", { why: error.message })),
    there && version(t("there"), there, {
      wrote: [other && t("game_number", { number: remote.number }), wroteLast(remote.written)],
      number: other ? remote.entries.length : theirs.length, choice: choices.theirs, id: "take-theirs",
    }),
    version(t("here"), phone.source.game(item.game).load(), {
      wrote: [mine.length > 0 && t("from_time", { time: clock(mine[0].at) })], number: entries.length, choice: choices.mine, id: "take-mine",
    }),
    !there && answer("take-theirs", choices.theirs));

  function version(title, { game, view }, { wrote, number, choice, id }) {
    return h("section", { class: "version" },
      h("h2", {}, title),
      h("p", {}, [...wrote, t(number === 1 ? "one_entry" : "some_entries", { number })].filter(Boolean).join(" · ")),
      h("p", {}, h("b", {}, standing(game, view))),
      answer(id, choice));
  }

  // What came under a thumb that was on its way to something else does not count yet.
  function answer(id, { label, means }) {
    return h("div", { class: "answer" },
      button({ class: "button", id, off: phone.hasJustAsked, onclick: () => phone.answer(id.slice("take-".length)), "aria-describedby": `${id}-means` }, label),
      h("p", { class: "soft", id: `${id}-means` }, means.join(" ")));
  }
}

// What is offered, and what would come of it: { theirs, mine }, each { label, means }.
function choicesOf(phone, there) {
  const { item, remote, other, running, next } = phone.decision;
  const { number } = other ? remote : phone.queue.games.get(item.game).told;
  const put = (label) => ({ label: t(label), means: [t("means_theirs", { number })] });
  if (!remote) return { theirs: put("put_aside"), mine: { label: t("try_again"), means: [] } };
  const goesOn = running && Boolean(phone.queue.closed(item.game));
  const meanwhile = running ? [goesOn ? t("goes_on_there", { number: running.number }) : t("breaks_off", { number: running.number, count: running.seen })] : [];
  if (!other) {
    const means = t(there.view.status === "running" ? "means_mine" : "means_mine_closed", { number });
    return { theirs: put("take_theirs"), mine: { label: t("take_mine"), means: [means, ...meanwhile] } };
  }
  if (running && !goesOn) return { theirs: put("only_theirs"), mine: { label: t("only_mine"), means: [t("becomes_game", { number: next }), ...meanwhile] } };
  return { theirs: put("only_theirs"), mine: { label: t("mine_as_well"), means: [t("means_both", { number: next }), ...meanwhile] } };
}

const wroteLast = ({ by, last_at: last }) => last && t("wrote_last", { names: by.join(", "), time: clock(last) });

// Where the game stands, in one line: who lost it, or who lost a half and who has how many Deckel in
// which part.
function standing({ players, rulebook: { words } }, view) {
  const name = (id) => players.find((player) => player.id === id).short;
  if (view.loser) return t("has_lost", { name: name(view.loser) });
  if (view.status !== "running") return t("nobody_lost");
  const loaded = Object.entries(view.deckel).filter(([, number]) => number);
  const halves = ["first_half", "second_half"].filter((half) => view[`${half}_loser`]);
  return [
    ...halves.map((half) => `${words[half]}: ${t("lost_by", { name: name(view[`${half}_loser`]) })}`),
    words[view.phase], ...loaded.map(([id, number]) => `${name(id)} ${number}`),
  ].filter(Boolean).join(" · ");
}

function played(details, entries) {
  return new PhoneGame({ ...details, sequence: entries.length, entries }, document.documentElement.lang).load();
}
