"""Changes of the club's rules for lines of the bank."""

from collections.abc import Mapping

from finance.bank.models.rules import BankRule
from league.web.changes import STATES, Change, by_whom, step


def changes_of_rules(names: Mapping[str, str]) -> list[Change]:
    """Return who set and who ended which rule, the newest first; `names` are those of the accounts.
    One query.
    """
    made = []
    for rule in BankRule.objects.select_related("set_by__person", "ended_by__person"):
        label = f"{rule.words or '–'}, {names[rule.account]}"
        made.append(Change(rule.set_at, by_whom(rule.set_by), step(label, "", STATES["used"])))
        if rule.ended_at is not None:
            ended = step(label, STATES["used"], STATES["ended"])
            made.append(Change(rule.ended_at, by_whom(rule.ended_by), ended))
    return sorted(made, key=lambda change: change.at, reverse=True)
