"""Ways to break what takes a phone's entries to the server. The simulation finds them all."""

from dataclasses import dataclass

QUEUE, SYNC = "phone/queue.js", "phone/sync.js"
STORE, DATABASE = "phone/store.js", "stored/database.js"


@dataclass(frozen=True)
class Fault:
    """A fault put into a script: `instead` for `text`; the evening of that `seed` finds it soon."""

    script: str
    text: str
    instead: str
    seed: int


FAULTS = {
    "shows an entry before it is stored": Fault(
        QUEUE,
        "await this.store.write({",
        "void this.store.write({",
        seed=3,
    ),
    "orders entries by the phone's clock": Fault(
        QUEUE,
        "...put].sort((a, b) => a.n - b.n)",
        "...put].sort((a, b) => a.at - b.at)",
        seed=7,
    ),
    "lets two changes run into each other": Fault(
        QUEUE,
        "const done = this.turn.then(work);",
        "const done = work();",
        seed=3,
    ),
    "takes an entry for a game that has gone on": Fault(
        QUEUE,
        "if (after !== undefined && this.last(",
        "if (after === 0 && this.last(",
        seed=26,
    ),
    "changes the log under what waits": Fault(
        QUEUE,
        "if (this.of(details.id).length || log.length !== after) return;",
        "if (log.length !== after) return;",
        seed=8,
    ),
    "adds what it has read to whatever log is there by now": Fault(
        QUEUE,
        "if (this.of(details.id).length || log.length !== after) return;",
        "if (this.of(details.id).length) return;",
        seed=17,
    ),
    "loses what gives way": Fault(
        QUEUE,
        "drop: items, put: [beside]",
        "drop: items, put: []",
        seed=3,
    ),
    "keeps only the first entry of what gives way": Fault(
        QUEUE,
        "base: game.log.length, items };",
        "base: game.log.length, items: items.slice(0, 1) };",
        seed=2,
    ),
    "drops what follows the events it insists on": Fault(
        QUEUE,
        "drop: [...reopened, ...placed], put: [",
        "drop: items, put: [",
        seed=3,
    ),
    "insists from one entry too far": Fault(
        QUEUE,
        "const base = this.games.get(key).log.length;",
        "const base = this.games.get(key).log.length + 1;",
        seed=2,
    ),
    "forgets games that something waits for": Fault(
        QUEUE,
        "keys.filter((key) => !this.items.some(({ game }) => game === key))",
        "keys",
        seed=1,
    ),
    "forgets when something arrived": Fault(
        QUEUE,
        "drop: [...gone], games, forget, arrivedAt }, how",
        "drop: [...gone], games, forget }, how",
        seed=4,
    ),
    "counts the wait from the newest entry": Fault(
        QUEUE,
        "Math.min(...this.items",
        "Math.max(...this.items",
        seed=2,
    ),
    "hands back what was stored before": Fault(
        QUEUE,
        "this.waited = new Set(this.items.map(({ n }) => n));",
        "this.waited = new Set();",
        seed=65,
    ),
    "hands back what others were built on": Fault(
        QUEUE,
        "if (this.items.length > 1) return false;",
        "",
        seed=2,
    ),
    "sends each try under another name": Fault(
        SYNC,
        "return server.finish(game, seen, id, late);",
        "return server.finish(game, seen, `${id}.${(this.tries = (this.tries ?? 0) + 1)}`, late);",
        seed=27,
    ),
    "gives up after the first try": Fault(
        SYNC,
        "      this.offline = true;\n",
        "      this.offline = true;\n      await this.queue.arrived(items, []);\n",
        seed=4,
    ),
    "tries again without a pause": Fault(
        SYNC,
        'this.queue.waited.add(n);\n      return "later";',
        'this.queue.waited.add(n);\n      return "again";',
        seed=2,
    ),
    "sends for whoever is logged in": Fault(
        SYNC,
        "const server = this.server.as(identity);",
        "const server = this.server.as();",
        seed=2,
    ),
    "takes any entries of the server for its own": Fault(
        SYNC,
        "entry.id === there.id ||",
        "entry.type === there.type ||",
        seed=11,
    ),
    "lets a call go with the login": Fault(
        SYNC,
        "if (isDenied) return this.denied(item, error);",
        "if (isDenied && !OPTIONAL.includes(kind)) return this.denied(item, error);",
        seed=29,
    ),
    "takes what others entered later for the answer to its own": Fault(
        SYNC,
        "entries(game, known)).entries.slice(0, added);",
        "entries(game, known)).entries;",
        seed=11,
    ),
    "breaks off what goes on for a game that is over": Fault(
        QUEUE,
        "const finish = running && this.closed(key);",
        "const finish = null;",
        seed=2,
    ),
    "brings a game that is over without its end": Fault(
        QUEUE,
        "events: linesOf(rest.flatMap(",
        "events: linesOf(rest.slice(0, 5).flatMap(",
        seed=2,
    ),
    "sends for two at once": Fault(
        QUEUE,
        "return alone && last?.type",
        "return last?.type",
        seed=16,
    ),
    "does not see that the next game is being played": Fault(
        SYNC,
        "(!alone && error.code === NEXT_GAME)",
        "(alone && error.code === NEXT_GAME)",
        seed=20,
    ),
    "shows how it stood when it was first asked": Fault(
        SYNC,
        'if (this.stop?.decided) return "stopped";',
        'if (this.stop?.why === "conflict") return "stopped";',
        seed=2,
    ),
    "keeps one connection for ever": Fault(
        DATABASE,
        "if (this.connection === connection) this.connection = null;",
        "",
        seed=17,
    ),
    "waits for a storage that never answers": Fault(
        DATABASE,
        'addEventListener("abort", () => fail(new Error("no answer")))',
        'addEventListener("abort", () => {})',
        seed=1,
    ),
    "takes an aborted write for stored": Fault(
        DATABASE,
        "transaction.onabort = transaction.onerror = () => fail(transaction.error)",
        "transaction.onabort = transaction.onerror = () => done(asked)",
        seed=1,
    ),
    "leaves empty what the browser has cleared": Fault(
        STORE,
        "this.lay(transaction, this.held);",
        "",
        seed=2,
    ),
    "goes on with what could not be stored": Fault(
        STORE,
        "if (!mayLag) throw error;",
        "",
        seed=1,
    ),
    "forgets what it could not store": Fault(
        STORE,
        "this.isBehind ? this.lay(transaction, after) : this.apply",
        "this.apply",
        seed=20,
    ),
    "sends past what waits": Fault(
        SYNC,
        "if (this.queue.items.length) throw this.offline",
        "if (false) throw this.offline",
        seed=2,
    ),
    "says that it is entered and sends nothing": Fault(
        SYNC,
        "await this.take(items, await this.send(items.map((item) => this.queue.item(item))));",
        "",
        seed=1,
    ),
}
