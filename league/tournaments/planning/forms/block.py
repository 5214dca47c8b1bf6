"""The form of one round, field by field; the typed values become a `formats.Block`."""

from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league import formats
from league.tournaments.core.labels import formats as words
from league.tournaments.core.labels.format_errors import format_error
from league.tournaments.planning.forms import choices
from league.tournaments.planning.forms.fields import NumbersField, choice, number
from league.tournaments.planning.forms.typed import block_of, initial_of

MOST_SOURCES = 60
_MOST = formats.LARGEST_WEIGHT
_LARGEST = formats.LARGEST_TABLE
# The settings of a drawn round that may still change, and their fields.
_FIELDS_OF = {
    "name": ("name",),
    "minutes": ("minutes",),
    "overtime": ("overtime",),
    "advance": ("advance", "advance_number", "wildcards"),
}


class BlockForm(forms.Form):
    """One round of a format. `free` names the settings that may change once it is drawn."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=60)
    who = choice(gettext_lazy("Who plays"), choices.WHO)
    target = number(gettext_lazy("Preferred number at a table"), 2, _LARGEST, required=True)
    least = number(gettext_lazy("At least at a table"), 2, _LARGEST, required=True)
    most = number(gettext_lazy("At most at a table"), 2, _LARGEST, required=True)
    fill = choice(gettext_lazy("Whoever is left over beyond full tables"), choices.FILL)
    together = number(
        gettext_lazy("Up to so many all sit at one table"),
        0,
        _LARGEST,
        help=gettext_lazy("Example: 9 at Pützchen. Empty means: the sizes above hold for all."),
    )
    draw = choice(gettext_lazy("Who sits together"), choices.DRAW)
    separate_teams = forms.BooleanField(
        label=gettext_lazy("Team mates never sit at one table"), required=False
    )
    games = number(
        gettext_lazy("Games"),
        1,
        50,
        help=gettext_lazy("Empty means: until the lives have decided."),
    )
    minutes = number(gettext_lazy("Minutes"), 1, 600, help=gettext_lazy("Empty means: no clock."))
    overtime = choice(gettext_lazy("“Sudden death” means"), choices.OVERTIME)
    lives = number(
        gettext_lazy("Lives"),
        0,
        20,
        help=gettext_lazy("Bands, tokens, caps. Empty means: it is not played for lives."),
    )
    life_per = choice(gettext_lazy("A life is lost"), choices.LIFE_PER)
    leave = number(
        gettext_lazy("A table plays until so many have a life"),
        1,
        _LARGEST - 1,
        help=gettext_lazy("Example: 2 of 4 advance. Empty means: until one is left."),
    )
    carry_lives = forms.BooleanField(
        label=gettext_lazy("Nobody gets new lives: those left from before count"), required=False
    )
    again = forms.BooleanField(
        label=gettext_lazy("Played again by whoever has a life, until one is left (last round)"),
        required=False,
    )
    better = choice(gettext_lazy("What is good"), choices.BETTER)
    half_kept = number(gettext_lazy("Each half you do not lose"), -_MOST, _MOST)
    half_lost = number(gettext_lazy("Half lost"), -_MOST, _MOST)
    game_lost = number(gettext_lazy("Game lost"), -_MOST, _MOST)
    final_lost = number(gettext_lazy("Final lost"), -_MOST, _MOST)
    sweep = number(gettext_lazy("Both halves lost"), -_MOST, _MOST)
    schock_aus = number(gettext_lazy("Each Schock-Aus"), -_MOST, _MOST)
    throw_points = number(gettext_lazy("Each throw point of the card"), -_MOST, _MOST)
    exits_else = NumbersField(
        least=-_MOST,
        most=_MOST,
        label=gettext_lazy("In the order of getting out, at tables of any size"),
        help_text=gettext_lazy("Example: 3/2/1/0, and whoever loses the half has the last number."),
    )
    together_out = choice(gettext_lazy("Whoever gets out at the same moment"), choices.TOGETHER)
    place_points = NumbersField(
        least=0,
        most=_MOST,
        label=gettext_lazy("By place instead of the sum"),
        help_text=gettext_lazy("Example: 7/5/4/3/2/1. Empty means: the sum counts."),
    )
    springer = choice(gettext_lazy("Whoever sits out gets"), choices.SPRINGER)
    carry_over = forms.BooleanField(
        label=gettext_lazy("The points from before go on counting"), required=False
    )
    advance = choice(gettext_lazy("Who advances from it"), choices.ADVANCE)
    advance_number = number(gettext_lazy("So many advance"), 1, formats.MOST_PEOPLE)
    wildcards = number(
        gettext_lazy("plus so many of those left"),
        0,
        formats.MOST_PEOPLE,
        help=gettext_lazy("Only with the best of each table. Example: the best second."),
    )

    def __init__(
        self,
        data: Any = None,
        *,
        format: formats.Format,
        number: int,
        free: frozenset[str] | None = None,
    ) -> None:
        block = format.block(number)
        super().__init__(data, initial=initial_of(block))
        self.format, self.number, self.block = format, number, block
        self.sources = self._count("source_", "", len(block.who.takes) + 1, MOST_SOURCES)
        self.sizes = self._sizes(block)
        self._add_sources()
        self._add_sizes()
        self._add_ties()
        if free is not None:
            changeable = {name for setting in free for name in _FIELDS_OF[setting]}
            for name in self.fields.keys() - changeable:
                self.fields[name].disabled = True

    def _count(self, before: str, after: str, least: int, most: int) -> int:
        """Count the numbered fields: as many as were sent, at least `least`, at most `most`."""
        sent = [n for n in range(1, most + 1) if self.data and f"{before}{n}{after}" in self.data]
        return min(most, max([least, 2, *sent]))

    def _sizes(self, block: formats.Block) -> list[int]:
        """Return the table sizes with fields of their own: the possible and the stored ones."""
        given = {*block.deckel, *block.scoring.exits}
        given |= {*block.games.by_size} if block.games else set()
        ends = [block.tables.least, block.tables.most]
        for at, name in enumerate(("least", "most")):
            typed = str(self.data.get(name, "")) if self.data else ""
            ends[at] = int(typed) if typed.isdecimal() and len(typed) < 4 else ends[at]
        together = str(self.data.get("together", "")) if self.data else str(block.tables.together)
        if together.isdecimal() and len(together) < 4:
            given |= set(range(2, int(together) + 1))
        within = range(2, _LARGEST + 1)
        return sorted((given | set(range(ends[0], ends[1] + 1))) & set(within))

    def _add_sources(self) -> None:
        others = choices.sources(self.format, self.number)
        for at in range(1, self.sources + 1):
            self.fields[f"source_{at}"] = forms.ChoiceField(
                label=_("Out of") if at == 1 else _("and out of"), choices=others, required=False
            )
            self.fields[f"source_{at}_first"] = number(_("from place"), 1, formats.MOST_PEOPLE)
            self.fields[f"source_{at}_last"] = number(_("to place"), 1, formats.MOST_PEOPLE)
        self.fields["rest_of"] = forms.ChoiceField(
            label=_("Beside"), choices=choices.rests(self.format, self.number), required=False
        )

    def _add_sizes(self) -> None:
        for size in self.sizes:
            at = {"size": size}
            self.fields[f"games_{size}"] = number(_("Games at a table of %(size)s") % at, 1, 50)
            self.fields[f"deckel_{size}"] = number(_("Deckel at a table of %(size)s") % at, 1, 50)
            self.fields[f"exits_{size}"] = NumbersField(
                least=-_MOST,
                most=_MOST,
                label=_("Order of getting out at a table of %(size)s") % at,
            )

    def _add_ties(self) -> None:
        codes = [
            ("", _("nothing more")),
            *((code, words.CRITERIA[code]) for code in formats.CRITERIA),
        ]
        for at in range(1, len(formats.CRITERIA) + 1):
            self.fields[f"tie_{at}"] = forms.ChoiceField(
                label=_("First counts") if at == 1 else _("then"), choices=codes, required=False
            )

    # --- what was typed -----------------------------------------------------------------------
    def clean(self) -> dict[str, Any]:
        typed = super().clean() or {}
        if self.errors:
            return typed
        block = block_of(typed, self.sizes, self.sources)
        by_size = [size for size in self.sizes if typed[f"games_{size}"]]
        if typed["games"] is None and by_size:
            error = formats.FormatError("games_missing", block=block.name)
            self.add_error("games", format_error(error))
            return typed
        if len(set(block.ties)) < len(block.ties):
            twice = next(at for at, code in enumerate(block.ties) if code in block.ties[:at])
            self.add_error(f"tie_{twice + 1}", _("This stands here already."))
            return typed
        try:
            self.block = formats.Block.from_dict(block.to_dict())
        except formats.FormatError as error:
            sentence = format_error(error, self.format)
            self.add_error(formats.field_of(error, block), sentence)
        return typed

    # --- the page -----------------------------------------------------------------------------
    @property
    def way_rows(self) -> list[tuple[BoundField, BoundField, BoundField]]:
        names = (f"source_{at}" for at in range(1, self.sources + 1))
        return [(self[name], self[f"{name}_first"], self[f"{name}_last"]) for name in names]

    @property
    def size_rows(self) -> list[tuple[int, BoundField, BoundField, BoundField]]:
        fields = ("games", "deckel", "exits")
        return [(size, *(self[f"{name}_{size}"] for name in fields)) for size in self.sizes]  # type: ignore[misc]
