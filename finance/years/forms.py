"""What auditors, the chair and the treasurer type at the end of a year."""

from secrets import randbelow
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from finance.books.forms import OnceForm, ReasonForm
from finance.years.models import AuditMark
from league.web.forms import DateInput

# As many throws of three dice as nobody finds by trying.
THROWS = 6


def rolled() -> str:
    """A seed as one rolls it at the table: „421 665 …“."""
    throws = (sorted((randbelow(6) + 1 for _die in range(3)), reverse=True) for _n in range(THROWS))
    return " ".join("".join(str(die) for die in throw) for throw in throws)


class SampleForm(OnceForm):
    seed = forms.CharField(
        label=_("Startwert"),
        max_length=80,
        help_text=_("Diesen hat der Zufall gewürfelt. Würfelt selbst und tragt es hier ein."),
        error_messages={"required": _("Bitte würfle einen Startwert.")},
    )
    size = forms.IntegerField(
        label=_("Wie viele Buchungen"), min_value=1, max_value=500, initial=20
    )

    @classmethod
    def blank(cls) -> "SampleForm":
        return cls(initial={"seed": rolled()})


class MarkForm(OnceForm):
    mark = forms.ChoiceField(
        label=_("Was ist damit?"),
        choices=AuditMark.Mark.choices,
        widget=forms.RadioSelect,
        error_messages={"required": _("Bitte wähle, was du dazu sagst.")},
    )
    remark = forms.CharField(label=_("Bemerkung"), max_length=400, required=False)


class AnswerForm(OnceForm):
    text = forms.CharField(
        label=_("Antwort"),
        max_length=400,
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"required": _("Bitte schreib, was dazu zu sagen ist.")},
    )


class FindingForm(OnceForm):
    text = forms.CharField(
        label=_("Was fiel euch auf?"),
        max_length=400,
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"required": _("Bitte schreib, was dir auffiel.")},
    )


class SettleForm(forms.Form):
    how = forms.CharField(
        label=_("Erledigt durch"),
        max_length=400,
        error_messages={"required": _("Bitte sag kurz, wie.")},
    )


class SignForm(forms.Form):
    recommends = forms.ChoiceField(
        label=_("Entlastung der Kassenführung"),
        choices=[("yes", _("empfehlen wir der Versammlung")), ("no", _("empfehlen wir nicht"))],
        widget=forms.RadioSelect,
        error_messages={"required": _("Bitte wähle eins von beiden.")},
    )
    remark = forms.CharField(label=_("Bemerkung"), max_length=400, required=False)


class DischargeForm(forms.Form):
    """The vote of the members' meeting; who counts votes counts all three."""

    held_on = forms.DateField(label=_("Tag der Versammlung"), widget=DateInput())
    votes_for = forms.IntegerField(label=_("Ja"), min_value=0, max_value=9999)
    votes_against = forms.IntegerField(label=_("Nein"), min_value=0, max_value=9999)
    abstained = forms.IntegerField(label=_("Enthaltungen"), min_value=0, max_value=9999)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for name in ("votes_for", "votes_against", "abstained"):
            self.fields[name].widget.attrs["class"] = "short"


class BackForm(ReasonForm):
    """What was signed falls; so it takes a reason."""
