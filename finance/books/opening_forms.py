"""Forms for people's accounts before the books began."""

import hashlib
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from finance.books import opening_list
from finance.books.forms import OnceForm
from finance.books.opening_list import Line, Reading, Sign
from finance.books.queries.people import by_name
from finance.books.services.openings import Balance
from league.files.forms import TableFileForm
from league.files.reading.faults import TableError
from league.people.labels import refusal
from league.people.list_forms import meaning
from league.web.forms import DateInput, EuroField
from league.web.money import euro

# A list of a thousand people is smaller.
LARGEST = 200_000
SIGNS: tuple[Sign, ...] = ("minus_owes", "minus_has")


class DayField(forms.DateField):
    """The day of which a balance is."""

    def __init__(self) -> None:
        super().__init__(
            label=_("At the end of which day"),
            widget=DateInput(),
            help_text=_("Best the day before the first booking"),
        )


class OnePersonForm(OnceForm):
    """One person's debt or credit."""

    person = forms.ModelChoiceField(label=_("Who"), queryset=by_name())
    amount = EuroField(label=_("Amount"), help_text=_("For example 12.50"))
    what = forms.ChoiceField(
        label=_("What"),
        choices=[("debt", _("still owes it")), ("credit", _("has it to come"))],
        initial="debt",
        widget=forms.RadioSelect,
    )
    day = DayField()
    text = forms.CharField(label=_("How you know"), max_length=200, required=False)

    def balance(self) -> Balance:
        data = self.cleaned_data
        sign = 1 if data["what"] == "debt" else -1
        return Balance(data["person"], sign * data["amount"], data["text"])


class ListForm(OnceForm, TableFileForm):
    """Many people's, pasted or from a file. `seen` is the digest of what the page has shown."""

    text = forms.CharField(
        label=_("The list"),
        required=False,
        max_length=LARGEST,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
    )
    file = forms.FileField(
        label=_("or choose a file"),
        required=False,
        help_text=_("CSV or Excel (XLSX)"),
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.xlsx,text/csv,text/plain"}),
    )
    day = DayField()
    sign = forms.ChoiceField(
        required=False,
        choices=[(sign, sign) for sign in SIGNS],
        widget=forms.HiddenInput,
    )
    seen = forms.CharField(required=False, widget=forms.HiddenInput, max_length=64)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if file := self.chosen_file(LARGEST):
            if len(file.content) > LARGEST:
                self.add_error("file", _("This file is too large for a list of names."))
            else:
                try:
                    data["text"] = opening_list.text_of(file.content)
                except TableError as error:
                    if error.choices:
                        self.ask(file, error.choices)
                    else:
                        self.add_error("file", refusal(error))
        if not str(data.get("text") or "").strip() and not self.errors:
            self.add_error("text", _("Paste the list, or choose a file."))
        return data

    def reads(self, names: Mapping[int, str], opened: frozenset[int]) -> Reading:
        data = self.cleaned_data
        return opening_list.read(data["text"], names, opened, data["sign"])

    def meanings(self, reading: Reading) -> list[tuple[Sign, str, str]]:
        """Return each meaning of a minus, what the example says then, and the sums of both sides;
        nothing where no sign has to be asked about.
        """
        if reading.asks is None:
            return []
        found = []
        for sign in SIGNS:
            lines = opening_list.read(self.cleaned_data["text"], {}, sign=sign).lines
            sums = gettext("%(debts)s owed, %(credits)s credit") % {
                "debts": euro(sum(line.cents for line in lines if line.cents > 0)),
                "credits": euro(-sum(line.cents for line in lines if line.cents < 0)),
            }
            found.append((sign, meaning(reading.asks, sign), sums))
        return found

    def again(self, reading: Reading) -> "ListForm":
        """Return the form for the next step: with the text that was read, to be booked as shown."""
        data = self.cleaned_data
        sent = {
            "client_id": data["client_id"],
            "text": data["text"],
            "day": data["day"].isoformat(),
            "sign": data["sign"] if reading.asks else "",
            "seen": digest(reading),
        }
        return ListForm(initial=sent)


def digest(reading: Reading) -> str:
    """Return a digest of all that the page shows of a list."""
    return hashlib.sha256(repr(reading).encode()).hexdigest()


def problem(line: Line) -> str:
    """Return the fault of a line as a sentence; empty for a line that can be booked."""
    sentences = {
        "fields": _("There is no amount. Write it like this: Robin; 12.50"),
        "nobody": _("Nobody here is called “%(name)s”."),
        "several": _("That could be %(names)s. Write the whole name."),
        "amount": _("“%(amount)s” is not an amount. Write it like this: 12.50"),
        "too_large": _("Nobody books that much money here in one go."),
        "twice": _("This person stands in line %(before)s already."),
        "opened": _("This person has an opening balance already."),
    }
    if not line.problem:
        return ""
    *most, last = line.names or ("",)
    names = gettext("%(names)s or %(last)s") % {"names": ", ".join(most), "last": last}
    return str(sentences[line.problem]) % {
        "name": line.name,
        "names": names,
        "amount": line.amount,
        "before": line.before,
    }
