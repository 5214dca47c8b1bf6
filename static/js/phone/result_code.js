// The result of a finished game as a QR code on this phone, without a network: another phone that has
// one reads it with its camera and enters it.

import { canonical, card, readRulebooks, slugs } from "../engine/index.js";
import { h, svg } from "../scorer/dom.js";
import { openSheet } from "../scorer/sheet.js";
import { t } from "../scorer/words.js";
import { Live, MARKS } from "./live.js";
import { encode } from "./qr.js";
import { base64, linkTo } from "./result_link.js";

const QUIET = 4; // modules around it
const DIGEST = 16; // bytes
// Of a half that was played without the app nobody wrote these down.
const COUNTED = ["exit_first", "schock_aus", "jule", "deckel_taken", "deckel_given", "throw_points"];

export async function openCode(app) {
  const place = h("div", { class: "stack" }, h("p", { class: "soft" }, t("loading")));
  openSheet(t("show_code"), place);
  await app.session.read(async () => {
    const link = linkTo(location.origin, await resultOf(await logOf(app), timesOf(app)));
    place.replaceChildren(drawCode(link), h("p", {}, t("code_means")), ...linkField(link));
  });
  if (app.session.unreachableSince) place.replaceChildren(h("p", { role: "alert" }, t("code_later")));
}

// The phone's own log, or the server's where this phone has none.
async function logOf({ session: { source, game }, rulebooks }) {
  if (source.queue?.games.has(game.id)) return source.game(game.id).live;
  if (!slugs().length) readRulebooks(await (await fetch(rulebooks)).json());
  const details = await (source.http ?? source).ask("GET", `games/${game.id}/entries/`);
  const live = new Live(details);
  for (const entry of details.entries) live.add(entry);
  return live;
}

// When what waits on this phone was entered, by its clock.
function timesOf({ session: { source, game } }) {
  const times = source.queue?.of(game.id).map(({ at }) => at) ?? [];
  return times.length ? [Math.min(...times), Math.max(...times)] : [null, null];
}

async function resultOf(live, [began_at, ended_at]) {
  const { game: { id, table, number, header }, state, sequence } = live;
  const { ended_by, seats } = card(state);
  const depth = live.depth(sequence);
  if (depth === "card") for (const row of Object.values(seats)) for (const name of COUNTED) row[name] = null;
  return { table, id, number, rulebook: header.rulebook, ended_by, depth, seats, digest: await digestOf(live), began_at, ended_at };
}

// Empty where the page came without HTTPS.
async function digestOf({ entries }) {
  if (!crypto.subtle) return "";
  const events = entries.filter(({ type }) => !MARKS.includes(type)).map(({ data }) => data);
  const sum = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(canonical(events)));
  return base64(new Uint8Array(sum).slice(0, DIGEST));
}

// Dark on white in both looks: cameras do not read it the other way round.
function drawCode(link) {
  const { rows } = encode(link, { level: "L" });
  const side = rows.length + 2 * QUIET;
  const path = rows.map((row, y) => row.map((dark, x) => (dark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : "")).join("")).join("");
  return h("div", { class: "qr-frame" },
    svg("svg", { viewBox: `0 0 ${side} ${side}`, role: "img", "aria-label": t("show_code"), "shape-rendering": "crispEdges" },
      svg("rect", { width: side, height: side, fill: "#fff" }), svg("path", { d: path, fill: "#000" })));
}

function linkField(link) {
  const field = h("input", { id: "result-link", value: link, readonly: true });
  const copy = navigator.clipboard && h("button", { class: "button", type: "button", onclick: async () => {
    await navigator.clipboard.writeText(link);
    copy.textContent = t("copied");
  } }, t("copy_link"));
  return [h("label", { for: "result-link" }, t("code_link")), field, copy].filter(Boolean);
}
