"""Figures of persons and the club out of results: counts, streaks, who lost beside whom, a rating.

Pure: plain values in, plain values out. A season is counted whole out of its games; several seasons
are the sum of theirs, in the order of time. Nothing is counted that a result does not hold: what
was not written down is not nought, so each count that can be missing has beside it the number of
games that know it. Games that were broken off count nowhere.
"""

from league.figures.counting import NOWHERE, Best, Club, Counted, count, together
from league.figures.games import (
    DEPTHS,
    EVENINGS,
    OCCASIONS,
    TOURNAMENTS,
    Game,
    Key,
    Line,
    Scope,
)
from league.figures.persons import TALLY, Beside, Most, Night, Person
from league.figures.rating import MEAN, Rating
from league.figures.runs import Run, Runs

# Raised whenever the same results would give other figures; stored with each season's.
FIGURES_VERSION = 1
