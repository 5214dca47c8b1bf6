"""Forms for a format as a whole: teams, fewer people, its name, its file."""

from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league import formats
from league.tournaments.core.labels.format_errors import format_error
from league.tournaments.planning.forms import choices
from league.tournaments.planning.forms.fields import NumbersField, choice, number

MOST_FITS = 30


class TeamForm(forms.Form):
    """Teams, or none."""

    has_teams = forms.BooleanField(
        label=gettext_lazy("There is a ranking of teams"), required=False
    )
    size_least = number(gettext_lazy("At least in a team"), 1, 50)
    size_most = number(gettext_lazy("At most in a team"), 1, 50)
    best = number(
        gettext_lazy("Only the best so many count"),
        1,
        50,
        help=gettext_lazy("Example: 3 of 5. Empty means: all of them."),
    )
    by = choice(gettext_lazy("What counts for the team"), choices.TEAM_BY)
    life_penalty = number(
        gettext_lazy("Points a lost life costs the team"),
        0,
        50,
        help=gettext_lazy("Example: 1 at the Schockfreunde. Empty means: none."),
    )

    def __init__(self, data: Any = None, *, format: formats.Format) -> None:
        team = format.team or formats.Team()
        super().__init__(
            data,
            initial={
                "has_teams": format.team is not None,
                "size_least": team.size_least,
                "size_most": team.size_most,
                "best": team.best,
                "by": team.by,
                "life_penalty": team.life_penalty or None,
            },
        )
        self.format, self.team = format, format.team

    def clean(self) -> dict[str, Any]:
        typed = super().clean() or {}
        if self.errors:
            return typed
        self.team = None
        if typed["has_teams"]:
            usual = formats.Team()
            team = formats.Team(
                typed["size_least"] or usual.size_least,
                typed["size_most"] or usual.size_most,
                typed["best"],
                typed["life_penalty"] or 0,
                typed["by"],
            )
            if not team.is_possible:
                error = formats.FormatError("team_sizes_invalid")
                self.add_error("size_most", format_error(error))
            self.team = team
        return typed


class FitsForm(forms.Form):
    """The variants for fewer people: a row each, the most people first."""

    def __init__(self, data: Any = None, *, format: formats.Format) -> None:
        super().__init__(data)
        self.format, self.fits = format, format.fits
        sent = [n for n in range(1, MOST_FITS + 1) if data and f"fit_{n}_people" in data]
        self.rows = min(MOST_FITS, max([len(format.fits) + 1, *sent]))
        for at in range(1, self.rows + 1):
            self._add_row(at)
        for at, fit in enumerate(format.fits, 1):
            row = {"people": fit.people, "best": fit.best, "skip": fit.skip or None}
            for name, value in {**row, "without": fit.without}.items():
                self.initial[f"fit_{at}_{name}"] = value

    def _add_row(self, at: int) -> None:
        self.fields[f"fit_{at}_people"] = number(
            _("From so many people on"), 2, formats.MOST_PEOPLE
        )
        self.fields[f"fit_{at}_best"] = number(_("so many advance"), 2, formats.MOST_PEOPLE)
        self.fields[f"fit_{at}_skip"] = number(
            _("so many rounds after it are left out"), 0, formats.MOST_BLOCKS
        )
        self.fields[f"fit_{at}_without"] = NumbersField(
            least=2, most=formats.MOST_BLOCKS, label=_("and these, by number")
        )

    @property
    def fit_rows(self) -> list[list[BoundField]]:
        names = ("people", "best", "skip", "without")
        return [[self[f"fit_{at}_{name}"] for name in names] for at in range(1, self.rows + 1)]

    def clean(self) -> dict[str, Any]:
        typed = super().clean() or {}
        if self.errors:
            return typed
        fits = []
        for at in range(1, self.rows + 1):
            people, best, skip, without = (
                typed[f"fit_{at}_{name}"] for name in ("people", "best", "skip", "without")
            )
            if people is None:
                if best is not None or skip or without:
                    self.add_error(f"fit_{at}_people", _("From how many people on?"))
                continue
            if best is not None and best > people:
                error = formats.FormatError("fit_lets_nobody_out", people=people, best=best)
                self.add_error(f"fit_{at}_best", format_error(error))
            fits.append(formats.Fit(people, best, skip or 0, without))
        self.fits = tuple(fits)
        return typed


class PeopleForm(forms.Form):
    """The number of people the picture is drawn for."""

    people = number(gettext_lazy("How many come?"), 2, formats.MOST_PEOPLE, required=True)


class SaveForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=60,
        help_text=gettext_lazy("Example: Christmas tournament. It can be chosen from then on."),
    )


class FileForm(forms.Form):
    """A format that was saved as a file, here or at another club."""

    file = forms.FileField(
        label=gettext_lazy("File"),
        help_text=gettext_lazy("A TOML file as it is saved here. It becomes the draft."),
    )

    def __init__(self, *args: Any, name: str = "-", **options: Any) -> None:
        super().__init__(*args, **options)
        self.name = name
        self.format: formats.Format | None = None

    def clean_file(self) -> Any:
        """Read the format, judging the content and not the file name.

        Read no more than the largest possible format.
        """
        upload = self.cleaned_data["file"]
        try:
            self.format = formats.read(upload.read(formats.LARGEST_FILE + 1), self.name)
        except formats.FormatError as error:
            sentence = format_error(error)
            line = error.data.get("line")
            if line and not sentence.startswith(_("Line %(line)s: ") % {"line": line}):
                sentence = _("Line %(line)s: ") % {"line": line} + sentence
            raise forms.ValidationError(sentence, code=error.code) from error
        return upload
