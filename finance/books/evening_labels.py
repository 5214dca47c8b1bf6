"""The words on the page of an evening's proposals: the open ones in sum and by person."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from finance.books import labels as words
from finance.books.models.claims import Claim
from league.people.models.people import Person


@dataclass(frozen=True)
class Group:
    """The claims of one person; `sum` where there are several, `asks` whether a guest agreed."""

    person: Person
    claims: list[Claim]
    sum: str
    tag: str
    asks: bool


def by_person(
    claims: Iterable[Claim], guests: Collection[int] = (), asked: Collection[int] = ()
) -> list[Group]:
    """Group the claims by person, in their order; `asked` are the guests who have not
    agreed yet.
    """
    return [
        Group(
            person,
            own,
            sum=total(own) if len(own) > 1 else "",
            tag=_guest(person.pk in asked) if person.pk in guests else "",
            asks=person.pk in asked,
        )
        for person, group in groupby(claims, key=lambda claim: claim.person)
        for own in [list(group)]
    ]


def _guest(is_asked: bool) -> str:
    return _("Guest") if is_asked else _("Guest, pays today")


def asked_guests(undecided: Iterable[Claim]) -> set[int]:
    """Return the guests, by key, who owe something for a game and have not agreed to pay."""
    return {
        claim.person_id
        for claim in undecided
        if claim.open_reason == Claim.OpenReason.GUEST
        and claim.charge is not None
        and claim.charge.result_id is not None
    }


def total(claims: Iterable[Claim]) -> str:
    """Write „12,50 €“, „1 Runde“, or both."""
    sums: dict[str, int] = {}
    for claim in claims:
        sums[claim.unit] = sums.get(claim.unit, 0) + (claim.amount or 0)
    return " + ".join(words.money(sum_, unit) for unit, sum_ in sorted(sums.items()) if sum_)


def left(ready: int, waiting: int, held_back: int) -> list[str]:
    """Return sentences for the proposals that are ready, undecided and held back; none for zero."""
    sentences = [
        (ready, ngettext("one proposal is ready", "%(n)s proposals are ready", ready)),
        (waiting, ngettext("one still needs you", "%(n)s still need you", waiting)),
        (
            held_back,
            ngettext(
                "one is held back until its game has been decided",
                "%(n)s are held back until their games have been decided",
                held_back,
            ),
        ),
    ]
    return [sentence % {"n": number} for number, sentence in sentences if number]
