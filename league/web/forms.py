"""Input about the league, read and checked before a service sees it."""

from datetime import date, timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from league.errors import InvalidError
from league.web import mailbox
from league.web.money import parse_cents


class DateInput(forms.DateInput):
    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


class TimeInput(forms.TimeInput):
    input_type = "time"

    def __init__(self) -> None:
        super().__init__(format="%H:%M")


class EuroField(forms.CharField):
    """An amount in ordinary notation, cleaned to cents. The typed text stays in the field."""

    def __init__(self, **options: Any) -> None:
        shown = forms.TextInput(
            attrs={"inputmode": "decimal", "autocomplete": "off", "class": "short"}
        )
        super().__init__(widget=shown, max_length=30, **options)

    def clean(self, value: Any) -> Any:
        typed = str(value or "")
        if not self.required and not typed.strip():
            return None
        try:
            return parse_cents(typed)
        except InvalidError as error:
            raise ValidationError(str(error), code=error.code) from error


_NO_ADDRESS = {
    "email": _("Write the whole email address, for example anke@example.org."),
    "email_letters": _("There can be no umlauts and no accents before the @."),
}


def must_be_address(address: str) -> None:
    """Refuse what is no mail address (ValidationError, with the code of `mailbox.fault_of`)."""
    if fault := mailbox.fault_of(address):
        raise ValidationError(_NO_ADDRESS[fault], code=fault)


class AddressField(forms.EmailField):
    """A mail address, cleaned to the form in which it is stored and looked up."""

    default_validators = [must_be_address]

    def to_python(self, value: Any) -> Any:
        return mailbox.tidy(super().to_python(value) or "")


def possible_day(day: date, today: date) -> date:
    """Refuse a slip of the year, which would found a season by mistake."""
    if day.year < 2000:
        raise ValidationError(_("No evenings reach back that far."))
    if day > today + timedelta(days=730):
        raise ValidationError(_("No club plans that far ahead."))
    return day


def add_error_to(form: forms.Form, error: Any) -> None:
    """Put a service's sentence beside the field it is about."""
    form.add_error(error.field if error.field in form.fields else None, str(error))
