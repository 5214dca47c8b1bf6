// What the wall stops for, one after the other. What had happened before the screen was opened is
// not shown again, and nothing twice.

import { die } from "../scorer/dice.js";
import { h } from "../scorer/dom.js";

const DISPLAY_SECONDS = 7;
const MAX_REMEMBERED = 500; // remembered of a long night
const MAX_WAITING = 4; // a card that is typed in late brings more than anybody looks at

export class Moments {
  constructor(place) {
    this.place = place;
    this.seen = null;
    this.waiting = [];
    this.shows = false;
  }

  take(moments) {
    const first = this.seen === null;
    this.seen ??= new Set();
    for (const moment of moments) {
      if (this.seen.has(moment.id)) continue;
      this.seen.add(moment.id);
      if (!first) this.waiting.push(moment);
    }
    for (const id of this.seen) {
      if (this.seen.size <= MAX_REMEMBERED) break;
      this.seen.delete(id);
    }
    this.waiting.splice(0, this.waiting.length - MAX_WAITING);
    if (!this.shows) this.next();
  }

  next() {
    const moment = this.waiting.shift();
    this.shows = Boolean(moment);
    this.place.hidden = !moment;
    this.place.className = `moment ${moment?.kind ?? ""}`;
    this.place.replaceChildren(...(moment ? [drawn(moment)] : []));
    if (moment) setTimeout(() => this.next(), DISPLAY_SECONDS * 1000);
  }
}

function drawn({ title, name, line, dice = [] }) {
  return h("div", {},
    h("p", { class: "what" }, title),
    dice.length > 0 && h("p", { class: "dice" }, dice.map((face) => die(face))),
    h("p", { class: "whose" }, name),
    line && h("p", { class: "where" }, line));
}
