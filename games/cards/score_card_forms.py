"""Forms of a tournament's desk: a whole paper card, and what the direction decides."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, TypeVar
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from games.cards import sheet_reading, sheets, shorthand
from games.cards.forms import MANY
from games.rules import outcomes as cards

HIDDEN = forms.HiddenInput
SHORT: dict[str, Any] = {"max_length": shorthand.LONGEST, "required": False}
Number = TypeVar("Number", int, int | None)
FROM, UNTIL = _("%(name)s: played from game"), _("%(name)s: played up to game")
TYPED = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}


class ScoreCardForm(forms.Form):
    """A short text per game, a sum per player, and what to do where they differ."""

    client_id = forms.CharField(max_length=56, widget=HIDDEN)
    doubtful = forms.BooleanField(
        label=_("Save like this although the sum is wrong"), required=False
    )
    doubt = forms.CharField(label=_("Why is it wrong?"), max_length=100, required=False)
    reason = forms.CharField(
        label=_("Why is a saved game being changed?"), max_length=100, required=False
    )
    complete = forms.BooleanField(label=_("The card is complete"), required=False)

    def __init__(self, *args: Any, sheet: sheets.Sheet, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.sheet = sheet
        self.initial.setdefault("client_id", uuid4().hex)
        letters = {} if sheet.shape.exits else {"inputmode": "text"}
        for column in sheet.columns:
            if column.closed:
                continue
            attrs = {**TYPED, **letters, "aria-describedby": f"means_{column.number}"}
            self.fields[f"game_{column.number}"] = forms.CharField(
                **SHORT, initial=column.text, widget=forms.TextInput(attrs)
            )
            self.fields[f"seen_{column.number}"] = forms.IntegerField(
                required=False,
                min_value=1,
                max_value=MANY,
                initial=column.result.version if column.result else None,
                widget=HIDDEN,
            )
        for seat in sheet.seats:
            attrs = {"autocomplete": "off", "inputmode": "decimal"}
            attrs["aria-describedby"] = f"error_id_sum_{seat.pk}"
            self.fields[f"sum_{seat.pk}"] = forms.CharField(
                max_length=8, required=False, widget=forms.TextInput(attrs)
            )
        for seat in sheet.seats:
            if seat.pk not in sheet.spans:
                continue
            span, part = sheet.spans[seat.pk], "from" if seat.active else "until"
            self.fields[f"{part}_{seat.pk}"] = forms.IntegerField(
                label=(
                    _("%(name)s: played from game")
                    if seat.active
                    else _("%(name)s: played up to game")
                )
                % {"name": sheet.names[seat.pk]},
                required=False,
                min_value=1 if seat.active else 0,
                max_value=MANY,
                initial=span.first if seat.active else span.last,
                widget=forms.NumberInput({"class": "short", "autocomplete": "off"}),
            )

    def presence(self) -> list[forms.BoundField]:
        """Return the fields for the games that a player who came late or has got up played."""
        return [self[name] for name in self.fields if name.startswith(("from_", "until_"))]

    def ticks_complete(self, reading: sheet_reading.Reading) -> bool:
        """Tell if the card is taken for complete: as typed, else as it is stored."""
        if self.is_bound:
            return bool(self["complete"].value())
        return reading.is_full or self.sheet.table.card_in_at is not None

    @cached_property
    def reading(self) -> sheet_reading.Reading:
        """Read the fields; works on what was typed before anything is valid."""
        texts = {
            column.number: self._value(f"game_{column.number}") for column in self.sheet.columns
        }
        sums = {seat.pk: self._value(f"sum_{seat.pk}") for seat in self.sheet.seats}
        return sheet_reading.read(self.sheet, texts, sums, self._spans())

    def _spans(self) -> sheets.Spans:
        """Return the spans as typed; one that is no number stays as it is stored."""
        return {
            seat: sheets.Span(
                self._number(f"from_{seat}", span.first), self._number(f"until_{seat}", span.last)
            )
            for seat, span in self.sheet.spans.items()
        }

    def _number(self, name: str, stored: Number) -> int | Number:
        value = self._value(name)
        return int(value) if value.isascii() and value.isdecimal() else stored

    def _value(self, name: str) -> str:
        value = self[name].value() if name in self.fields else ""
        return str(value or "")[: shorthand.LONGEST + 1]

    def seen(self) -> Mapping[int, int | None]:
        numbers = [column.number for column in self.sheet.columns if not column.closed]
        return {number: self.cleaned_data[f"seen_{number}"] for number in numbers}

    def clean(self) -> None:
        """Add what is wrong with the card as a whole; the lines say themselves what is."""
        data = self.cleaned_data
        if self.errors:
            return
        if self.reading.is_wrong:
            self.add_error(None, _("The card is not saved yet: look at the rows."))
        elif self.reading.differs and not (data["doubtful"] and data["doubt"].strip()):
            self.add_error(
                None,
                _(
                    "A sum is wrong. Look for the mistake on the card, or say below why it "
                    "holds all the same."
                ),
            )

    def doubt_in_words(self) -> str:
        """Say „Summe laut Karte: Kai 8 statt 9. …“, as it is kept with the games; empty if none."""
        if not self.reading.differs:
            return ""
        text = ", ".join(
            _("%(name)s %(said)s instead of %(total)s")
            % {"name": differ.name, "said": differ.written, "total": differ.total}
            for differ in self.reading.differs
        )
        words = _("Sum on the card: %(sums)s. %(why)s")
        return str(words % {"sums": text, "why": self.cleaned_data["doubt"].strip()})[:200]


class DecisionForm(forms.Form):
    """A decision of the direction about one game, in the short form of the card."""

    client_id = forms.CharField(max_length=64, widget=HIDDEN)
    seen = forms.IntegerField(required=False, min_value=1, max_value=MANY, widget=HIDDEN)
    game = forms.CharField(
        label=_("Who loses what?"), max_length=shorthand.LONGEST, widget=forms.TextInput(TYPED)
    )
    reason = forms.CharField(label=_("Why does the director decide this way?"), max_length=200)

    def __init__(self, *args: Any, sheet: sheets.Sheet, number: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.sheet, self.absent = sheet, sheet.absent(number)
        self.initial.setdefault("client_id", uuid4().hex)

    def clean_game(self) -> cards.Card:
        """Return a card that need not be possible; `0` is a game that does not count."""
        seats = [seat.pk for seat in self.sheet.seats]
        try:
            card = shorthand.parse(self.cleaned_data["game"], seats, self.sheet.shape, self.absent)
        except cards.CardError as error:
            raise forms.ValidationError(str(error)) from error
        playing = tuple(seat for seat in seats if seat not in self.absent)
        return card or cards.Card(playing, None, None, None)
