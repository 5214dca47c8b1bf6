"""Forms of a person's choices about the own mails."""

from django import forms
from django.db import models
from django.utils.translation import gettext_lazy as _

from league.delivery.models import Topic


class When(models.TextChoices):
    AT_ONCE = "at_once", _("at once")
    DAILY = "daily", _("once a day, in one email")
    NEVER = "never", _("not at all")


COMES = [(When.AT_ONCE.value, When.AT_ONCE.label), (When.DAILY.value, When.DAILY.label)]


class MailsForm(forms.Form):
    """One choice for each topic; its fields are named as the topics are."""

    evenings = forms.ChoiceField(
        label=Topic.EVENINGS.label,
        choices=When.choices,
        help_text=_(
            "If your answer is missing, and if an evening is called off or moved. What would come "
            "too late once a day comes at once."
        ),
    )
    tournaments = forms.ChoiceField(
        label=Topic.TOURNAMENTS.label,
        choices=COMES,
        help_text=_("How it stands with the tournaments you registered for."),
    )
    reports = forms.ChoiceField(
        label=Topic.REPORTS.label,
        choices=COMES,
        help_text=_("The reports you asked for; once a day without the PDF, with its address."),
    )

    @staticmethod
    def chosen(daily: set[str], *, wants_reminders: bool) -> dict[str, str]:
        """Return the fields' present values for a person."""
        way: dict[str, str] = {
            topic: When.DAILY if topic in daily else When.AT_ONCE for topic in Topic.values
        }
        return way if wants_reminders else way | {Topic.EVENINGS.value: When.NEVER}

    def daily(self) -> list[Topic]:
        """Return the topics that come once a day."""
        return [topic for topic in Topic if self.cleaned_data[topic] == When.DAILY]

    def wants_reminders(self) -> bool:
        return bool(self.cleaned_data[Topic.EVENINGS] != When.NEVER)
