"""Forms about the bank: files, lines, announcements, the club's account."""

from collections.abc import Iterable, Sequence
from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from finance.bank.labels import ROLES
from finance.bank.models.bank import BankBooking, BankColumns
from finance.bank.reading.columns import Amounts, Columns, Days
from finance.bank.reading.proposal import Part
from finance.bank.reading.read import choices_of
from finance.bank.reading.sheet import Sheet, guessed, is_order_unclear, is_sign_unclear
from finance.bank.reading.statements import MOST_BYTES
from finance.bank.services.cash import by_statement
from finance.bank.services.lines import Share
from finance.books.cashbook_forms import VoucherForm
from finance.books.forms import OnceForm, ReasonForm
from finance.books.models.ledger import Transaction
from finance.books.queries.chart import received, spent
from finance.books.queries.money import offered
from finance.books.queries.people import PeopleGroups, by_name, with_credit
from finance.books.services.vouchers import Paper
from league.files.forms import TableFileForm
from league.people.models.people import Person
from league.web.forms import DateInput, EuroField
from league.web.money import typed

# One transfer for a whole family; for more there is a second booking of the rest.
ROWS = 4


class _OfAnAccount(forms.Form):
    """A form about one of the club's accounts at a bank, asked only where there are several."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        accounts = offered({"bank"})
        if len(accounts) > 1:
            self.fields["money"] = forms.ChoiceField(
                label=_("Which account"), choices=accounts, initial="bank"
            )
            self.order_fields(["money"])


class ClubAccountForm(_OfAnAccount):
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


class StatementFileForm(_OfAnAccount, TableFileForm):
    file = forms.FileField(
        label=_("The bank's file"),
        help_text=_("CAMT.053 (XML or ZIP), MT940 or CSV, from your online banking"),
        widget=forms.FileInput(attrs={"accept": ".xml,.zip,.csv,.txt,.sta,.mt940,.xlsx"}),
        required=False,
        allow_empty_file=True,
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        file = self.chosen_file(MOST_BYTES)
        if file is None:
            self.add_error("file", _("Please choose the bank's file."))
        elif choices := choices_of(file.content):
            self.ask(file, choices)
        return data | {"file": file}


class SharesForm(OnceForm):
    """For whom a line of the bank is: one person, or several with an amount each."""

    def __init__(self, *args: Any, people: PeopleGroups, **options: Any) -> None:
        super().__init__(*args, **options)
        groups = [(label, [(person.pk, person.name) for person in some]) for label, some in people]
        choices = [("", "–"), *(group for group in groups if group[1])]
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
    def proposing(cls, parts: Sequence[Part], left: int, people: PeopleGroups) -> "SharesForm":
        """Return the form filled in with a proposal, or with all that is left of the line."""
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
        pairs = [
            (self.cleaned_data.get(f"person_{row}"), self.cleaned_data.get(f"amount_{row}"))
            for row in rows
        ]
        return [Share(person, cents) for person, cents in pairs if person and cents]

    @property
    def rows(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        return [(self[f"person_{row}"], self[f"amount_{row}"]) for row in range(1, ROWS + 1)]

    @property
    def is_shared(self) -> bool:
        return any(self[f"person_{row}"].value() for row in range(2, ROWS + 1))


class ElsewhereForm(VoucherForm):
    """A line that is no member's payment: an expense of the club, or income from elsewhere.

    With less than the whole amount the rest stays open, for another kind or for people.
    """

    amount = EuroField(
        label=_("Amount"), help_text=_("With less, the rest stays open."), required=False
    )
    text = forms.CharField(label=_("What exactly"), max_length=200)
    by_statement = forms.BooleanField(label=_("The bank statement is the voucher"), required=False)
    remember = forms.BooleanField(required=False)

    def __init__(
        self, *args: Any, incoming: bool, known_by: str, payee: str = "", **options: Any
    ) -> None:
        super().__init__(*args, **options)
        self._paid_to = payee
        if known_by:
            # Shops are paid again; a person who gives money may owe some the next time.
            self.fields["remember"].initial = not incoming
            self.fields["remember"].label = _("Propose it for “%(name)s” from now on") % {
                "name": known_by
            }
        else:
            del self.fields["remember"]
        self.needs_a_voucher = not incoming
        if incoming:
            del self.fields["by_statement"]
        self.fields["account"] = forms.ChoiceField(
            label=_("What kind of money") if incoming else _("What for"),
            choices=received() if incoming else spent(),
            widget=forms.RadioSelect,
        )

    def clean(self) -> dict[str, Any]:
        if self.is_by_statement:
            self.needs_a_voucher = False
        return super().clean()

    @property
    def is_by_statement(self) -> bool:
        return bool(self.cleaned_data.get("by_statement"))

    def paper(self, what: str) -> Paper | None:
        """Return the voucher that was given, or the statement's own where that is enough."""
        given = super().paper(what)
        return given or (by_statement(self._paid_to, what) if self.is_by_statement else None)


class RuleForm(forms.Form):
    """„REWE“ is food: what lines with a word in them are."""

    words = forms.CharField(
        label=_("Word in the line"), max_length=60, help_text=_("In the name or in the purpose")
    )
    by_statement = forms.BooleanField(
        label=_("The bank statement is the voucher"),
        help_text=_("For charges and standing orders. What was bought needs its receipt."),
        required=False,
    )

    def __init__(self, *args: Any, incoming: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["account"] = forms.ChoiceField(
            label=_("What kind of money") if incoming else _("What for"),
            choices=received() if incoming else spent(),
        )
        if incoming:
            del self.fields["by_statement"]
        self.order_fields(["words", "account", "by_statement"])


class TieForm(forms.Form):
    """A booking by hand that a line confirms."""

    booking = forms.ModelChoiceField(queryset=Transaction.objects.all())


class ReturnForm(forms.Form):
    """The payment that the bank took back."""

    booking = forms.ModelChoiceField(queryset=BankBooking.objects.all())
    # The bearer of the bank's fee beside it; without one, the fee stays open on the line.
    fee = forms.ChoiceField(choices=[("club", ""), ("payer", "")], required=False)


class FeeForm(OnceForm):
    """The person who owes the bank's fee for a returned payment."""

    client_id = forms.CharField(widget=forms.HiddenInput, max_length=50)
    person = forms.ModelChoiceField(queryset=by_name())


class SureForm(forms.Form):
    """The lines that were shown as sure, so that nothing else is booked."""

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
            label=_("Who takes over?"), queryset=by_name().exclude(pk=debtor.pk)
        )
        self.order_fields(self.field_order)


class TransferForm(OnceForm):
    """Money carried to or from another till or account: when it left there, or came there."""

    cash_day = forms.DateField(label=_("In the till on"), widget=DateInput())

    def __init__(self, *args: Any, money: str, **options: Any) -> None:
        super().__init__(*args, **options)
        others = [(code, name) for code, name in offered() if code != money]
        if len(others) > 1:
            self.fields["other"] = forms.ChoiceField(
                label=_("The other till or account"), choices=others, widget=forms.RadioSelect
            )
            self.fields["cash_day"].label = _("There on")
            self.order_fields(["other"])


class LineRefundForm(OnceForm):
    """Credit that was transferred back."""

    person = forms.ModelChoiceField(label=_("To whom"), queryset=Person.objects.none())

    def __init__(self, *args: Any, cents: int, **options: Any) -> None:
        super().__init__(*args, **options)
        field = self.fields["person"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = with_credit(cents)


class ColumnsForm(forms.Form):
    """The meaning of each column of a table, and, if it has to be asked, what came in and went out
    and whether the day comes first.
    """

    amounts = forms.ChoiceField(
        label=_("The amounts in this file"),
        choices=BankColumns.Amounts.choices[:3],
        initial=BankColumns.Amounts.SIGNED,
        required=False,
        widget=forms.RadioSelect,
    )
    days = forms.ChoiceField(
        label=_("The days in this file"),
        choices=BankColumns.Days.choices[1:],
        required=False,
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, sheet: Sheet, **options: Any) -> None:
        super().__init__(*args, **options)
        self.sheet = sheet
        guess = guessed(sheet)
        if guess.has("sign") or "sign" in self.data.values():
            field = self.fields["amounts"]
            assert isinstance(field, forms.ChoiceField)
            field.choices = [
                ("signed", _("debit went out (S, D, −)")),
                ("turned", _("debit came in (S, D, −)")),
            ]
        for place, name in enumerate(sheet.names):
            label = name or _("Column %(number)s") % {"number": place + 1}
            self.fields[f"column_{place}"] = forms.ChoiceField(
                label=label,
                choices=list(ROLES.items()),
                initial=guess.roles[place],
                required=False,
            )

    @property
    def columns(self) -> Columns:
        """Return the chosen columns, or the proposed ones while none were chosen."""
        roles = [str(self[f"column_{place}"].value() or "") for place in range(self.sheet.width)]
        amounts = str(self["amounts"].value() or "signed")
        days = str(self["days"].value() or "")
        return Columns(
            tuple(role if role in ROLES else "" for role in roles),
            cast(Amounts, amounts if amounts in BankColumns.Amounts.values else "signed"),
            cast(Days, days if days in BankColumns.Days.values else ""),
        )

    @property
    def heads(self) -> list[forms.BoundField]:
        return [self[f"column_{place}"] for place in range(self.sheet.width)]

    @property
    def asks_for_the_sign(self) -> bool:
        columns = self.columns
        told = columns.amounts != "signed" or columns.has("sign")
        return told or is_sign_unclear(self.sheet, columns)

    @property
    def asks_for_the_order(self) -> bool:
        columns = self.columns
        return bool(columns.days) or is_order_unclear(self.sheet, columns)
