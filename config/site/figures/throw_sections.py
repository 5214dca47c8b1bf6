"""Sections of the throws: the hands, luck and skill, records of the dice."""

from collections.abc import Sequence

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.site.figures.sections import Cell, Line, Section, Table, row
from config.site.figures.throws import Lucky, Outermost
from games.luck import labels as luck_words
from games.luck.queries.throws import Hands
from games.luck.weighing import UNIT
from league.people.models.people import Person
from league.reports.paper import short_day


# --- throws -----------------------------------------------------------------------------------
def hands(hands: Hands, person: Person | None = None) -> Section | None:
    """Draw the hands of a person or the club, beside what the dice bring."""
    if not hands.turns:
        return None
    title = _("Hands of %(name)s") % {"name": person.name} if person else _("Hands of the club")
    sentence = ngettext(
        "one hand", "%(n)s hands in %(throws)s throws of %(games)s games", hands.turns
    ) % {"n": hands.turns, "throws": hands.throws, "games": hands.games}
    at_once = ngettext(
        "one Schock-Aus in one throw", "%(n)s Schock-Aus in one throw", hands.aus_at_once
    ) % {"n": hands.aus_at_once}
    rows = [
        row(
            str(luck_words.CATEGORIES[hand_count.code]),
            hand_count.number,
            luck_words.deckel(round(hand_count.expected * UNIT)),
        )
        for hand_count in hands.hands
    ]
    return Section(
        anchor="hands",
        title=_("Which hands fell"),
        sentences=[sentence, *([at_once] if hands.aus_at_once else []), *_unseen(hands.unseen)],
        drawing=luck_words.draw_hands(title, hands.hands, hands.turns),
        table=Table(
            _("Hands by kind, and how many were to be expected"),
            [_("Hand"), _("fell"), _("to be expected")],
            rows,
        ),
        end=_(
            "To be expected is what the dice bring somebody who wants to be above another, with as "
            "many throws as were allowed. Whoever is safe already stops earlier: that gives more "
            "plain numbers."
        ),
    )


def _unseen(turns: int) -> list[str]:
    """Say how many turns are not counted, as their rounds were written down in one entry."""
    if not turns:
        return []
    sentence = ngettext(
        "one more turn in a round without hands", "%(n)s more turns in rounds without hands", turns
    )
    return [sentence % {"n": turns}]


def lucky(balances: Sequence[Lucky]) -> Section | None:
    """List luck and skill of all, best skill first."""
    if not balances:
        return None
    title = _("Luck and skill")
    rows = [
        row(
            Cell(balance.person.name, reverse("person_figures", args=[balance.person.pk])),
            Cell(balance.skill_each, below=balance.counted_turns),
            Cell(balance.luck, below=f"±{balance.ordinary}"),
        )
        for balance in balances
    ]
    return Section(
        anchor="lucky",
        title=title,
        intro=_(
            "In Deckel. Skill for each hundred turns, nought is without a mistake; below it, out "
            "of how many turns. Below the luck is up to where it is nothing special."
        ),
        table=Table(title, [_("Who"), _("Skill"), _("Luck")], rows, "named"),
        is_folded=False,
        is_of_luck=True,
    )


def thrown(extremes: Sequence[Outermost]) -> Section | None:
    """List the records of the throws."""
    if not extremes:
        return None
    lines = [
        Line(
            extreme.title,
            f"{extreme.who}, {day}" if extreme.who else day,
            extreme.number,
            extreme.url,
        )
        for extreme, day in ((outermost, short_day(outermost.day)) for outermost in extremes)
    ]
    return Section(anchor="thrown", title=_("Records of the dice"), lines=lines)
