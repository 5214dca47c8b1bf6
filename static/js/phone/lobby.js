// The table as a phone can say it without network: the server's answer of when it was last heard, with
// the newest game of this phone in it.

export function tableNow(table, game) {
  const { game: { id, number }, view } = game.load();
  if (number < table.next_number - 1) return table;
  if (view.status === "running") return { ...table, game: id, next_number: number + 1 };
  // The server knows already that it is closed.
  if (number < table.next_number && table.game !== id) return table;
  const { proposals, over } = table.after ?? {};
  return {
    ...table, game: null, last: { key: id, number }, next_number: number + 1,
    over: over ?? null, proposal: proposals?.[view.loser ?? ""] ?? table.proposal,
  };
}
