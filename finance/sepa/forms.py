"""Forms for the treasurer to collect by direct debit and to transfer."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from finance.bank.services.account import require_latin, valid_iban
from finance.books.forms import OnceForm
from finance.books.queries.people import by_name
from finance.errors import InvalidError
from finance.sepa.queries import Candidate, Payee
from finance.sepa.rules import LONGEST_NAME, LONGEST_TEXT, NOTICE_DAYS, Order
from league.web.forms import DateInput, EuroField
from league.web.money import typed
from league.web.spelling import is_bank_letter, unspelt


class CreditorForm(forms.Form):
    typed = forms.CharField(
        label=_("Creditor identifier"),
        max_length=50,
        help_text=_("The Bundesbank gives it for nothing. It begins with DE."),
    )
    notice_days = forms.IntegerField(
        label=_("Days of notice"),
        min_value=1,
        max_value=30,
        initial=NOTICE_DAYS,
        help_text=_("14, where nothing shorter is agreed with everybody"),
    )


class MandateForm(forms.Form):
    person = forms.ModelChoiceField(label=_("Who"), queryset=by_name())
    iban = forms.CharField(label="IBAN", max_length=50)
    holder = forms.CharField(
        label=_("Account holder"),
        max_length=70,
        required=False,
        help_text=_("Empty means: the same person"),
    )
    signed_on = forms.DateField(label=_("Signed on"), widget=DateInput())


class CollectForm(OnceForm):
    """From whom to collect, with what the page said each owes."""

    def __init__(self, *args: Any, candidates: Sequence[Candidate], **options: Any) -> None:
        super().__init__(*args, **options)
        self.candidates = [candidate for candidate in candidates if not candidate.left_out]

    @property
    def rows(self) -> list[tuple[Candidate, bool]]:
        """Return each who can be collected from, and whether the tick is set."""
        return [
            (candidate, not self.is_bound or f"take-{candidate.person.pk}" in self.data)
            for candidate in self.candidates
        ]

    def seen(self) -> Mapping[int, int]:
        """Return the cents shown for those that are ticked."""
        cents_of: dict[int, int] = {}
        for name in self.data:
            key = name.removeprefix("take-")
            if key != name and key.isdigit():
                cents = str(self.data.get(f"cents-{key}", ""))
                cents_of[int(key)] = int(cents) if cents.isdigit() else 0
        return cents_of


class DayForm(forms.Form):
    """On which day the debits are due."""

    day = forms.DateField(label=_("Due on"), widget=DateInput())


class _OrderForm(forms.Form):
    """To which account, and how much."""

    iban = forms.CharField(label="IBAN", max_length=50)
    amount = EuroField(label=_("Amount"))

    def clean_iban(self) -> str:
        try:
            return str(valid_iban(self.cleaned_data["iban"]))
        except InvalidError as error:
            raise ValidationError(str(error), code=error.code) from error

    def clean_name(self) -> str:
        return self._latin("name")

    def clean_text(self) -> str:
        return self._latin("text")

    def _latin(self, field: str) -> str:
        typed: str = self.cleaned_data[field]
        try:
            require_latin(typed, field)
        except InvalidError as error:
            raise ValidationError(str(error), code=error.code) from error
        return typed


class CreditForm(_OrderForm):
    """A person's credit; what is typed counts only where the tick is set."""

    take = forms.BooleanField(required=False)

    def __init__(self, data: Any, *, payee: Payee, text: str) -> None:
        super().__init__(
            data,
            initial={"iban": payee.iban, "amount": typed(payee.cents)},
            prefix=f"credit-{payee.person.pk}",
            use_required_attribute=False,
        )
        self.payee, self.text = payee, text
        if unspelt(payee.holder, is_bank_letter):
            self.fields["name"] = forms.CharField(
                label=_("Account holder in Latin letters"), max_length=LONGEST_NAME
            )

    @property
    def is_taken(self) -> bool:
        return self.is_bound and self.add_prefix("take") in self.data

    @property
    def asks_iban(self) -> bool:
        """Tell if the account has to be typed, or looked at again."""
        asked = not self.payee.iban or "name" in self.fields
        return asked or (self.is_taken and bool(self.errors))

    def order(self) -> Order:
        return Order(
            name=self.cleaned_data.get("name", self.payee.holder),
            iban=self.cleaned_data["iban"],
            cents=self.cleaned_data["amount"],
            text=self.text,
            person=self.payee.person.pk,
        )


class BillForm(_OrderForm):
    """A bill of anybody's; left empty, it is none."""

    name = forms.CharField(label=_("To whom"), max_length=LONGEST_NAME)
    text = forms.CharField(
        label=_("What for"),
        max_length=LONGEST_TEXT,
        help_text=_("As the bill wants it, for example its number"),
    )
    field_order = ("name", "iban", "amount", "text")

    def order(self) -> Order:
        bill = self.cleaned_data
        return Order(name=bill["name"], iban=bill["iban"], cents=bill["amount"], text=bill["text"])


BILLS = 3


class TransfersForm(OnceForm):
    """The day of the transfers, the persons whose credit is paid out, and the bills."""

    day = forms.DateField(label=_("To be carried out on"), widget=DateInput())

    def __init__(self, *args: Any, payees: Sequence[Payee], text: str, **options: Any) -> None:
        super().__init__(*args, **options)
        sent = self.data if self.is_bound else None
        self.credits = [
            CreditForm(sent, payee=payee, text=text) for payee in payees if not payee.left_out
        ]
        self.bills = [
            BillForm(
                sent,
                prefix=f"bill-{number}",
                empty_permitted=True,
                use_required_attribute=False,
            )
            for number in range(1, BILLS + 1)
        ]

    @property
    def chosen(self) -> list[CreditForm | BillForm]:
        taken = [form for form in self.credits if form.is_taken]
        return [*taken, *(form for form in self.bills if form.has_changed())]

    def clean(self) -> None:
        if [form for form in self.chosen if not form.is_valid()]:
            raise ValidationError(_("Look at the accounts and amounts below again."))

    def orders(self) -> list[Order]:
        return [form.order() for form in self.chosen]
