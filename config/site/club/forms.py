"""Forms of the chair about the club, one for each matter."""

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from games.rules.forms import ChoosesRulebook
from league.club.models import Club, StakeAnswer
from league.web.forms import AddressField, EuroField


class AddressForm(forms.Form):
    """Name, address and register, as papers and mails carry them."""

    name = forms.CharField(label=_("Name of the club"), max_length=60)
    street = forms.CharField(
        label=_("Street and number"),
        max_length=70,
        required=False,
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    postcode = forms.CharField(
        label=_("Postcode"),
        max_length=10,
        required=False,
        widget=forms.TextInput({"class": "short", "autocomplete": "off"}),
    )
    town = forms.CharField(label=_("Town"), max_length=60, required=False)
    register = forms.CharField(
        label=_("Register and number"),
        max_length=80,
        required=False,
        help_text=_("For example: Amtsgericht Musterstadt, VR 123. May stay empty."),
    )
    contact = AddressField(
        label=_("Email for outsiders"), required=False, help_text=_("Stands in the legal notice.")
    )


class LookForm(forms.Form):
    """The look beside the club's name."""

    colour = forms.ChoiceField(
        label=_("Colour"), choices=Club.Colour.choices, widget=forms.RadioSelect
    )
    crest = forms.FileField(
        label=_("Crest"),
        required=False,
        widget=forms.FileInput({"accept": "image/png,image/jpeg,image/webp"}),
        help_text=_("A picture as PNG, JPEG or WebP. Without one the beer mat has your colour."),
    )
    without_crest = forms.BooleanField(label=_("Without the crest again"), required=False)

    def clean_crest(self) -> bytes | None:
        upload = self.cleaned_data["crest"]
        return upload.read() if upload else None


class RulebookForm(ChoosesRulebook):
    """The rulebook played by, and the cost of a lost game."""

    money = forms.ChoiceField(
        label=_("What does the loser pay?"),
        choices=[
            (StakeAnswer.Kind.NONE, _("nothing: without money")),
            (StakeAnswer.Kind.RULEBOOK, _("as in the rulebook")),
            (StakeAnswer.Kind.AMOUNT, _("an amount of our own")),
        ],
        widget=forms.RadioSelect,
    )
    stake = EuroField(label=_("Loser’s stake"), required=False)


class BankForm(forms.Form):
    """The account members transfer to, if the club has one."""

    holder = forms.CharField(label=_("Account holder"), max_length=70, required=False)
    iban = forms.CharField(
        label="IBAN",
        max_length=50,
        required=False,
        widget=forms.TextInput({"autocomplete": "off"}),
        help_text=_("Empty if there is only a cash box."),
    )


class LawForm(forms.Form):
    """The two pages in the foot of every page."""

    imprint = forms.CharField(
        label=_("Legal notice"),
        max_length=10_000,
        required=False,
        widget=forms.Textarea({"rows": 7}),
    )
    privacy = forms.CharField(
        label=_("Privacy"),
        max_length=20_000,
        required=False,
        widget=forms.Textarea({"rows": 7}),
    )


class PushForm(forms.Form):
    """The switch for messages to the players' devices."""

    on = forms.BooleanField(
        label=_("Players may be told on their devices"),
        required=False,
        help_text=_(
            "Whoever agrees hears the table and seat of a draw, without a name. The push service "
            "of the browser learns when, and nothing else. Switched off, all devices are forgotten."
        ),
    )


class WallForm(forms.Form):
    """The choice of names, on screens on the wall, for people who are „Jemand“ in public."""

    wall_names = forms.ChoiceField(
        label=_("Who shows no name is called"),
        choices=Club.WallNames.choices,
        widget=forms.RadioSelect,
        help_text=_("Holds on screens in the room, and nowhere else."),
    )


class LanguageForm(forms.Form):
    """The language in which the club writes to people whose own it does not know."""

    language = forms.ChoiceField(
        label=_("Language of the club"), choices=settings.LANGUAGES, widget=forms.RadioSelect
    )
