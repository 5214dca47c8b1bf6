"""Forms for the treasurer to remind people."""

from collections.abc import Sequence
from textwrap import shorten
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from finance.books.forms import OnceForm
from finance.reminders.models import Reminder, ReminderStep
from finance.reminders.queries import Candidate, usual_steps
from finance.reminders.rules import Step
from finance.reminders.services import Pick
from league.web.changes import Change, between, plain_wording
from league.web.forms import EuroField
from league.web.money import euro, typed


def _way_text(way: Reminder.Way, candidate: Candidate) -> str:
    if way == Reminder.Way.LETTER and not candidate.has_address:
        return gettext("Letter (no postal address)")
    return str(way.label)


class RemindForm(OnceForm):
    """All who are overdue, each with a tick and a way; those left out have neither."""

    def __init__(self, *args: Any, candidates: Sequence[Candidate], **options: Any) -> None:
        super().__init__(*args, **options)
        self.candidates = [candidate for candidate in candidates if not candidate.left_out]
        for candidate in self.candidates:
            key = candidate.person.pk
            self.fields[f"pick-{key}"] = forms.BooleanField(
                label=candidate.person.name, required=False, initial=True
            )
            self.fields[f"way-{key}"] = forms.ChoiceField(
                label=_("How"),
                choices=[(way, _way_text(way, candidate)) for way in candidate.channels],
            )
            self.fields[f"seen-{key}"] = forms.IntegerField(
                widget=forms.HiddenInput, initial=candidate.cents
            )

    def lines(self) -> list[tuple[Candidate, BoundField, BoundField, BoundField]]:
        """Return each with its tick, its way, and the amount that was seen."""
        return [
            (
                candidate,
                self[f"pick-{candidate.person.pk}"],
                self[f"way-{candidate.person.pk}"],
                self[f"seen-{candidate.person.pk}"],
            )
            for candidate in self.candidates
        ]

    def picks(self) -> dict[int, Pick]:
        """Return the ticked persons by key, each with the way and the cents seen."""
        data = self.cleaned_data
        return {
            candidate.person.pk: Pick(
                Reminder.Way(data[f"way-{candidate.person.pk}"]),
                data[f"seen-{candidate.person.pk}"],
            )
            for candidate in self.candidates
            if data[f"pick-{candidate.person.pk}"]
        }


class StepForm(forms.Form):
    title = forms.CharField(label=_("Title"), max_length=80)
    text = forms.CharField(
        label=_("Words"),
        max_length=1000,
        widget=forms.Textarea({"rows": 3}),
        help_text=_("Greeting, what is open and how to pay come by themselves."),
    )
    fee = EuroField(label=_("Fee"), required=False, help_text=_("Empty for none"))
    wait = forms.IntegerField(label=_("Days after the step before"), min_value=0, max_value=365)
    is_used = forms.BooleanField(label=_("This step is used"), required=False, initial=True)

    @classmethod
    def of(cls, step: Step, is_used: bool, sent: Any = None) -> "StepForm":
        initial = {
            "is_used": is_used,
            "title": step.title,
            "text": step.text,
            "fee": typed(step.fee) if step.fee else "",
            "wait": step.wait,
        }
        return cls(sent, prefix=f"step{step.number}", initial=initial)


def changes_of_steps() -> list[Change]:
    """Return who changed what of which step, the newest first, in the words of the
    form. One query.
    """
    labels = {name: field.label for name, field in StepForm.base_fields.items()}
    rows = list(ReminderStep.objects.select_related("entered_by__person").order_by("pk"))
    made = []
    for step in usual_steps():
        versions = [ReminderStep(**vars(step)), *(row for row in rows if row.number == step.number)]
        named = {name: f"{step.number}. {label}" for name, label in labels.items()}
        made += between(versions, named, _wording, by="entered_by", at="entered_at")
    return sorted(made, key=lambda change: change.at, reverse=True)


def _wording(column: str, value: Any) -> str:
    if column == "fee":
        return euro(value)
    return shorten(plain_wording(column, value), 60, placeholder=" …")
