"""Find a person's company at the table: victims, and those in whose company the person loses."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from config.site.figures.filter import Chosen
from league.figures import Person
from league.people.models.people import Person as Somebody
from league.templatetags.league import percent

# Fewer games together say nothing yet.
FEW_TOGETHER = 10
MOST_BESIDE = 3


@dataclass(frozen=True)
class Beside:
    """A companion at the table: games together, and how many of these were lost (by whom)."""

    person: int
    name: str
    games: int
    lost: int

    @property
    def share(self) -> float:
        return self.lost / self.games


@dataclass(frozen=True)
class Company:
    """The losers in a person's company, and those beside whom the person loses; the most first."""

    victims: list[Beside]
    nemeses: list[Beside]
    enough: bool  # enough games together to say anything


def company(counts: Person, names: Mapping[int, str]) -> Company:
    """Return the company of those who may be named and sat together often enough."""
    often = {
        pk: both for pk, both in counts.beside.items() if pk in names and both.games >= FEW_TOGETHER
    }

    def most(lost: Callable[[Any], int]) -> list[Beside]:
        companions = [Beside(pk, names[pk], both.games, lost(both)) for pk, both in often.items()]
        companions.sort(key=lambda companion: (-companion.share, -companion.lost, companion.name))
        return [companion for companion in companions if companion.lost][:MOST_BESIDE]

    return Company(
        victims=most(lambda both: both.lost_by_other),
        nemeses=most(lambda both: both.lost_by_me),
        enough=bool(often),
    )


@dataclass(frozen=True)
class Group:
    """One list of the page: its count, and its people, each with the address of the games.

    An empty list shows a text instead.
    """

    title: str
    about: str
    nobody: str
    rows: list[tuple[Beside, str]]


def groups(
    beside: Company, person: Somebody, counts: Person, chosen: Chosen, *, own: bool
) -> list[Group]:
    """List victims and nemeses in the page's words, to the person if it is the `own` page."""
    words = {"name": person.name, "share": percent(counts.share)}

    def address(other: Beside, **games: Any) -> str:
        return chosen.games_url(person.pk, beside=other.person, **games)

    return [
        Group(
            title=_("Favourite victims"),
            about=_("Who loses most often when you are there.")
            if own
            else _("Who loses most often when %(name)s is there.") % words,
            nobody=_("Nobody: all got away."),
            rows=[(other, address(other, loser=other.person)) for other in beside.victims],
        ),
        Group(
            title=_("Nemeses"),
            about=_("Who is there when you lose most often. In all you lose %(share)s.") % words
            if own
            else _("Who is there when %(name)s loses most often; %(share)s in all.") % words,
            nobody=_("Nobody: never lost yet."),
            rows=[(other, address(other, outcome="lost")) for other in beside.nemeses],
        ),
    ]
