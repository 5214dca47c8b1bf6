"""The odds of the dice under a rulebook, exactly: how turns end, and luck against skill in a log.

Standard library only; no clock, no chance, no I/O. What is computed and what is assumed stands in
docs/odds.md.
"""

from .plans import Odds, chance, ends_of_turn, odds
from .reading import Way
from .review import Decision, Option, Reviewed, Score, Turn, review, score, scores
from .why import Chances, Why, why
