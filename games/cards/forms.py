"""Forms for what is tapped and typed at the table."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from games.rules import outcomes as cards
from games.rules import rulebooks as books
from league.events.models import Participation, Seat
from league.results.models.results import LONGEST_DRINK
from league.web.forms import EuroField

ENDINGS = [
    (cards.NORMAL, _("played to the end")),
    ("abandoned", _("abandoned, nobody loses")),
    ("overtime", _("sudden death: only one half decided")),
    ("ruling", _("decided by the referee")),
    ("exclusion", _("ended by exclusion (peeking)")),
]
LOSSES = {
    "lost_first": _("%(name)s lost the first half"),
    "lost_second": _("%(name)s lost the second half"),
    "lost_game": _("%(name)s lost the game"),
}
STROKES = 3
MANY = 999  # games of a table, versions of a card: more is a mistake of the sender


class CardForm(forms.Form):
    """One card: a loser for each part, strokes for Schock-Aus, and how the game ended."""

    client_id = forms.CharField(max_length=64, widget=forms.HiddenInput)
    seen = forms.IntegerField(required=False, min_value=1, max_value=MANY, widget=forms.HiddenInput)
    number = forms.IntegerField(min_value=1, max_value=MANY, widget=forms.HiddenInput)
    ending = forms.ChoiceField(
        label=_("How did it end?"), choices=ENDINGS, initial=cards.NORMAL, widget=forms.RadioSelect
    )
    reason = forms.CharField(
        label=_("Why is the card being changed?"), max_length=200, required=False
    )

    drink = forms.CharField(label=_("Drink"), max_length=LONGEST_DRINK, required=False)

    def __init__(
        self,
        *args: Any,
        seats: list[Seat],
        may_exclude: bool,
        places: Mapping[int, int] | None = None,
        may_agree: bool = False,
        **kwargs: Any,
    ) -> None:
        """Set up the form; `places` are by seat, if a printed card names them."""
        super().__init__(*args, **kwargs)
        self.places, self.may_agree = places or {}, may_agree
        self.seats = sorted(seats, key=lambda seat: self.places.get(seat.pk, 0))
        choices = [("", _("nobody")), *((str(seat.pk), seat) for seat in seats)]
        for part in LOSSES:
            self.fields[part] = forms.ChoiceField(choices=choices, required=False)
        self.fields["sat_out"] = forms.MultipleChoiceField(choices=choices[1:], required=False)
        for seat in seats:
            self.fields[f"aus_{seat.pk}"] = forms.MultipleChoiceField(
                choices=[(str(n), n) for n in range(1, STROKES + 1)], required=False
            )
            if may_agree:
                self.fields[f"rohr_{seat.pk}"] = forms.MultipleChoiceField(
                    choices=[(str(n), n) for n in range(1, STROKES + 1)], required=False
                )
        if not may_exclude:
            self.fields["ending"].choices = ENDINGS[:-1]  # type: ignore[attr-defined]

    @staticmethod
    def fresh(number: int) -> dict[str, Any]:
        return {"client_id": uuid4().hex, "number": number, "ending": cards.NORMAL}

    @staticmethod
    def ending_of(ended_by: str) -> str:
        """Return the form's choice for a stored result's ending."""
        return cards.NORMAL if ended_by in {"final", "sweep"} else ended_by

    def card(self) -> cards.Card:
        data = self.cleaned_data
        out = set(data["sat_out"])
        playing = [seat.pk for seat in self.seats if str(seat.pk) not in out]
        return cards.Card(
            seats=playing,
            lost_first=_seat(data["lost_first"]),
            lost_second=_seat(data["lost_second"]),
            lost_game=_seat(data["lost_game"]),
            ending=data["ending"],
            schock_aus={
                seat.pk: len(data[f"aus_{seat.pk}"])
                for seat in self.seats
                if data[f"aus_{seat.pk}"]
            },
            aus_rounds={
                seat.pk: len(data[f"rohr_{seat.pk}"])
                for seat in self.seats
                if data.get(f"rohr_{seat.pk}")
            },
            drink=data["drink"].strip(),
        )

    def rows(self) -> list[dict[str, Any]]:
        """Return the card as the page draws it: one row per seat with what is ticked."""
        return [
            {
                "seat": seat,
                "name": seat.participation.name,
                "place": self.places.get(seat.pk),
                "losses": [
                    (part, self._is(part, seat), words % {"name": seat.participation.name})
                    for part, words in LOSSES.items()
                ],
                "out": str(seat.pk) in (self["sat_out"].value() or []),
                "aus_field": f"aus_{seat.pk}",
                "strokes": [
                    (n, str(n) in (self[f"aus_{seat.pk}"].value() or []))
                    for n in range(1, STROKES + 1)
                ],
                "rohr_field": f"rohr_{seat.pk}",
                "rounds": [
                    (n, str(n) in (self[f"rohr_{seat.pk}"].value() or []))
                    for n in range(1, STROKES + 1)
                    if self.may_agree
                ],
            }
            for seat in self.seats
        ]

    def _is(self, part: str, seat: Seat) -> bool:
        return str(self[part].value() or "") == str(seat.pk)


def _seat(value: str) -> int | None:
    return int(value) if value else None


class BreachForm(forms.Form):
    """A charge in three taps: person, breach, done. Count, amount and note only if they
    are needed.
    """

    client_id = forms.CharField(max_length=64, widget=forms.HiddenInput)
    person = forms.ChoiceField(label=_("Who?"), widget=forms.RadioSelect)
    code = forms.ChoiceField(label=_("What?"), widget=forms.RadioSelect)
    count = forms.IntegerField(label=_("How often?"), min_value=1, max_value=99, initial=1)
    amount = EuroField(label=_("Amount, where it is open"), required=False)
    note = forms.CharField(label=_("Note"), max_length=200, required=False)

    def __init__(
        self,
        *args: Any,
        participations: list[Participation],
        breaches: list[books.Breach],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["person"].choices = [  # type: ignore[attr-defined]
            (str(participation.pk), participation) for participation in participations
        ]
        self.fields["code"].choices = [(breach.code, breach) for breach in breaches]  # type: ignore[attr-defined]
        self.initial.setdefault("client_id", uuid4().hex)

    def says_more(self) -> bool:
        """Tell if a field behind the three taps is filled in, or has to be looked at."""
        return bool(self["note"].value() or self["amount"].value() or self.errors)
