"""What the direction has to do next, and who is here, out of how the tournament stands.

Reads nothing itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from league import formats
from league.errors import IllegalError
from league.events.models import Participation, Table
from league.tournaments.labels import draws as words
from league.tournaments.queries.course import BlockCourse, Course

Deed = Literal[
    "people",  # nobody to draw: the desk checks people in
    "blocked",  # something else comes first, the sentence says what
    "fit",  # the chain does not suit so few, the sentence says why: cut it, or wait for more
    "draw",
    "release",  # look at the proposal, then release it
    "start",
    "play",  # nothing to do but wait for the cards
    "sharp",  # the time is up
    "lock",
    "tie",
    "rank",  # release the ranking
    "finish",
    "finished",
]
# Where two blocks are played side by side, waiting for one must not hide the other.
_WAITING = ("play", "blocked")


@dataclass(frozen=True)
class Next:
    """One step, in which block; `sentence` where something stands against it.

    `cards` is how many are out in all blocks that are played now.
    """

    deed: Deed
    block: BlockCourse | None = None
    sentence: str = ""
    people: int = 0
    cards: int = 0


def open_ties(one: BlockCourse) -> list[formats.OpenTie]:
    """The ties somebody has to decide: at the cut, or on the podium."""
    found = list(one.advancing.ties) if one.advancing is not None else []
    return [*found, *one.podium_ties]


def open_blocks(course: Course) -> list[BlockCourse]:
    """The blocks that are played now: drawn and not yet ranked, or the one to be drawn next.

    While those who advance play, a block of the rest may be drawn beside them.
    """
    found = []
    for one in course.blocks.values():
        if one.block.ranked_at is not None:
            continue
        of = course.blocks.get(one.setting.who.of or 0)
        is_beside = (
            one.setting.who.kind == "rest"
            and of is not None
            and of.draw is not None
            and of.block.locked_at is None
        )
        if one.draw is not None or is_beside or one is course.unfinished:
            found.append(one)
    return found


def next_step(course: Course, now: datetime) -> Next:
    """The one thing to do now. Steps that only wait come after those that are somebody's turn."""
    if course.event.tournament.finished_at is not None:
        return Next("finished")
    steps = [step_of(course, one, now) for one in open_blocks(course)]
    if course.unfinished is None:
        tied = next((one for one in course.blocks.values() if one.podium_ties), None)
        return Next("tie", tied) if tied is not None else Next("finish")
    cards = sum(len(one.outstanding) for one in open_blocks(course) if not one.block.locked_at)
    return replace(_most_urgent(steps), cards=cards)


def _most_urgent(steps: Sequence[Next]) -> Next:
    main = [step for step in steps if step.block and step.block.setting.who.kind != "rest"]
    beside = [step for step in steps if step not in main]
    order = [step for step in (*main, *beside) if step.deed not in _WAITING]
    return (*order, *steps)[0]


def step_of(course: Course, one: BlockCourse, now: datetime) -> Next:
    """What this block waits for."""
    match one.step:
        case "planned":
            return _to_draw(course, one)
        case "proposed":
            return Next("release", one)
        case "released" if one.setting.minutes is not None and one.outstanding:
            return Next("start", one)
        case "released" | "running" | "sharp":
            return _played(one, now)
        case "locked":
            return Next("tie" if open_ties(one) else "rank", one)
    return Next("finish", one)


def _to_draw(course: Course, one: BlockCourse) -> Next:
    try:
        people = course.players(one.block.number)
    except IllegalError as error:
        of = course.blocks.get(one.setting.who.of or 0)
        if of is not None and of.block.locked_at is not None and open_ties(of):
            return Next("tie", of)
        return Next("blocked", one, sentence=str(error))
    if len(people) < one.setting.tables.least:
        return Next("people", one, people=len(people))
    if not any(other.step != "planned" or other.was_discarded for other in course.blocks.values()):
        try:
            formats.headcounts(course.format, len(people))
        except formats.FormatError as error:
            return Next("fit", one, words.format_error(error), len(people))
    return Next("draw", one, people=len(people))


def _played(one: BlockCourse, now: datetime) -> Next:
    if not one.outstanding:
        return Next("lock", one)
    ends = one.ends_at()
    if one.step == "running" and ends is not None and now >= ends:
        return Next("sharp", one)
    return Next("play", one)


def card_actions(
    *, state: str, is_handed_in: bool, is_locked: bool, may_direct: bool, may_rule: bool
) -> list[str]:
    """What can be done about a table's card, in the order of the page. `state` is
    `TableState.state`; `is_handed_in` as it was, `is_locked` with its block.

    correct   enter it anew though the block is locked
    back      it was handed in or given up, and is still out after all
    hand_in   what has been entered counts, no more games are coming
    give_up   it will not come back
    enter     enter it
    """
    if is_locked:
        return ["correct"] if may_rule else []
    is_decided = state == "missing" or is_handed_in
    offered = {
        "back": is_decided,
        "hand_in": state == "playing",
        "give_up": may_direct and not is_decided and state != "in",
    }
    return [*(action for action, may in offered.items() if may), "enter"]


# --- people ---------------------------------------------------------------------------------
def is_here(one: Participation) -> Literal["present", "gone", "expected"]:
    if one.is_here:
        return "present"
    return "expected" if one.checked_in_at is None else "gone"


def without_a_seat(course: Course) -> list[tuple[BlockCourse, Participation]]:
    """Who is checked in and sits nowhere, with the block that is played now and all play in.

    Once every card of the block is in there is no table to sit down at: the next block draws them.
    """
    at = seats_now(course)
    found = []
    for one in open_blocks(course):
        if (
            one.draw is None
            or one.block.locked_at is not None
            or not one.outstanding
            or one.setting.who.kind == "advancing"
        ):
            continue
        try:
            players = course.players(one.block.number)
        except IllegalError:
            continue
        people = (
            course.people[pk] for pk in players if pk not in at and pk not in one.draw.springers
        )
        found += [(one, who) for who in people]
    return sorted(found, key=lambda item: (item[1].person.sort_key, item[1].pk))


def seats_now(course: Course) -> dict[int, tuple[BlockCourse, Table]]:
    """At which table of a block that is not locked somebody sits."""
    return {
        seat.participation_id: (one, state.table)
        for one in course.blocks.values()
        if one.block.locked_at is None
        for state in one.tables
        for seat in state.seats
    }


def without_a_game(course: Course) -> list[Participation]:
    """Who checked in or was drawn and played nothing, so has no place."""
    placed = {one.person for one in course.ranking}
    drawn = {row.person for one in course.blocks.values() for row in one.rows}
    people = sorted(course.people.values(), key=lambda one: one.person.sort_key)
    return [
        one
        for one in people
        if one.pk not in placed and (one.pk in drawn or one.checked_in_at is not None)
    ]
