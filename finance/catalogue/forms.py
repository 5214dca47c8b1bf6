"""What is typed about the catalogue: an entry by the kind of its formula, and a deed."""

from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext
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
    formulas.FIXED: _("Betrag"),
    formulas.PIECE: _("Betrag je Stück"),
    formulas.STARTED: _("Betrag je angefangene Zeit"),
    formulas.OTHERS: _("Betrag, den jeder andere zahlt"),
}
_ROUNDING = [
    (formulas.NEAREST, _("kaufmännisch")),
    (formulas.UP, _("immer auf")),
    (formulas.DOWN, _("immer ab")),
]
# What a game or a card charges by itself can be priced like this.
_FOR_RULEBOOKS = (formulas.FIXED, formulas.PIECE, formulas.STEPS, formulas.OPEN)


class DecidedForm(forms.Form):
    """On what ground, and from when on."""

    ground = forms.CharField(
        label=_("Grundlage"),
        max_length=200,
        help_text=_("Wo es steht: Satzung § 7, oder der Beschluss der Versammlung"),
        error_messages={"required": _("Bitte sag, worauf sich das stützt.")},
    )
    decided_on = forms.DateField(label=_("Beschlossen am"), widget=DateInput())
    start = forms.DateField(
        label=_("Gilt ab"),
        widget=DateInput(),
        help_text=_("Frühestens ab dem Beschluss. Es zählt der Tag der Tat."),
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
            label=_("Was"), max_length=80, help_text=_("Zum Beispiel: Handy auf dem Tisch")
        )
        if self.version_of is not None:
            return {"title": title} if self.version_of.title else {}
        if self.kind not in _FOR_RULEBOOKS:
            return {"title": title}
        title.required = False
        code = forms.ChoiceField(
            label=_("Wofür"),
            required=False,
            choices=[
                ("", _("etwas Eigenes")),
                *((code, words.CODES[code]) for code in words.CODES if code in OF_RULEBOOKS),
            ],
        )
        return {"code": code, "title": title}

    def _amount_field(self) -> dict[str, forms.Field]:
        help_text = _("Zum Beispiel 1,50")
        return {"amount": EuroField(label=_AMOUNTS[self.kind], help_text=help_text)}

    def _again_fields(self) -> dict[str, forms.Field]:
        return {
            **self._amount_field(),
            "again_1": EuroField(label=_("Beim zweiten Mal"), required=False),
            "again_2": EuroField(label=_("Ab dem dritten Mal"), required=False),
            "within": forms.ChoiceField(
                label=_("Gezählt wird"),
                required=False,
                choices=[("", _("gar nicht: immer derselbe Betrag")), *Tariff.Within.choices],
            ),
        }

    _fixed_fields = _piece_fields = _again_fields

    def _started_fields(self) -> dict[str, forms.Field]:
        return {
            **self._amount_field(),
            "per": forms.IntegerField(
                label=_("Zeit in Minuten"), min_value=1, max_value=600, initial=15
            ),
            "most": EuroField(label=_("Höchstens"), required=False),
        }

    def _steps_fields(self) -> dict[str, forms.Field]:
        found: dict[str, forms.Field] = {
            "measure": forms.ChoiceField(label=_("Nach"), choices=Tariff.Measure.choices)
        }
        for row in range(1, ROWS + 1):
            found[f"until_{row}"] = forms.IntegerField(
                label=gettext("%(n)s. Stufe bis") % {"n": row},
                min_value=1,
                max_value=9999,
                required=row == 1,
            )
            found[f"cents_{row}"] = EuroField(
                label=gettext("%(n)s. Stufe kostet") % {"n": row}, required=row == 1
            )
        return found | {"beyond": EuroField(label=_("Darüber kostet es"))}

    def _open_fields(self) -> dict[str, forms.Field]:
        return {}

    def _thing_fields(self) -> dict[str, forms.Field]:
        thing = forms.CharField(
            label=_("Was wird fällig?"), max_length=40, help_text=_("Zum Beispiel: ein Kasten Bier")
        )
        return {"thing": thing}

    def _average_fields(self) -> dict[str, forms.Field]:
        return {
            "round_to": forms.TypedChoiceField(
                label=_("Gerundet auf"),
                coerce=int,
                choices=[(1, "0,01 €"), (10, "0,10 €"), (50, "0,50 €"), (100, "1,00 €")],
            ),
            "rounding": forms.ChoiceField(label=_("Wie"), choices=_ROUNDING),
            "amount": EuroField(label=_("Dazu kommen"), required=False),
        }

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        for row in range(2, ROWS + 1):
            until, cents = data.get(f"until_{row}"), data.get(f"cents_{row}")
            if (until is None) != (cents is None) and not self.errors:
                missing = f"cents_{row}" if cents is None else f"until_{row}"
                self.add_error(missing, _("Zu einer Stufe gehört beides."))
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
        """What belongs to the entry and not to its formula."""
        data, before = self.cleaned_data, self.version_of
        return {
            "code": before.code if before is not None else data.get("code", ""),
            **{name: data.get(name, "") for name in ("title", "thing", "within")},
            **{name: data[name] for name in ("ground", "decided_on", "start")},
        }

    @staticmethod
    def initial_of(tariff: Tariff | None, today: date) -> dict[str, Any]:
        """As the version before, from today on."""
        found: dict[str, Any] = {"start": today, "decided_on": today}
        if tariff is None:
            return found
        for row, (until, cents) in enumerate(tariff.steps, start=1):
            if until is None:
                found["beyond"] = typed(cents)
            else:
                found |= {f"until_{row}": until, f"cents_{row}": typed(cents)}
        for row, cents in enumerate(tariff.again, start=1):
            found[f"again_{row}"] = typed(cents)
        for name in ("title", "measure", "per", "within", "thing", "round_to", "rounding"):
            found[name] = getattr(tariff, name)
        return found | {
            "amount": typed(tariff.cents),
            "most": typed(tariff.most),
            "ground": tariff.ground,
        }


class DeedForm(OnceForm):
    """Three taps: who, what, done. The rest is for what asks for more."""

    person = forms.ChoiceField(
        label=_("Wer"), error_messages={"required": _("Tipp an, um wen es geht.")}
    )
    tariff = forms.ChoiceField(label=_("Was"), error_messages={"required": _("Tipp an, was war.")})
    count = forms.IntegerField(
        label=_("Wie oft"),
        min_value=1,
        max_value=99,
        initial=1,
        error_messages=dict.fromkeys(NO_NUMBER, _("Wie oft war es? Schreib eine Zahl bis 99.")),
    )
    minutes = forms.IntegerField(
        label=_("Minuten zu spät"),
        min_value=1,
        max_value=999,
        required=False,
        error_messages=dict.fromkeys(
            NO_NUMBER, _("Wie viele Minuten waren es? Schreib eine Zahl bis 999.")
        ),
    )
    amount = EuroField(
        label=_("Betrag"), required=False, help_text=_("Nur wo er offen ist, sonst leer lassen")
    )
    note = forms.CharField(label=_("Notiz"), max_length=200, required=False)

    def __init__(
        self,
        *args: Any,
        participations: list[Participation],
        entries: list[Tariff],
        **options: Any,
    ) -> None:
        super().__init__(*args, **options)
        self.fields["person"].choices = [(str(one.pk), one) for one in participations]  # type: ignore[attr-defined]
        self.fields["tariff"].choices = [(str(one.pk), one) for one in entries]  # type: ignore[attr-defined]

    def chosen(self, name: str) -> Any:
        """The participation or the entry that was tapped."""
        return dict(self.fields[name].choices)[self.cleaned_data[name]]  # type: ignore[attr-defined]
