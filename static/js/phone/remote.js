// The server as the queue speaks with it: each message says for whom it was entered.

export function remote(http, table, sender = "") {
  const ask = (method, path, body) => http.ask(method, path, body, { sender });
  const post = (path, body) => ask("POST", path, body);
  return {
    as: (author) => remote(http, table, author),
    lobby: () => ask("GET", `tables/${table}/`),
    // The entries after the first `since`, and what else a phone needs to know of the game.
    entries: (key, since) => ask("GET", `games/${key}/entries/?since=${since}`),
    start: (body) => post(`tables/${table}/games/`, body),
    send: (key, seen, events, late) => post(`games/${key}/events/`, { seen, events, ...late }),
    finish: (key, seen, id, late) => post(`games/${key}/finish/`, { seen, id, ...late }),
    reopen: (key, seen, id, reason) => post(`games/${key}/reopen/`, { seen, id, reason }),
    abandon: (key, seen, id, reason, late) => post(`games/${key}/abandon/`, { seen, id, reason, ...late }),
    replace: (key, body) => post(`games/${key}/versions/`, body),
    keepVersion: (body) => post(`tables/${table}/versions/`, body),
    call: (id, note) => post(`tables/${table}/call/`, { id, note }),
    callOff: () => ask("DELETE", `tables/${table}/call/`),
    identity: http.identity,
  };
}
