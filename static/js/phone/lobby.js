// The table as a phone can say it without network: the server's answer of when it was last heard, with
// the newest game of this phone in it.

import { lobbyAfter } from "./start.js";

export function tableNow(table, phoneGame) {
  const { game, view } = phoneGame.load();
  if (game.number < table.next_number - 1) return table;
  if (view.status === "running") return { ...table, game: game.id, next_number: game.number + 1 };
  const closed = game.number < table.next_number && table.game !== game.id;
  return closed || !table.after ? table : lobbyAfter(table, game, view);
}
