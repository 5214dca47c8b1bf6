"""What the treasurer types, read and checked before a service sees it."""

from datetime import date
from secrets import token_urlsafe
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from finance import words
from finance.chart import ENTRY
from finance.models import Payment
from league.forms import DateInput, EuroField


class OnceForm(forms.Form):
    """A form that may arrive twice: it carries the id by which a repeat is known."""

    client_id = forms.CharField(widget=forms.HiddenInput, max_length=64)

    def __init__(self, *args: Any, **options: Any) -> None:
        options["initial"] = {"client_id": token_urlsafe(16)} | (options.get("initial") or {})
        super().__init__(*args, **options)


class PaymentForm(OnceForm):
    amount = EuroField(label=_("Betrag"), help_text=_("Zum Beispiel 12,50"))
    method = forms.ChoiceField(
        label=_("Wie"),
        choices=[
            (Payment.Method.CASH, _("bar")),
            (Payment.Method.BANK, _("überwiesen")),
        ],
        initial=Payment.Method.CASH,
        widget=forms.RadioSelect,
    )
    day = forms.DateField(label=_("Wann"), widget=DateInput())
    text = forms.CharField(label=_("Notiz"), max_length=200, required=False)

    @classmethod
    def on(cls, today: date) -> "PaymentForm":
        return cls(initial={"day": today})


class ReasonForm(forms.Form):
    reason = forms.CharField(
        label=_("Grund"),
        max_length=200,
        error_messages={"required": _("Bitte sag kurz, warum.")},
    )


class WaiverForm(ReasonForm, OnceForm):
    """Letting somebody off needs a reason, and may be sent twice."""


class AmountForm(forms.Form):
    amount = EuroField(label=_("Betrag"), help_text=_("Zum Beispiel 12,50"))


class PriceForm(forms.Form):
    code = forms.ChoiceField(
        label=_("Wofür"),
        choices=lambda: [(code, said) for code, said in words.CODES.items() if code not in ENTRY],
    )
    amount = EuroField(label=_("Betrag je Stück"), help_text=_("Zum Beispiel 1,50"))
    start = forms.DateField(label=_("Gilt ab"), widget=DateInput())
