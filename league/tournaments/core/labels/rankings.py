"""Results of a tournament in words: points, reasons for a rank, ties, prizes.

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

FRACTIONS = {
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
    Fraction(1, 6): "⅙",
    Fraction(5, 6): "⅚",
}


def number(value: Fraction | int) -> str:
    """Format points the usual way: 7, 2,5, 2⅓. Other fractions get two decimals."""
    value = Fraction(value)
    sign = MINUS if value < 0 else ""
    whole, rest = divmod(abs(value), 1)
    if not rest:
        return f"{sign}{whole}"
    if rest in FRACTIONS:
        return f"{sign}{whole or ''}{FRACTIONS[rest]}"
    comma = get_format("DECIMAL_SEPARATOR")
    decimals = f"{float(rest):.2f}"[2:].rstrip("0")
    return f"{sign}{whole}{comma}{decimals}"


def points(value: Fraction | int) -> str:
    """Return „1 Punkt“, „2,5 Punkte“."""
    return ngettext("%(n)s point", "%(n)s points", 1 if value == 1 else 2) % {"n": number(value)}


def columns(block: formats.Block) -> list[str]:
    """Return the headings of a ranking's figures, in the order of `cells`."""
    if block.scoring.lives:
        return [_("Lives"), _("Games"), _("lost"), _("Schock-Aus")]
    return [_("Points"), _("Games"), _("lost"), _("Schock-Aus")]


def cells(row: formats.Row) -> list[str]:
    """Return the figures of a row."""
    first = number(row.points) if row.lives is None else str(row.lives)
    counted = row.total
    return [first, str(counted.games), str(counted.games_lost), str(counted.schock_aus)]


_DECIDED: Mapping[str, Sentence] = {
    "blocks_played": gettext_lazy("%(above)s has played more rounds."),
    "lives": gettext_lazy("%(above)s has more lives: %(theirs)s against %(mine)s."),
    "out_later": gettext_lazy(
        "%(above)s went out later: in game %(theirs)s, not in game %(mine)s."
    ),
    "points": gettext_lazy("%(above)s has %(theirs)s, here it is %(mine)s."),
    "fewer_games_lost": gettext_lazy(
        "Equal on points; %(above)s has lost fewer games: %(theirs)s against %(mine)s."
    ),
    "more_schock_aus": gettext_lazy(
        "Equal on points; %(above)s has more Schock-Aus: %(theirs)s against %(mine)s."
    ),
    "direct": gettext_lazy(
        "Otherwise equal; at their shared table %(above)s got %(theirs)s, here it was %(mine)s."
    ),
    "playoff": gettext_lazy("Otherwise equal; %(above)s won the play-off."),
    "lot": gettext_lazy("Otherwise equal; the lot decided for %(above)s."),
}


def decided(row: formats.Row, names: Mapping[int, str]) -> str:
    """Say why this row ranks below the one above; empty for the first row and for equals."""
    if row.decided is None:
        return _("equal on points, not decided yet") if row.tied_with else ""
    code = row.decided.code
    unit = points if code in {"points", "direct"} else number
    return str(_DECIDED[code]) % {
        "above": names[row.decided.above],
        "mine": unit(row.decided.mine),
        "theirs": unit(row.decided.theirs),
    }


_MISSING: Mapping[str, Sentence] = {
    "lost_game": gettext_lazy("who lost the game"),
    "lost_first": gettext_lazy("who lost the first half"),
    "lost_second": gettext_lazy("who lost the second half"),
    "exit_first": gettext_lazy("who was out when in the first half"),
    "exit_second": gettext_lazy("who was out when in the second half"),
    "schock_aus": gettext_lazy("how many Schock-Aus each had"),
    "throw_points": gettext_lazy("how many throw points each had"),
}


def lack(lack: formats.Lack, tables: Mapping[int, int]) -> str:
    """Name what is missing on a card, so that its game does not count yet.

    `tables` maps the keys of tables to their numbers.
    """
    return _("Table %(table)s, game %(game)s does not count yet. Still missing: %(missing)s.") % {
        "table": tables.get(lack.table, "?"),
        "game": lack.number,
        "missing": missing(lack.missing),
    }


def missing(code: str) -> str:
    """Name the missing entry of a card: „wer die erste Hälfte verloren hat“."""
    return str(_MISSING[code])


def open_tie(tie: formats.OpenTie, names: Mapping[int, str]) -> str:
    """Say what is to be played, and for what.

    For example „Kai und Uwe liegen gleich; eine Hälfte entscheidet.“
    """
    people = listed([names[person] for person in tie.people])
    play = _("one half") if tie.play == "half" else _("one game")
    if tie.why == "podium":
        return _("%(people)s are tied for place %(rank)s; %(play)s decides.") % {
            "people": people,
            "rank": tie.rank,
            "play": play,
        }
    return ngettext(
        "%(people)s are tied and only one advances; %(play)s decides.",
        "%(people)s are tied and only %(n)s advance; %(play)s decides.",
        tie.places,
    ) % {"people": people, "n": tie.places, "play": play}


def listed(names: Sequence[str]) -> str:
    """Join names: „Kai, Jenny und Uwe“."""
    if len(names) < 2:
        return "".join(names)
    return _("%(first)s and %(last)s") % {"first": ", ".join(names[:-1]), "last": names[-1]}


def special(prize: formats.Special, group: str = "") -> str:
    """Name a special prize: „Schock-Aus-König mit 9 Schock-Aus“, „Vorletzter“.

    `group` is the name of the group that is ranked on its own („Beste Wertung Damen“).
    """
    match prize.code:
        case "schock_aus_king":
            return _("Schock-Aus König with %(n)s Schock-Aus") % {"n": prize.value}
        case "jule_king":
            return _("Jule König with %(n)s Jules") % {"n": prize.value}
        case "most_games_lost":
            return _("Most games lost: %(n)s") % {"n": prize.value}
        case "most_halves_lost":
            return _("Most halves lost: %(n)s") % {"n": prize.value}
        case "best_of_group":
            return _("Best of “%(group)s”") % {"group": group}
        case "first_out":
            return _("First to lose the last life")
    return _("Next-to-last place")
