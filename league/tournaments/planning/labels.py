"""A format in words: its picture, the people left without games, the changes of a draft."""

from collections.abc import Callable, Collection
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from league import formats
from league.tournaments.core.labels.format_errors import format_error
from league.tournaments.core.labels.formats import Line, block_lines, block_name
from league.tournaments.planning import pictures


class Shown(NamedTuple):
    """A format for a number of people: drawn, and in sentences.

    `error` tells why it only works for fewer or more; `where` names the field that would have to
    change. `is_fitted`: it was made smaller.
    """

    svg: str
    lines: list[Line]
    error: str = ""
    where: formats.Where | None = None
    is_fitted: bool = False


def shown(format: formats.Format, people: int, address: Callable[[int], str]) -> Shown:
    """Show a format for `people`. `address` returns the address of a round's form."""
    played, counts = format, None
    refused = refused_for(format, people)
    if refused is None:
        played = formats.fitted(format, people)
        counts = formats.counts(played, people)
    is_fitted = played.blocks != format.blocks
    where = formats.where(refused, format) if refused is not None else None
    boxes = {
        number: pictures.Box(
            f"{block_name(block.name)} ↻" if block.again else block_name(block.name),
            _below(block, number, counts),
            "" if is_fitted else address(number),
            where is not None and where.number == number,
        )
        for number, block in enumerate(played.blocks, 1)
    }
    return Shown(
        pictures.drawn(
            _("The rounds of %(n)s people") % {"n": people}, played, boxes, *_ways(played, counts)
        ),
        _lines(played, counts),
        format_error(refused, played) if refused is not None else "",
        where,
        is_fitted,
    )


def refused_for(format: formats.Format, people: int) -> formats.FormatError | None:
    """Return the error that keeps this many people from playing it, None if they can."""
    try:
        formats.counts(formats.fitted(format, people), people)
    except formats.FormatError as error:
        return error
    return None


def _below(block: formats.Block, number: int, counts: formats.Counts | None) -> tuple[str, ...]:
    if counts is None:
        return ()
    return (heads(counts.heads[number]), _tables(counts.tables[number]))


def _ways(
    format: formats.Format, counts: formats.Counts | None
) -> tuple[dict[tuple[int, int], str], dict[int, str]]:
    """Return the text of each line, and the texts below rounds after which some go home."""
    ways = {}
    numbers = range(1, len(format.blocks) + 1)
    for to, block in enumerate(format.blocks, 1):
        for of in block.who.blocks:
            if of in numbers:
                coming = counts.ways.get((of, to)) if counts is not None else None
                ways[of, to] = "" if coming is None else _range(coming)
    for of, to in _for_all(format):
        ways[of, to] = _("all")
    out = {} if counts is None else counts.idle
    return ways, {n: _("%(n)s out") % {"n": many} for n, many in out.items()}


def _for_all(format: formats.Format) -> list[tuple[int, int]]:
    """Pair up the rounds for all, each with the one before."""
    numbers = [n for n, block in enumerate(format.blocks, 1) if block.who.kind == "all"]
    return list(pairwise(numbers))


def _lines(format: formats.Format, counts: formats.Counts | None) -> list[Line]:
    if counts is None:
        return []
    lines = []
    for number, block in enumerate(format.blocks, 1):
        text = f"{heads(counts.heads[number])}, {_tables(counts.tables[number])}"
        if many := counts.idle.get(number):
            after = ngettext(
                "%(n)s person plays nowhere after that",
                "%(n)s people play nowhere after that",
                many,
            )
            text += f"; {after % {'n': many}}"
        if block.again:
            text += "; " + _("again until only one has a life")
        lines.append(Line(block_name(block.name), f"{text}."))
    return lines


def heads(many: formats.Heads) -> str:
    """Return „16 Leute“, „8 bis 20 Leute“."""
    if many.is_sure:
        return ngettext("%(n)s person", "%(n)s people", many.most) % {"n": many.most}
    return _("%(least)s to %(most)s people") % {"least": many.least, "most": many.most}


def _range(many: formats.Heads) -> str:
    return f"{many.most}" if many.is_sure else f"{many.least}–{many.most}"


def _tables(sizes: tuple[int, ...]) -> str:
    """Return „4 Tische zu 4“, „5 Tische zu 4 und 3“."""
    if not sizes:
        return _("as many as are left")
    many = ngettext("%(n)s table", "%(n)s tables", len(sizes)) % {"n": len(sizes)}
    between = {"tables": many, "large": sizes[0], "small": sizes[-1]}
    if sizes[0] == sizes[-1]:
        return _("%(tables)s of %(large)s") % between
    return _("%(tables)s of %(large)s and %(small)s") % between


def section_titles() -> dict[str, str]:
    """Return the headings of a round's page, in their order."""
    return {
        "who": _("Who plays"),
        "tables": _("Tables and draw"),
        "games": _("Games and clock"),
        "lives": _("Lives"),
        "scoring": _("Points"),
        "sizes": _("By size of the table"),
        "advance": _("Who advances from it"),
        "ties": _("What decides a tie"),
    }


class Button(NamedTuple):
    """A button: its action, its icon and its words."""

    do: str
    icon: str
    words: str


def step_buttons(steps: Collection[str]) -> list[Button]:
    """Return the buttons of the possible steps, in the order of the page."""
    buttons = [
        Button("another", "plus", _("Another one after it")),
        Button("losers", "git-branch", _("A round for the losers")),
        Button("up", "arrow-up", _("Up")),
        Button("down", "arrow-down", _("Down")),
        Button("remove", "x", pgettext("a round", "Remove")),
    ]
    return [button for button in buttons if button.do in steps]


def section_abouts() -> dict[str, str]:
    """Return the topic in `block_lines` of each heading of a round's form."""
    return {
        "who": _("Who"),
        "tables": _("Tables"),
        "games": _("Games"),
        "scoring": pgettext("of a tournament or a season", "Scoring"),
        "sizes": _("Deckel"),
        "advance": _("Who advances"),
        "ties": _("Order"),
    }


class Change(NamedTuple):
    """The changes of a round or of the whole: lines with the old and the new value."""

    title: str
    what: str
    lines: list[tuple[str, str, str]]

    @property
    def is_changed(self) -> bool:
        """Return whether any of it has an old value."""
        return any(was for _about, was, _now in self.lines)


def changes(before: formats.Format, after: formats.Format) -> list[Change]:
    """Compare two formats.

    Rounds are matched by name, and a renamed one by its place.
    """
    old = {block.name: number for number, block in enumerate(before.blocks, 1)}
    left = {number for name, number in old.items() if name not in {b.name for b in after.blocks}}
    changed = []
    for number, block in enumerate(after.blocks, 1):
        was = old.get(block.name, number if number in left else None)
        left.discard(was or 0)
        if change := _change(before, was, after, number):
            changed.append(change)
    changed += [Change(block_name(before.block(n).name), _("gone"), []) for n in sorted(left)]
    whole = _otherwise(whole_lines(before), whole_lines(after))
    return [*changed, Change(_("The whole"), _("changed"), whole)] if whole else changed


def _change(
    before: formats.Format, was: int | None, after: formats.Format, number: int
) -> Change | None:
    """Compare one round; return None if it is the same."""
    block = after.block(number)
    name = block_name(block.name)
    if was is None:
        rows = [(line.about, "", line.sentence) for line in block_lines(after, number)]
        return Change(name, _("new"), rows)
    rows = _otherwise(block_lines(before, was), block_lines(after, number))
    if before.block(was).name != block.name:
        rows = [(_("Name"), block_name(before.block(was).name), name), *rows]
    if not rows and _plain(before, was) != _plain(after, number):
        rows = [(_("Other"), "–", _("a setting that changes nothing as it is played here"))]
    if rows:
        return Change(name, _("changed"), rows)
    return (
        Change(name, _("moved"), [(_("Order"), str(was), str(number))]) if was != number else None
    )


def _plain(format: formats.Format, number: int) -> formats.Block:
    """Return the block without its sources, which are compared by name and not by number."""
    return replace(format.block(number), who=formats.Who())


def _otherwise(before: list[Line], after: list[Line]) -> list[tuple[str, str, str]]:
    was, now = dict(before), dict(after)
    return [
        (about, was.get(about, ""), now.get(about, "–"))
        for about in dict.fromkeys([*was, *now])
        if was.get(about) != now.get(about)
    ]


def whole_lines(format: formats.Format) -> list[Line]:
    """Describe the teams, and the changes for fewer people."""
    lines = [Line(_("Teams"), team_sentence(format.team))]
    for fit in format.fits:
        about = _("From %(n)s people on") % {"n": fit.people}
        lines.append(Line(about, _fit(format, fit)))
    return lines


def team_sentence(team: formats.Team | None) -> str:
    if team is None:
        return _("none")
    sentence = _("%(least)s to %(most)s people") % {
        "least": team.size_least,
        "most": team.size_most,
    }
    if team.best:
        sentence += "; " + _("only the best %(n)s count") % {"n": team.best}
    if team.by == "lives":
        sentence += "; " + _("the lives left count")
    if team.life_penalty:
        sentence += "; " + _("each lost life costs %(n)s") % {"n": team.life_penalty}
    return sentence


def _fit(format: formats.Format, fit: formats.Fit) -> str:
    parts = []
    if fit.best:
        parts.append(ngettext("the best one", "the best %(n)s", fit.best) % {"n": fit.best})
    if fit.skip:
        left = ngettext(
            "%(n)s round after it is left out", "%(n)s rounds after it are left out", fit.skip
        )
        parts.append(left % {"n": fit.skip})
    names = [block_name(format.block(n).name) for n in fit.without if n <= len(format.blocks)]
    if names:
        parts.append(_("without %(names)s") % {"names": ", ".join(names)})
    return "; ".join(parts) or _("all rounds")
