"""The odds of the dice under a rulebook, exactly: how turns end, and luck against skill in a log.

Standard library only; no clock, no chance, no I/O. docs/odds.md says what is computed and what is
assumed.
"""

from .plans import Odds, chance, ends_of_turn, odds
from .reading import Way
from .review import Decision, Option, Reviewed, Score, Turn, review, score, scores
from .why import Chances, Why, why
