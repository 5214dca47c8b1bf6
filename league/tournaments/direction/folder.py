"""The emergency folder: all that is needed to go on with pencil and paper, in one PDF.

Plain values in, as in `papers.py`. It is for the direction: it contains rounds that are drawn
already but still to come.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import override

from league.files.printing.typeset import pdf
from league.tournaments.direction.papers import (
    CardSeat,
    Games,
    Lives,
    Occasion,
    TableCard,
    card_data,
    card_sheet,
    card_words,
    heading,
    moment,
    page_words,
)

# From this number of people on it has hundreds of pages and takes a while.
MANY = 150
# Two sheets of cards for the unforeseen.
BLANK_CARDS, BLANK_SEATS = 4, 6


@dataclass(frozen=True, kw_only=True)
class FolderBlock:
    """One round: its rules in sentences, and its tables; none if their number is unknown.

    `is_drawn`: the names are known.
    """

    name: str
    lines: Sequence[tuple[str, str]]
    written: Games | Lives
    how: str
    cards: Sequence[TableCard]
    is_drawn: bool


@dataclass(frozen=True)
class FolderPerson:
    name: str
    start_number: int | None = None
    has_left: bool = False

    @property
    def line(self) -> dict[str, str]:
        return {"name": self.name, "number": f"{self.start_number or ''}"}


def takes(people: int) -> str:
    """Return the warning about the time it takes; empty if it comes at once."""
    if people < MANY:
        return ""
    return _("%(n)s people: it takes some seconds") % {"n": people}


def emergency_folder(
    occasion: Occasion,
    blocks: Sequence[FolderBlock],
    people: Sequence[FolderPerson],
    *,
    lives: int,
    language: str,
    now: datetime,
) -> bytes:
    """Render the folder.

    `lives` are those everyone begins with, 0 without lives: then it has no cards to carry along.
    """
    with override(language):
        data = {
            **heading(occasion),
            "as_of": _("Printed %(when)s") % {"when": moment(now)},
            "steps": _steps(bool(lives)),
            "afterwards": _afterwards(),
            "blocks": [_block(occasion, block) for block in blocks],
            "blank": {
                **heading(occasion),
                **card_sheet(Games(max(_games(blocks), default=5)), ""),
                "cards": [card_data(card) for card in _blank_cards()],
            },
            "lives": lives,
            "people": [person.line for person in people],
            "carriers": [person.line for person in people if not person.has_left],
            "words": {
                **card_words(),
                "folder": _("Emergency folder"),
                "for_directors": _("For the direction only: do not hang it up"),
                "steps": _("Without power or network"),
                "afterwards": _("Typed in afterwards"),
                "content": _("In this folder"),
                "plan": _("Plan"),
                "drawn": _("drawn, with names"),
                "by_hand": _("draw by hand: a slip of paper for each seat, names on the cards"),
                "unknown": _("take the blank cards: nobody can know how many play"),
                "blank": _("Blank cards"),
                "carried": _("Card to carry along"),
                "carried_how": _("Lose a life, have a mat crossed out. Without a mat you are out."),
                "sums": _("Sum sheet"),
                "sums_how": _("For each round: points, and in small the games lost."),
                "total": _("Total"),
                "rank": _("Place"),
                "number": _("No."),
                "page": page_words(),
            },
        }
        title = _("Emergency folder: %(what)s") % {"what": occasion.tournament}
        return pdf("emergency_folder", data, title=title, language=language, now=now)


def _games(blocks: Sequence[FolderBlock]) -> list[int]:
    return [block.written.count for block in blocks if isinstance(block.written, Games)]


def _block(occasion: Occasion, block: FolderBlock) -> dict[str, object]:
    own = replace(occasion, block=block.name)
    return {
        **heading(own),
        **card_sheet(block.written, block.how),
        "lines": [{"about": about, "sentence": sentence} for about, sentence in block.lines],
        "cards": [card_data(card) for card in block.cards],
        "is_drawn": block.is_drawn,
    }


def _blank_cards() -> list[TableCard]:
    seats = [CardSeat("", place) for place in range(1, BLANK_SEATS + 1)]
    return [TableCard(number=0, seats=seats, code="____ – ____") for _card in range(BLANK_CARDS)]


def _steps(has_lives: bool) -> list[str]:
    return [
        _("Put each table’s card on it. The card number stands at its bottom: round – table."),
        _(
            "Where no names are printed, draw by hand: fold a slip for each seat of the plan, let "
            "everybody draw one, and write name and start number on the card."
        ),
        _("The tables write down who lost: 1 and 2 for the halves, F for the final, as always."),
        _("Bring the cards in, add each one up and write the sums on the sum sheet."),
        *([_("Lives are crossed out on the card to carry along.")] if has_lives else []),
        _("Who advances stands on the page of each round. Keep every card: it is typed in later."),
    ]


def _afterwards() -> list[str]:
    return [
        _("Was a round drawn by hand? On its page: “Drawn on paper”, a line for each table."),
        _("Then type the card number on the direction’s page; the card of that table opens."),
        _("Tick or type the games. The sums show whether the paper was added up right."),
    ]
