"""Forms of an evening's close: coins, payments, a signature."""

from collections.abc import Sequence
from datetime import date
from secrets import token_urlsafe
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from finance.books.forms import OnceForm, ReasonForm, SeenForm
from finance.cash import labels as words
from finance.cash.coins import DENOMINATIONS, MOST_PIECES
from league.events.models import Event
from league.people.models.people import Person
from league.web.forms import DateInput, EuroField


class Pieces(forms.TextInput):
    """A number of pieces of one kind: digits on the phone's keyboard, and the worth of one."""

    def __init__(self, cents: int) -> None:
        super().__init__({"inputmode": "numeric", "autocomplete": "off", "data-cents": cents})


class CountForm(SeenForm):
    """Notes and coins; an empty field is none. Or the sum alone. `seen` is what the book said."""

    till = forms.CharField(widget=forms.HiddenInput, required=False, empty_value="cash")
    total = EuroField(
        label=_("Only the sum"),
        required=False,
        help_text=_("For a quick count. The auditors see that the pieces were not written down."),
    )
    reason = forms.CharField(
        label=_("Why, where it does not agree"), max_length=200, required=False
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for name, cents in DENOMINATIONS.items():
            self.fields[name] = forms.IntegerField(
                label=words.denomination(name),
                min_value=0,
                max_value=MOST_PIECES,
                required=False,
                widget=Pieces(cents),
                error_messages={
                    "invalid": _("How many pieces? Write a whole number."),
                    "min_value": _("How many pieces? Write a whole number."),
                    "max_value": _("There cannot be so many pieces."),
                },
            )

    @classmethod
    def on(cls, expected: int, till: str = "cash") -> "CountForm":
        return cls(initial={"seen": expected, "till": till})

    @property
    def kinds(self) -> list[forms.BoundField]:
        return [self[name] for name in DENOMINATIONS]

    @property
    def pieces(self) -> dict[str, int]:
        return {name: self.cleaned_data.get(name) or 0 for name in DENOMINATIONS}


class PaidOnForm(forms.Form):
    """A form that asks, at the close of an evening gone by, for the day of the payments."""

    day = forms.DateField(label=_("Paid on"), widget=DateInput())

    def __init__(self, *args: Any, event: Event, today: date, **options: Any) -> None:
        super().__init__(*args, **options)
        self.first, self.last = event.business_date, today

    def clean_day(self) -> date:
        day: date = self.cleaned_data["day"]
        if not self.first <= day <= self.last:
            raise forms.ValidationError(
                _("Choose a day from the evening until today."), code="day_out_of_range"
            )
        return day


class OtherAmountForm(OnceForm):
    """A form for a person who is here and pays another sum than the open one."""

    amount = EuroField(label=_("Amount"), help_text=_("For example 12.50"))

    def __init__(self, *args: Any, people: list[Person], **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["person"] = forms.TypedChoiceField(
            label=_("Who"),
            choices=[("", "–"), *((person.pk, person.name) for person in people)],
            coerce=int,
            error_messages={"required": _("Who pays?")},
        )
        self.order_fields(["person", "amount"])


class AllPaidForm(forms.Form):
    """A form for the people here who have paid in cash the sum the page showed as open."""

    client_id = forms.CharField(widget=forms.HiddenInput, max_length=48)

    def __init__(self, *args: Any, people: list[Person], **options: Any) -> None:
        options["initial"] = {"client_id": token_urlsafe(16)}
        super().__init__(*args, **options)
        names = [(str(person.pk), person.name) for person in people]
        self.fields["paid"] = forms.MultipleChoiceField(required=False, choices=names)
        for person in people:
            self.fields[f"cents-{person.pk}"] = forms.IntegerField(required=False, min_value=1)

    def payers(self, people: list[Person]) -> list[tuple[Person, int]]:
        """Return those who are ticked, each with the amount that was shown."""
        data = self.cleaned_data
        pairs = [(person, data[f"cents-{person.pk}"]) for person in people]
        ticked = set(data["paid"])
        return [(person, cents) for person, cents in pairs if str(person.pk) in ticked and cents]


class AverageForm(forms.Form):
    """One tap; the amount goes along, so that what was seen is what is charged."""

    cents = forms.IntegerField(widget=forms.HiddenInput, min_value=1)


class ExcuseForm(ReasonForm):
    """A form that excuses a person from the average, with the reason."""

    def __init__(self, *args: Any, people: Sequence[Person], **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["person"] = forms.TypedChoiceField(
            label=_("Who"),
            choices=[(person.pk, person.name) for person in people],
            coerce=int,
        )
        self.order_fields(["person", "reason"])


class SignForm(forms.Form):
    """Under which figures the signature belongs: the digest of what the page showed."""

    seen = forms.CharField(widget=forms.HiddenInput, max_length=64)
