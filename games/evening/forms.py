"""Forms to play at once: names, a rulebook, and the person whom each name means."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.rules.forms import ChoosesRulebook
from league.evenings.services.tonight import Newcomer, Player
from league.events.models import Seat
from league.people.models.kinds import MembershipKind
from league.people.models.people import Person
from league.people.queries.kinds import kind_choices
from league.people.queries.recognition import Recognised, split_names

GUEST = "guest"
COMES, STAYS = "comes", "stays"


class TonightForm(ChoosesRulebook):
    """The players, in one line, and the rulebook."""

    field_order = ("names", "me", "rulebook")
    names = forms.CharField(
        label=gettext_lazy("Who plays?"),
        max_length=2000,
        widget=forms.Textarea(
            {"rows": 2, "autofocus": True, "autocomplete": "off", "autocapitalize": "words"}
        ),
        help_text=gettext_lazy("Names with commas, in the order in which you sit."),
        error_messages={"required": gettext_lazy("Who plays?")},
    )
    me = forms.BooleanField(label=gettext_lazy("I play too"), required=False)

    def __init__(self, *args: Any, me: Person | None, **options: Any) -> None:
        super().__init__(*args, **options)
        self.myself = me
        if me is None:
            del self.fields["me"]

    @property
    def book(self) -> dict[str, str]:
        """Return the rulebook that is chosen, in words."""
        slug = self["rulebook"].value()
        return next((book for book in self.books if book["slug"] == slug), self.books[0])

    def all_names(self) -> list[str]:
        """Return the names in order; the typing person comes first, unless the list has
        the name.
        """
        typed: str = self.cleaned_data["names"]
        if self.myself is None or not self.cleaned_data.get("me"):
            return split_names(typed)
        return split_names(f"{self.myself.name}\n{typed}")


class PlayersForm(forms.Form):
    """The person whom each name means: a known one, a new guest, or a new member of a kind."""

    def __init__(
        self,
        *args: Any,
        names: Sequence[Recognised],
        may_add_members: bool,
        new_are: str,
        today: date,
        sitting: Mapping[int, Seat],
        **options: Any,
    ) -> None:
        super().__init__(*args, **options)
        self.names = names
        self.persons = {str(person.pk): person for name in names for person in name.candidates}
        kinds = kind_choices(today) if may_add_members else []
        for number, name in enumerate(names):
            new = [(GUEST, _("new, as a guest"))] + [
                (kind, _("new, as a member: %(kind)s") % {"kind": word}) for kind, word in kinds
            ]
            choices = [
                (str(person.pk), _known(person, person.pk in name.members))
                for person in name.candidates
            ]
            self.fields[f"who-{number}"] = forms.ChoiceField(
                label=name.text,
                choices=[
                    *([("", _("Who is meant?"))] if name.is_unclear else []),
                    *choices,
                    *(new if name.may_be_new else []),
                ],
                initial=_first(name, new_are),
                error_messages={"required": _("Choose who is meant.")},
            )
            seat = sitting.get(name.person.pk) if name.person is not None else None
            if seat is not None:
                self.fields[f"seat-{number}"] = _where(name.text, seat)

    def players(self) -> list[Player]:
        """Return who plays here, without those who stay at another table."""
        return [
            self._player(name, self.cleaned_data[f"who-{number}"])
            for number, name in enumerate(self.names)
            if self.cleaned_data.get(f"seat-{number}") != STAYS
        ]

    def leaving(self) -> list[int]:
        """Return the keys of the people who are said to get up from another table."""
        return [
            name.person.pk
            for number, name in enumerate(self.names)
            if name.person is not None and self.cleaned_data.get(f"seat-{number}") == COMES
        ]

    def _player(self, name: Recognised, chosen: str) -> Player:
        if chosen in self.persons:
            return self.persons[chosen]
        return Newcomer(name.text, "" if chosen == GUEST else chosen)


def _first(name: Recognised, new_are: str) -> str:
    """Return what is chosen at first; nothing if several persons are called so."""
    if name.person is not None:
        return str(name.person.pk)
    return "" if name.is_unclear else new_are


def _where(name: str, seat: Seat) -> forms.ChoiceField:
    """Ask where a person at another table plays; of one in a game nothing is chosen before."""
    is_playing = seat.table.playing is not None
    sentence = (
        _("%(name)s is in a game at table %(table)s")
        if is_playing
        else _("%(name)s sits at table %(table)s")
    )
    choices = [(COMES, _("comes here")), (STAYS, _("stays there"))]
    return forms.ChoiceField(
        label=sentence % {"name": name, "table": seat.table.number},
        choices=[*([("", _("Where does this person play?"))] if is_playing else []), *choices],
        initial="" if is_playing else COMES,
        error_messages={"required": _("Choose where this person plays.")},
    )


def _known(person: Person, is_member: bool) -> str:
    kind = _("Member") if is_member else _("Guest")
    return f"{person.name}, {kind}"


def usual_newcomer(may_add_members: bool, other_members: bool) -> str:
    """Return what a newcomer is at first: in a club that is just being founded a member, else a
    guest.

    The others of the first evening are its founders; later, an unknown person is visiting.
    """
    fresh = may_add_members and not other_members
    return MembershipKind.CountsAs.ACTIVE.value if fresh else GUEST
