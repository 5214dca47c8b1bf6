"""The past day, or moment of a tournament, of which a table is to be shown."""

from datetime import date, datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.seasons.queries.as_of import end_of
from league.web.forms import DateInput, possible_day


class PastForm(forms.Form):
    """„Stand vom …“, asked for in the address."""

    as_of = forms.DateField(label=_("As of"), required=False, widget=DateInput())

    def __init__(self, *args: Any, today: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.today = today

    def clean_as_of(self) -> date | None:
        day: date | None = self.cleaned_data["as_of"]
        if day is not None and day > self.today:
            raise ValidationError(_("That day is still to come."))
        return day and possible_day(day, self.today)

    @property
    def day(self) -> date | None:
        """Return the day; None if none is asked for, or an impossible one."""
        return self.cleaned_data.get("as_of") if self.is_valid() else None

    @property
    def is_asked(self) -> bool:
        return self.day is not None or bool(self.errors)


class PastMomentForm(forms.Form):
    """„Stand von …“: a tournament is over in a day, so the moment is given to the minute.

    A day alone, as for the other tables, means its end.
    """

    as_of = forms.DateTimeField(
        label=pgettext_lazy("moment", "As of"),
        required=False,
        widget=forms.DateTimeInput({"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )

    def __init__(self, *args: Any, now: datetime, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.now = now

    def clean_as_of(self) -> datetime | None:
        moment: datetime | None = self.cleaned_data["as_of"]
        if moment is None:
            return None
        today = timezone.localdate(self.now)
        day = timezone.localdate(moment)
        is_day = day == _day_typed(self.data["as_of"])
        if day > today or (moment > self.now and not is_day):
            raise ValidationError(_("That moment is still to come."))
        possible_day(day, today)
        return end_of(day) if is_day else moment

    @property
    def moment(self) -> datetime | None:
        """Return the moment; None if none is asked for, or an impossible one."""
        return self.cleaned_data.get("as_of") if self.is_valid() else None


def _day_typed(text: str) -> date | None:
    try:
        return parse_date(text.strip())
    except ValueError:
        return None
