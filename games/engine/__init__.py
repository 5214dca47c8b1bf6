"""The rules of Schocken: one game as a pure function of a header and a list of events.

It lists the public names. Standard library only; no clock, no chance, and no I/O but the
rulebooks' files, each of which is read once.
"""

from .actions import legal_actions
from .card import card
from .errors import EngineError, IllegalError, InvalidError, RulebookError
from .explain import explain, forfeited, hand_name
from .header import start
from .houserules import HouseRule, house_rules
from .lines import canonical
from .loading import load, slugs
from .play import apply, replay
from .rulebook import Rulebook
from .state import Charge, Round, State, round_json, state_json
