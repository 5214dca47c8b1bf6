"""What a format refuses: a code and data. The sentence for a person is written further up."""

from typing import Any


class FormatError(Exception):
    """A format that cannot be played as written. `code` is stable, `data` says where.

    Not a LeagueError: those carry a German sentence and with it Django's gettext.
    """

    def __init__(self, code: str, **data: Any) -> None:
        super().__init__(code)
        self.code = code
        self.data = data
