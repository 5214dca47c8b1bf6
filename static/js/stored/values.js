// Small values beside the databases: `localStorage` for the phone, `sessionStorage` for the tab. A browser
// may forbid them, and they may be full; then a page goes on without them.

// What was stored under this name, null where there is nothing to be had.
export function recall(key, place = "localStorage") {
  try {
    return globalThis[place].getItem(key);
  } catch {
    return null;
  }
}

// Null forgets it.
export function remember(key, value, place = "localStorage") {
  try {
    if (value === null) globalThis[place].removeItem(key);
    else globalThis[place].setItem(key, value);
  } catch {
    // Then the page alone remembers.
  }
}
