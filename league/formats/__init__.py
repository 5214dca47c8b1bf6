"""Formats of tournaments as data, and what comes out of them: pure. The doors are named here.

An event is a chain of blocks („Durchgänge“), each one drawn set of tables. A `Format` says who
plays in each, how games score, who goes on; `check` whether that is possible, `fitted` makes it
smaller for fewer people. `score` says what a game gives, `standing` ranks a block, `advancing`
says who goes on and which ties stop that, `final_ranking` and the others close the day.

Standard library and `league.draw` only; no clock, no chance, no I/O but its own templates. All
points are Fractions, since places are shared. Names in brackets are sources: werl, steele, gonz
(Gonzerath), sack-turnier (Königswinter), sf-system, sf-punkt and sf-ko (Schockfreunde).
"""

from .block import Advance, Block, Games, Tables, Who
from .chain import check, fitted, headcounts
from .errors import CODES, FormatError
from .final import (
    HasRank,
    Member,
    Placed,
    Special,
    TeamRow,
    YearResult,
    YearRow,
    final_ranking,
    specials,
    team_ranking,
    year_ranking,
)
from .format import Fit, Format, Team, load, slugs
from .lengths import longer, shorter
from .points import Game, Line, Scored, card_sums, game_total, score
from .scoring import Scoring
from .standing import Decided, Decision, Lack, Row, Tally, ranked, standing
from .ties import Advancing, OpenTie, advancing, open_ties, table_over

__all__ = [
    "CODES",
    "Advance",
    "Advancing",
    "Block",
    "Decided",
    "Decision",
    "Fit",
    "Format",
    "FormatError",
    "Game",
    "Games",
    "HasRank",
    "Lack",
    "Line",
    "Member",
    "OpenTie",
    "Placed",
    "Row",
    "Scored",
    "Scoring",
    "Special",
    "Tables",
    "Tally",
    "Team",
    "TeamRow",
    "Who",
    "YearResult",
    "YearRow",
    "advancing",
    "card_sums",
    "check",
    "final_ranking",
    "fitted",
    "game_total",
    "headcounts",
    "load",
    "longer",
    "open_ties",
    "ranked",
    "score",
    "shorter",
    "slugs",
    "specials",
    "standing",
    "table_over",
    "team_ranking",
    "year_ranking",
]
