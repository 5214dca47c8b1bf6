"""By which name somebody is called, depending on who reads it.

Members read real names, and at a tournament the one chosen for it. Everybody else reads what the
person chose: the name, a nickname, or „Jemand“, who keeps place and figures. Whoever registered for
a tournament chose how he is named there, and that holds there for everybody.
"""

from collections.abc import Iterable, Mapping
from datetime import date
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from league.access.queries.rights import is_member, person_of, roles_of
from league.club.models import Club
from league.club.queries import the_club
from league.events.models import Event, Participation
from league.people.models.people import Person
from league.tournaments.models.tournaments import Registration


class Naming:
    """The names of one page. Asks nothing of the database where rows come with their persons."""

    def __init__(self, *, inside: bool, me: Person | None = None) -> None:
        self.inside = inside
        self._me = None if me is None else me.pk
        self._chosen: dict[int, frozenset[int]] = {}

    def of(self, person: Person | int) -> str:
        """By the person, or by its key: then all persons are read, once."""
        if isinstance(person, int):
            person = self._everybody[person]
        return person.name if self._is_known(person) else person.public_name

    def at(self, participation: Participation) -> str:
        """At one event. The person is to come along."""
        own = participation.shown_as or participation.person.name
        if self._is_known(participation.person) or participation.shown_as:
            return own
        if participation.person.seen_as == Person.SeenAs.NAME:
            return own
        return own if self._was_chosen(participation) else participation.person.public_name

    def may_link(self, person: Person | int) -> bool:
        """Whether a link may lead on to what there is about the person: of „Jemand“ to nothing."""
        if isinstance(person, int):
            person = self._everybody[person]
        return self._is_known(person) or person.seen_as != Person.SeenAs.HIDDEN

    def call(self, participations: Iterable[Participation]) -> None:
        """Lets every `name` of these rows be what this page may say; nothing is stored."""
        for participation in participations:
            text = self.at(participation)
            participation.called = "" if text == participation.name else text

    def _is_known(self, person: Person) -> bool:
        return self.inside or person.pk == self._me

    def _was_chosen(self, participation: Participation) -> bool:
        """Whether the full name was chosen for this very event. A query for each event."""
        event = participation.event_id
        if event not in self._chosen:
            full = Registration.objects.filter(event=event, shown=Registration.Shown.FULL)
            named = full.filter(participation__isnull=False)
            self._chosen[event] = frozenset(named.values_list("participation_id", flat=True))
        return participation.pk in self._chosen[event]

    @cached_property
    def _everybody(self) -> dict[int, Person]:
        return Person.objects.only("name", "seen_as", "nickname").in_bulk()


class RoomNaming(Naming):
    """The names of a screen in the room of an event: a person who is „Jemand“ elsewhere has a name
    here. `called` holds these names by the key of the person.
    """

    def __init__(self, called: Mapping[int, str]) -> None:
        super().__init__(inside=False)
        self._called = called

    def of(self, person: Person | int) -> str:
        key = person if isinstance(person, int) else person.pk
        return self._called.get(key) or super().of(person)

    def at(self, participation: Participation) -> str:
        return self._called.get(participation.person_id) or super().at(participation)


# What hangs on a wall or goes to whoever asks, and what is read by those it concerns.
def public_naming() -> Naming:
    return Naming(inside=False)


def room_naming(event: Event) -> Naming:
    """Return the names of a screen that hangs in the room, as the club has chosen. Two queries."""
    how = the_club().wall_names
    if how == Club.WallNames.CHOSEN:
        return public_naming()
    naming, called = public_naming(), {}
    around = Participation.objects.filter(event=event).select_related("person").order_by("pk")
    for participation in around:
        person = participation.person
        if person.seen_as != Person.SeenAs.HIDDEN or naming.at(participation) != person.public_name:
            continue
        if how == Club.WallNames.FIRST:
            called[person.pk] = person.name.split()[0]
        elif participation.start_number is not None:
            called[person.pk] = _("No. %(number)s") % {"number": participation.start_number}
        else:
            called[person.pk] = _("Guest %(number)s") % {"number": len(called) + 1}
    return RoomNaming(called)


def inside_naming() -> Naming:
    return Naming(inside=True)


def naming(user: Any, today: date) -> Naming:
    """The names this user may read. Nothing is asked for a stranger."""
    me = person_of(user)
    inside = me is not None and (is_member(user, today) or bool(roles_of(user, today)))
    return Naming(inside=inside, me=me)
