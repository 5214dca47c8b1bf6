// Evenings of phones, queues and a server on one seeded clock. The same seed ends the same.

import { inForce, Server } from "./model.js";
import { Phone } from "./phone.js";
import { chance, demand, hash, Scheduler } from "./world.js";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const LINKS = ["link-1-a", "link-1-b", "link-1-c"];

// One table and its phones, some of them for days without a network. Returns what happened.
export async function evening(code, seed) {
  const random = chance(seed);
  const scheduler = new Scheduler();
  const server = new Server(random.pick([5, 100]));
  const fragile = random.often(0.5); // the browsers close, fill and clear what they keep
  const world = { random, scheduler, server, loss: random.pick([0, 0.02, 0.1, 0.3]), deadly: random.pick([0, 0.01, 0.05]), crashes: 0 };
  const phones = ["person-rolf", "person-anke", LINKS[0]].slice(0, 1 + random.below(3)).map((identity, place) => new Phone("abc"[place], identity, world, code));
  const end = (10 + random.below(40)) * MINUTE;
  const pace = random.pick([4_000, 10_000, 40_000]); // milliseconds between taps
  const again = (every, act) => {
    const next = () => scheduler.after(1 + random.below(2 * every), () => {
      if (scheduler.now > end) return;
      act();
      next();
    });
    next();
  };
  for (const phone of phones) {
    again(pace, () => phone.tap());
    again(20_000, () => phone.guard(phone.read()));
    again(20_000, () => phone.decide());
    again(3 * MINUTE, () => offline(phone, world));
    again(10 * MINUTE, () => (phone.offset += random.below(4 * DAY) - 2 * DAY));
    again(12 * MINUTE, () => phone.alive && phone.crash());
    again(6 * MINUTE, () => changeHands(phone, random));
    again(MINUTE, () => phone.alive && watchful(phone));
    if (fragile) again(2 * MINUTE, () => breaks(phone, random));
  }
  again(15 * MINUTE, () => (server.locked = !server.locked));
  again(30 * MINUTE, () => (server.cancelled = !server.cancelled));
  await scheduler.until(end);
  await calmDown(world, phones);
  judge(world, phones);
  const { games, versions } = server;
  return { events: scheduler.count, crashes: world.crashes, digest: hash(JSON.stringify([scheduler.count, [...games.values()], [...versions.values()]])), games: games.size, versions: versions.size };
}

function offline(phone, { random, scheduler }) {
  if (!phone.online) return;
  phone.online = false;
  scheduler.after(random.pick([3_000, MINUTE, 5 * MINUTE, 20 * MINUTE, 2 * DAY]), () => {
    phone.online = true;
    phone.go();
  });
}

function breaks(phone, random) {
  const how = random.pick(["close", "close", "clear", "full", "forbidden", "silent"]);
  if (how === "close") phone.disk.close();
  else if (how === "clear") phone.ready && phone.disk.clear(); // what it threw away before that is not known
  else phone.disk.fails(how);
}

// Somebody logs out, another logs in, a link is renewed; the page is opened again or stands there.
function changeHands(phone, random) {
  const link = LINKS.includes(phone.cookie) || LINKS.includes(phone.identity);
  phone.cookie = random.pick([null, phone.identity, phone.home ?? phone.identity, link ? random.pick(LINKS) : "person-cem"]);
  phone.home ??= phone.identity;
  if (phone.cookie !== null && phone.alive && random.often(0.5)) phone.reload(phone.cookie);
}

function watchful({ queue, disk, sync, store }) {
  demand(queue.since === (queue.items.length ? Math.min(...queue.items.map(({ at }) => at)) : null), "since when it waits");
  demand(queue.waiting >= queue.items.length, "how many wait");
  if (queue.arrivedAt !== null && !store.isBehind && !disk.atRisk) demand(disk.arrivedAt !== undefined, "an arrival that is not stored");
  if (sync.stop?.why === "conflict") demand(queue.items.length > 0, "a conflict about nothing");
}

// The network holds, everybody is who they were, and each conflict is decided.
async function calmDown(world, phones) {
  const { scheduler, server } = world;
  Object.assign(world, { loss: 0, deadly: 0, late: true });
  Object.assign(server, { locked: false, cancelled: false });
  await scheduler.until(scheduler.now + 3 * DAY);
  world.calm = true;
  const authors = (phone) => [...new Set([phone.home ?? phone.identity, ...phone.queue.items.map(({ identity }) => identity)])];
  for (let round = 0; round < 600; round += 1) {
    if (round > 2) for (const phone of phones) phone.watches();
    for (const phone of phones) {
      phone.online = true;
      const [first] = phone.queue.items;
      const who = first?.identity ?? phone.home ?? phone.identity;
      phone.cookie = who;
      if (phone.alive && phone.identity !== who) phone.reload(who);
      else phone.go();
      phone.decide();
      phone.guard(phone.read());
    }
    await scheduler.until(scheduler.now + MINUTE);
    if (round > 3 && phones.every((phone) => phone.alive && !phone.queue.items.length && authors(phone).length === 1)) break;
  }
  for (const phone of phones) phone.guard(phone.read());
  await scheduler.until(scheduler.now + MINUTE);
}

// --- what must hold ----------------------------------------------------------------------------------

function judge({ server }, phones) {
  const logs = [...server.games.values()].map(({ log }) => log);
  const where = new Map();
  logs.forEach((log, game) => log.forEach((entry, place) => {
    demand(!where.has(entry.id), `${entry.id} is in the books twice`);
    where.set(entry.id, { game, place, entry });
  }));
  const numbers = [...server.games.values()].map(({ told }) => told.number);
  demand(numbers.every((number, place) => number === place + 1), "games are numbered from one");
  for (const log of logs) {
    const tags = inForce(log).flatMap(({ tag }) => tag ?? []);
    demand(new Set(tags).size === tags.length, "an event is in force twice");
  }
  const beside = new Map([...server.versions.values()].filter(({ theirs }) => !theirs).flatMap(({ events, game }) => events.map(({ id }) => [id, game])));
  for (const phone of phones) judgePhone(phone, { where, beside, server });
  for (const [id] of beside) demand(!where.has(id), `${id} counts and lies beside`);
  for (const { game, theirs, base, events, by } of server.versions.values()) {
    const log = server.games.get(game)?.log ?? [];
    if (theirs || !events.length) continue;
    demand(base <= log.length && by, "a version of nothing");
  }
}

function judgePhone(phone, { where, beside, server }) {
  const { queue, name } = phone;
  demand(phone.alive && !queue.items.length, `${name} does not get rid of its entries: ${phone.sync.stop?.why} ${phone.sync.stop?.error?.code}`);
  demand(queue.waiting === 0 && queue.since === null, `${name} says that something waits`);
  let last = -1;
  const order = new Map();
  for (const [id, { game, author, order: tapped, kind, after }] of phone.promised) {
    if (phone.handedBack.has(id) || kind === "callOff") continue;
    if (kind === "call") {
      demand(server.calls.has(id), `the call ${id} is lost`);
      continue;
    }
    if (kind === "start") {
      demand(server.games.has(id) || [...server.versions.values()].some((version) => version.game === id), `the game ${id} is lost`);
      continue;
    }
    const entered = where.get(id);
    const merged = ["finish", "reopen"].includes(kind);
    demand(entered || beside.has(id) || merged, `${id} (${kind}) is lost`);
    if (!entered) continue;
    const { entry, game: place, place: at } = entered;
    demand(entry.as === author, `${id} of ${author} was sent as ${entry.as}`);
    demand(entry.by === author || (/^link-1-/.test(author) && /^link-1-/.test(entry.by)), `${id} of ${author} was entered by ${entry.by}`);
    demand(game === [...server.games.keys()][place], `${id} is in another game`);
    demand((order.get(game) ?? -1) < at, `${id} is out of its order`);
    order.set(game, at);
    demand(follows(server.games.get(game).log[at - 1], entry, after), `${id} was put on ${after} and lies on something else`);
    demand(tapped > last, "the order of taps");
    last = tapped;
  }
  for (const { key, log } of queue.games.values()) {
    const there = server.games.get(key)?.log;
    if (!there || key !== phone.key) continue;
    const plain = there.map(({ id, type, data, words }) => ({ id, type, data, words }));
    demand(JSON.stringify(plain) === JSON.stringify(log), `${name} does not show what the server has of ${key}`);
  }
}

// An entry lies on the one that was looked at when it was tapped; or it came with a version that took
// the place of another, or follows one, or a mark that two set at once.
function follows(before, entry, after) {
  return (before?.id ?? null) === after || entry.act !== undefined || before?.act !== undefined || ["finish", "reopen"].includes(before?.type);
}

// Evenings from `seed` on until so many events have happened, or `enough` says so.
export async function run(code, { seed, events, evenings = Infinity }) {
  const sum = { seed, events: 0, evenings: 0, crashes: 0, games: 0, versions: 0, digest: 0 };
  while (sum.events < events && sum.evenings < evenings) {
    const outcome = await evening(code, seed + sum.evenings).catch((error) => {
      error.message = `evening ${seed + sum.evenings}: ${error.message}`;
      throw error;
    });
    for (const key of ["events", "crashes", "games", "versions"]) sum[key] += outcome[key];
    sum.digest = hash(String(outcome.digest), sum.digest);
    sum.evenings += 1;
  }
  return sum;
}
