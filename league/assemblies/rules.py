"""How a members' meeting decides, and whether it was called in time. Pure.

German associations decide by the votes cast (§ 32 BGB): an abstention is none. Where the statutes
say more than the law, the club's own figures are arguments here.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

Majority = Literal["simple", "two_thirds"]
SIMPLE: Majority = "simple"
TWO_THIRDS: Majority = "two_thirds"
ItemKind = Literal[
    "opening", "report", "accounts", "audit", "discharge", "election", "motion", "other"
]


# --- calling it -----------------------------------------------------------------------------
def usual_order(offices: Collection[str]) -> Iterator[tuple[ItemKind, str]]:
    """The usual agenda, each item with its office where one is elected; motions come before the
    last item as they are handed in.
    """
    kinds: tuple[ItemKind, ...] = ("opening", "report", "accounts", "audit", "discharge")
    for kind in kinds:
        yield kind, ""
    for office in offices:
        yield "election", office
    yield "other", ""


def last_day_to_invite(day: date, notice_days: int) -> date:
    """Neither the day of the invitation nor that of the meeting counts (§§ 187, 188 BGB)."""
    return day - timedelta(days=notice_days + 1)


def days_between(invited_on: date, day: date) -> int:
    """The whole days between invitation and meeting; none where it is too late for one."""
    return max((day - invited_on).days - 1, 0)


def is_late(invited_on: date, day: date, notice_days: int) -> bool:
    return invited_on > last_day_to_invite(day, notice_days)


# --- who is there ---------------------------------------------------------------------------
def needed_for_quorum(voters: int, percent: int) -> int:
    """How many of these have to be there, rounded up; none where the club asks for no share."""
    return -(-voters * percent // 100)


# --- votes ----------------------------------------------------------------------------------
def is_carried(yes: int, no: int, majority: Majority) -> bool:
    """More yes than no, or at least two thirds of those that are yes or no."""
    if majority == TWO_THIRDS:
        return yes > 0 and 3 * yes >= 2 * (yes + no)
    return yes > no


# --- elections ------------------------------------------------------------------------------
@dataclass(frozen=True)
class Outcome:
    """Who is elected, by key; or between whom the run-off is; neither where nobody got enough."""

    elected: int | None = None
    run_off: tuple[int, ...] = ()


def elect(votes: Mapping[int, int], against: int, *, is_run_off: bool) -> Outcome:
    """`votes` of each candidate, and those that went to nobody.

    More than half of the votes cast elects. Otherwise the two with the most go into a run-off, with
    all who tie with the second. There the most votes are enough; a tie is voted on once more.
    """
    ranked = sorted(votes, key=lambda key: (-votes[key], key))
    if not ranked:
        return Outcome()
    most = votes[ranked[0]]
    if 2 * most > sum(votes.values()) + against:
        return Outcome(elected=ranked[0])
    if len(ranked) == 1:
        return Outcome()
    first = tuple(key for key in ranked if votes[key] == most)
    if is_run_off:
        return Outcome(elected=ranked[0]) if len(first) == 1 else Outcome(run_off=first)
    second = votes[ranked[1]]
    return Outcome(run_off=tuple(key for key in ranked if votes[key] >= second))
