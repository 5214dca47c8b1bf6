"""What came out of a tournament in words: points, why somebody stands above, ties, prizes.

The pure core gives codes and figures; here they become sentences.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from django.utils.formats import get_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from league import formats

Sentence = str | Promise
MINUS = "−"

_FRACTIONS = {
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
    Fraction(1, 6): "⅙",
    Fraction(5, 6): "⅚",
}


def number(value: Fraction | int) -> str:
    """Points as people write them: 7, 2,5, 2⅓. Beyond these with two decimals."""
    value = Fraction(value)
    sign = MINUS if value < 0 else ""
    whole, rest = divmod(abs(value), 1)
    if not rest:
        return f"{sign}{whole}"
    if rest in _FRACTIONS:
        return f"{sign}{whole or ''}{_FRACTIONS[rest]}"
    comma = get_format("DECIMAL_SEPARATOR")
    decimals = f"{float(rest):.2f}"[2:].rstrip("0")
    return f"{sign}{whole}{comma}{decimals}"


def points(value: Fraction | int) -> str:
    """„1 Punkt“, „2,5 Punkte“."""
    return ngettext("%(n)s Punkt", "%(n)s Punkte", 1 if value == 1 else 2) % {"n": number(value)}


def columns(block: formats.Block) -> list[str]:
    """The heads of a ranking's figures, as `cells` gives them."""
    if block.scoring.lives:
        return [_("Leben"), _("Spiele"), _("verloren"), _("Schock-Aus")]
    return [_("Punkte"), _("Spiele"), _("verloren"), _("Schock-Aus")]


def cells(row: formats.Row) -> list[str]:
    """The figures of a row."""
    first = number(row.points) if row.lives is None else str(row.lives)
    counted = row.total
    return [first, str(counted.games), str(counted.games_lost), str(counted.schock_aus)]


_DECIDED: Mapping[str, Sentence] = {
    "blocks_played": gettext_lazy("%(above)s hat mehr Durchgänge gespielt."),
    "lives": gettext_lazy("%(above)s hat mehr Leben: %(theirs)s gegen %(mine)s."),
    "out_later": gettext_lazy(
        "%(above)s schied später aus: in Spiel %(theirs)s, nicht in Spiel %(mine)s."
    ),
    "points": gettext_lazy("%(above)s hat %(theirs)s, hier sind es %(mine)s."),
    "fewer_games_lost": gettext_lazy(
        "Punktgleich; %(above)s hat weniger Spiele verloren: %(theirs)s gegen %(mine)s."
    ),
    "more_schock_aus": gettext_lazy(
        "Punktgleich; %(above)s hat mehr Schock-Aus: %(theirs)s gegen %(mine)s."
    ),
    "direct": gettext_lazy(
        "Sonst gleich; am gemeinsamen Tisch holte %(above)s %(theirs)s, hier waren es %(mine)s."
    ),
    "playoff": gettext_lazy("Sonst gleich; %(above)s hat das Stechen gewonnen."),
    "lot": gettext_lazy("Sonst gleich; das Los entschied für %(above)s."),
}


def decided(row: formats.Row, names: Mapping[int, str]) -> str:
    """Why this row stands below the one above; empty for the first and for equals."""
    if row.decided is None:
        return _("punktgleich, noch nicht entschieden") if row.tied_with else ""
    code = row.decided.code
    unit = points if code in {"points", "direct"} else number
    return str(_DECIDED[code]) % {
        "above": names[row.decided.above],
        "mine": unit(row.decided.mine),
        "theirs": unit(row.decided.theirs),
    }


_MISSING: Mapping[str, Sentence] = {
    "lost_game": gettext_lazy("wer das Spiel verloren hat"),
    "lost_first": gettext_lazy("wer die erste Hälfte verloren hat"),
    "lost_second": gettext_lazy("wer die zweite Hälfte verloren hat"),
    "exit_first": gettext_lazy("wer in der ersten Hälfte wann draußen war"),
    "exit_second": gettext_lazy("wer in der zweiten Hälfte wann draußen war"),
    "schock_aus": gettext_lazy("wie viele Schock-Aus jeder hatte"),
    "throw_points": gettext_lazy("wie viele Wurfpunkte jeder hatte"),
}


def lack(lack: formats.Lack, tables: Mapping[int, int]) -> str:
    """What a card does not say, so that its game counts nothing yet; `tables` are their numbers."""
    return _("Tisch %(table)s, Spiel %(game)s zählt noch nicht: Es fehlt, %(missing)s.") % {
        "table": tables.get(lack.table, "?"),
        "game": lack.number,
        "missing": missing(lack.missing),
    }


def missing(code: str) -> str:
    """What a card does not say: „wer die erste Hälfte verloren hat“."""
    return str(_MISSING[code])


def open_tie(tie: formats.OpenTie, names: Mapping[int, str]) -> str:
    """What is to be played, and for what: „Kai und Uwe liegen gleich; eine Hälfte entscheidet.“"""
    people = listed([names[one] for one in tie.people])
    play = _("eine Hälfte") if tie.play == "half" else _("ein Spiel")
    if tie.why == "podium":
        return _("%(people)s liegen gleich auf Platz %(rank)s; %(play)s entscheidet.") % {
            "people": people,
            "rank": tie.rank,
            "play": play,
        }
    return ngettext(
        "%(people)s liegen gleich, und nur einer kommt weiter; %(play)s entscheidet.",
        "%(people)s liegen gleich, und nur %(n)s kommen weiter; %(play)s entscheidet.",
        tie.places,
    ) % {"people": people, "n": tie.places, "play": play}


def listed(names: Sequence[str]) -> str:
    """„Kai, Jenny und Uwe“."""
    if len(names) < 2:
        return "".join(names)
    return _("%(first)s und %(last)s") % {"first": ", ".join(names[:-1]), "last": names[-1]}


def special(prize: formats.Special) -> str:
    """„Schock-Aus-König mit 9 Schock-Aus“, „Vorletzter“."""
    if prize.code == "schock_aus_king":
        return _("Schock-Aus-König mit %(n)s Schock-Aus") % {"n": prize.value}
    return _("Vorletzter Platz")
