// „Mehr“: everything that is not a throw. What is offered comes from the legal actions.

import { openBreach } from "./breach.js";
import { offlinePossible } from "../phone/shell.js";
import { button, h } from "./dom.js";
import { since } from "./draw_strip.js";
import { choices, holder, textField } from "./fields.js";
import { roundList } from "./history.js";
import { openRuling } from "./ruling.js";
import { openSheet, sheetForm } from "./sheet.js";
export { openMend } from "./mend.js";
import { openValues } from "./values.js";
import { openPreferences } from "./preferences.js";
import { t } from "./words.js";

// Why this phone cannot go on without a network, where it cannot.
function whyNotAlone() {
  const why = { insecure: t("offline_insecure"), browser: t("offline_browser") }[offlinePossible().reason];
  return why && h("p", { class: "soft" }, why);
}

export function openMore(app) {
  const { view, game } = app;
  const can = (type) => app.scores && view?.actions.some((action) => action.type === type);
  const late = (type) => app.scores && view?.late.some((action) => action.type === type);
  const back = (app.scores && view?.actions.filter((action) => action.type === "reenter")) || [];
  const items = [
    ...back.map(({ player }) => {
      const label = t("throws_along", { name: app.nameOf(player), word: game.rulebook.words.reenter });
      return item(label, () => {
        sheet.close();
        app.ask({ type: "reenter", player }, label);
      });
    }),
    (can("infraction") || late("infraction")) && item(t("infraction"), () => openBreach(app)),
    (can("ruling") || late("ruling")) && view.can.rule && item(t("ruling"), () => openRuling(app)),
    can("overtime") && item(t("overtime"), () => openOvertime(app)),
    game && item(t("history"), () => openHistory(app)),
    item(t("values"), () => openValues(app)),
    item(t("preferences"), openPreferences),
    app.links.card && link(t("card"), app.links.card),
    game && app.links.log && link(t("log"), app.session.source.logAddress(game.id), { download: `${game.id}.json` }),
    ...(app.phone?.rescueLinks() ?? []),
    ...referee(app, () => sheet.close()),
    can("abandon") && item(t("abandon"), () => openAbandon(app), "danger"),
    app.links.evening && link(t("back", { event: app.session.lobby?.event.name ?? "" }), app.links.evening),
  ];
  const sheet = openSheet(t("more"), holder(app), h("ul", { class: "menu" }, items.filter(Boolean).map((entry) => h("li", {}, entry))),
    app.scores && !app.phone && whyNotAlone(), foot());
}

// On a phone the thumb zone takes the place of the page's foot, with its languages and colours.
const foot = () => document.querySelector("body > .foot").cloneNode(true);

const item = (label, act, kind = "") => button({ class: `button ${kind}`, onclick: act }, label);
const link = (label, href, attributes = {}) => h("a", { class: "button", href, ...attributes }, label);

// Calling does not touch the game; whoever watches may do it too where he is allowed to.
function referee(app, close) {
  const { session } = app;
  const { lobby } = session;
  const may = app.view?.can.call ?? lobby?.can.call;
  if (!lobby || !may) return [];
  const act = (method, ...rest) => () => {
    close();
    session.ask(method, ...rest);
  };
  if (!lobby.call?.since) return [item(t("call"), () => openCall(app))];
  return [h("p", { class: "calls" }, since(lobby.call)), item(t("call_off"), act("callOff"))];
}

function openCall(app) {
  let note = "";
  sheetForm(app, t("call"), [textField(t("call_note"), "note", { changed: (value) => (note = value.trim()) })],
    t("call"), () => { app.session.ask("call", app.newId(), note); });
}

export async function openHistory(app) {
  const place = h("div", { class: "stack" }, h("p", { class: "soft" }, t("loading")));
  openSheet(t("history"), place);
  await app.session.read(() => app.session.history());
  place.replaceChildren(...[roundList(app)].flat().filter(Boolean));
}

function openOvertime(app) {
  const action = app.view.actions.find((action) => action.type === "overtime");
  let mode = action.modes[0];
  sheetForm(app, t("overtime"), [
    choices(t("overtime_mode"), "mode", action.modes.map((key) => [key, app.game.rulebook.modes?.[key] ?? key]), mode, (value) => (mode = value)),
  ], t("enter"), () => app.send({ type: "overtime", mode }));
}

function openAbandon(app) {
  let reason = "";
  sheetForm(app, t("abandon"), [
    h("p", {}, t("abandon_means")),
    textField(t("reason"), "reason", { changed: (value) => (reason = value.trim()) }),
  ], t("abandon"), () => {
    if (!reason) return t("reason_missing");
    app.session.abandon(reason);
  }, "danger");
}

// A question that needs a sentence for an answer.
export function askText(app, title, label, done) {
  let text = "";
  sheetForm(app, title, [textField(label, "reason", { changed: (value) => (text = value.trim()) })], title, () => {
    if (!text) return t("reason_missing");
    done(text);
    return null;
  });
}
