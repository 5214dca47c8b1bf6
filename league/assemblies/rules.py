"""Decisions of a members' meeting, and the time limit for calling one. Pure.

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
    """Yield the usual agenda, each item with its office if one is elected.

    Motions come before the last item as they are handed in.
    """
    kinds: tuple[ItemKind, ...] = ("opening", "report", "accounts", "audit", "discharge")
    for kind in kinds:
        yield kind, ""
    for office in offices:
        yield "election", office
    yield "other", ""


def last_day_to_invite(day: date, notice_days: int) -> date:
    """Return the last day to invite: neither it nor that of the meeting counts (§§ 187, 188
    BGB).
    """
    return day - timedelta(days=notice_days + 1)


def days_between(invited_on: date, day: date) -> int:
    """Return the whole days between invitation and meeting; 0 if it is too late for one."""
    return max((day - invited_on).days - 1, 0)


def is_late(invited_on: date, day: date, notice_days: int) -> bool:
    return invited_on > last_day_to_invite(day, notice_days)


# --- attendance -----------------------------------------------------------------------------
def needed_for_quorum(voters: int, percent: int) -> int:
    """Return how many of these have to be present, rounded up; 0 if the club asks for no share."""
    return -(-voters * percent // 100)


# --- votes ----------------------------------------------------------------------------------
def is_carried(yes: int, no: int, majority: Majority) -> bool:
    """Return True for more yes than no, or for at least two thirds of those that are yes or no."""
    if majority == TWO_THIRDS:
        return yes > 0 and 3 * yes >= 2 * (yes + no)
    return yes > no


# --- elections ------------------------------------------------------------------------------
@dataclass(frozen=True)
class Outcome:
    """The elected one, by key; or those of the run-off; neither if no one got enough."""

    elected: int | None = None
    run_off: tuple[int, ...] = ()


def elect(votes: Mapping[int, int], against: int, *, is_run_off: bool) -> Outcome:
    """Return the outcome of `votes` for each candidate, and those `against` all of them.

    More than half of the votes cast elects. Otherwise the two with the most go into a run-off, with
    all who tie with the second. In it the most votes are enough; a tie is voted on once more.
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
