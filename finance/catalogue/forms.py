"""Forms of the catalogue: an entry by the kind of its formula, and a deed."""

from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from finance.books import formulas
from finance.books import labels as words
from finance.books.forms import OnceForm
from finance.books.formulas import Formula, Step
from finance.books.models.catalogue import Tariff
from finance.books.queries.tariffs import OF_RULEBOOKS
from league.events.models import Participation
from league.web.forms import DateInput, EuroField
from league.web.money import typed

ROWS = 3
NO_NUMBER = ("required", "invalid", "min_value", "max_value")
_AMOUNTS: dict[str, Any] = {
    formulas.FIXED: _("Amount"),
    formulas.PIECE: _("Amount each"),
    formulas.STARTED: _("Amount for each started span"),
    formulas.OTHERS: _("Amount that everybody else pays"),
}
_ROUNDING = [
    (formulas.NEAREST, _("to the nearest")),
    (formulas.UP, _("always up")),
    (formulas.DOWN, _("always down")),
]
# What a game or a card charges by itself can be priced like this.
_FOR_RULEBOOKS = (formulas.FIXED, formulas.PIECE, formulas.STEPS, formulas.OPEN)


class DecidedForm(forms.Form):
    """On what ground, and from when on."""

    ground = forms.CharField(
        label=_("Basis"),
        max_length=200,
        help_text=_("Where it says so: statutes § 7, or the meeting's decision"),
        error_messages={"required": _("Please say what this rests on.")},
    )
    decided_on = forms.DateField(label=_("Decided on"), widget=DateInput())
    start = forms.DateField(
        label=_("Valid from"),
        widget=DateInput(),
        help_text=_("From the decision on at the earliest. The day of the deed counts."),
    )


class TariffForm(DecidedForm):
    """An entry of the catalogue: only the fields its kind asks for."""

    def __init__(
        self, *args: Any, kind: str, version_of: Tariff | None = None, **options: Any
    ) -> None:
        super().__init__(*args, **options)
        self.kind, self.version_of = kind, version_of
        first = self._what() | getattr(self, f"_{kind}_fields", self._amount_field)()
        self.fields = {**first, **self.fields}

    def _what(self) -> dict[str, forms.Field]:
        title = forms.CharField(
            label=_("What"), max_length=80, help_text=_("For example: phone on the table")
        )
        if self.version_of is not None:
            return {"title": title} if self.version_of.title else {}
        if self.kind not in _FOR_RULEBOOKS:
            return {"title": title}
        title.required = False
        code = forms.ChoiceField(
            label=_("What for"),
            required=False,
            choices=[
                ("", _("something of our own")),
                *((code, words.CODES[code]) for code in words.CODES if code in OF_RULEBOOKS),
            ],
        )
        return {"code": code, "title": title}

    def _amount_field(self) -> dict[str, forms.Field]:
        help_text = _("For example 1.50")
        return {"amount": EuroField(label=_AMOUNTS[self.kind], help_text=help_text)}

    def _again_fields(self) -> dict[str, forms.Field]:
        return {
            **self._amount_field(),
            "again_1": EuroField(label=_("The second time"), required=False),
            "again_2": EuroField(label=_("From the third time on"), required=False),
            "within": forms.ChoiceField(
                label=pgettext_lazy("field", "Counted"),
                required=False,
                choices=[("", _("not at all: always the same amount")), *Tariff.Within.choices],
            ),
        }

    _fixed_fields = _piece_fields = _again_fields

    def _started_fields(self) -> dict[str, forms.Field]:
        return {
            **self._amount_field(),
            "per": forms.IntegerField(
                label=_("Span in minutes"), min_value=1, max_value=600, initial=15
            ),
            "most": EuroField(label=_("At most"), required=False),
        }

    def _steps_fields(self) -> dict[str, forms.Field]:
        fields: dict[str, forms.Field] = {
            "measure": forms.ChoiceField(label=_("By"), choices=Tariff.Measure.choices)
        }
        for row in range(1, ROWS + 1):
            fields[f"until_{row}"] = forms.IntegerField(
                label=gettext("Step %(n)s up to") % {"n": row},
                min_value=1,
                max_value=9999,
                required=row == 1,
            )
            fields[f"cents_{row}"] = EuroField(
                label=gettext("Step %(n)s costs") % {"n": row}, required=row == 1
            )
        return fields | {"beyond": EuroField(label=_("Above that it costs"))}

    def _open_fields(self) -> dict[str, forms.Field]:
        return {}

    def _thing_fields(self) -> dict[str, forms.Field]:
        thing = forms.CharField(
            label=_("What becomes due?"), max_length=40, help_text=_("For example: a crate of beer")
        )
        return {"thing": thing}

    def _average_fields(self) -> dict[str, forms.Field]:
        return {
            "round_to": forms.TypedChoiceField(
                label=_("Rounded to"),
                coerce=int,
                choices=[(1, "0,01 €"), (10, "0,10 €"), (50, "0,50 €"), (100, "1,00 €")],
            ),
            "rounding": forms.ChoiceField(label=_("How"), choices=_ROUNDING),
            "amount": EuroField(label=_("To be added"), required=False),
        }

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        for row in range(2, ROWS + 1):
            until, cents = data.get(f"until_{row}"), data.get(f"cents_{row}")
            if (until is None) != (cents is None) and not self.errors:
                missing = f"cents_{row}" if cents is None else f"until_{row}"
                self.add_error(missing, _("A step needs both."))
        return data

    def formula(self) -> Formula:
        data = self.cleaned_data
        steps = [
            Step(data[f"until_{row}"], data[f"cents_{row}"])
            for row in range(1, ROWS + 1)
            if data.get(f"until_{row}")
        ]
        if "beyond" in data:
            steps.append(Step(None, data["beyond"]))
        ladder = (data.get("again_1"), data.get("again_2"))
        return Formula(
            kind=self.kind,
            cents=data.get("amount"),
            measure=data.get("measure", ""),
            per=data.get("per", 1),
            steps=tuple(steps),
            again=tuple(cents for cents in ladder if cents),
            most=data.get("most"),
            round_to=data.get("round_to", 1),
            rounding=data.get("rounding", formulas.NEAREST),
        )

    def words(self) -> dict[str, Any]:
        """Return the values that belong to the entry and not to its formula."""
        data, before = self.cleaned_data, self.version_of
        return {
            "code": before.code if before is not None else data.get("code", ""),
            **{name: data.get(name, "") for name in ("title", "thing", "within")},
            **{name: data[name] for name in ("ground", "decided_on", "start")},
        }

    @staticmethod
    def initial_of(tariff: Tariff | None, today: date) -> dict[str, Any]:
        """Return the values of the version before, from today on."""
        initial_of: dict[str, Any] = {"start": today, "decided_on": today}
        if tariff is None:
            return initial_of
        for row, (until, cents) in enumerate(tariff.steps, start=1):
            if until is None:
                initial_of["beyond"] = typed(cents)
            else:
                initial_of |= {f"until_{row}": until, f"cents_{row}": typed(cents)}
        for row, cents in enumerate(tariff.again, start=1):
            initial_of[f"again_{row}"] = typed(cents)
        for name in ("title", "measure", "per", "within", "thing", "round_to", "rounding"):
            initial_of[name] = getattr(tariff, name)
        return initial_of | {
            "amount": typed(tariff.cents),
            "most": typed(tariff.most),
            "ground": tariff.ground,
        }


class DeedForm(OnceForm):
    """Three taps: who, what, done. The rest is for what asks for more."""

    person = forms.ChoiceField(
        label=_("Who"), error_messages={"required": _("Tap who it is about.")}
    )
    tariff = forms.ChoiceField(
        label=_("What"), error_messages={"required": _("Tap what happened.")}
    )
    count = forms.IntegerField(
        label=_("How often"),
        min_value=1,
        max_value=99,
        initial=1,
        error_messages=dict.fromkeys(NO_NUMBER, _("How often was it? Write a number up to 99.")),
    )
    minutes = forms.IntegerField(
        label=_("Minutes late"),
        min_value=1,
        max_value=999,
        required=False,
        error_messages=dict.fromkeys(
            NO_NUMBER, _("How many minutes was it? Write a number up to 999.")
        ),
    )
    amount = EuroField(
        label=_("Amount"),
        required=False,
        help_text=_("Only where it is open, otherwise leave it empty"),
    )
    note = forms.CharField(label=_("Note"), max_length=200, required=False)

    def __init__(
        self,
        *args: Any,
        participations: list[Participation],
        entries: list[Tariff],
        **options: Any,
    ) -> None:
        super().__init__(*args, **options)
        self.fields["person"].choices = [(str(who.pk), who) for who in participations]  # type: ignore[attr-defined]
        self.fields["tariff"].choices = [(str(entry.pk), entry) for entry in entries]  # type: ignore[attr-defined]

    def chosen(self, name: str) -> Any:
        """Return the participation or the entry that was tapped."""
        return dict(self.fields[name].choices)[self.cleaned_data[name]]  # type: ignore[attr-defined]
