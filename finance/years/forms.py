"""Forms of auditors, the chair and the treasurer at the end of a year."""

from collections.abc import Mapping, Sequence
from secrets import randbelow
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from finance.books.forms import OnceForm, ReasonForm
from finance.years.labels import matter_words
from finance.years.matters import Matter
from finance.years.models import AuditMark, AuditSample
from league.assemblies.models.meeting import Ballot
from league.web.forms import DateInput

# So many throws of three dice that they cannot be found by trying.
THROWS = 6


def rolled() -> str:
    """Roll a seed as one does at the table: „421 665 …“."""
    throws = (sorted((randbelow(6) + 1 for _die in range(3)), reverse=True) for _n in range(THROWS))
    return " ".join("".join(str(die) for die in throw) for throw in throws)


class SampleForm(OnceForm):
    seed = forms.CharField(
        label=_("Seed"),
        max_length=80,
        help_text=_("Chance rolled this one. Roll your own and write it here."),
        error_messages={"required": _("Please roll a seed.")},
    )
    size = forms.IntegerField(label=_("How many bookings"), min_value=1, max_value=500, initial=20)

    method = forms.ChoiceField(
        label=_("How it is drawn"),
        choices=AuditSample.Method.choices,
        initial=AuditSample.Method.WEIGHTED,
        widget=forms.RadioSelect,
    )

    @classmethod
    def blank(cls) -> "SampleForm":
        return cls(initial={"seed": rolled()})


class MarkForm(OnceForm):
    mark = forms.ChoiceField(
        label=_("What about it?"),
        choices=AuditMark.Mark.choices,
        widget=forms.RadioSelect,
        error_messages={"required": _("Please choose what you say about it.")},
    )
    remark = forms.CharField(label=_("Remark"), max_length=400, required=False)


class AnswerForm(OnceForm):
    text = forms.CharField(
        label=_("Answer"),
        max_length=400,
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"required": _("Please write what there is to say about it.")},
    )


class FindingForm(OnceForm):
    text = forms.CharField(
        label=_("What did you notice?"),
        max_length=400,
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"required": _("Please write what you noticed.")},
    )


class SettleForm(forms.Form):
    how = forms.CharField(
        label=_("Settled by"),
        max_length=400,
        error_messages={"required": _("Please say briefly how.")},
    )


class MattersForm(forms.Form):
    """A form about open matters: a sentence for a new one, a tick for one explained before."""

    def __init__(
        self,
        *args: Any,
        matters: Sequence[Matter],
        before: Mapping[Matter, str],
        **options: Any,
    ) -> None:
        super().__init__(*args, **options)
        self.matters = {_field_of(matter): matter for matter in matters}
        for name, matter in self.matters.items():
            words, earlier = matter_words(matter), before.get(matter, "")
            if earlier:
                self.fields[name] = forms.BooleanField(
                    label=_("Seen: %(matter)s “%(said)s”") % {"matter": words, "said": earlier},
                    error_messages={"required": _("Look at it, then tick it.")},
                )
            else:
                self.fields[name] = forms.CharField(
                    label=words,
                    max_length=300,
                    error_messages={"required": _("Explain in a sentence why it is still open.")},
                )

    def matter_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.matters]

    @property
    def said(self) -> dict[Matter, str]:
        """Return the sentence about each matter; empty for one that was only seen."""
        sent = {matter: self.cleaned_data[name] for name, matter in self.matters.items()}
        return {matter: words if isinstance(words, str) else "" for matter, words in sent.items()}


def _field_of(matter: Matter) -> str:
    """Return a name with count and cents, so that words never count for what came meanwhile."""
    return f"said_{matter.code}_{matter.count}_{matter.cents}"


class SignForm(MattersForm):
    recommends = forms.ChoiceField(
        label=_("Discharge of the treasurer"),
        choices=[("yes", _("we recommend it to the meeting")), ("no", _("we do not recommend it"))],
        widget=forms.RadioSelect,
        error_messages={"required": _("Please choose one of the two.")},
    )
    remark = forms.CharField(label=_("Remark"), max_length=400, required=False)


class DischargeForm(MattersForm):
    """The vote of the members' meeting; who counts votes counts all three."""

    VOTE: ClassVar[tuple[str, ...]] = ("held_on", "votes_for", "votes_against", "abstained")

    held_on = forms.DateField(label=_("Day of the meeting"), widget=DateInput())
    votes_for = forms.IntegerField(label=_("Yes"), min_value=0, max_value=9999)
    votes_against = forms.IntegerField(label=_("No"), min_value=0, max_value=9999)
    abstained = forms.IntegerField(label=_("Abstentions"), min_value=0, max_value=9999)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for name in ("votes_for", "votes_against", "abstained"):
            self.fields[name].widget.attrs["class"] = "short"

    @staticmethod
    def counted(vote: Ballot | None) -> dict[str, Any]:
        """Return the form as a vote of a meeting fills it in."""
        if vote is None:
            return {}
        return {
            "held_on": vote.item.assembly.day,
            "votes_for": vote.yes,
            "votes_against": vote.no,
            "abstained": vote.abstained,
        }


class BackForm(ReasonForm):
    """A form that gives a year back and voids its signatures; so it takes a reason."""
