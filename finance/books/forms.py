"""Forms of the treasurer, shared by the pages of the till."""

from datetime import date
from secrets import token_urlsafe
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from finance.books import booking_labels as booking_words
from finance.books.models.claims import Claim
from finance.books.queries.money import offered
from finance.books.queries.tournaments import Share, prize_takers
from league.events.models import Event
from league.results.models.results import LONGEST_DRINK
from league.web.forms import DateInput, EuroField
from league.web.money import typed


def payment_methods() -> list[tuple[str, Any]]:
    """Return the ways to pay as choices: cash, bank transfer, and every other till or account."""
    known = {"cash": _("cash"), "bank": _("bank transfer")}
    return [(code, known.get(code, name)) for code, name in offered()]


class OnceForm(forms.Form):
    """A form that may arrive twice: it carries the id by which a repeat is known."""

    client_id = forms.CharField(widget=forms.HiddenInput, max_length=64)

    def __init__(self, *args: Any, **options: Any) -> None:
        options["initial"] = {"client_id": token_urlsafe(16)} | (options.get("initial") or {})
        super().__init__(*args, **options)


class SeenForm(OnceForm):
    """A form about a sum that may have changed: `seen` is the sum on the page, in cents."""

    seen = forms.IntegerField(widget=forms.HiddenInput)

    def look_again(self, now: int) -> None:
        """Make the next attempt be about the sum `now` on the page, in cents."""
        self.data = dict(self.data.items()) | {"seen": str(now)}


class MoneyForm(OnceForm):
    """So much, how, when, and with which note."""

    amount = EuroField(label=_("Amount"), help_text=_("For example 12.50"))
    method = forms.ChoiceField(
        label=_("How"),
        choices=payment_methods,
        initial="cash",
        widget=forms.RadioSelect,
    )
    day = forms.DateField(label=_("When"), widget=DateInput())
    text = forms.CharField(label=_("Note"), max_length=200, required=False)


class PaymentForm(MoneyForm, SeenForm):
    """Money from a person; `seen` is what they owed."""

    @classmethod
    def on(cls, today: date, owed: int) -> "PaymentForm":
        return cls(initial={"day": today, "seen": owed})

    def says_more(self) -> bool:
        """Return whether the day or the note holds an error or text."""
        return bool(self["day"].errors or self["text"].errors or self["text"].value())


class RefundForm(MoneyForm):
    """Money back to a person who has a credit."""

    @classmethod
    def on(cls, today: date, credit: int) -> "RefundForm":
        return cls(prefix="refund", initial={"day": today, "amount": typed(credit)})


class EntryForm(OnceForm):
    """One tap at the door. The amount goes along, so that the money taken is the money booked."""

    cents = forms.IntegerField(widget=forms.HiddenInput, min_value=0)


class PayoutForm(OnceForm):
    """A form for a prize in money, paid to a participant of the tournament."""

    amount = EuroField(label=_("Amount"), help_text=_("For example 12.50"))
    for_what = forms.CharField(label=_("What for"), max_length=200)

    def __init__(self, *args: Any, event: Event, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["person"] = forms.ModelChoiceField(label=_("Who"), queryset=prize_takers(event))
        self.fields["prize"] = forms.ModelChoiceField(
            queryset=event.prizes.all(), required=False, widget=forms.HiddenInput
        )
        self.order_fields(["person"])

    @classmethod
    def for_share(cls, share: Share, event: Event) -> "PayoutForm":
        """Return the form filled in for one prize; its words come from the prize and are hidden."""
        form = cls(
            event=event,
            auto_id=f"id_{share.prize.pk}_%s",
            initial={
                "person": share.winner,
                "amount": typed(share.open_cents),
                "for_what": booking_words.award_in_book(share.prize),
                "prize": share.prize,
            },
        )
        form.fields["for_what"].widget = forms.HiddenInput()
        return form


class ReasonForm(forms.Form):
    reason = forms.CharField(
        label=_("Reason"),
        max_length=200,
        error_messages={"required": _("Please say briefly why.")},
    )


class WaiverForm(ReasonForm, OnceForm):
    """A form that waives a claim: it needs a reason, and may be sent twice."""


class GiveForm(OnceForm):
    """A form that gives the rounds seen on the page, several as one."""

    claim = forms.ModelMultipleChoiceField(queryset=Claim.objects.all())


class MoveForm(ReasonForm):
    until = forms.DateField(label=_("Due from"), widget=DateInput())
    field_order = ("until", "reason")


class DrinkForm(forms.Form):
    drink = forms.CharField(
        label=_("Agreed on"),
        max_length=LONGEST_DRINK,
        required=False,
        help_text=_("For example Kölsch, cola or “as they like”"),
    )


class EurosForm(WaiverForm):
    """An explicit booking: so much for each round, and why."""

    amount = EuroField(label=_("Amount per round"), help_text=_("For example 12.50"))
    field_order = ("amount", "reason")


class DecisionForm(forms.Form):
    """A form for the club's decision about people absent when a round is given."""

    absent = forms.ChoiceField(
        label=_("Whoever is not here when a round is given"),
        choices=[("keep", _("still has it to come")), ("lose", _("has nothing to come"))],
        initial="keep",
        widget=forms.RadioSelect,
    )
    start = forms.DateField(label=_("Valid from"), widget=DateInput())
    decided = forms.CharField(
        label=_("Who decided that?"),
        max_length=120,
        help_text=_("For example: members’ meeting of 3 March"),
        error_messages={"required": _("Please say who decided that.")},
    )


class AmountForm(forms.Form):
    amount = EuroField(label=_("Amount"), help_text=_("For example 12.50"))


class ClosingForm(forms.Form):
    """The last day of what is closed, as the page showed it."""

    through = forms.DateField(widget=forms.HiddenInput)
