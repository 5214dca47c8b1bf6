"""Refusals of the draw: a code and data. The sentence for a person is written further up."""

from typing import Any


class DrawError(Exception):
    """A wish that cannot be drawn. `code` is stable, `data` says with which numbers.

    Not a LeagueError: those carry a German sentence and with it Django's gettext.
    """

    def __init__(self, code: str, **data: Any) -> None:
        super().__init__(code)
        self.code = code
        self.data = data
