// Games that live on this phone alone, in the place of the server. What keeps and judges them comes
// with the rules when it is first asked for (local_source.js).

import { Unreachable } from "../scorer/server.js";

const METHODS = ["lobby", "start", "load", "rounds", "send", "preview", "finish", "abandon", "reopen", "prepare", "remove", "restore"];

export function localSource(settings) {
  let opening = null;
  async function open() {
    opening ??= import("./local_source.js").then(({ openLocal }) => openLocal(settings));
    try {
      return await opening;
    } catch (error) {
      opening = null;
      throw new Unreachable(String(error));
    }
  }
  return Object.fromEntries(METHODS.map((name) => [name, async (...args) => (await open())[name](...args)]));
}
