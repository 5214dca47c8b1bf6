"""Forms about members' meetings."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.assemblies.models.calling import AgendaItem, Assembly, AssemblyRule
from league.assemblies.models.meeting import Candidacy
from league.assemblies.queries.calling import rules_so_far
from league.people.models.people import Office, Person
from league.people.queries.kinds import kind_choices, kind_names
from league.web.changes import Change, between, or_dash
from league.web.forms import DateInput, TimeInput

MOST_VOTES = 9999


class Ticks(forms.CheckboxSelectMultiple):
    """Each choice is a field of its own to tap."""

    template_name = "league/assembly/_ticks.html"


class OnceForm(forms.Form):
    """A form that may arrive twice: it carries the id by which a repeat is known."""

    client_id = forms.CharField(widget=forms.HiddenInput, max_length=64)

    def __init__(self, *args: Any, **options: Any) -> None:
        options["initial"] = {"client_id": uuid4().hex} | (options.get("initial") or {})
        super().__init__(*args, **options)


class AssemblyForm(OnceForm):
    """Time and place of a meeting; and, for a new one, the offices to elect."""

    title = forms.CharField(label=pgettext_lazy("of a meeting", "Title"), max_length=80)
    day = forms.DateField(label=_("Day"), widget=DateInput())
    start_time = forms.TimeField(label=_("Time"), widget=TimeInput())
    place = forms.CharField(label=pgettext_lazy("of a meeting", "Place"), max_length=120)
    motions_until = forms.DateField(
        label=_("Motions until"),
        widget=DateInput(),
        required=False,
        help_text=_("Empty: until the meeting is opened."),
    )
    offices = forms.MultipleChoiceField(
        label=_("Elections"),
        choices=Office.Role.choices,
        widget=Ticks,
        required=False,
    )
    text = forms.CharField(
        label=_("Words of the invitation"),
        max_length=1000,
        required=False,
        widget=forms.Textarea({"rows": 3}),
        help_text=_("Stands above the agenda. May stay empty."),
    )

    def __init__(self, *args: Any, assembly: Assembly | None = None, **options: Any) -> None:
        if assembly is not None:
            names = ("title", "day", "start_time", "place", "motions_until", "text")
            options["initial"] = {name: getattr(assembly, name) for name in names}
        super().__init__(*args, **options)
        if assembly is not None:
            del self.fields["offices"], self.fields["client_id"]


class RulesForm(forms.Form):
    notice_days = forms.IntegerField(
        label=_("Days between invitation and meeting"),
        min_value=0,
        max_value=365,
        help_text=_("As the statutes ask. Who invites later is warned and not held up."),
    )
    quorum_percent = forms.IntegerField(
        label=_("Quorum: percent of those with a vote"),
        min_value=1,
        max_value=100,
        required=False,
        help_text=_("Empty: however many come can decide."),
    )
    without_vote = forms.MultipleChoiceField(
        label=_("Members without a vote"), widget=Ticks, required=False
    )

    def __init__(self, *args: Any, rule: AssemblyRule, today: date, **options: Any) -> None:
        names = ("notice_days", "quorum_percent", "without_vote")
        options["initial"] = {name: getattr(rule, name) for name in names}
        super().__init__(*args, **options)
        self.fields["notice_days"].widget.attrs["class"] = "short"
        self.fields["quorum_percent"].widget.attrs["class"] = "short"
        self.fields["without_vote"].choices = kind_choices(today)  # type: ignore[attr-defined]


def changes_of_rules() -> list[Change]:
    """Return the changes of the statutes' rules, the newest first.

    Each has its author, and the words of the form.
    """
    kinds = kind_names()

    def wording(column: str, value: Any) -> str:
        if column == "without_vote":
            return ", ".join(kinds.get(code, code) for code in value)
        return or_dash(value)

    labels = {name: field.label for name, field in RulesForm.base_fields.items()}
    return between([AssemblyRule(), *rules_so_far()], labels, wording)


class ItemForm(OnceForm):
    kind = forms.ChoiceField(
        label=_("Kind"), choices=AgendaItem.Kind.choices, initial=AgendaItem.Kind.MOTION
    )
    title = forms.CharField(
        label=pgettext_lazy("of an agenda item", "Item"),
        max_length=120,
        required=False,
        help_text=_("An election may stay without: it is called after its office."),
    )
    office = forms.ChoiceField(
        label=_("Office"),
        choices=[("", _("no election")), *Office.Role.choices],
        required=False,
    )
    majority = forms.ChoiceField(
        label=_("Majority"),
        choices=AgendaItem.Majority.choices,
        initial=AgendaItem.Majority.SIMPLE,
    )


class MotionForm(OnceForm):
    title = forms.CharField(
        label=_("What shall be decided?"),
        max_length=120,
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    text = forms.CharField(
        label=_("Wording and reasons"),
        max_length=2000,
        required=False,
        widget=forms.Textarea({"rows": 5}),
    )


class OpenForm(forms.Form):
    chaired_by = forms.ModelChoiceField(
        label=_("Chair of the meeting"), queryset=Person.objects.none(), empty_label=None
    )
    kept_by = forms.ModelChoiceField(
        label=_("Minutes kept by"), queryset=Person.objects.none(), empty_label=None
    )

    def __init__(self, *args: Any, members: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for name in ("chaired_by", "kept_by"):
            self.fields[name].queryset = members  # type: ignore[attr-defined]


def _count(label: Any) -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        min_value=0,
        max_value=MOST_VOTES,
        initial=0,
        widget=forms.NumberInput({"inputmode": "numeric", "autocomplete": "off"}),
    )


class CountForm(OnceForm):
    """Hands counted: a number for each answer, and how many counts the page had shown."""

    seen = forms.IntegerField(widget=forms.HiddenInput)
    abstained = _count(_("Abstentions"))
    # Asked for only where the votes do not add up.
    fewer = forms.BooleanField(label=_("The others did not vote."), required=False)

    COUNTS: tuple[str, ...] = ("abstained",)

    @property
    def counts(self) -> list[forms.BoundField]:
        return [self[name] for name in self.COUNTS]


class VoteForm(CountForm):
    yes = _count(_("Yes"))
    no = _count(_("No"))
    board_abstained = forms.ModelMultipleChoiceField(
        label=_("Who of the board abstained?"),
        queryset=Person.objects.none(),
        widget=Ticks,
        required=False,
    )

    COUNTS = ("yes", "no", "abstained")

    def __init__(self, *args: Any, board: Sequence[Person], **options: Any) -> None:
        super().__init__(*args, **options)
        if board:
            keys = [person.pk for person in board]
            chosen = Person.objects.filter(pk__in=keys)
            self.fields["board_abstained"].queryset = chosen  # type: ignore[attr-defined]
        else:
            del self.fields["board_abstained"]


class ElectionForm(CountForm):
    """A number for each candidate of a round; a single one gets yes and no."""

    round_number = forms.IntegerField(widget=forms.HiddenInput, min_value=1)

    def __init__(self, *args: Any, candidacies: Sequence[Candidacy], **options: Any) -> None:
        super().__init__(*args, **options)
        alone = len(candidacies) == 1
        self.candidacies = list(candidacies)
        for candidacy in candidacies:
            label = _("Yes") if alone else candidacy.person.name
            self.fields[f"votes-{candidacy.pk}"] = _count(label)
        if alone:
            self.fields["against"] = _count(_("No"))
        self.COUNTS = (
            *(f"votes-{candidacy.pk}" for candidacy in candidacies),
            *(("against",) if alone else ()),
            "abstained",
        )

    @property
    def votes(self) -> dict[int, int]:
        return {c.pk: self.cleaned_data[f"votes-{c.pk}"] for c in self.candidacies}


class CandidateForm(forms.Form):
    person = forms.ModelChoiceField(
        label=_("Who stands?"), queryset=Person.objects.none(), empty_label=_("Choose somebody")
    )

    def __init__(self, *args: Any, members: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["person"].queryset = members  # type: ignore[attr-defined]


class AcceptForm(forms.Form):
    start = forms.DateField(
        label=_("First day in office"),
        widget=DateInput(),
        help_text=_("The predecessor’s last day is the day before."),
    )
    replaces = forms.ModelChoiceField(
        label=_("Whose office ends?"),
        queryset=Office.objects.none(),
        required=False,
        empty_label=_("nobody’s"),
    )

    def __init__(self, *args: Any, holders: Iterable[Office], **options: Any) -> None:
        super().__init__(*args, **options)
        keys = [office.pk for office in holders]
        field = self.fields["replaces"]
        field.queryset = Office.objects.filter(pk__in=keys).select_related("person")  # type: ignore[attr-defined]
        field.label_from_instance = lambda office: office.person.name  # type: ignore[attr-defined]
        if not keys:
            del self.fields["replaces"]


class NoteForm(forms.Form):
    note = forms.CharField(
        label=_("For the minutes"),
        max_length=4000,
        required=False,
        widget=forms.Textarea({"rows": 4}),
    )


class AddendumForm(OnceForm):
    text = forms.CharField(label=_("Addendum"), max_length=2000, widget=forms.Textarea({"rows": 4}))
