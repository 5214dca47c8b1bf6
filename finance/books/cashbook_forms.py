"""Forms of the cash book, with the voucher that belongs to an entry."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import cached_property
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from finance.books import chart, papers
from finance.books import labels as words
from finance.books.forms import OnceForm
from finance.books.models.vouchers import Voucher
from finance.books.queries.chart import received, spent
from finance.books.queries.money import offered
from finance.books.queries.people import by_name
from finance.books.queries.settings import till_settings
from finance.books.services.vouchers import Paper, SelfMade, Upload
from league.files import waiting
from league.files.pictures import TOO_MANY_PIXELS, has_more_pixels
from league.people.models.people import User
from league.web.forms import DateInput, EuroField

AMOUNT_HELP = _("For example 12.50")
CHOOSE_AGAIN = _("Please choose the photo or the file once more.")
FILES = "application/pdf,image/jpeg,image/png,image/webp,image/heic,.heic"
# Neither till nor bank: it is set off on a member's account.
MEMBER = "member"
BY_MEMBER = (MEMBER, _("laid out by a member"))


def upload_of(ticket: str, by: User) -> Upload | None:
    """Return the file that waits under a ticket of this user; None where there is none."""
    waits = waiting.redeem(ticket, by.pk)
    return Upload(waits.name, waits.content) if waits else None


class VoucherFile(forms.FileField):
    """A photo or a PDF, cleaned to an Upload. What it is, its content says to the service."""

    def __init__(self, *, camera: bool = False, **options: Any) -> None:
        kinds = "image/*" if camera else FILES
        attrs = {"accept": kinds, **({"capture": "environment"} if camera else {})}
        widget = forms.FileInput(attrs=attrs)
        super().__init__(required=False, widget=widget, **options)

    def clean(self, value: Any, initial: Any = None) -> Any:
        upload = super().clean(value, initial)
        if not upload:
            return None
        if upload.size > papers.LARGEST:
            raise ValidationError(
                _("This file is larger than 10 MB. Take a smaller photo of the receipt."),
                code="voucher_too_large",
            )
        content = upload.read()
        if has_more_pixels(content, papers.MOST_PIXELS):
            raise ValidationError(TOO_MANY_PIXELS, code="voucher_too_many_pixels")
        return Upload(name=upload.name, content=content)


class VoucherForm(OnceForm):
    """A photo, a file, or a self-made voucher; `voucher` is one that is there already.

    `waiting` is the ticket of a file that came `by` the same user with a form that was refused.
    Whatever is chosen after it takes its place.
    """

    photo = VoucherFile(label=_("Take a photo"), camera=True)
    file = VoucherFile(
        label=_("or choose a file"), help_text=_("PDF, JPEG, PNG, WebP or HEIC, up to 10 MB")
    )
    payee = forms.CharField(label=_("Who received the money?"), max_length=120, required=False)
    why = forms.CharField(
        label=_("Why is there no receipt?"),
        max_length=200,
        required=False,
        help_text=_("For example: the market stall gives none"),
    )
    voucher = forms.ModelChoiceField(
        queryset=Voucher.objects.all(), required=False, widget=forms.HiddenInput
    )
    waiting = forms.CharField(required=False, widget=forms.HiddenInput)
    needs_a_voucher = True
    PAPERS = ("photo", "file", "payee", "why", "waiting")

    def __init__(self, *args: Any, by: User | None = None, **options: Any) -> None:
        super().__init__(*args, **options)
        self.by = by
        self.upload: Upload | None = None

    def writes_own(self) -> bool:
        """Return whether the fields of a self-made voucher hold text or errors."""
        return any(self[name].value() or self[name].errors for name in ("payee", "why"))

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        chosen = [
            data.get("voucher"),
            data.get("photo"),
            data.get("file"),
            data.get("payee") or data.get("why"),
        ]
        count = sum(1 for choice in chosen if choice)
        faults = any(name in self.errors for name in ("photo", "file"))
        ticket = data.get("waiting")
        if ticket and self.by and not count and not faults:
            self.upload = upload_of(ticket, self.by)
            if self.upload is None:
                self.add_error("file", CHOOSE_AGAIN)
        elif count > 1:
            self.add_error("file", _("One voucher is enough: a photo, a file or a self-made one."))
        elif not count and self.needs_a_voucher and not faults:
            self.add_error(
                "file",
                _("This needs a voucher: a photo, a file or, below, a self-made one."),
            )
        return data

    def arguments(self) -> dict[str, Any]:
        """Return the arguments of the service: the fields without those of the voucher, and the
        voucher.
        """
        fields = {key: value for key, value in self.cleaned_data.items() if key not in self.PAPERS}
        return fields | {"voucher": self.paper(fields.get("text") or gettext("Transfer"))}

    def paper(self, what: str) -> Paper | None:
        """Return the voucher this form brings, or None; a self-made one says `what` it was for."""
        data = self.cleaned_data
        if paper := data["voucher"] or data["photo"] or data["file"]:
            return paper
        if data["payee"] or data["why"]:
            return SelfMade(payee=data["payee"], what=what, why=data["why"])
        return self.upload

    def take_up(self, ticket: str) -> None:
        """Take up the file of a ticket, which was shared into the app before the form was open."""
        if ticket and self.by:
            self.upload = upload_of(ticket, self.by)

    @property
    def chosen_voucher(self) -> Voucher | None:
        """Return the voucher from whose page this form was opened."""
        key = str(self["voucher"].value() or "")
        return Voucher.objects.filter(pk=key).first() if key.isdigit() else None

    def keep_file(self) -> None:
        """Keep the uploaded file for a form that is shown again: a browser forgets it."""
        data = self.cleaned_data
        upload = data.get("photo") or data.get("file") or self.upload
        self.upload = None
        if upload is None or self.by is None or {"photo", "file"} & set(self.errors):
            return
        if papers.media_type(upload.content):
            self.upload = upload
        else:
            self.add_error("file", CHOOSE_AGAIN)

    @property
    def ticket(self) -> str:
        """Return the signed ticket of the waiting file; empty without one."""
        if self.upload is None or self.by is None:
            return ""
        return waiting.ticket(self.upload.name, self.upload.content, self.by.pk)


class SharedForm(forms.Form):
    """One file, from whatever app of the phone."""

    file = VoucherFile(label=_("Voucher"))

    def clean_file(self) -> Upload:
        upload = self.cleaned_data["file"]
        if not isinstance(upload, Upload) or not papers.media_type(upload.content):
            raise ValidationError(
                _("This cannot be a voucher: share a PDF or a photo (JPEG, PNG, WebP, HEIC).")
            )
        return upload


class MoneyForm(VoucherForm):
    """An amount, a day, what it was for, and the sphere where it is another than usual."""

    amount = EuroField(label=_("Amount"), help_text=AMOUNT_HELP)
    day = forms.DateField(label=_("Day"), widget=DateInput())
    text = forms.CharField(label=_("What exactly"), max_length=200)
    sphere = forms.TypedChoiceField(
        label=_("Tax sphere"),
        choices=[("", _("as usual for this kind")), *words.SPHERES.items()],
        coerce=int,
        empty_value=None,
        required=False,
    )

    @cached_property
    def simple(self) -> bool:
        """Return whether the till is simple: one without bank and spheres, so the form asks for
        neither.
        """
        return till_settings().simple


class ExpenseForm(MoneyForm):
    account = forms.ChoiceField(label=_("What for"), choices=spent, widget=forms.RadioSelect)
    paid_from = forms.ChoiceField(
        label=_("Paid from"),
        choices=lambda: [*offered(), BY_MEMBER],
        initial="cash",
        widget=forms.RadioSelect,
    )
    person = forms.ModelChoiceField(
        label=_("Who laid it out?"),
        queryset=by_name(),
        required=False,
        help_text=_("It is set off on the account. What is left is credit."),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if self.simple:
            self.fields["paid_from"] = forms.ChoiceField(
                label=_("Paid from"),
                choices=[*offered({"cash"}), BY_MEMBER],
                initial="cash",
                widget=forms.RadioSelect,
            )

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if data.get("paid_from") == MEMBER and not data.get("person"):
            self.add_error("person", _("Who has paid it?"))
        return data

    def arguments(self) -> dict[str, Any]:
        """Return the arguments with `person` if a member laid it out, else with `paid_from`."""
        fields = super().arguments()
        fields.pop("paid_from" if fields["paid_from"] == MEMBER else "person")
        return fields


class IncomeForm(MoneyForm):
    account = forms.ChoiceField(
        label=_("What kind of money"),
        choices=received,
        widget=forms.RadioSelect,
    )
    paid_into = forms.ChoiceField(
        label=_("Arrived in"), choices=offered, initial="cash", widget=forms.RadioSelect
    )
    needs_a_voucher = False

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if self.simple:
            into = self.fields["paid_into"]
            assert isinstance(into, forms.ChoiceField)
            into.choices = offered({"cash"})
            self.one_place = len(into.choices) == 1


class MoveForm(VoucherForm):
    """Money carried from one till or account to another; of two the one it does not come from."""

    amount = EuroField(label=_("Amount"), help_text=AMOUNT_HELP)
    source = forms.ChoiceField(
        label=_("From where to where"),
        choices=[("cash", _("Cash → bank")), ("bank", _("Bank → cash"))],
        initial="cash",
        widget=forms.RadioSelect,
    )
    target = forms.ChoiceField(
        label=_("Where to"),
        initial="bank",
        required=False,
        widget=forms.RadioSelect,
    )
    day = forms.DateField(label=_("Left on"), widget=DateInput())
    arrived = forms.DateField(
        label=_("Arrived on"),
        widget=DateInput(),
        required=False,
        help_text=_("Empty means: on the same day"),
    )
    text = forms.CharField(label=_("Note"), max_length=200, required=False)
    needs_a_voucher = False

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        accounts = offered()
        self.has_more = len(accounts) > len(chart.MONEY)
        if self.has_more:
            source, target = self.fields["source"], self.fields["target"]
            assert isinstance(source, forms.ChoiceField)
            assert isinstance(target, forms.ChoiceField)
            source.label, source.choices, target.choices = _("Where from"), accounts, accounts
            target.required = True
        else:
            del self.fields["target"]

    def arguments(self) -> dict[str, Any]:
        fields = super().arguments()
        other = next(code for code in chart.MONEY if code != fields["source"])
        return {"target": other} | fields


class OpeningForm(OnceForm):
    """A form for the balance of a money account before the books began."""

    amount = EuroField(label=_("Balance"), help_text=AMOUNT_HELP)
    day = forms.DateField(
        label=_("At the end of which day"),
        widget=DateInput(),
        help_text=_("Best the day before the first booking"),
    )
    text = forms.CharField(
        label=_("How you know"),
        max_length=200,
        help_text=_("For example: handed over by Toni, or bank statement 12"),
    )
