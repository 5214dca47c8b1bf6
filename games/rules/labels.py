"""Say in a sentence what a rulebook, and what a club, costs the loser."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.engine.rulebook import Stake
from games.rules import rulebooks as books
from league.club.models import StakeAnswer
from league.club.queries import Stakes
from league.web.money import euro


def cost_of(rulebook: books.Rulebook, venue: str) -> str:
    """Say what a lost game costs at such a venue by the rulebook."""
    rows = books.stakes_at(rulebook, venue)
    if not rows:
        return _("A lost game costs nothing.")
    if rows[0].kind == "drinks_round":
        return _("The loser buys a round.")
    if len(rows) == 1:
        return _("The loser pays %(amount)s.") % {"amount": euro(rows[0].cents or 0)}
    first, last = rows[0], rows[-1]
    return _("The loser pays %(few)s, with more than %(people)s people %(many)s.") % {
        "few": euro(first.cents or 0),
        "people": first.up_to,
        "many": euro(last.cents or 0),
    }


def stake_in_words(rulebook: books.Rulebook, venue: str, players: range, stakes: Stakes) -> str:
    """Say in a sentence what the loser owes; with its steps if it depends on who played."""
    in_money = any(row.cents for row in books.stakes_at(rulebook, venue))
    if in_money and not stakes.is_money:
        return ""
    if in_money and stakes.cents:
        return _("the loser pays %(amount)s") % {"amount": euro(stakes.cents)}
    rows: list[tuple[int, tuple[str, int | None]]] = []  # the fewest players, and what it is then
    for number in players:
        due = rulebook.stake(number, venue)
        if due is not None and (not rows or rows[-1][1] != due):
            rows.append((number, due))
    if not rows:
        return ""
    if len(rows) == 1:
        cents = rows[0][1][1]
        if cents is None:
            return _("the loser buys a round")
        return _("the loser pays %(amount)s") % {"amount": euro(cents)}
    steps = [
        _("up to %(number)s players %(amount)s")
        % {"number": rows[1][0] - 1, "amount": _due(rows[0][1])}
    ]
    steps += [
        _("from %(number)s %(amount)s") % {"number": n, "amount": _due(due)} for n, due in rows[1:]
    ]
    return ", ".join(steps)


def _due(due: tuple[str, int | None]) -> str:
    return _("a round of drinks") if due[1] is None else euro(due[1])


def loser_pays(rows: Sequence[Stake], stakes: Stakes) -> str:
    """Say in one sentence what the loser pays; empty if the amounts of the rulebook hold."""
    if not rows:
        return _("By this rulebook a lost game costs nothing.")
    if rows[0].kind == "drinks_round":
        return _("The loser buys a round.")
    if stakes.kind == StakeAnswer.Kind.NONE:
        return _("The club plays without money.")
    if stakes.kind == StakeAnswer.Kind.AMOUNT:
        amount = euro(stakes.cents or 0)
        return _("The loser pays %(amount)s, as the club has said.") % {"amount": amount}
    return ""
