"""The scorer's tables: the log of each game, and what is counted and weighed out of it."""

import games.luck.models
import games.scoring.models
