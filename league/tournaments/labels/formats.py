"""A format in sentences: what a template is like, and what a block asks of whom.

Everything here is said out of `league.formats` data alone; nothing is decided here.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from league import formats
from league.tournaments.labels.draws import OVERTIME

Sentence = str | Promise

# What a template is like, for whoever chooses one.
TEMPLATES: Mapping[str, Sentence] = {
    "gonzerath": gettext_lazy(
        "Dreimal fünf Spiele an Sechsertischen. Wer am wenigsten verliert, spielt am Final Table."
    ),
    "koenigswinter": gettext_lazy(
        "Punkte für den besten Wurf jeder Runde. Nach zweimal zehn Spielen Gruppen und Finale."
    ),
    "schockfreunde": gettext_lazy(
        "Drei Punkterunden nach der Uhr, dann K.-o. mit Leben. Für Mannschaften und Einzelne."
    ),
    "steele": gettext_lazy(
        "Kein K.-o.: Alle spielen bis zum Schluss, Punkte danach, wie früh man herauskommt."
    ),
    "werl": gettext_lazy(
        "Zwei Punkterunden nach der Uhr, dann kommt von jedem Tisch der Beste weiter."
    ),
}

CRITERIA: Mapping[str, Sentence] = {
    "lives": gettext_lazy("wer noch mehr Leben hat"),
    "out_later": gettext_lazy("wer später ausscheidet"),
    "points": gettext_lazy("Punkte"),
    "fewer_games_lost": gettext_lazy("weniger verlorene Spiele"),
    "more_schock_aus": gettext_lazy("mehr Schock-Aus"),
    "direct": gettext_lazy("direkter Vergleich"),
    "playoff": gettext_lazy("Stechen"),
    "lot": gettext_lazy("Los"),
}

# The blocks of the templates: their names are kept in German and said in the reader's language.
BLOCK_NAMES: Mapping[str, Sentence] = {
    "1. Durchgang": gettext_lazy("1. Durchgang"),
    "2. Durchgang": gettext_lazy("2. Durchgang"),
    "3. Durchgang": gettext_lazy("3. Durchgang"),
    "1. K.-o.-Runde": gettext_lazy("1. K.-o.-Runde"),
    "2. K.-o.-Runde": gettext_lazy("2. K.-o.-Runde"),
    "K.-o.-Runde": gettext_lazy("K.-o.-Runde"),
    "1. Punkterunde": gettext_lazy("1. Punkterunde"),
    "2. Punkterunde": gettext_lazy("2. Punkterunde"),
    "3. Punkterunde": gettext_lazy("3. Punkterunde"),
    "Punkterunde neben der 1. K.-o.-Runde": gettext_lazy("Punkterunde neben der 1. K.-o.-Runde"),
    "Punkterunde neben der 2. K.-o.-Runde": gettext_lazy("Punkterunde neben der 2. K.-o.-Runde"),
    "Punkterunde neben dem Finale": gettext_lazy("Punkterunde neben dem Finale"),
    "1. Tischrunde": gettext_lazy("1. Tischrunde"),
    "2. Tischrunde": gettext_lazy("2. Tischrunde"),
    "3. Tischrunde": gettext_lazy("3. Tischrunde"),
    "Gruppen": gettext_lazy("Gruppen"),
    "Final Table": gettext_lazy("Final Table"),
    "Finale": gettext_lazy("Finale"),
}


def block_name(name: str) -> str:
    """The name of a block: a template's in the reader's language, the club's own as it was typed.

    „Finale (2)“ is what a chain that is made longer calls its next block.
    """
    plain, more, number = name.partition(" (")
    said = BLOCK_NAMES.get(plain)
    return name if said is None else f"{said}{more}{number}"


class Line(NamedTuple):
    """One line about a block: what it is about, and the sentence."""

    about: str
    sentence: str


def block_lines(chain: formats.Format, number: int) -> list[Line]:
    """Who plays in the block, how, for what, and who goes on."""
    block = chain.block(number)
    found = [
        Line(_("Wer"), who(chain, block)),
        Line(_("Tische"), tables(block)),
        Line(_("Spiele"), games(block)),
        Line(pgettext("of a tournament or a season", "Wertung"), scoring(block)),
    ]
    if block.minutes:
        found.insert(3, Line(_("Uhr"), clock(block)))
    if block.deckel:
        said = ", ".join(
            _("mit %(size)s am Tisch %(deckel)s") % {"deckel": deckel, "size": size}
            for size, deckel in sorted(block.deckel.items())
        )
        found.append(Line(_("Deckel"), said))
    if block.advance is not None:
        found.append(Line(_("Weiter"), advance(block)))
    order = ", ".join(str(CRITERIA[code]) for code in block.ties)
    return [*found, Line(_("Reihenfolge"), order)]


def who(chain: formats.Format, block: formats.Block) -> str:
    if block.who.of is None:
        return _("alle, die da sind")
    of = block_name(chain.block(block.who.of).name)
    if block.who.kind == "rest":
        return _("wer in „%(block)s“ nicht dabei ist") % {"block": of}
    return _("wer aus „%(block)s“ weiterkommt") % {"block": of}


_DRAW: Mapping[str, Sentence] = {
    "lot": gettext_lazy("Das Los entscheidet, wer zusammensitzt."),
    "meetings": gettext_lazy("Möglichst niemand trifft sich zweimal."),
    "points": gettext_lazy("Nachbarn in der Rangliste sitzen zusammen."),
}


def tables(block: formats.Block) -> str:
    sizes = block.tables
    if sizes.least == sizes.most:
        said = _("immer %(target)s am Tisch.") % {"target": sizes.target}
    else:
        said = _("am liebsten %(target)s am Tisch, erlaubt sind %(least)s bis %(most)s.") % {
            "target": sizes.target,
            "least": sizes.least,
            "most": sizes.most,
        }
    if sizes.fill == "springer":
        said += " " + _("Wer übrig ist, setzt aus.")
    said += f" {_DRAW[block.draw]}"
    if block.separate_teams:
        said += " " + _("Mannschaften sitzen getrennt.")
    return said


def games(block: formats.Block) -> str:
    if block.games is None:
        return _("bis die Leben entschieden haben")
    said = ngettext("%(n)s Spiel", "%(n)s Spiele", block.games.default) % {"n": block.games.default}
    other = ", ".join(
        _("mit %(size)s am Tisch %(n)s") % {"n": number, "size": size}
        for size, number in sorted(block.games.by_size.items())
    )
    return f"{said} ({other})" if other else said


def clock(block: formats.Block) -> str:
    return _("%(minutes)s Minuten, dann scharf: %(overtime)s") % {
        "minutes": block.minutes,
        "overtime": OVERTIME[block.overtime],
    }


def scoring(block: formats.Block) -> str:
    """What a game gives, in a sentence."""
    given = block.scoring
    said: list[str] = []
    if given.lives:
        said.append(_lives(given))
    for amount, sentence in (
        (given.half_kept, _("jede Hälfte, die man nicht verliert: %(points)s")),
        (given.half_lost, _("verlorene Hälfte: %(points)s")),
        (given.game_lost, _("verlorenes Spiel: %(points)s")),
        (given.final_lost, _("verlorenes Finale: %(points)s")),
        (given.sweep, _("beide Hälften verloren: %(points)s")),
        (given.schock_aus, _("jedes Schock-Aus: %(points)s")),
        (given.throw_points, _("jeder Wurfpunkt: %(points)s")),
    ):
        if amount:
            said.append(sentence % {"points": points(amount)})
    for size, exits in sorted(given.exits.items()):
        said.append(
            _("mit %(size)s am Tisch der Reihe nach, wie man herauskommt: %(points)s Punkte")
            % {"size": size, "points": "/".join(map(str, exits))}
        )
    if given.place_points:
        said.append(
            _("statt der Summe zählt der Platz: %(points)s")
            % {"points": "/".join(map(str, given.place_points))}
        )
    if block.carry_over:
        said.append(_("die Punkte von vorher zählen weiter"))
    if given.better == "fewer":
        said.append(_("wenige Punkte sind gut"))
    sentence = "; ".join(said)
    return f"{sentence[:1].upper()}{sentence[1:]}."


def _lives(given: formats.Scoring) -> str:
    each = (
        _("je verlorene Hälfte ist eines weg")
        if given.life_per == "half"
        else _("je verlorenes Spiel ist eines weg")
    )
    said = ngettext("ein Leben", "%(n)s Leben", given.lives) % {"n": given.lives}
    return f"{said}, {each}"


def points(amount: int) -> str:
    """„+1 Punkt“, „−2 Punkte“."""
    sign = "+" if amount > 0 else "\u2212"
    said = ngettext("%(sign)s%(n)s Punkt", "%(sign)s%(n)s Punkte", abs(amount))
    return said % {"sign": sign, "n": abs(amount)}


def advance(block: formats.Block) -> str:
    goes_on = block.advance
    if goes_on is None:
        return ""
    if goes_on.kind == "survivors":
        return _("wer noch ein Leben hat")
    number = goes_on.number or 0
    if goes_on.kind == "best":
        return ngettext("der Beste", "die besten %(n)s", number) % {"n": number}
    said = ngettext("der Beste von jedem Tisch", "die besten %(n)s von jedem Tisch", number) % {
        "n": number
    }
    if goes_on.wildcards:
        more = ngettext(
            "dazu der beste der übrigen", "dazu die besten %(n)s der übrigen", goes_on.wildcards
        )
        return f"{said}, {more % {'n': goes_on.wildcards}}"
    return said


def names(people: Sequence[str]) -> str:
    """„Kai, Uwe und Rosi“."""
    if len(people) < 2:
        return "".join(people)
    return _("%(first)s und %(last)s") % {"first": ", ".join(people[:-1]), "last": people[-1]}
