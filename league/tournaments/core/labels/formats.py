"""A format in sentences: a summary of the template, and the rules of each block.

Everything is derived from `league.formats` data; this module decides nothing.
"""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from league import formats
from league.tournaments.core.labels.draws import OVERTIME
from league.tournaments.core.labels.rankings import listed
from league.tournaments.core.labels.scoring import scoring

Sentence = str | Promise

CRITERIA: Mapping[str, Sentence] = {
    "lives": gettext_lazy("whoever has more lives left"),
    "out_later": gettext_lazy("whoever goes out later"),
    "points": gettext_lazy("Points"),
    "fewer_games_lost": gettext_lazy("fewer games lost"),
    "more_schock_aus": gettext_lazy("more Schock-Aus"),
    "direct": gettext_lazy("direct comparison"),
    "playoff": gettext_lazy("Play-off"),
    "lot": gettext_lazy("Lot"),
}

# Block names of the templates: stored in German, shown in the reader's language.
BLOCK_NAMES: Mapping[str, Sentence] = {
    "1. Durchgang": gettext_lazy("1st round"),
    "2. Durchgang": gettext_lazy("2nd round"),
    "3. Durchgang": gettext_lazy("3rd round"),
    "1. K.-o.-Runde": gettext_lazy("1st knockout round"),
    "2. K.-o.-Runde": gettext_lazy("2nd knockout round"),
    "K.-o.-Runde": gettext_lazy("Knockout round"),
    "1. Punkterunde": gettext_lazy("1st points round"),
    "2. Punkterunde": gettext_lazy("2nd points round"),
    "3. Punkterunde": gettext_lazy("3rd points round"),
    "Punkterunde neben der 1. K.-o.-Runde": gettext_lazy(
        "Points round beside the 1st knockout round"
    ),
    "Punkterunde neben der 2. K.-o.-Runde": gettext_lazy(
        "Points round beside the 2nd knockout round"
    ),
    "Punkterunde neben dem Finale": gettext_lazy("Points round beside the final"),
    "1. Tischrunde": gettext_lazy("1st table round"),
    "2. Tischrunde": gettext_lazy("2nd table round"),
    "3. Tischrunde": gettext_lazy("3rd table round"),
    "Gruppen": gettext_lazy("Groups"),
    "Vorrunde": gettext_lazy("Qualifying round"),
    "Hauptrunde": gettext_lazy("Main round"),
    "Trostrunde": gettext_lazy("Consolation round"),
    "Verliererrunde": gettext_lazy("Losers’ round"),
    "Runde": pgettext_lazy("of a tournament", "Round"),
    "Spiel": pgettext_lazy("of a tournament", "Game"),
    "Viertelfinale": gettext_lazy("Quarter-final"),
    "Halbfinale": gettext_lazy("Semi-final"),
    "Spiel um Platz 3": gettext_lazy("Match for third place"),
    "Trostfinale": gettext_lazy("Consolation final"),
    "Endkampf": gettext_lazy("Last table"),
    "Final Table": pgettext_lazy("format", "Final table"),
    "Finale": gettext_lazy("Final"),
}


# Names of further copies of a numbered round.
COPY_NAMES: Mapping[str, Sentence] = {
    "4. Durchgang": gettext_lazy("4th round"),
    "5. Durchgang": gettext_lazy("5th round"),
    "6. Durchgang": gettext_lazy("6th round"),
}


def block_name(name: str) -> str:
    """Return the name of a block: a template's in the reader's language, others as typed.

    A number in brackets stays: templates count so („Hauptrunde (3)“), and so does a chain that is
    made longer („Finale (2)“).
    """
    plain, more, number = name.partition(" (")
    message = BLOCK_NAMES.get(plain) or COPY_NAMES.get(plain)
    return name if message is None else f"{message}{more}{number}"


class Line(NamedTuple):
    """A line about a block: its topic and the sentence."""

    about: str
    sentence: str


def block_lines(chain: formats.Format, number: int, people: int | None = None) -> list[Line]:
    """Describe a block: its players, tables, games and scoring, and who goes on.

    With `people` given, also say how many of them have no further games after it.
    """
    block = chain.block(number)
    lines = [
        Line(_("Who"), who(chain, block)),
        Line(_("Tables"), tables(block)),
        Line(_("Games"), games(block)),
        Line(pgettext("of a tournament or a season", "Scoring"), scoring(block)),
    ]
    if block.minutes or block.overtime != "finish_game":
        lines.insert(3, Line(_("Clock"), clock(block)))
    if block.deckel:
        text = ", ".join(
            _("%(deckel)s at a table of %(size)s") % {"deckel": deckel, "size": size}
            for size, deckel in sorted(block.deckel.items())
        )
        lines.append(Line(_("Deckel"), text))
    if goes_on := leads(chain, number, people):
        lines.append(Line(_("Who advances"), goes_on))
    order = ", ".join(str(CRITERIA[code]) for code in block.ties)
    return [*lines, Line(_("Order"), order)]


def in_short(chain: formats.Format, block: formats.Block) -> str:
    """Sum up a block in one line: players, games, lives, repetition and who advances."""
    parts = [who(chain, block), games(block)]
    if block.carry_lives:
        parts.append(_("the lives left from before"))
    elif lives := block.scoring.lives:
        parts.append(ngettext("one life", "%(n)s lives", lives) % {"n": lives})
    if block.again:
        parts.append(_("again until only one has a life"))
    if block.advance is not None:
        parts.append(_("advancing: %(who)s") % {"who": advance(block)})
    return " · ".join(parts)


def who(chain: formats.Format, block: formats.Block) -> str:
    if block.who.kind == "all":
        return _("everybody who is here")
    if block.who.kind == "rest":
        of = block_name(chain.block(block.who.of or 1).name)
        return _("whoever is not in “%(block)s”") % {"block": of}
    return listed([_source(chain, source) for source in block.who.takes])


def _source(chain: formats.Format, source: formats.Source) -> str:
    """Return „die Verlierer aus ‚Hauptrunde 1‘“."""
    values = {
        "block": block_name(chain.block(source.of).name),
        "first": source.first,
        "last": source.last,
    }
    match source.take:
        case "advancing":
            return _("whoever advances from “%(block)s”") % values
        case "survivors":
            return _("whoever still has a life after “%(block)s”") % values
        case "losers":
            return _("whoever does not advance from “%(block)s”") % values
        case "places" if source.last is None:
            return _("places %(first)s and below of “%(block)s”") % values
        case "places":
            return _("places %(first)s to %(last)s of “%(block)s”") % values
    if source.last is None:
        return _("places %(first)s and below of each table of “%(block)s”") % values
    return _("places %(first)s to %(last)s of each table of “%(block)s”") % values


def leads(chain: formats.Format, number: int, people: int | None) -> str:
    """Say who advances out of a block, to which blocks, and what becomes of the others."""
    block = chain.block(number)
    texts = [advance(block)] if block.advance is not None else []
    ways = chain.taken_from(number)
    takes = {source.take for _taker, source in ways}
    if takes - {"advancing"} or len(ways) > 1:
        for taker, source in ways:
            to = block_name(chain.block(taker).name)
            texts.append(_("to “%(block)s”: %(who)s") % {"block": to, "who": _short(source)})
    if home := _home(chain, number, people):
        texts.append(home)
    if block.again:
        texts.append(_("whoever still has a life plays on, until only one has"))
    return "; ".join(texts)


def _home(chain: formats.Format, number: int, people: int | None) -> str:
    """Return „8 Leute spielen danach nirgends mehr“."""
    if not formats.sends_home(chain, number):
        return ""
    try:
        formats.check(chain)
        many = formats.idle(chain, people or 0).get(number)
    except formats.FormatError:  # the number of people is unknown or too small
        return _("everybody else plays nowhere after that")
    if not many:
        return ""
    return ngettext(
        "%(n)s person plays nowhere after that", "%(n)s people play nowhere after that", many
    ) % {"n": many}


def _short(source: formats.Source) -> str:
    values = {"first": source.first, "last": source.last}
    match source.take:
        case "advancing":
            return _("whoever advances")
        case "survivors":
            return _("whoever still has a life")
        case "losers":
            return _("everybody else")
        case "places" if source.last is None:
            return _("places %(first)s and below") % values
        case "places":
            return _("places %(first)s to %(last)s") % values
    if source.last is None:
        return _("places %(first)s and below of each table") % values
    return _("places %(first)s to %(last)s of each table") % values


_DRAW: Mapping[str, Sentence] = {
    "lot": gettext_lazy("The lot decides who sits together."),
    "meetings": gettext_lazy("If possible nobody meets twice."),
    "points": gettext_lazy("Neighbours in the ranking sit together."),
    "parity": gettext_lazy("Even and odd numbers of lives sit apart."),
}


_FILL: Mapping[str, Sentence] = {
    "smaller": gettext_lazy("Whoever is left over makes some tables smaller."),
    "larger": gettext_lazy("Whoever is left over makes some tables larger."),
    "springer": gettext_lazy("Whoever is left over sits out."),
}


def tables(block: formats.Block) -> str:
    sizes = block.tables
    if sizes.least == sizes.most:
        sentence = _("always %(target)s at a table.") % {"target": sizes.target}
    else:
        sentence = _("preferably %(target)s at a table, %(least)s to %(most)s are allowed.") % {
            "target": sizes.target,
            "least": sizes.least,
            "most": sizes.most,
        }
    if sizes.together:
        sentence += " " + _("Up to %(n)s people all sit at one.") % {"n": sizes.together}
    if sizes.fill != "nearest":
        sentence += f" {_FILL[sizes.fill]}"
    if sizes.fill == "springer" and block.scoring.springer == "none":
        sentence += " " + _("They get nothing for it.")
    sentence += f" {_DRAW[block.draw]}"
    if block.separate_teams:
        sentence += " " + _("Teams sit apart.")
    return sentence


def games(block: formats.Block) -> str:
    if block.games is None:
        return _("until the lives have decided")
    sentence = ngettext("%(n)s game", "%(n)s games", block.games.default) % {
        "n": block.games.default
    }
    other = ", ".join(
        _("%(n)s at a table of %(size)s") % {"n": number, "size": size}
        for size, number in sorted(block.games.by_size.items())
    )
    return f"{sentence} ({other})" if other else sentence


def clock(block: formats.Block) -> str:
    if not block.minutes:
        return _("none; after sudden death: %(overtime)s") % {"overtime": OVERTIME[block.overtime]}
    return _("%(minutes)s minutes, then sudden death: %(overtime)s") % {
        "minutes": block.minutes,
        "overtime": OVERTIME[block.overtime],
    }


def advance(block: formats.Block) -> str:
    goes_on = block.advance
    if goes_on is None:
        return ""
    if goes_on.kind == "survivors":
        return _("whoever still has a life")
    number = goes_on.number or 0
    if goes_on.kind == "best":
        return ngettext("the best one", "the best %(n)s", number) % {"n": number}
    sentence = ngettext("the best of each table", "the best %(n)s of each table", number) % {
        "n": number
    }
    if goes_on.wildcards:
        more = ngettext(
            "plus the best of the rest", "plus the best %(n)s of the rest", goes_on.wildcards
        )
        return f"{sentence}, {more % {'n': goes_on.wildcards}}"
    return sentence
