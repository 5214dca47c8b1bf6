// The fixed words of the log format, version 1; what a value means is decided where it is used.

export const FORMAT = 1;
// Editions of the rules; a game keeps that by which it was begun. The first where none is named.
export const EDITIONS = [1, 2];
export const NEWEST = EDITIONS.at(-1);
export const OVERTIME = ["sudden_round", "one_half"];
export const AFTER_TURNING = ["rest", "sixes"];
export const REENTER = ["take_one", "join", "none"];
export const FINAL_START = ["first_half_loser", "last_loser"];
export const VENUES = ["club_night", "pub", "private"];
// Fewest and most Deckel a table can play with.
export const DECKEL = [5, 30];
