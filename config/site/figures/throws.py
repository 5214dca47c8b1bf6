"""Add the throws to the figures: luck and skill, the outermost, in the words of the pages."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.luck import labels as words
from games.luck.models import SeatLuck
from games.luck.queries import throws as queries
from games.luck.queries.throws import Total, Which
from games.scoring.models import Game
from league.people.models.people import Person
from league.people.queries.names import Naming

MOST_COSTLY = 5


def game_url(game: Game, seat: int | None = None) -> str:
    url = reverse("games:turns", args=[game.table_id, game.number])
    return url if seat is None else f"{url}?seat={seat}#zuege"


def _figures(total: Total) -> dict[str, Any]:
    return {
        "games": total.games,
        "turns": total.turns,
        "decisions": total.decisions,
        "right": words.share(total.best, total.decisions),
        "expected": words.deckel(total.expected),
        "came": words.whole(total.came),
        "luck": words.signed(total.luck),
        "skill": words.signed(total.skill),
        "skill_each": _each(total),
        "ordinary": words.deckel(total.ordinary, 0),
        "few": total.few,
    }


def _each(total: Total) -> str:
    """Return the skill for each hundred turns."""
    return words.signed(100 * total.skill // total.turns if total.turns else 0)


def luck(which: Which, person: Person) -> dict[str, Any] | None:
    """Return a person's luck and skill, evening by evening, and the costliest turns; None of no
    throws.
    """
    nights = queries.nights(which, person)
    if not nights:
        return None
    return {
        **_figures(nights[-1].so_far),
        "drawing": words.draw_nights(person.name, nights) if len(nights) > 1 else "",
        "nights": [{"day": night.day, **_figures(night.so_far)} for night in nights],
        "costliest": [
            _costly(seat_luck) for seat_luck in queries.costliest(which, person, MOST_COSTLY)
        ],
    }


def _costly(line: SeatLuck) -> dict[str, Any]:
    decision = line.costliest or {}
    game = line.weighed.game
    return {
        "url": game_url(game, line.seat_id),
        "day": game.table.block.event.business_date,
        "where": words.where(decision),
        "situation": words.situation(decision),
        "dice": decision["dice"],
        "taken": words.way(decision["taken"]),
        "taken_chances": words.chances(decision["taken"]),
        "best": words.way(decision["best"]),
        "best_chances": words.chances(decision["best"]),
        "cost": words.deckel(line.cost, 2),
    }


@dataclass(frozen=True)
class Lucky:
    """A person's luck and skill beside the others', in words; `few` turns do not say much."""

    person: Person
    skill_each: str
    luck: str
    ordinary: str
    turns: int
    few: bool

    @property
    def counted_turns(self) -> str:
        """Return „aus 12 Zügen“, with a word if these are few."""
        turns = ngettext("one turn", "%(n)s turns", self.turns) % {"n": self.turns}
        return ", ".join([turns, _("few")]) if self.few else turns


def lucky(which: Which, persons: Sequence[Person]) -> list[Lucky]:
    """Return all those who are named, best skill first; with few turns below."""
    totals = queries.luck_of_all(which)
    pairs = [(person, totals[person.pk]) for person in persons if person.pk in totals]
    pairs.sort(key=lambda pair: (pair[1].few, -pair[1].skill / pair[1].turns, pair[0].sort_key))
    return [
        Lucky(
            person=person,
            skill_each=_each(total),
            luck=words.signed(total.luck),
            ordinary=words.deckel(total.ordinary, 0),
            turns=total.turns,
            few=total.few,
        )
        for person, total in pairs
    ]


@dataclass(frozen=True)
class Outermost:
    """A record of the throws, of a person or an event. Text the reader may not know is empty.

    So is a `url` that the reader may not open.
    """

    title: str
    number: str
    who: str
    day: date
    url: str


def records_of(which: Which, persons: Sequence[Person], naming: Naming) -> list[Outermost]:
    best = queries.records(which, [person.pk for person in persons])
    half = best.longest_half
    records: list[Outermost] = []

    def note(title: str, number: str, game: Game, line: SeatLuck | None = None) -> None:
        event = game.table.block.event
        is_open = naming.inside or event.is_public
        named = naming.at(line.seat.participation) if line else event.name if is_open else ""
        url = game_url(game, line.seat_id if line else None) if is_open else ""
        records.append(Outermost(title, number, named, event.business_date, url))

    if half is not None:
        sentence = _("%(rounds)s rounds, %(throws)s throws")
        if not half.longest_throws:
            sentence = _("%(rounds)s rounds")
        numbers = {"rounds": half.longest_rounds, "throws": half.longest_throws}
        note(_("Longest half"), sentence % numbers, half.game)
    for title, line, number in (
        (_("Greatest luck in a game"), best.luckiest, _fortune),
        (_("Worst luck in a game"), best.unluckiest, _fortune),
        (_("Most expensive decision"), best.costliest, _cost),
        (_("Game without a mistake"), best.flawless, _decisions),
    ):
        if line is not None:
            note(title, number(line), line.weighed.game, line)
    return records


def _fortune(line: SeatLuck) -> str:
    return _("%(deckel)s Deckel") % {"deckel": words.signed(line.luck)}


def _cost(line: SeatLuck) -> str:
    return _("%(deckel)s Deckel") % {"deckel": words.deckel(line.cost)}


def _decisions(line: SeatLuck) -> str:
    return _("%(n)s decisions") % {"n": line.decisions}
