// What a phone draws of a finished game: its QR code, and the address in it.

import { card, readRulebooks, replay } from "/static/js/engine/index.js";
import { encode } from "/static/js/phone/qr.js";
import { linkTo, unpack } from "/static/js/phone/result_link.js";

const text = (rows) => rows.map((row) => row.join(""));

window.harness = {
  learn: async (data) => readRulebooks(data),
  draw: async (content, options) => {
    const { rows, ...code } = encode(content, options);
    return { ...code, rows: text(rows) };
  },
  tooLong: async (content, options) => {
    try {
      encode(content, options);
    } catch (error) {
      return error.name;
    }
    return null;
  },
  link: async (origin, result, { header, events }) => {
    const { ended_by, seats } = card(replay(header, events));
    return linkTo(origin, { ...result, ended_by, seats });
  },
  unpack: async (code) => {
    try {
      return unpack(code);
    } catch (error) {
      return { unreadable: error.newer };
    }
  },
};
