"""A card: who lost which half and the game, and the strokes for Schock-Aus. Pure.

The shallowest depth of scoring. A card that cannot have happened is refused with a sentence, so
that the season's table never has to doubt one. Seats are named by id.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

MIN_SEATS = 2
NORMAL = "normal"  # played to its end: final or sweep, whatever the halves say


class CardError(Exception):
    """Raised for what cannot be on a card. `field` names the row of the form, `code` is stable."""

    def __init__(self, code: str, sentence: str | Promise, field: str | None = None) -> None:
        super().__init__(code)
        self.code, self.sentence, self.field = code, sentence, field

    def __str__(self) -> str:
        return str(self.sentence)


@dataclass(frozen=True)
class Card:
    """A card as written; `ending` is `normal` or one of the rarer ends."""

    seats: Sequence[int]
    lost_first: int | None
    lost_second: int | None
    lost_game: int | None
    ending: str = NORMAL
    schock_aus: Mapping[int, int] = field(default_factory=dict)
    # If the card has them: the places in getting out of each half, and points of throws.
    exits: Sequence[Mapping[int, int]] = ()
    # Of the Schock-Aus those in one throw, where all agreed that each costs a round of this drink.
    aus_rounds: Mapping[int, int] = field(default_factory=dict)
    drink: str = ""
    throw_points: Mapping[int, int] = field(default_factory=dict)
    # Empty if they were not counted.
    jule: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Table:
    """The limits that the rulebook of the table sets, as far as a card can tell."""

    third_in_final: bool  # a player who was out may have thrown along in the final
    excludes: bool  # a player can be excluded from the game


@dataclass(frozen=True)
class Outcome:
    """A card that can have happened: how it ended, and who lost the game (none if abandoned)."""

    ended_by: str
    lost_game: int | None


def check(card: Card, table: Table) -> Outcome:
    """Return the outcome of the card, or raise CardError with the sentence for its writer."""
    seats = set(card.seats)
    if len(seats) < MIN_SEATS:
        raise CardError("too_few_seats", _("Nobody plays Schocken alone: it takes at least two."))
    for row in ("lost_first", "lost_second", "lost_game"):
        if getattr(card, row) not in {None, *seats}:
            raise CardError(
                "loser_did_not_play", _("The loser on this card did not play at all."), row
            )
    outcome = _ending(card, table)
    _check_schock_aus(card, table, outcome)
    _check_aus_rounds(card)
    return outcome


def lines(card: Card, outcome: Outcome) -> dict[int, dict[str, Any]]:
    """Return the result's line for each seat. Anything the card does not tell is None, never 0."""
    whole = outcome.ended_by in {"final", "sweep"}
    first_known = card.lost_first is not None or whole
    second_known = card.lost_second is not None or whole
    exits = [*card.exits, {}, {}]
    return {
        seat: {
            "lost_first": seat == card.lost_first if first_known else None,
            "lost_second": seat == card.lost_second if second_known else None,
            "lost_game": seat == outcome.lost_game,
            "exit_first": exits[0].get(seat),
            "exit_second": exits[1].get(seat),
            "schock_aus": card.schock_aus.get(seat, 0),
            "throw_points": card.throw_points.get(seat),
            "jule": card.jule.get(seat, 0) if card.jule else None,
        }
        for seat in card.seats
    }


def _ending(card: Card, table: Table) -> Outcome:
    if card.lost_second is not None and card.lost_first is None:
        raise CardError("first_half_missing", _("Who lost the first half?"), "lost_first")
    match card.ending:
        case "normal":
            return _played_out(card, table)
        case "abandoned":
            if card.lost_game is not None or _swept(card):
                raise CardError(
                    "abandoned_has_no_loser",
                    _("An abandoned game has no loser."),
                    "ending",
                )
            return Outcome("abandoned", None)
        case "overtime":
            return _overtime(card)
        case "exclusion" if not table.excludes:
            raise CardError("no_exclusion", _("This rulebook knows no exclusion."), "ending")
        case "exclusion" | "ruling":
            if card.lost_game is None:
                raise CardError("loser_missing", _("Who lost the game?"), "lost_game")
            return Outcome(card.ending, card.lost_game)
    raise CardError("ending_unknown", _("There is no such ending."), "ending")


def _swept(card: Card) -> bool:
    return card.lost_first is not None and card.lost_first == card.lost_second


def _played_out(card: Card, table: Table) -> Outcome:
    if card.lost_first is None:
        raise CardError("first_half_missing", _("Who lost the first half?"), "lost_first")
    if card.lost_second is None:
        raise CardError("second_half_missing", _("Who lost the second half?"), "lost_second")
    if _swept(card):
        if card.lost_game not in {None, card.lost_first}:
            raise CardError(
                "sweep_has_no_final",
                _("Whoever loses both halves has lost the game. There is no final."),
                "lost_game",
            )
        return Outcome("sweep", card.lost_first)
    if card.lost_game is None:
        raise CardError("final_missing", _("Who lost the final?"), "lost_game")
    if card.lost_game not in {card.lost_first, card.lost_second} and not table.third_in_final:
        raise CardError(
            "not_in_final",
            _("Only the two who lost a half play the final."),
            "lost_game",
        )
    return Outcome("final", card.lost_game)


def _overtime(card: Card) -> Outcome:
    """Return the outcome of „scharf“: the loser of the half being played has lost the game."""
    last = card.lost_first if card.lost_second is None else card.lost_second
    if last is None:
        raise CardError(
            "overtime_half_missing", _("Who lost the half that decided it?"), "lost_first"
        )
    if card.lost_game not in {None, last}:
        raise CardError(
            "overtime_loser",
            _("In sudden death, whoever loses the last half loses the game."),
            "lost_game",
        )
    return Outcome("overtime", last)


def _check_schock_aus(card: Card, table: Table, outcome: Outcome) -> None:
    """Check that each player has at most one Schock-Aus in each part he played: it ends
    its half.
    """
    for seat, strokes in card.schock_aus.items():
        if not strokes:
            continue
        if seat not in card.seats:
            raise CardError(
                "stroke_did_not_play",
                _("A Schock-Aus is marked for somebody who did not play."),
                "schock_aus",
            )
        lost = [card.lost_first, card.lost_second]
        played = 2
        if _had_final(card, outcome) and (table.third_in_final or seat in lost):
            played = 3
            lost.append(outcome.lost_game if outcome.ended_by == "final" else None)
        if strokes > played:
            raise CardError(
                "too_many_schock_aus",
                _("A Schock-Aus ends the half: one player cannot have that many."),
                "schock_aus",
            )
        # A player who lost a part with a Schock-Aus was beaten by another's in the same round.
        beaten = strokes - (played - lost.count(seat))
        others = max((n for other, n in card.schock_aus.items() if other != seat), default=0)
        if beaten > others:
            raise CardError(
                "schock_aus_unbeaten",
                _(
                    "Whoever loses with a Schock-Aus was outdone by another. One Schock-Aus "
                    "is still missing."
                ),
                "schock_aus",
            )


def _check_aus_rounds(card: Card) -> None:
    """Check that a round is for an Aus in one throw; each of those is a stroke too."""
    if any(number > card.schock_aus.get(seat, 0) for seat, number in card.aus_rounds.items()):
        raise CardError(
            "more_rounds_than_strokes",
            _("Each round needs a stroke: it was not in one throw that often."),
            "schock_aus",
        )
    if card.aus_rounds and not card.drink:
        raise CardError("drink_missing", _("What did you agree on? Add it."))


def _had_final(card: Card, outcome: Outcome) -> bool:
    return (
        card.lost_first is not None
        and card.lost_second is not None
        and card.lost_first != card.lost_second
        and outcome.ended_by != "overtime"
    )
