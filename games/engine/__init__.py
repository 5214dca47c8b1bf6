"""The rules of Schocken: one game as a pure function of a header and a list of events.

The doors are named here. Standard library only; no clock, no chance, no I/O but the rulebooks'
files, which are read once.
"""

from .errors import EngineError, IllegalError, InvalidError, RulebookError
from .header import start
from .loading import load, slugs
from .play import apply, replay
from .state import State, round_json, state_json

__all__ = [
    "EngineError",
    "IllegalError",
    "InvalidError",
    "RulebookError",
    "State",
    "apply",
    "load",
    "replay",
    "round_json",
    "slugs",
    "start",
    "state_json",
]
