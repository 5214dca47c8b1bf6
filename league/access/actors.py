"""The acting side at a table, known without asking the database.

A login is verified. A name given on a table's link is only asserted, and holds for that table
alone. `device` names the browser, so that one phone cannot be two pairs of eyes; `network`
represents the address it comes from, and tells only whether two are the same.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Actor:
    """A user at a table, by login or by a table's link.

    `user_id` of a login, `holder_id` of the holder of a phone on a table's link, or neither (a
    command). `table_id` is the table that this phone's link opens, the only one a holder may touch.
    """

    device: str = ""
    user_id: int | None = None
    holder_id: int | None = None
    table_id: int | None = None
    name: str = ""
    network: str = ""

    @property
    def verified(self) -> bool:
        return self.user_id is not None


NOBODY = Actor()
"""A command or a task: nobody at a table."""
