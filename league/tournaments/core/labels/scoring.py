"""The scoring of a block of a tournament in a sentence."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from league import formats

Sentence = str | Promise

_TOGETHER: Mapping[str, Sentence] = {
    "seat": gettext_lazy("at the same moment the earlier seat comes first"),
    "entered": gettext_lazy("at the same moment the card says who was first"),
}


def scoring(block: formats.Block) -> str:
    """Describe in one sentence the points and lives of a game."""
    given = block.scoring
    texts: list[str] = []
    if given.lives:
        texts.append(_lives(block))
    for amount, sentence in (
        (given.half_kept, _("each half you do not lose: %(points)s")),
        (given.half_lost, _("half lost: %(points)s")),
        (given.game_lost, _("game lost: %(points)s")),
        (given.final_lost, _("final lost: %(points)s")),
        (given.sweep, _("both halves lost: %(points)s")),
        (given.schock_aus, _("each Schock-Aus: %(points)s")),
        (given.throw_points, _("each throw point: %(points)s")),
    ):
        if amount:
            texts.append(sentence % {"points": points(amount)})
    for size, exits in sorted(given.exits.items()):
        texts.append(
            _("at a table of %(size)s in the order of getting out: %(points)s points")
            % {"size": size, "points": "/".join(map(str, exits))}
        )
    if given.exits_else and not set(block.tables.possible) <= set(given.exits):
        shares = "/".join(map(str, given.exits_else))
        sentence = (
            _("at every other table in the order of getting out: %(points)s points")
            if given.exits
            else _("in the order of getting out: %(points)s points")
        )
        texts.append(sentence % {"points": shares})
    if given.by_exit and given.together in _TOGETHER:
        texts.append(str(_TOGETHER[given.together]))
    if given.place_points:
        texts.append(
            _("instead of the sum the place counts: %(points)s")
            % {"points": "/".join(map(str, given.place_points))}
        )
    if block.carry_over:
        texts.append(_("the points from before still count"))
    if given.better == "fewer":
        texts.append(_("few points are good"))
    sentence = "; ".join(texts)
    return f"{sentence[:1].upper()}{sentence[1:]}."


_LIFE_PER: Mapping[str, Sentence] = {
    "game": gettext_lazy("each lost game takes one"),
    "half": gettext_lazy("each lost half takes one"),
    "stake": gettext_lazy(
        "each lost half stakes one, and whoever wins the final takes theirs back"
    ),
}


def _lives(block: formats.Block) -> str:
    given = block.scoring
    if block.carry_lives:
        sentence = _("the lives left from before")
    else:
        sentence = ngettext("one life", "%(n)s lives", given.lives) % {"n": given.lives}
    if given.leave > 1:
        more = _("a table plays until %(n)s still have one") % {"n": given.leave}
        return f"{sentence}, {_LIFE_PER[given.life_per]}; {more}"
    return f"{sentence}, {_LIFE_PER[given.life_per]}"


def points(amount: int) -> str:
    """Return „+1 Punkt“, „−2 Punkte“."""
    sign = "+" if amount > 0 else "\u2212"
    sentence = ngettext("%(sign)s%(n)s point", "%(sign)s%(n)s points", abs(amount))
    return sentence % {"sign": sign, "n": abs(amount)}
