"""Formats of tournaments as data, and the results computed from them: pure.

The public names are here. An event is a chain of blocks („Durchgänge“), each one drawn set of
tables. A `Format` says who plays in each, how games score, who goes on; `check` tells if that is
possible, `fitted` makes it smaller for fewer people. `score` returns the points of a game,
`standing` ranks a block, `advancing` says who goes on and which ties stop that, `final_ranking` and
the others close the day.

Standard library and `league.draw` only; no clock, no chance, no I/O but its own templates. All
points are Fractions, since places are shared. Names in brackets are sources: werl, steele, gonz
(Gonzerath), sack-turnier (Königswinter), sf-system, sf-punkt and sf-ko (Schockfreunde).
"""

from .block import CRITERIA, LIVES, TIES, Advance, Block, Criterion, Games, Tables
from .chain import check, check_names
from .credits import Credit, CreditKind, Played, alike_to, credited
from .editing import another, beside, blank, moved, removed
from .errors import CODES, FormatError
from .final import (
    HasRank,
    Member,
    Placed,
    TeamRow,
    YearResult,
    YearRow,
    final_ranking,
    team_ranking,
    year_ranking,
)
from .fitting import Counts, Heads, counts, fitted, headcounts, idle, sends_home
from .format import Fit, Format, Team, describe, load, slugs
from .honours import AWARDS, Award, Honour, Special, honours, specials
from .lengths import longer, with_another
from .points import Game, Line, Scored, card_sums, game_total, lives_lost, score
from .scoring import LARGEST_TABLE, LARGEST_WEIGHT, WEIGHTS, LifePer, Scoring
from .sources import by_parity, going_on, taken
from .standing import Credited, Decided, Decision, Lack, Row, Tally, ranked, standing
from .stored import (
    row_from_dict,
    row_to_dict,
    tally_from_list,
    tally_to_list,
    team_from_dict,
    team_to_dict,
    tie_from_dict,
    tie_to_dict,
)
from .ties import Advancing, OpenTie, advancing, open_ties, table_over
from .toml import LARGEST_FILE, read, written
from .where import Where, field_of, where
from .who import MOST_BLOCKS, MOST_PEOPLE, RANGES, TAKES, Source, Take, Who

# Raised whenever the same cards would give another ranking; stored with each standing.
SCORING_VERSION = 3
