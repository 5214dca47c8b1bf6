"""Form fields for the settings of a format."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _


def number(label: Any, least: int, most: int, *, required: bool = False, help: Any = "") -> Any:
    """Return a field for a whole number, shown short."""
    return forms.IntegerField(
        label=label,
        min_value=least,
        max_value=most,
        required=required,
        help_text=help,
        widget=forms.NumberInput({"class": "short"}),
    )


def choice(label: Any, choices: Sequence[tuple[str, Any]], *, help: Any = "") -> Any:
    """Return a field for one of a few choices, each a sentence."""
    return forms.ChoiceField(
        label=label,
        choices=choices,
        help_text=help,
        widget=forms.RadioSelect,
        initial=choices[0][0],
    )


class NumbersField(forms.CharField):
    """Whole numbers in their order, as people write them: 3/2/1/0 or 3, 2, 1, 0."""

    def __init__(self, *, least: int, most: int, **options: Any) -> None:
        self.least, self.most = least, most
        shown = forms.TextInput({"class": "short", "inputmode": "text", "autocomplete": "off"})
        super().__init__(required=False, max_length=120, widget=shown, **options)

    def prepare_value(self, value: Any) -> Any:
        return "/".join(map(str, value)) if isinstance(value, list | tuple) else value

    def to_python(self, value: Any) -> Any:
        typed = str(value or "").replace("\u2212", "-")
        for between in ",;/":
            typed = typed.replace(between, " ")
        try:
            numbers = tuple(int(part) for part in typed.split())
        except ValueError:
            numbers = (self.most + 1,)
        if any(not self.least <= number <= self.most for number in numbers):
            raise ValidationError(
                _("Write whole numbers from %(least)s to %(most)s, for example 3/2/1/0.")
                % {"least": self.least, "most": self.most},
                code="no_numbers",
            )
        return numbers

    def validate(self, value: Any) -> None:
        """Accept an empty value: it is optional."""
