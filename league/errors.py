"""Refusals of `league`. Each error has a stable code, data, and a sentence for the person.

`Invalid…` is malformed, `Illegal…` is against the state of things now, `Stale…` saw an older state,
`NotAllowed…` is not this person's business. Only `config/errors.py` maps them to HTTP.
"""

from typing import Any

from django.utils.functional import Promise


class LeagueError(Exception):
    """The root of everything the league refuses.

    `field` names the form field that the sentence belongs to, if it has one.
    """

    def __init__(
        self, code: str, sentence: str | Promise, *, field: str | None = None, **data: Any
    ) -> None:
        super().__init__(code)
        self.code = code
        self.sentence = sentence
        self.field = field
        self.data = data

    def __str__(self) -> str:
        return str(self.sentence)


class InvalidError(LeagueError):
    """Malformed: it could never be right."""


class IllegalError(LeagueError):
    """Well formed, but not now."""


class StaleError(LeagueError):
    """Another person was faster; the user must see the fresh state first."""


class NotAllowedError(LeagueError):
    """Not this person's business."""
