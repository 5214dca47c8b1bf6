"""The choices for the settings of a round, each in a sentence with an example."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from league import formats
from league.tournaments.core.labels.formats import block_name

Choices = Sequence[tuple[str, Any]]

WHO: Choices = (
    ("all", gettext_lazy("Everybody who is here. Example: a qualifying round.")),
    (
        "sources",
        gettext_lazy("Some out of earlier rounds. Example: the best 16 of the qualifying round."),
    ),
    (
        "rest",
        gettext_lazy(
            "Whoever is not in another round, beside it. Example: points for the team while others "
            "play the knockout."
        ),
    ),
)
FILL: Choices = (
    (
        "nearest",
        gettext_lazy(
            "Whatever is nearer. Example: 14 at tables of 4 are 4, 4, 3, 3; 17 are 5, 4, 4, 4."
        ),
    ),
    ("smaller", gettext_lazy("One more table. Example: 17 at tables of 4 are 4, 4, 3, 3, 3.")),
    ("larger", gettext_lazy("They join the others. Example: 14 at tables of 4 are 5, 5, 4.")),
    (
        "springer",
        gettext_lazy(
            "They sit this round out. Example: 14 at tables of 4 are 4, 4, 4, and two rest."
        ),
    ),
)
DRAW: Choices = (
    ("meetings", gettext_lazy("If possible nobody meets twice. Fits most tournaments.")),
    ("lot", gettext_lazy("The lot alone, whoever has met before. Example: Werl, Plateau.")),
    (
        "points",
        gettext_lazy("Neighbours in the ranking. Example: the first four at table 1."),
    ),
    (
        "parity",
        gettext_lazy("Even and odd numbers of lives apart. Example: Pützchen. Only with lives."),
    ),
)
OVERTIME: Choices = (
    (
        "finish_game",
        gettext_lazy("The game is played to the end. Example: a final without a hurry."),
    ),
    (
        "sudden_round",
        gettext_lazy("Whoever loses a round loses the half. The quickest way."),
    ),
    ("one_half", gettext_lazy("One half decides the game. Example: the knockout in Kamen.")),
)
LIFE_PER: Choices = (
    ("game", gettext_lazy("with each lost game. Example: Grafschaft, one of three bands.")),
    ("half", gettext_lazy("with each lost half. Example: where a table is to be done sooner.")),
    (
        "stake",
        gettext_lazy(
            "with each lost half, and whoever wins the final takes theirs back. Example: Velen."
        ),
    ),
)
BETTER: Choices = (
    ("more", gettext_lazy("Many points. Example: one for each half you do not lose.")),
    ("fewer", gettext_lazy("Few points. Example: Gonzerath, where a lost half counts one.")),
)
TOGETHER: Choices = (
    (
        "share",
        gettext_lazy("They share the points of their places. Example: 3 and 2 are 2½ for each."),
    ),
    ("seat", gettext_lazy("The earlier seat comes first. Example: seat 1 gets 3, seat 2 gets 2.")),
    (
        "entered",
        gettext_lazy("The card has to say who was first. Until then the points are missing."),
    ),
)
SPRINGER: Choices = (
    ("mean", gettext_lazy("what the others got on average.")),
    ("none", pgettext_lazy("whoever sits out gets", "nothing.")),
)
ADVANCE: Choices = (
    ("nobody", gettext_lazy("Nobody: all play on, or it ends here. Example: the final.")),
    ("best", gettext_lazy("The best of all tables. Example: the best 16.")),
    ("per_table", gettext_lazy("The best of each table. Example: two of four.")),
    ("survivors", gettext_lazy("Whoever still has a life. Only with lives.")),
)
TEAM_BY: Choices = (
    ("points", gettext_lazy("The points of its members. Fits most tournaments.")),
    ("lives", gettext_lazy("The lives its members have left. Example: Velen.")),
)


def sources(format: formats.Format, number: int) -> list[tuple[str, str]]:
    """Return the sources a round can draw on: the rounds before it and its present ones.

    A present source stays in the list even if its round now comes later or is gone.
    """
    used = {source.of for source in format.block(number).who.takes}
    before = set(range(1, number)) | used
    choices = [("", "–")]
    for of in sorted(before):
        is_there = of <= len(format.blocks)
        name = block_name(format.block(of).name) if is_there else str(of)
        choices += [(f"{of}:{take}", f"{name}: {sentence}") for take, sentence in TAKES]
    return choices


TAKES: Choices = (
    ("advancing", gettext_lazy("whoever advances")),
    ("losers", gettext_lazy("the losers: everybody else")),
    ("survivors", gettext_lazy("whoever still has a life")),
    ("places", gettext_lazy("places from … to … of all")),
    ("per_table", gettext_lazy("places from … to … of each table")),
)


def rests(format: formats.Format, number: int) -> list[tuple[str, str]]:
    """Return the rounds beside which this one can be played."""
    of = format.block(number).who.of
    return [
        ("", _("Choose a round")),
        *(
            (str(other), block_name(block.name))
            for other, block in enumerate(format.blocks, 1)
            if other < number or other == of
        ),
    ]
