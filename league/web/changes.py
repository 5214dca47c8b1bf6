"""„Who changed what here“: the lines of the part of a page that says so."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True)
class Change:
    """One change in words; `who` is empty where nobody was logged in."""

    at: datetime
    who: str
    what: str
