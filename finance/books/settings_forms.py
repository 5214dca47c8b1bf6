"""The form of the till's settings for chair and treasurer: a tick each, with its consequence."""

from django import forms
from django.utils.translation import gettext_lazy as _

from finance.books.models.settings import TillSettings
from finance.books.settings_labels import AMOUNTS, CENTS, SWITCHES
from league.web.forms import EuroField
from league.web.money import typed


class SettingsForm(forms.Form):
    simple = forms.BooleanField(
        label=SWITCHES["simple"],
        required=False,
        help_text=_(
            "For a club with a cash box: bank and spheres disappear from the pages, and an evening "
            "is closed with the treasurer's signature alone. What was booked stays, and all of it "
            "comes back once you switch it off. In own matters a second person still decides."
        ),
    )
    # Asked for only where there is money in the bank.
    bank_stays = forms.BooleanField(label=_("The money stays in the bank."), required=False)
    members_see_balance = forms.BooleanField(
        label=SWITCHES["members_see_balance"],
        required=False,
        help_text=_(
            "Start page and account of each member show how much is in the till and in the bank "
            "today. What somebody else owes or paid they do not see."
        ),
    )
    board_reads = forms.BooleanField(
        label=SWITCHES["board_reads"],
        required=False,
        help_text=_(
            "The chair sees accounts, claims, books and counts like an auditor. "
            "Only the treasurer books."
        ),
    )
    declined_pay_nothing = forms.BooleanField(
        label=SWITCHES["declined_pay_nothing"],
        required=False,
        help_text=_(
            "Of those who are absent only who did not answer, or said to come, pays the evening's "
            "average. Anybody else is let off singly, with the reason."
        ),
    )
    tax_privileged = forms.BooleanField(
        label=SWITCHES["tax_privileged"],
        required=False,
        help_text=_("The year's figures then stand beside the limits that the tax law sets."),
    )

    asks_above = EuroField(
        label=AMOUNTS["asks_above"],
        required=False,
        help_text=_(
            "Whoever pays out more than this at once types a code or uses a passkey first."
        ),
    )

    difference_above = EuroField(
        label=AMOUNTS["difference_above"],
        required=False,
        help_text=_("A limit that you raise holds for the counts of others only."),
    )
    differences_a_year = forms.IntegerField(
        label=AMOUNTS["differences_a_year"],
        required=False,
        min_value=1,
        max_value=366,
        help_text=_("From this one on each needs a second person."),
    )

    @classmethod
    def of(cls, settings: TillSettings) -> "SettingsForm":
        switches = {name: getattr(settings, name) for name in TillSettings.SWITCHES}
        amounts = {name: typed(getattr(settings, name)) for name in CENTS}
        years = {"differences_a_year": settings.differences_a_year}
        return cls(initial={**switches, **amounts, **years})

    @property
    def amounts(self) -> list[forms.BoundField]:
        return [self[name] for name in TillSettings.AMOUNTS]

    @property
    def switches(self) -> list[forms.BoundField]:
        return [self[name] for name in TillSettings.SWITCHES]
