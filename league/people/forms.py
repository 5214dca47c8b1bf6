"""Forms about people: names, memberships, offices, logins."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.mail.queries import by_mail_lazy
from league.people.models.details import DetailField, PersonDetails
from league.people.models.kinds import MembershipKind
from league.people.models.people import Office, Person
from league.people.models.postal import PostalAddress
from league.people.queries.kinds import kind_choices
from league.web.forms import AddressField, DateInput


class PersonForm(forms.Form):
    name = forms.CharField(
        label=_("Name"), max_length=80, widget=forms.TextInput({"autofocus": True})
    )
    email = AddressField(
        label=_("Email"),
        required=False,
        help_text=by_mail_lazy(
            _("The invitation and the codes go there. Without an address you hand over a link."),
            _("Without a mail server you hand over a link."),
        ),
    )
    kind = forms.ChoiceField(label=_("Member"), required=False)
    start = forms.DateField(label=_("since"), widget=DateInput(), required=False)

    def __init__(self, *args: Any, today: date, **options: Any) -> None:
        super().__init__(*args, **options)
        choices = [("", _("no, guest")), *kind_choices(today)]
        self.fields["kind"] = forms.ChoiceField(label=_("Member"), required=False, choices=choices)


class CorrectionForm(forms.Form):
    """A person's own fields (`Person.CORRECTED`), each as the model describes it."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields |= forms.fields_for_model(Person, Person.CORRECTED)


class PostalForm(forms.Form):
    """The postal address of a person; all empty for none."""

    street = forms.CharField(
        label=_("Street and number"),
        max_length=70,
        required=False,
        widget=forms.TextInput({"autocomplete": "street-address"}),
    )
    postcode = forms.CharField(
        label=_("Postcode"),
        max_length=10,
        required=False,
        widget=forms.TextInput({"autocomplete": "postal-code", "class": "short"}),
    )
    town = forms.CharField(
        label=_("Town"),
        max_length=60,
        required=False,
        widget=forms.TextInput({"autocomplete": "address-level2"}),
    )
    country = forms.ChoiceField(label=_("Country"), choices=PostalAddress.Country.choices)


class MembershipForm(forms.Form):
    kind = forms.ChoiceField(label=_("Membership"))
    day = forms.DateField(
        label=_("First day, or the last one where it ends"),
        widget=DateInput(),
    )

    def __init__(self, *args: Any, today: date, **options: Any) -> None:
        super().__init__(*args, **options)
        choices = [*kind_choices(today), ("end", _("ends"))]
        self.fields["kind"] = forms.ChoiceField(label=_("Membership"), choices=choices)


class KindForm(forms.Form):
    """A kind of membership of the club's own."""

    name = forms.CharField(label=_("Name"), max_length=40, help_text=_("For example: trial member"))
    counts_as = forms.ChoiceField(
        label=_("Counts like"),
        choices=MembershipKind.CountsAs.choices,
        help_text=_(
            "Active: expected at evenings and part of their average. Passive: expected. "
            "Supporting: neither."
        ),
    )


class OfficeForm(forms.Form):
    role = forms.ChoiceField(label=_("Office"), choices=Office.Role.choices)
    start = forms.DateField(label=_("from"), widget=DateInput())


class JoinForm(forms.Form):
    """A request to join by the club's link."""

    name = forms.CharField(
        label=_("Your name"), max_length=80, widget=forms.TextInput({"autocomplete": "name"})
    )
    email = AddressField(
        label=_("Your email address"), widget=forms.EmailInput({"autocomplete": "email"})
    )


class DecisionForm(forms.Form):
    """The person as whom a request is taken in: a new one, or a known one without a login."""

    who = forms.ChoiceField(label=_("Add as"))

    def __init__(self, *args: Any, persons: Sequence[Person], today: date, **options: Any) -> None:
        super().__init__(*args, **options)
        self.persons = {f"person-{person.pk}": person for person in persons}
        new = [
            (kind, gettext("new, as a member: %(kind)s") % {"kind": word})
            for kind, word in kind_choices(today)
        ]
        known = [(key, person.name) for key, person in self.persons.items()]
        choices = [*known, *new, ("guest", gettext("new, as a guest"))]
        self.fields["who"] = forms.ChoiceField(label=_("Add as"), choices=choices)

    @property
    def person(self) -> Person | None:
        return self.persons.get(self.cleaned_data["who"])

    @property
    def kind(self) -> str:
        """Return the kind of a new person; empty for a guest."""
        who: str = self.cleaned_data["who"]
        return "" if who == "guest" or who in self.persons else who


class LoginForm(forms.Form):
    email = AddressField(label=_("Email"))


class ReadOutForm(forms.Form):
    """The code that an officer reads out to an invited person."""

    code = forms.CharField(
        label=_("Code"),
        max_length=20,
        widget=forms.TextInput(
            {"autocomplete": "off", "autocapitalize": "characters", "class": "short"}
        ),
    )


class CodeForm(forms.Form):
    """The code of a mail, with the signed address that it was sent to if it is a new one."""

    ticket = forms.CharField(widget=forms.HiddenInput(), required=False, max_length=600)
    code = forms.CharField(
        label=_("Code from the email"),
        max_length=12,
        widget=forms.TextInput(
            {"inputmode": "numeric", "autocomplete": "one-time-code", "class": "short"}
        ),
    )


class DetailsForm(forms.Form):
    """Further details of a person: the own fields of PersonDetails, and the club's."""

    FOR_KEEPERS = ("member_number", "notes")

    photo = forms.FileField(
        label=_("Photo"),
        required=False,
        widget=forms.FileInput({"accept": "image/png,image/jpeg,image/webp"}),
        help_text=_("Only its pixels are stored: not where or when it was taken."),
    )
    without_photo = forms.BooleanField(label=_("Without the photo again"), required=False)
    greeted = forms.BooleanField(
        label=_("The club may congratulate me"),
        required=False,
        help_text=_(
            "Members then read my birthday, without the year, and my jubilees on the day itself."
        ),
    )

    def __init__(
        self,
        *args: Any,
        own_fields: Sequence[DetailField],
        keeper: bool,
        decides: bool,
        has_photo: bool,
        **options: Any,
    ) -> None:
        """Build the fields; `decides` adds the consents, which the person alone gives."""
        super().__init__(*args, **options)
        names = ["nickname", "phone", "second_phone", "birthday", "reachable"]
        names += self.FOR_KEEPERS if keeper else ()
        known = forms.fields_for_model(
            PersonDetails,
            names,
            widgets={"birthday": DateInput(), "notes": forms.Textarea({"rows": 3})},
        )
        own = {
            field.code: forms.CharField(label=field.name, max_length=200, required=False)
            for field in own_fields
        }
        self.fields = {**known, **own, **self.fields}
        if not decides:
            del self.fields["greeted"], self.fields["reachable"]
        if not has_photo:
            del self.fields["without_photo"]

    def clean_photo(self) -> bytes | None:
        upload = self.cleaned_data["photo"]
        return upload.read() if upload else None

    @property
    def service_values(self) -> dict[str, Any]:
        """Return the fields as the service takes them, without the picture."""
        left_out = {"photo", "without_photo"}
        return {name: value for name, value in self.cleaned_data.items() if name not in left_out}


class FieldForm(forms.Form):
    """A field of the club's own."""

    name = forms.CharField(
        label=_("Another field"), max_length=40, help_text=_("For example: T-shirt size")
    )
    seen_by = forms.ChoiceField(label=_("Seen by"), choices=DetailField.SeenBy.choices)


class SeenByForm(forms.Form):
    """The readers of each field."""

    def __init__(self, *args: Any, rules: Sequence[tuple[str, str]], **options: Any) -> None:
        super().__init__(*args, **options)
        for code, name in rules:
            self.fields[code] = forms.ChoiceField(label=name, choices=DetailField.SeenBy.choices)


class CorrectMembershipForm(forms.Form):
    """Kind and dates of a membership, as they should have been."""

    kind = forms.ChoiceField(label=_("Membership"))
    start = forms.DateField(label=_("First day"), widget=DateInput())
    last = forms.DateField(
        label=_("Last day"),
        widget=DateInput(),
        required=False,
        help_text=_("Empty takes a planned end back."),
    )

    def __init__(self, *args: Any, kinds: Sequence[tuple[str, str]], **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["kind"] = forms.ChoiceField(label=_("Membership"), choices=kinds)


class LeaveForm(forms.Form):
    """The last day of a person in the club."""

    last = forms.DateField(label=_("Last day"), widget=DateInput())


class PeopleSearchForm(forms.Form):
    """The filters of the list of the people."""

    search = forms.CharField(
        label=_("Name"),
        max_length=80,
        required=False,
        widget=forms.TextInput({"type": "search", "autocomplete": "off"}),
    )
    who = forms.ChoiceField(
        label=_("Who"),
        required=False,
        choices=[
            ("", _("all")),
            ("members", _("Members")),
            ("former", _("former members")),
            ("guests", _("Guests")),
        ],
    )
