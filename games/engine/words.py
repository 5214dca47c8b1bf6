"""The fixed words of the log format, version 1, and their names on the screen.

Only vocabulary: what a value means is decided where it is used.
"""

from __future__ import annotations

from .sentences import Text

FORMAT = 1
EDITIONS = (1, 2)
"""Editions of the rules; a game keeps that by which it was begun. The first where none is named."""
CODES = ("schock_aus", "jule", "schock", "general", "strasse", "zahl")
OVERTIME = ("sudden_round", "one_half")
AFTER_TURNING = ("rest", "sixes")
REENTER = ("take_one", "join", "none")
FINAL_START = ("first_half_loser", "last_loser")
OPTIONS = ("aus_round",)
DECKEL = (5, 30)
"""Fewest and most Deckel a table can play with."""

HOUSE_RULES = {
    "deckel": Text("Zahl der Deckel", "Number of Deckel"),
    "general_over_schock2": Text("General schlägt Schock 2", "General beats Schock 2"),
    "one_throw_only": Text(
        "General und Straße nur in einem Wurf", "General and straight only in one throw"
    ),
    "fewer_throws_first": Text(
        "Bei Gleichstand gewinnen weniger Würfe", "In a tie fewer throws win"
    ),
    "after_turning": Text("Nach dem Drehen geht zurück", "After turning a six, thrown again"),
    "reenter": Text("Mitwürfeln, wenn man draußen ist", "Throwing along when out"),
    "final_start": Text("Das Finale beginnt", "The final is begun by"),
    "opening_each_half": Text(
        "Auch die zweite Hälfte wird ausgewürfelt", "The second half has an opening too"
    ),
    "later_direct_aus": Text(
        "Von zwei Schock-Aus in einem Wurf gewinnt das spätere",
        "Of two Schock-Aus in one throw the later one wins",
    ),
    "reenter_in_final": Text(
        "Wer beim Mitwürfeln Deckel nimmt, darf auch ins Finale",
        "Whoever takes Deckel when throwing along may join the final too",
    ),
}
VALUES = {
    True: Text("ja", "yes"),
    False: Text("nein", "no"),
    "rest": Text("alle übrigen Würfel", "all other dice"),
    "sixes": Text("nur die übrigen Sechsen", "only the other sixes"),
    "take_one": Text("nimmt von jeder Person einen Deckel", "takes one Deckel from everybody"),
    "join": Text("spielt die Runde ohne Deckel mit", "joins the round without Deckel"),
    "none": Text("nicht erlaubt", "not allowed"),
    "first_half_loser": Text("wer die erste Hälfte verlor", "the loser of the first half"),
    "last_loser": Text("wer die zweite Hälfte verlor", "the loser of the second half"),
}
"""What the screen says for the values of house rules that are no numbers."""
