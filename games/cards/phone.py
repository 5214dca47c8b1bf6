"""Data for a phone to read a card by itself, as `games.cards.sheets` does: seats, scoring, stored
games, and the sentences. The reading is in `static/js/scorecard`.
"""

from dataclasses import asdict
from typing import Any

from django.utils.formats import get_format
from django.utils.translation import gettext as _

from games.cards import shorthand
from games.cards.labels import in_words
from games.cards.sheets import FIGURES, Column, Sheet, card_of
from games.rules import rulebooks as books
from games.scoring.queries import rules_of
from league import formats
from league.tournaments.core.labels import rankings

Json = dict[str, Any]
WEIGHTS = (
    *("half_kept", "half_lost", "game_lost", "final_lost", "sweep", "schock_aus"),
    *("throw_points", "together", "lives", "life_per", "leave", "by_exit"),
)


def sheet_json(sheet: Sheet) -> Json:
    """Return the card as it is stored now, for a caller who may type it in. Seats and persons by
    their keys.
    """
    setting, around = sheet.setting, sheet.sitting
    begun = {person: row.lives for person, row in sheet.begun.items()}
    return {
        "seats": [
            {
                "seat": seat.pk,
                "person": seat.participation_id,
                "position": seat.position,
                "active": seat.active,
                "name": sheet.names[seat.pk],
                "lives": begun.get(seat.participation_id, setting.scoring.lives),
            }
            for seat in sheet.seats
        ],
        "spans": {seat: [span.first, span.last] for seat, span in sheet.spans.items()},
        "shape": asdict(sheet.shape),
        "columns": [_column(sheet, column) for column in sheet.columns],
        "scoring": _scoring(setting.scoring, len(sheet.seats)),
        "counts_lives": sheet.counts_lives,
        "games": setting.games.at(len(around)) if setting.games is not None else None,
        "fractions": {
            f"{part.numerator}/{part.denominator}": sign
            for part, sign in rankings.FRACTIONS.items()
        },
        "minus": rankings.MINUS,
        "comma": get_format("DECIMAL_SEPARATOR"),
        "longest": shorthand.LONGEST,
    }


def _column(sheet: Sheet, column: Column) -> Json:
    """Return what is known of a game that is not typed here; for the others what the
    rules allow.
    """
    result = column.result
    book = books.for_table(*rules_of(sheet.table, result))
    shown: Json = {
        "number": column.number,
        "closed": bool(column.closed),
        "saved": result is not None,
        "third_in_final": books.card_table(book).third_in_final,
    }
    if column.closed and result is not None:
        shown["words"] = in_words(card_of(result), result.ended_by, sheet.names)
        shown["game"] = {
            "ended_by": result.ended_by,
            "lines": [
                {"seat": line.seat_id} | {name: getattr(line, name) for name in FIGURES}
                for line in result.lines.all()
            ],
        }
    return shown


def _scoring(scoring: formats.Scoring, most: int) -> Json:
    return {
        **{name: getattr(scoring, name) for name in WEIGHTS},
        "exits": {size: scoring.exits_at(size) for size in range(2, most + 1)},
    }


def sheet_words() -> dict[str, str]:
    """Return the sentences of `shorthand`, `outcomes` and `sheets`, still with their `%(…)s`."""
    return {
        "not_readable": _("That is no short form. For example: 121, 22 or 1s."),
        "no_overtime_here": _("There is no sudden death in this round. Leave the s out."),
        "too_many_parts": _("At most three digits: 1st half, 2nd half, loser."),
        "order_incomplete": _(
            "For each half everybody stands there once, whoever got out first comes "
            "first, the loser last: %(example)s."
        ),
        "equals_sign": _("The = stands between two who got out together."),
        "no_points_here": _("Throw points do not count in this round."),
        "points_missing": _(
            "After it stand the points of all %(number)s, with a space between: 121 5 0 7 2."
        ),
        "no_such_seat": _("There is no seat %(place)s here, only 1 to %(size)s."),
        "too_few_seats": _("Nobody plays Schocken alone: it takes at least two."),
        "second_half_missing": _("Who lost the second half?"),
        "sweep_has_no_final": _("Whoever loses both halves has lost the game. There is no final."),
        "final_missing": _("Who lost the final?"),
        "not_in_final": _("Only the two who lost a half play the final."),
        "overtime_loser": _("In sudden death, whoever loses the last half loses the game."),
        "too_many_schock_aus": _("A Schock-Aus ends the half: one player cannot have that many."),
        "schock_aus_unbeaten": _(
            "Whoever loses with a Schock-Aus was outdone by another. One Schock-Aus "
            "is still missing."
        ),
        "was_absent": _("%(name)s did not play this game. Check above which games it was."),
        "is_out": _("%(name)s has no life left."),
        "is_saved": _("This game is saved. It cannot be deleted, only corrected."),
        "game_missing": _("A game is missing here. If it was not played, write 0."),
        "sum_unreadable": _("Write the sum as a number, for example 8 or 2.5."),
        "sum_differs": _("The card says %(said)s, the games come to %(total)s."),
        "both_halves": _("both halves %(name)s"),
        "first_half": _("H1 %(name)s"),
        "second_half": _("H2 %(name)s"),
        "lost_by": _("lost by %(name)s"),
        "sharp_lost": _("sudden death, lost by %(name)s"),
        "schock_aus": _("Schock-Aus %(name)s"),
        "jule": _("Jule %(name)s"),
        "rows_wrong": _("The card is not saved yet: look at the rows."),
        "sums_wrong": _(
            "A sum is wrong. Look for the mistake on the card, or say below why it "
            "holds all the same."
        ),
    }
