"""Words of the control page about the people, the rounds and the format."""

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league import formats
from league.evenings.labels import Link
from league.events.models import Block, Event, Participation
from league.results.models.second_look import RefereeCall
from league.tournaments.core.labels import draws as draw_words
from league.tournaments.core.labels import state as state_words
from league.tournaments.core.queries import agenda
from league.tournaments.core.queries.block_state import BlockState, TableState
from league.tournaments.models.tournaments import Draw

# A longer list of tables still out would help no one.
MOST_OUTSTANDING = 20


def attendance(people: Iterable[Participation], *, is_ahead: bool) -> list[str]:
    """Count the people here, expected and gone; `is_ahead` before the day itself."""
    states = [agenda.is_here(participation) for participation in people]
    present, expected, gone = (states.count(state) for state in ("present", "expected", "gone"))
    sentences = [ngettext("%(n)s is here", "%(n)s are here", present) % {"n": present}]
    if expected:
        missing = (
            ngettext("%(n)s is registered", "%(n)s are registered", expected)
            if is_ahead
            else ngettext("%(n)s still missing", "%(n)s still missing", expected)
        )
        sentences.append(missing % {"n": expected})
    if gone:
        sentences.append(ngettext("%(n)s has left", "%(n)s have left", gone) % {"n": gone})
    return sentences


@dataclass(frozen=True)
class OpenBlock:
    """A round that is played now.

    `minutes` are those its clock can be moved by, with their words. `sharp` says what applies since
    the time was up, and `sharp_back` that this can be taken back.
    """

    block_state: BlockState
    ends_at: datetime | None
    tables: list[tuple[TableState, RefereeCall | None]]
    minutes: tuple[tuple[int, str], ...]
    sharp: str
    sharp_back: bool
    outstanding: tuple[TableState, ...]


def open_block(
    state: BlockState, calls: Mapping[int, RefereeCall], now: datetime, *, directs: bool
) -> OpenBlock:
    """Return a round for the control page, for a user who `directs` or only reads."""
    ends_at, is_open = state.ends_at(), state.block.locked_at is None
    is_over = ends_at is not None and now >= ends_at
    minutes = [(5, _("+5 min")), (10, _("+10 min"))]
    if state.step == "running" and not is_over:
        minutes.insert(0, (-5, _("−5 min")))
    return OpenBlock(
        block_state=state,
        ends_at=ends_at,
        tables=[(table, calls.get(table.table.pk)) for table in state.played],
        minutes=tuple(minutes) if directs and ends_at is not None else (),
        sharp=str(draw_words.OVERTIME[state.setting.overtime])
        if state.block.sharp_at and is_open
        else "",
        sharp_back=directs and state.step == "sharp",
        outstanding=state.outstanding if len(state.outstanding) <= MOST_OUTSTANDING else (),
    )


@dataclass(frozen=True)
class Round:
    """A line of the format, linked to `address` for the direction.

    `cards` are the tables whose cards can still be corrected; with `has_many` a field asks for the
    number.
    """

    block_state: BlockState
    address: str
    tone: str
    cards: tuple[TableState, ...]
    has_many: bool


def rounds(
    event: Event, blocks: Iterable[BlockState], *, directs: bool, rules: bool
) -> list[Round]:
    """Return the format round by round, for a user who `directs`, `rules` or only reads."""
    return [
        Round(
            state,
            address=reverse("league:direct_block", args=[event.pk, state.block.number])
            if directs
            else "",
            tone={"ranked": "good", "planned": ""}.get(state.step, "warn"),
            cards=state.played if rules and state.block.locked_at else (),
            has_many=state.is_large,
        )
        for state in blocks
    ]


class Choice(NamedTuple):
    """One of the answers of a form, with its words."""

    value: str
    text: str


def swapped_since(block: Block) -> list[Choice]:
    """Return the choices for the start of a swap, the usual one first.

    A locked round is over, so it only offers the start.
    """
    start = Choice("start", _("From the start: they sat in the wrong seats"))
    if block.locked_at is not None:
        return [start]
    return [Choice("now", _("From now on: both get up")), start]


class Tag(NamedTuple):
    text: str
    tone: str = ""


def row_tags(row: formats.Row, advancing: Container[int]) -> list[Tag]:
    """Return the tags of a person in the ranking of a round."""
    tags = []
    if row.person in advancing:
        tags.append(Tag(_("advances"), "good"))
    if row.credited:
        tags.append(Tag(str(state_words.CREDITED[row.credited])))
    if row.incomplete:
        tags.append(Tag(_("Card incomplete"), "warn"))
    return tags


def ranking_title(block: Block) -> str:
    return _("Result") if block.ranked_at is not None else _("So far, not released yet")


def drawn_by_hand(state: BlockState, proposal: Draw | None) -> bool:
    """Return whether a draw on paper can be entered.

    It can if nothing is drawn yet, or another draw is only proposed.
    """
    if proposal is not None:
        return proposal.kind == Draw.Kind.DRAW
    return state.draw is None


def page_of(event: Event, step: agenda.Next) -> Link | None:
    """Return the page of a next step without a form on the control page; None for all others."""
    number = step.block.block.number if step.block is not None else 0
    round_page = reverse("league:direct_block", args=[event.pk, number])
    closing = reverse("league:closing", args=[event.pk])
    match step.deed:
        case "people":
            address = reverse("league:registrations", args=[event.pk])
            return Link(address, "user-check", _("Check people in"))
        case "release":
            return Link(round_page, "eye", _("Look at the draw and release it"))
        case "play":
            words = ngettext("Enter one more card", "Enter %(n)s more cards", step.cards)
            return Link(f"#tische-{number}", "pencil", words % {"n": step.cards})
        case "tie":
            return Link(f"{round_page}#gleichstand", "scale", _("Decide the tie"))
        case "finish":
            return Link(closing, "flag", _("Look at the placings and close"))
        case "finished":
            return Link(closing, "trophy", _("To the placings"))
        case "called_off":
            settings = reverse("league:tournament_settings", args=[event.pk])
            return Link(f"{settings}#absage", "calendar-x", _("Delete it, or let it take place"))
    return None


def too_few(step: agenda.Next) -> str:
    """Say that a round waits for people, with its name; empty for every other step."""
    if step.deed != "people" or step.block is None:
        return ""
    sentence = ngettext(
        "%(n)s is here. That is too few for “%(block)s”.",
        "%(n)s are here. That is too few for “%(block)s”.",
        step.people,
    )
    return sentence % {"n": step.people, "block": step.block.name}


def tie_words(tie: formats.OpenTie) -> str:
    """Say what is at stake in a tie, and what is to be played off."""
    if tie.why == "cut":
        stake = ngettext(
            "One of these advances, everything is equal.",
            "%(places)s of these advance, everything is equal.",
            tie.places,
        ) % {"places": tie.places}
    else:
        stake = _("Everything is equal at place %(rank)s.") % {"rank": tie.rank}
    play = _("Play one half off.") if tie.play == "half" else _("Play one game off.")
    return f"{stake} {play}"


def nobody_sits(step: agenda.Next) -> str:
    """Say why no table is shown."""
    if step.deed == "finished":
        return _("The tournament is closed.")
    if step.deed == "called_off":
        return _("The tournament is called off.")
    return _("Nobody is sitting at a table at the moment.")
