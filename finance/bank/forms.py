"""What is typed and sent about the bank: files, lines, announcements, the club's account."""

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from finance.bank.models.bank import BankBooking
from finance.bank.reading.matching import Part
from finance.bank.reading.statements import MOST_BYTES
from finance.bank.services.lines import Share
from finance.books.cashbook_forms import VoucherForm
from finance.books.forms import OnceForm, ReasonForm
from finance.books.models.ledger import Transaction
from finance.books.queries.chart import received, spent
from finance.books.queries.people import with_credit
from league.people.models.people import Person
from league.web.forms import DateInput, EuroField
from league.web.money import typed

# One transfer for a whole family; for more there is a second booking of the rest.
ROWS = 4


class ClubAccountForm(forms.Form):
    holder = forms.CharField(
        label=_("Account holder"),
        max_length=70,
        error_messages={"required": _("Who holds the account? The statement says it.")},
    )
    iban = forms.CharField(label="IBAN", max_length=50)
    bic = forms.CharField(
        label="BIC",
        max_length=11,
        required=False,
        help_text=_("For a German account you can leave it out."),
    )


class StatementFileForm(forms.Form):
    file = forms.FileField(
        label=_("The bank's file"),
        help_text=_("CAMT.053 (XML or ZIP) or CSV, from your online banking"),
        widget=forms.FileInput(attrs={"accept": ".xml,.zip,.csv,.txt"}),
        allow_empty_file=True,
        error_messages={"required": _("Please choose the bank's file.")},
    )

    def content(self) -> bytes:
        """The file, or as much of it as shows that it is too large."""
        found: bytes = self.cleaned_data["file"].read(MOST_BYTES + 1)
        return found


class SharesForm(OnceForm):
    """For whom a line of the bank is: one person, or several with an amount each."""

    def __init__(self, *args: Any, people: Iterable[Person], **options: Any) -> None:
        super().__init__(*args, **options)
        choices = [("", "–"), *((person.pk, person.name) for person in people)]
        for row in range(1, ROWS + 1):
            self.fields[f"person_{row}"] = forms.TypedChoiceField(
                label=_("From whom") if row == 1 else _("and from"),
                choices=choices,
                coerce=int,
                empty_value=None,
                required=row == 1,
                error_messages={"required": _("Who is the money from?")},
            )
            self.fields[f"amount_{row}"] = EuroField(label=_("Amount"), required=row == 1)

    @classmethod
    def proposing(cls, parts: Sequence[Part], left: int, people: Iterable[Person]) -> "SharesForm":
        """Filled in with a proposal, or with all that is left of the line."""
        initial: dict[str, Any] = {"amount_1": typed(left)}
        for row, part in enumerate(parts[:ROWS], start=1):
            initial |= {f"person_{row}": part.person, f"amount_{row}": typed(part.cents)}
        return cls(people=people, initial=initial)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        for row in range(2, ROWS + 1):
            person, amount = data.get(f"person_{row}"), data.get(f"amount_{row}")
            if person and amount is None and f"amount_{row}" not in self.errors:
                self.add_error(f"amount_{row}", _("How much of it?"))
            if amount and not person:
                self.add_error(f"person_{row}", _("Who is this from?"))
        return data

    @property
    def shares(self) -> list[Share]:
        rows = range(1, ROWS + 1)
        found = [
            (self.cleaned_data.get(f"person_{row}"), self.cleaned_data.get(f"amount_{row}"))
            for row in rows
        ]
        return [Share(person, cents) for person, cents in found if person and cents]

    @property
    def rows(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        return [(self[f"person_{row}"], self[f"amount_{row}"]) for row in range(1, ROWS + 1)]

    @property
    def is_shared(self) -> bool:
        return any(self[f"person_{row}"].value() for row in range(2, ROWS + 1))


class ElsewhereForm(VoucherForm):
    """A line that is nobody's payment: what the club spent, or got from somebody else."""

    text = forms.CharField(label=_("What exactly"), max_length=200)

    def __init__(self, *args: Any, incoming: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        self.needs_a_voucher = not incoming
        self.fields["account"] = forms.ChoiceField(
            label=_("What kind of money") if incoming else _("What for"),
            choices=received() if incoming else spent(),
            widget=forms.RadioSelect,
        )


class TieForm(forms.Form):
    """A booking by hand that a line confirms."""

    booking = forms.ModelChoiceField(queryset=Transaction.objects.all())


class ReturnForm(forms.Form):
    """The payment that the bank took back."""

    booking = forms.ModelChoiceField(queryset=BankBooking.objects.all())


class SureForm(forms.Form):
    """The lines somebody saw as sure, so that nothing else is booked."""

    def __init__(self, *args: Any, lines: Iterable[int], **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["line"] = forms.TypedMultipleChoiceField(
            choices=[(pk, pk) for pk in lines], coerce=int
        )


class AnnounceForm(OnceForm):
    amount = EuroField(label=_("Amount"), help_text=_("For example 12.50"))
    day = forms.DateField(label=_("Sent on"), widget=DateInput())


class TakeOverForm(OnceForm, ReasonForm):
    """„Anna übernimmt 10 € von Ben“, on Ben's account."""

    amount = EuroField(label=_("Amount"), help_text=_("For example 12.50"))
    day = forms.DateField(label=_("When"), widget=DateInput())
    field_order = ("taker", "amount", "reason", "day")

    def __init__(self, *args: Any, debtor: Person, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["taker"] = forms.ModelChoiceField(
            label=_("Who takes over?"), queryset=Person.objects.exclude(pk=debtor.pk)
        )
        self.order_fields(self.field_order)


class TransferForm(OnceForm):
    """Money carried between till and bank: when it left the till, or came there."""

    cash_day = forms.DateField(label=_("In the till on"), widget=DateInput())


class LineRefundForm(OnceForm):
    """Credit that was transferred back."""

    person = forms.ModelChoiceField(label=_("To whom"), queryset=Person.objects.none())

    def __init__(self, *args: Any, cents: int, **options: Any) -> None:
        super().__init__(*args, **options)
        field = self.fields["person"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = with_credit(cents)
