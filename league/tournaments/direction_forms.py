"""What the direction types about a tournament: what it is to be, its blocks, its prizes."""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from league import formats
from league.events.models import Event, Venue
from league.tournaments.labels.formats import TEMPLATES
from league.tournaments.models.tournaments import Prize
from league.web.forms import DateInput, EuroField, TimeInput, possible_day

CONSENT = _(
    "Ich bin einverstanden, dass mein Name, so wie ich ihn gewählt habe, auf Auslosung, Tischen "
    "und Ranglisten dieses Turniers steht, auch auf der öffentlichen Seite. Ich kann das jederzeit "
    "zurücknehmen; dann steht dort nur noch meine Startnummer."
)


# So far back somebody may still write down a tournament that was.
LONG_AGO = timedelta(days=30)


def tournament_day(day: date, today: date) -> date:
    """A day on which a tournament can be: not last year by a slip."""
    if day < today - LONG_AGO:
        raise ValidationError(
            _("Dieser Tag ist länger als 30 Tage vorbei. Prüf das Jahr und den Monat.")
        )
    return possible_day(day, today)


class NewTournamentForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=80)
    business_date = forms.DateField(label=_("Datum"), widget=DateInput())
    start_time = forms.TimeField(label=_("Anwurf"), widget=TimeInput(), required=False)
    venue = forms.ChoiceField(label=_("Ort"), choices=Venue.choices, initial=Venue.PUB)
    place = forms.CharField(label=_("Wo genau"), max_length=80, required=False)
    template = forms.ChoiceField(
        label=_("Gespielt wird wie in"),
        widget=forms.RadioSelect,
        help_text=_(
            "Danach lassen sich Namen, Tischgrößen, Spiele, Minuten, Leben und die Zahl der "
            "Weiterkommenden ändern, nicht die Wertung."
        ),
        error_messages={"required": _("Wähle, wie gespielt wird.")},
    )

    def __init__(self, *args: Any, today: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.today = today
        self.fields["template"].choices = [  # type: ignore[attr-defined]
            (slug, f"{formats.load(slug).name}: {TEMPLATES[slug]}") for slug in formats.slugs()
        ]

    def clean_business_date(self) -> date:
        return tournament_day(self.cleaned_data["business_date"], self.today)


class WhenForm(forms.Form):
    """Name and day only while nobody has played."""

    name = forms.CharField(label=_("Name"), max_length=80)
    business_date = forms.DateField(
        label=_("Datum"),
        widget=DateInput(),
        help_text=_(
            "An einem anderen Tag: Wer angemeldet ist und eine E-Mail hat, bekommt Bescheid."
        ),
    )
    start_time = forms.TimeField(label=_("Anwurf"), widget=TimeInput(), required=False)
    place = forms.CharField(label=_("Wo genau"), max_length=80, required=False)

    def __init__(self, data: Any = None, *, event: Event, today: date, is_played: bool) -> None:
        asked = ("name", "business_date", "start_time", "place")
        initial = {name: getattr(event, name) for name in asked}
        super().__init__(data, initial=initial, auto_id="when_%s")
        self.was_on, self.today = event.business_date, today
        if is_played:
            del self.fields["name"], self.fields["business_date"]

    def clean_business_date(self) -> date:
        day: date = self.cleaned_data["business_date"]
        return day if day == self.was_on else tournament_day(day, self.today)


class CallOffForm(forms.Form):
    reason = forms.CharField(
        label=_("Warum?"),
        max_length=200,
        help_text=_("Das lesen alle: auf der Seite des Turniers und in der Mail."),
    )

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, auto_id="off_%s")


class DescriptionForm(forms.Form):
    """Who may register, what it costs, what everybody reads."""

    places = forms.IntegerField(
        label=_("Plätze"),
        min_value=2,
        max_value=1000,
        required=False,
        widget=forms.NumberInput({"class": "short"}),
        help_text=_("Wer danach kommt, steht auf der Warteliste. Leer heißt: ohne Grenze."),
    )
    registration_open = forms.BooleanField(label=_("Anmeldung ist offen"), required=False)
    registration_until = forms.DateTimeField(
        label=_("Anmeldung bis"),
        required=False,
        widget=forms.DateTimeInput({"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"],
    )
    fee_cents = EuroField(
        label=_("Startgeld"),
        required=False,
        help_text=_("Deckt, was der Tag kostet. Leer heißt: keines."),
    )
    pot_cents = EuroField(
        label=_("Einsatz für den Preistopf"),
        required=False,
        help_text=_("Kommt zum Startgeld dazu und wird ausgespielt. Leer heißt: keiner."),
    )
    adults_only = forms.BooleanField(label=_("Nur ab 18 Jahren"), required=False)
    words = forms.CharField(
        label=_("Ausschreibung"),
        max_length=4000,
        required=False,
        widget=forms.Textarea({"rows": 6}),
        help_text=_("Was alle vorher wissen sollen: Parken, Essen, Siegerehrung."),
    )
    consent = forms.CharField(
        label=_("Einwilligung bei der Anmeldung"),
        max_length=2000,
        required=False,
        widget=forms.Textarea({"rows": 5}),
    )

    @classmethod
    def initial_of(cls, event: Event) -> dict[str, Any]:
        told = event.tournament
        return {
            "places": told.places,
            "registration_open": told.registration_open,
            "registration_until": told.registration_until,
            "fee_cents": typed_euro(told.fee_cents),
            "pot_cents": typed_euro(told.pot_cents),
            "adults_only": told.adults_only,
            "words": told.words,
            "consent": told.consent,
        }

    def clean_fee_cents(self) -> int:
        return self.cleaned_data["fee_cents"] or 0

    def clean_pot_cents(self) -> int:
        return self.cleaned_data["pot_cents"] or 0


def typed_euro(cents: int) -> str:
    """Cents as somebody would type them; nothing for none."""
    return f"{cents // 100},{cents % 100:02}" if cents else ""


class PrizeForm(forms.Form):
    # Stands on one page with the form of the place.
    def __init__(self, data: Any = None) -> None:
        super().__init__(data, auto_id="prize_%s")

    award = forms.ChoiceField(label=_("Wofür"), choices=Prize.Award.choices)
    place = forms.IntegerField(
        label=_("Platz"),
        min_value=1,
        max_value=1000,
        required=False,
        widget=forms.NumberInput({"class": "short"}),
        help_text=_("Nur bei einem Platz."),
    )
    thing = forms.CharField(label=_("Sachpreis"), max_length=120, required=False)
    sponsor = forms.CharField(label=_("gestiftet von"), max_length=80, required=False)
    pot_percent = forms.IntegerField(
        label=_("Anteil am Topf in Prozent"),
        min_value=1,
        max_value=100,
        required=False,
        widget=forms.NumberInput({"class": "short"}),
    )


class BlockForm(forms.Form):
    """What directors change about a block; what its rules do not have is not asked."""

    name = forms.CharField(label=_("Name"), max_length=40)
    target = forms.IntegerField(label=_("Am liebsten so viele am Tisch"), min_value=2, max_value=20)
    least = forms.IntegerField(label=_("Mindestens am Tisch"), min_value=2, max_value=20)
    most = forms.IntegerField(label=_("Höchstens am Tisch"), min_value=2, max_value=20)
    games = forms.IntegerField(label=_("Spiele"), min_value=1, max_value=50)
    minutes = forms.IntegerField(
        label=_("Minuten"),
        min_value=1,
        max_value=600,
        required=False,
        help_text=_("Leer heißt: ohne Uhr."),
    )
    overtime = forms.ChoiceField(
        label=_("„Scharf“ heißt"),
        choices=[
            ("sudden_round", _("Wer eine Wurfrunde verliert, verliert die Hälfte")),
            ("one_half", _("Eine Hälfte entscheidet das Spiel")),
            ("finish_game", _("Das Spiel wird zu Ende gespielt")),
        ],
    )
    lives = forms.IntegerField(label=_("Leben"), min_value=1, max_value=20)
    advance = forms.IntegerField(label=_("So viele kommen weiter"), min_value=1, max_value=1000)

    def __init__(self, data: Any = None, *, block: formats.Block) -> None:
        super().__init__(data, initial=self.initial_of(block))
        self.block = block
        if block.games is None:
            del self.fields["games"]
        if not block.scoring.lives:
            del self.fields["lives"]
        if block.advance is None or block.advance.number is None:
            del self.fields["advance"]
        self.sizes = range(min(3, block.tables.least), max(6, block.tables.most) + 1)
        for size in self.sizes:
            self.fields[f"deckel_{size}"] = forms.IntegerField(
                label=_("Deckel mit %(size)s am Tisch") % {"size": size},
                min_value=1,
                max_value=50,
                required=False,
            )
        for field in self.fields.values():
            if isinstance(field, forms.IntegerField):
                field.widget.attrs["class"] = "short"

    @staticmethod
    def initial_of(block: formats.Block) -> dict[str, Any]:
        return {
            "name": block.name,
            "target": block.tables.target,
            "least": block.tables.least,
            "most": block.tables.most,
            "games": block.games.default if block.games else None,
            "minutes": block.minutes,
            "overtime": block.overtime,
            "lives": block.scoring.lives or None,
            "advance": block.advance.number if block.advance else None,
            **{f"deckel_{size}": number for size, number in block.deckel.items()},
        }

    def settings(self) -> Mapping[str, Any]:
        """The block as `league.formats.Block` writes it, with what was typed."""
        typed, found = self.cleaned_data, self.block.to_dict()
        found["name"] = typed["name"]
        sizes = {key: typed[key] for key in ("target", "least", "most")}
        found["tables"] = {**found.get("tables", {}), **sizes}
        found["overtime"] = typed["overtime"]
        found.pop("minutes", None)
        if typed["minutes"]:
            found["minutes"] = typed["minutes"]
        if "games" in typed:
            found["games"] = {**found["games"], "default": typed["games"]}
        if "lives" in typed:
            found["scoring"] = {**found["scoring"], "lives": typed["lives"]}
        if "advance" in typed:
            found["advance"] = {**found["advance"], "number": typed["advance"]}
        deckel = {
            str(size): typed[f"deckel_{size}"] for size in self.sizes if typed[f"deckel_{size}"]
        }
        found.pop("deckel", None)
        if deckel:
            found["deckel"] = deckel
        return found
