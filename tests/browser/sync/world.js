// What the phones of the simulation live in: one clock that only moves from event to event, chance
// from one seed, and a network that loses, repeats and delays.

export class Broken extends Error {}

export function demand(holds, what) {
  if (!holds) throw new Broken(what);
}

// mulberry32: small, and the same everywhere.
export function chance(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    below: (limit) => Math.floor(next() * limit),
    often: (share) => next() < share,
    pick: (list) => list[Math.floor(next() * list.length)],
  };
}

const TICKS = 24; // awaits in which everything that follows from an event has happened

export class Scheduler {
  constructor() {
    Object.assign(this, { now: 0, count: 0, heap: [], made: 0, broken: null });
  }

  after(delay, act) {
    const { heap } = this;
    let place = heap.length;
    const task = { at: this.now + delay, order: this.made++, act };
    heap.push(task);
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!before(task, heap[parent])) break;
      heap[place] = heap[parent];
      place = parent;
    }
    heap[place] = task;
  }

  take() {
    const { heap } = this;
    const [first] = heap;
    const last = heap.pop();
    if (heap.length) {
      let place = 0;
      for (;;) {
        let child = 2 * place + 1;
        if (child >= heap.length) break;
        if (child + 1 < heap.length && before(heap[child + 1], heap[child])) child += 1;
        if (!before(heap[child], last)) break;
        heap[place] = heap[child];
        place = child;
      }
      heap[place] = last;
    }
    return first;
  }

  // Runs until the time is over, or nothing is left to happen.
  async until(end) {
    while (this.heap.length && this.heap[0].at <= end) {
      const { at, act } = this.take();
      this.now = at;
      this.count += 1;
      act();
      for (let tick = 0; tick < TICKS; tick += 1) await null;
      if (this.broken) throw this.broken;
    }
    this.now = end;
  }
}

const before = (left, right) => left.at < right.at || (left.at === right.at && left.order < right.order);

export const hash = (text, start = 0x811c9dc5) => {
  let value = start;
  for (let place = 0; place < text.length; place += 1) value = Math.imul(value ^ text.charCodeAt(place), 0x01000193) >>> 0;
  return value;
};
