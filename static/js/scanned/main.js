// The page that the QR code of a finished game leads to: it reads the result behind the `#`, shows what
// it means, and enters it after a tap.

import { recall, remember } from "../stored/values.js";
import { unpack } from "../phone/result_link.js";
import { h } from "../scorer/dom.js";
import { httpSource, Refused, Unreachable } from "../scorer/server.js";
import { setWords, t } from "../scorer/words.js";

const STORAGE_KEY = "schockwart-scanned"; // a login leads away from this address, and the `#` gets lost
const PREVIEW = "preview/", ENTER = "";
const data = (id) => JSON.parse(document.getElementById(id).textContent);
const { lang } = document.documentElement;
const root = document.getElementById("scanned");
const settings = data("scanned-settings");
const token = document.querySelector('meta[name="csrf-token"]').content;
setWords(data("scanned-words"), lang);

const message = (text, kind = "") => h("p", { class: `message ${kind}` }, text);
const button = (label, act) => h("button", { class: "button primary", type: "button", id: "primary", onclick: act }, label);
const link = (label, href) => h("a", { class: "button primary", href }, label);
const show = (...content) => root.replaceChildren(...content.flat().filter(Boolean));

function begin() {
  const code = location.hash.slice(1) || recall(STORAGE_KEY, "sessionStorage");
  if (!code) return show(message(t("no_code")));
  remember(STORAGE_KEY, code, "sessionStorage");
  let result;
  try {
    result = unpack(code);
  } catch (error) {
    return show(message(t(error.newer ? "newer_code" : "bad_code"), "error"));
  }
  return ask(result, PREVIEW);
}

const time = (at) => at && new Date(at).toISOString();

async function ask({ table, ...result }, path) {
  show(h("p", { class: "soft" }, t("loading")));
  const { ask: send } = httpSource({ api: settings.api, table, token });
  const body = { ...result, began_at: time(result.began_at), ended_at: time(result.ended_at) };
  const again = () => ask({ table, ...result }, path);
  try {
    const meaning = await send("POST", `tables/${table}/scanned/${path}`, body);
    draw(result, meaning, () => ask({ table, ...result }, ENTER));
  } catch (error) {
    if (error instanceof Unreachable) show(message(t("deaf")), button(t("try_again"), again));
    else if (error instanceof Refused) refused(error);
    else throw error;
  }
}

function refused(error) {
  const enters = error.code === "not_allowed" || [401, 404].includes(error.status);
  const why = enters ? t(settings.anonymous ? "not_allowed" : "outsider") : error.message;
  show(message(why, "error"), enters && settings.anonymous && link(t("log_in"), root.dataset.login));
}

function draw({ number: sentNumber, rulebook, seats }, { event, table, number, names, stake, result, agrees, card }, enter) {
  const loser = (part) => names[Object.keys(seats).find((seat) => seats[seat][part])];
  const lost = loser("lost_game");
  const date = new Date(`${event.date}T12:00`).toLocaleDateString(lang, { day: "numeric", month: "long" });
  const row = (label, text) => text && [h("dt", {}, label), h("dd", {}, text)];
  const halves = ["first", "second"].map((half, at) => [settings.halves[rulebook][at], loser(`lost_${half}`)]);
  show(
    h("p", { class: "soft" }, t("at_event", { event: event.name, date }), " · ", t("at_table", { table, number })),
    h("h2", {}, lost ? t("has_lost", { name: lost }) : t("nobody_lost")),
    h("dl", { class: "facts" },
      row(t("played"), Object.values(names).join(", ")),
      halves.map(([half, name]) => row(half, name && t("lost_by", { name }))),
      row(t("stake"), stake)),
    number !== sentNumber && h("p", { class: "soft" }, t("other_number", { said: sentNumber })),
    result ? entered(agrees, number, card) : [h("p", {}, t("means")), button(t("enter"), enter)]);
}

function entered(agrees, number, card) {
  remember(STORAGE_KEY, null, "sessionStorage");
  return [message(agrees ? t("is_entered") : t("is_different", { number }), agrees ? "" : "error"), link(t("to_card"), card)];
}

addEventListener("hashchange", begin);
begin();
