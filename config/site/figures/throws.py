"""What the throws add to the figures: hands, luck and skill, the outermost, as pages show them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from games.luck import labels as words
from games.luck.models import SeatLuck
from games.luck.queries import throws as queries
from games.luck.queries.throws import Total, Which
from games.luck.weighing import UNIT
from games.scoring.models import Game
from league.people.models.people import Person
from league.people.queries.names import Naming

MOST_COSTLY = 5


def of_person(person: Person, which: Which) -> dict[str, Any]:
    """The context of the sections on somebody's page."""
    return {"hands": _hands(which, person), "luck": _luck(which, person)}


def of_club(which: Which, persons: Sequence[Person], naming: Naming) -> dict[str, Any]:
    """The context of the sections on the club's page; only these persons are named.

    Luck and skill of everybody are for the members alone.
    """
    return {
        "hands": _hands(which, None),
        "lucky": _lucky(which, persons) if naming.inside else [],
        "thrown": records_of(which, persons, naming),
    }


def game_url(game: Game, seat: int | None = None) -> str:
    url = reverse("games:turns", args=[game.table_id, game.number])
    return url if seat is None else f"{url}?seat={seat}#zuege"


def _hands(which: Which, person: Person | None) -> dict[str, Any] | None:
    found = queries.hands(which, person)
    if not found.turns:
        return None
    title = _("Hands of %(name)s") % {"name": person.name} if person else _("Hands of the club")
    return {
        "games": found.games,
        "turns": found.turns,
        "throws": found.throws,
        "aus_at_once": found.aus_at_once,
        "drawing": words.draw_hands(title, found.hands, found.turns),
        "rows": [
            {
                "name": words.CATEGORIES[one.code],
                "number": one.number,
                "expected": words.deckel(round(one.expected * UNIT)),
            }
            for one in found.hands
        ],
    }


def _figures(total: Total) -> dict[str, Any]:
    each = 100 * total.skill // total.turns if total.turns else 0
    return {
        "games": total.games,
        "turns": total.turns,
        "decisions": total.decisions,
        "right": words.share(total.best, total.decisions),
        "expected": words.deckel(total.expected),
        "came": words.whole(total.came),
        "luck": words.signed(total.luck),
        "skill": words.signed(total.skill),
        "skill_each": words.signed(each),
        "ordinary": words.deckel(total.ordinary, 0),
        "few": total.few,
    }


def _luck(which: Which, person: Person) -> dict[str, Any] | None:
    nights = queries.nights(which, person)
    if not nights:
        return None
    return {
        **_figures(nights[-1].so_far),
        "drawing": words.draw_nights(person.name, nights) if len(nights) > 1 else "",
        "nights": [{"day": one.day, **_figures(one.so_far)} for one in nights],
        "costliest": [_costly(one) for one in queries.costliest(which, person, MOST_COSTLY)],
    }


def _costly(line: SeatLuck) -> dict[str, Any]:
    told = line.costliest or {}
    game = line.weighed.game
    return {
        "url": game_url(game, line.seat_id),
        "day": game.table.block.event.business_date,
        "where": words.where(told),
        "situation": words.situation(told),
        "dice": told["dice"],
        "taken": words.way(told["taken"]),
        "taken_chances": words.chances(told["taken"]),
        "best": words.way(told["best"]),
        "best_chances": words.chances(told["best"]),
        "cost": words.deckel(line.cost, 2),
    }


def _lucky(which: Which, persons: Sequence[Person]) -> list[dict[str, Any]]:
    """Everybody who is named, best skill first; with few turns below."""
    totals = queries.luck_of_all(which)
    found = [(person, totals[person.pk]) for person in persons if person.pk in totals]
    found.sort(key=lambda one: (one[1].few, -one[1].skill / one[1].turns, one[0].sort_key))
    return [
        {
            "name": person.name,
            "url": reverse("person_figures", args=[person.pk]),
            **_figures(total),
        }
        for person, total in found
    ]


@dataclass(frozen=True)
class Outermost:
    """A record of the throws: whose, or at which event. Empty is what the reader may not know, and
    a `url` that he may not open.
    """

    title: str
    number: str
    who: str
    day: date
    url: str


def records_of(which: Which, persons: Sequence[Person], naming: Naming) -> list[Outermost]:
    found = queries.records(which, [person.pk for person in persons])
    half = found.longest_half
    records: list[Outermost] = []

    def note(title: str, number: str, game: Game, line: SeatLuck | None = None) -> None:
        event = game.table.block.event
        is_open = naming.inside or event.is_public
        named = naming.at(line.seat.participation) if line else event.name if is_open else ""
        url = game_url(game, line.seat_id if line else None) if is_open else ""
        records.append(Outermost(title, number, named, event.business_date, url))

    if half is not None:
        said = _("%(rounds)s rounds, %(throws)s throws")
        numbers = {"rounds": half.longest_rounds, "throws": half.longest_throws}
        note(_("Longest half"), said % numbers, half.game)
    for title, line, number in (
        (_("Greatest luck in a game"), found.luckiest, _fortune),
        (_("Worst luck in a game"), found.unluckiest, _fortune),
        (_("Most expensive decision"), found.costliest, _cost),
        (_("Game without a mistake"), found.flawless, _decisions),
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
