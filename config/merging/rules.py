"""Decide if two records may become one, which of them stays, and if a second person is asked.

Pure: persons, events and seasons are keys, days are arguments.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import product

AUDITOR = "auditor"


@dataclass(frozen=True)
class Span:
    """Days, half-open; `what` is the office or the kind of membership, `key` that of its row."""

    what: str
    start: date
    end: date | None = None
    key: int = 0

    def meets(self, other: "Span") -> bool:
        """Return True if both hold on some day."""
        return (self.end is None or other.start < self.end) and (
            other.end is None or self.start < other.end
        )

    def holds_from(self, day: date) -> bool:
        """Return True if it holds on this day or on a later one."""
        return self.end is None or self.end > day


@dataclass(frozen=True)
class Record:
    """The facts of a person's record that count for a merge.

    `there` are the events at which it has more than an answer, `squads` the seasons in which it
    plays for a team, `assemblies` the meetings at which it was counted. `open_matters` are codes of
    matters that have to be decided first.
    """

    key: int
    has_login: bool = False
    offices: tuple[Span, ...] = ()
    memberships: tuple[Span, ...] = ()
    there: frozenset[int] = frozenset()
    squads: frozenset[int] = frozenset()
    assemblies: frozenset[int] = frozenset()
    has_dues: bool = False
    is_erased: bool = False
    is_absorbed: bool = False
    stands_for_others: bool = False
    open_matters: tuple[str, ...] = ()


@dataclass(frozen=True)
class Refusal:
    """A reason why two records stay two: a code, and the keys or codes of what it is about."""

    code: str
    about: tuple[int | str, ...] = ()


def which_stays(first: Record, other: Record) -> tuple[Record, Record]:
    """Return the record that stays, and the other: by login, office, membership, age."""

    def weight(record: Record) -> tuple[bool, bool, bool, bool, int]:
        return (
            record.stands_for_others,
            record.has_login,
            bool(record.offices),
            bool(record.memberships) or record.has_dues,
            -record.key,
        )

    return (first, other) if weight(first) > weight(other) else (other, first)


def needs_second_person(kept: Record, absorbed: Record, proposer: int | None, today: date) -> bool:
    """Return True if a login, an office in force or an own record of the proposer is concerned.

    So no one gains a login or an office by a merge alone, or decides in an own matter.
    """
    both = (kept, absorbed)
    return any(
        record.has_login
        or record.key == proposer
        or any(office.holds_from(today) for office in record.offices)
        for record in both
    )


def owner_confirms(kept: Record, absorbed: Record, proposer: int | None, today: date) -> int | None:
    """Return the record whose owner is as good a second person as any, None if there is none.

    It is the only one that logs in, if the other brings no membership and no office from today on,
    and its owner does not propose the merge.
    """
    for own, other in ((kept, absorbed), (absorbed, kept)):
        gains = (*other.memberships, *other.offices)
        if (
            own.has_login
            and not other.has_login
            and own.key != proposer
            and not any(span.holds_from(today) for span in gains)
        ):
            return own.key
    return None


def doubled_memberships(kept: Record, absorbed: Record) -> tuple[int, ...]:
    """Return memberships of the absorbed record on days of the other's, by key."""
    return _doubled(kept.memberships, absorbed.memberships)


def doubled_offices(kept: Record, absorbed: Record) -> tuple[int, ...]:
    """Return keys of the absorbed record's offices that the other holds on some same days."""
    return tuple(
        key
        for role in sorted({office.what for office in absorbed.offices})
        for key in _doubled(
            [office for office in kept.offices if office.what == role],
            [office for office in absorbed.offices if office.what == role],
        )
    )


def _doubled(kept: Sequence[Span], absorbed: Sequence[Span]) -> tuple[int, ...]:
    return tuple(other.key for other in absorbed if any(own.meets(other) for own in kept))


def refusals(kept: Record, absorbed: Record, today: date, board: Sequence[str]) -> list[Refusal]:
    """Return why these two cannot be one person, or not yet; empty if nothing is in the way.

    `board` are the offices that no one holds beside that of an auditor.
    """
    if kept.key == absorbed.key:
        return [Refusal("same_record")]
    reasons = [*_no_records(kept, absorbed), *_two_people(kept, absorbed), *_open(kept, absorbed)]
    if _audits_itself(kept, absorbed, today, board):
        reasons.append(Refusal("auditor_on_board"))
    return reasons


def _no_records(kept: Record, absorbed: Record) -> Iterator[Refusal]:
    if kept.is_erased or absorbed.is_erased:
        yield Refusal("erased")
    if kept.is_absorbed or absorbed.is_absorbed:
        yield Refusal("absorbed")
    if absorbed.stands_for_others:
        yield Refusal("stands_for_others")


def _two_people(kept: Record, absorbed: Record) -> Iterator[Refusal]:
    """Yield the places in which both sit: one person sits in no two."""
    if both := kept.there & absorbed.there:
        yield Refusal("both_there", tuple(sorted(both)))
    if both := kept.squads & absorbed.squads:
        yield Refusal("both_in_squads", tuple(sorted(both)))
    if kept.assemblies & absorbed.assemblies:
        yield Refusal("both_at_assembly")


def _open(kept: Record, absorbed: Record) -> Iterator[Refusal]:
    if absorbed.has_dues:
        yield Refusal("both_have_dues" if kept.has_dues else "dues")
    for matter in absorbed.open_matters:
        yield Refusal(matter)
    if "waiting" in kept.open_matters and "waiting" not in absorbed.open_matters:
        yield Refusal("waiting")


def _audits_itself(kept: Record, absorbed: Record, today: date, board: Sequence[str]) -> bool:
    """Return True if one person would audit from today on their own work on the board."""
    return any(
        (own.what == AUDITOR) != (other.what == AUDITOR)
        and {own.what, other.what} & {*board}
        and own.meets(other)
        and own.holds_from(today)
        and other.holds_from(today)
        for own, other in product(kept.offices, absorbed.offices)
    )
