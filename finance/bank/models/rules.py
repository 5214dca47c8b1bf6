"""Rules for lines of the bank that come again and again: „REWE“ is food, „Stadtwerke“
is the room.
"""

from django.db import models
from django.db.models import Q

from league.guards.constraints import check, unique
from league.guards.kinds import append_only, guard, refuse_update
from league.guards.versioned import Versioned
from league.people.models.fields import by_user


class BankRule(Versioned):
    """A line with these words in it is proposed as this kind, until the rule ended.

    `incoming`: of what came in, else of what went out. `by_statement`: the statement itself is the
    voucher, as for charges of the bank; what was bought needs its receipt. Changed is: ended, and
    another one begun.
    """

    WORDS = ("words",)

    words = models.CharField(max_length=60)
    incoming = models.BooleanField()
    account = models.CharField(max_length=20)
    by_statement = models.BooleanField(default=False)
    set_by = by_user()
    set_at = models.DateTimeField()
    ended_by = by_user()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            check("bank_rule_has_words", ~Q(words="")),
            check("bank_rule_voucher", Q(incoming=False) | Q(by_statement=False)),
            check("bank_rule_ended", Q(ended_at__isnull=False) | Q(ended_by=None)),
            unique("bank_rule_open_once", "words", "incoming", where=Q(ended_at=None)),
        ]

    def __str__(self) -> str:
        return self.words


guard(
    "finance_bankrule",
    *append_only("id incoming account by_statement set_by_id set_at"),
    # Once a rule has ended, a name in its words can be erased.
    refuse_update(
        "words_stay", "{table}_append_only", "NEW.words <> OLD.words AND NEW.ended_at IS NULL"
    ),
)
