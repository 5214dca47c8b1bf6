"""The next step of the direction and the people present, derived from the tournament's state.

This module reads nothing itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from league import formats
from league.errors import IllegalError
from league.events.models import Participation, Table
from league.tournaments.core.labels.format_errors import format_error
from league.tournaments.core.labels.steps import Button
from league.tournaments.core.labels.steps import button as step_button
from league.tournaments.core.queries.block_state import BlockState
from league.tournaments.core.queries.state import TournamentState

Deed = Literal[
    "people",  # no one to draw: the desk checks people in
    "blocked",  # something else comes first, the sentence says what
    "fit",  # too few people for the chain, the sentence says why: cut it, or wait for more
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
    "called_off",
]
# If two blocks are played side by side, waiting for one must not hide the other.
_WAITING = ("play", "blocked")


@dataclass(frozen=True)
class Next:
    """The next step and its block; `sentence` is set if something prevents it.

    `cards` counts the cards that are out in all blocks now played.
    """

    deed: Deed
    block: BlockState | None = None
    sentence: str = ""
    people: int = 0
    cards: int = 0


def button(step: Next, *, named: bool) -> Button | None:
    """Return the button of a step; `named` adds the name of its round, for the control page."""
    if step.block is None:
        return None
    return step_button(
        step.deed,
        block=step.block.name if named else "",
        people=step.people,
        minutes=step.block.setting.minutes,
        cards_in=step.block.cards_in,
        given_up=step.block.given_up,
    )


def open_ties(block: BlockState) -> list[formats.OpenTie]:
    """Return the ties that need a decision: at the cut, or on the podium."""
    ties = list(block.advancing.ties) if block.advancing is not None else []
    return [*ties, *block.podium_ties]


def open_blocks(state: TournamentState) -> list[BlockState]:
    """Return the blocks now played: drawn and not yet ranked, or the one to be drawn next.

    While those who advance play, a block of the rest may be drawn beside them, and so may any other
    block whose players are settled.
    """
    blocks = []
    for block in state.blocks.values():
        if block.block.ranked_at is not None:
            continue
        of = state.blocks.get(block.setting.who.of or 0)
        is_beside = (
            block.setting.who.kind == "rest"
            and of is not None
            and of.draw is not None
            and of.block.locked_at is None
        )
        is_settled = state.is_settled(block.block.number)
        if block.draw is not None or is_beside or is_settled or block is state.unfinished:
            blocks.append(block)
    return blocks


def next_step(state: TournamentState, now: datetime) -> Next:
    """Return the one thing to do now. Steps that only wait come after those that need an act."""
    if state.event.tournament.finished_at is not None:
        return Next("finished")
    if state.event.is_cancelled:
        return Next("called_off")
    steps = [step_of(state, open_block, now) for open_block in open_blocks(state)]
    if state.unfinished is None:
        tied = next((block for block in state.blocks.values() if block.podium_ties), None)
        return Next("tie", tied) if tied is not None else Next("finish")
    cards = sum(
        len(open_block.outstanding)
        for open_block in open_blocks(state)
        if not open_block.block.locked_at
    )
    return replace(_most_urgent(steps), cards=cards)


def _most_urgent(steps: Sequence[Next]) -> Next:
    main = [step for step in steps if step.block and step.block.setting.who.kind != "rest"]
    beside = [step for step in steps if step not in main]
    order = [step for step in (*main, *beside) if step.deed not in _WAITING]
    return (*order, *steps)[0]


def step_of(state: TournamentState, block: BlockState, now: datetime) -> Next:
    """Return the step this block waits for."""
    match block.step:
        case "planned":
            return _to_draw(state, block)
        case "proposed":
            return Next("release", block)
        case "released" if block.setting.minutes is not None and block.outstanding:
            return Next("start", block)
        case "released" | "running" | "sharp":
            return _played(block, now)
        case "locked":
            return Next("tie" if open_ties(block) else "rank", block)
    return Next("finish", block)


def _to_draw(state: TournamentState, block: BlockState) -> Next:
    try:
        people = state.players(block.block.number)
    except IllegalError as error:
        for of in (state.blocks[before] for before in block.setting.who.blocks):
            if of.block.locked_at is not None and open_ties(of):
                return Next("tie", of)
        return Next("blocked", block, sentence=str(error))
    if len(people) < block.setting.tables.possible[0]:
        return Next("people", block, people=len(people))
    if not any(other.step != "planned" or other.was_discarded for other in state.blocks.values()):
        try:
            formats.headcounts(state.format, len(people))
        except formats.FormatError as error:
            return Next("fit", block, format_error(error, state.format), len(people))
    return Next("draw", block, people=len(people))


def _played(block: BlockState, now: datetime) -> Next:
    if not block.outstanding:
        return Next("lock", block)
    ends = block.ends_at()
    if block.step == "running" and ends is not None and now >= ends:
        return Next("sharp", block)
    return Next("play", block)


def card_actions(
    *, state: str, is_handed_in: bool, is_locked: bool, may_direct: bool, may_rule: bool
) -> list[str]:
    """Return the possible actions on a table's card, in the order of the page.

    `state` is `TableState.state`; `is_handed_in` means as it was, `is_locked` with its block.

    correct   enter it anew though the block is locked
    back      it was handed in or given up, and is still out after all
    hand_in   the entered games count, no more are coming
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
def is_here(participation: Participation) -> Literal["present", "gone", "expected"]:
    if participation.is_here:
        return "present"
    return "expected" if participation.checked_in_at is None else "gone"


def without_a_seat(state: TournamentState) -> list[tuple[BlockState, Participation]]:
    """Return the checked-in people without a seat, each with the block all play in now.

    Once every card of the block is in, no table is left to join: the next block draws them.
    """
    at = seats_now(state)
    pairs = []
    for open_block in open_blocks(state):
        if (
            open_block.draw is None
            or open_block.block.locked_at is not None
            or not open_block.outstanding
            or open_block.setting.who.takes
        ):
            continue
        try:
            players = state.players(open_block.block.number)
        except IllegalError:
            continue
        people = (
            state.people[pk]
            for pk in players
            if pk not in at and pk not in open_block.draw.springers
        )
        pairs += [(open_block, who) for who in people]
    return sorted(pairs, key=lambda item: (item[1].person.sort_key, item[1].pk))


def seats_now(tournament_state: TournamentState) -> dict[int, tuple[BlockState, Table]]:
    """Return each participation's block and table among the blocks that are not locked."""
    return {
        seat.participation_id: (block, state.table)
        for block in tournament_state.blocks.values()
        if block.block.locked_at is None
        for state in block.tables
        for seat in state.seats
    }


def without_a_game(state: TournamentState) -> list[Participation]:
    """Return the people who checked in or were drawn but played nothing: they have no place."""
    placed = {placed.person for placed in state.ranking}
    drawn = {row.person for block in state.blocks.values() for row in block.rows}
    people = sorted(state.people.values(), key=lambda person: person.person.sort_key)
    return [
        person
        for person in people
        if person.pk not in placed and (person.pk in drawn or person.checked_in_at is not None)
    ]
