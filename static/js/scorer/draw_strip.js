// The top edge: the way back, which game this is, how deep it is scored; below it what is unusual.

import { recall, remember } from "../stored/values.js";
import { button, h, icon } from "./dom.js";
import { clock, t } from "./words.js";

const STORAGE_KEY = "schockwart-needs-network"; // that scoring stops here without a network

export function drawStrip(app) {
  const { session, game, view, links } = app;
  const { lobby } = session;
  const table = app.title ?? t("table_number", { number: lobby?.number ?? "" });
  const part = view && view.status === "running" && game.rulebook.words[view.phase];
  return h("header", { class: "strip" },
    h(links.evening ? "a" : "div", {
      class: "way-back", ...(links.evening ? { href: links.evening, "aria-label": t("back", { event: lobby?.event.name ?? "" }) } : {}),
    },
      links.evening && icon("M15 5l-7 7 7 7"),
      h("span", { class: "two" },
        h("b", {}, table, game && [" ", h("small", {}, t("game_number", { number: game.number }))]),
        (part || !game) && h("small", {}, part || lobby?.event.name || ""),
        app.phone?.label && h("small", {}, app.phone.label))),
    view?.status === "running" && view.step !== "over" && app.scores ? depths(app) : null);
}

function depths(app) {
  const depthButton = (depth) => button({
    id: `depth-${depth}`, "aria-pressed": String(app.depth === depth), onclick: () => app.setDepth(depth),
  }, t(`depth_${depth}`));
  return h("div", { class: "depths", role: "group", "aria-label": t("depth") },
    depthButton("throws"), depthButton("hands"), app.game.takes_rounds && depthButton("rounds"),
    app.links.card && h("a", { href: app.links.card, id: "depth-card" }, t("depth_card")));
}

export function drawNotices(app) {
  const { session, game, view, links } = app;
  const notices = [
    (session.loggedOut || app.phone?.sync.stop?.why === "login") && [
      "warn", [t("logged_out"), " ", h("a", { class: "button", href: links.login }, t("log_in"))],
    ],
    ...(app.phone?.notices() ?? []),
    mayNotGoOn(app) && ["", [t("offline_insecure"), " ", button({ class: "button", id: "understood", onclick: () => understand(app) }, t("understood"))]],
    app.unread > 0 && !app.elsewhere && ["warn", t("storage_closed", { number: app.unread })],
    app.isLocal && session.lobby?.stored === false && view && ["warn", t("not_stored")],
    app.elsewhere && ["warn", t("open_elsewhere")],
    session.outbox.offline && ["warn", t("offline_entry")],
    !session.outbox.offline && !app.phone?.active && session.unreachableSince && ["warn", t("offline_view", { time: clock(session.unreachableSince) })],
    view?.correcting && ["warn", t("correcting")],
    view?.overtime && ["", t("overtime_on", { mode: game.rulebook.modes?.[view.overtime] ?? view.overtime })],
    session.lobby?.call && ["", called(app, session.lobby.call)],
    view?.result?.state === "disputed" && ["warn", t("result_disputed")],
  ];
  return h("div", { class: "notices", role: "status" }, notices.filter(Boolean).map(([kind, text]) => h("p", { class: kind }, text)));
}

// Said once on each phone, to whoever scores.
function mayNotGoOn({ scores, session, isLocal }) {
  return !globalThis.isSecureContext && !isLocal && (scores || session.lobby?.can.score) && !recall(STORAGE_KEY);
}

function understand({ redraw }) {
  remember(STORAGE_KEY, "yes");
  redraw();
}

export const since = ({ since: moment, note }) => [t("called_since", { time: clock(moment) }), note].filter(Boolean).join(": ");

// Who calls may take it back right there; who is coming is said for a while.
function called({ session, view }, call) {
  if (call.answered !== undefined) return t(call.answered ? "comes" : "somebody_comes", { name: call.answered });
  const may = view?.can.call ?? session.lobby.can.call;
  return [since(call), may && button({ class: "button", id: "call-off", off: session.busy, onclick: () => session.ask("callOff") }, t("take_back"))];
}
