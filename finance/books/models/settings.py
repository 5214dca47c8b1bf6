"""The club's settings of its till."""

from types import MappingProxyType
from typing import ClassVar

from django.db import models

from league.guards.kinds import append_only, guard
from league.guards.versioned import Versioned
from league.people.models.fields import by_user

# Cents; until the club says otherwise.
ASKS_ABOVE = 10_000
# A cash difference of more cents, or the third of a year, needs a second person.
DIFFERENCE_ABOVE, DIFFERENCES_A_YEAR = 500, 3


class TillSettings(Versioned):
    """The club's decisions about its till; the newest row counts. Without one all is off.

    `simple`: no bank, no spheres and no second signature at the close of an evening; nothing is
    lost, it can be switched back, and own matters still need a second person. `tax_privileged`: the
    club is gemeinnützig. `members_see_balance`: members see cash and bank. `board_reads`: the chair
    reads the till. `declined_pay_nothing`: people who declined beforehand do not pay the absentees'
    average. A payout of more than `asks_above` cents at once asks for proof of identity again. A
    cash difference of more than `difference_above` cents, and each from number `differences_a_year`
    of a year on, is booked only with a second person.
    """

    # In the order in which the page asks for them.
    SWITCHES: ClassVar[tuple[str, ...]] = (
        *("simple", "members_see_balance", "board_reads", "declined_pay_nothing"),
        "tax_privileged",
    )
    AMOUNTS: ClassVar[tuple[str, ...]] = ("asks_above", "difference_above", "differences_a_year")
    ADDED = MappingProxyType(
        {
            "declined_pay_nothing": False,
            "asks_above": ASKS_ABOVE,
            "difference_above": DIFFERENCE_ABOVE,
            "differences_a_year": DIFFERENCES_A_YEAR,
        }
    )

    simple = models.BooleanField(default=False)
    tax_privileged = models.BooleanField(default=False)
    members_see_balance = models.BooleanField(default=False)
    board_reads = models.BooleanField(default=False)
    declined_pay_nothing = models.BooleanField(default=False)
    asks_above = models.PositiveIntegerField(default=ASKS_ABOVE)
    difference_above = models.PositiveIntegerField(default=DIFFERENCE_ABOVE)
    differences_a_year = models.PositiveSmallIntegerField(default=DIFFERENCES_A_YEAR)
    set_by = by_user()
    set_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return ", ".join(name for name in self.SWITCHES if getattr(self, name))


guard("finance_tillsettings", *append_only())
