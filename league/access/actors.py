"""Who does something at a table, known without asking the database.

A login is verified. A name given on a table's link is only asserted, and holds for that table
alone. `device` names the browser, so that one phone cannot be two pairs of eyes; `network` stands
for the address it comes from, and says nothing but whether two are the same.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Actor:
    """`user_id` of a login or `holder_id` of whoever holds a phone on a table's link, or neither
    (a command). `table_id` is the table this phone's link opens, the only one a holder may touch.
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
