"""The names of people, depending on the reader.

Members read real names, and at a tournament the one chosen for it. All others read the person's own
choice: the name, a nickname, or „Jemand“, who keeps place and figures. A person who registered for
a tournament chose the name shown there, and that holds there for all readers.
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
    """The names of one page. Makes no query if rows come with their persons."""

    def __init__(self, *, inside: bool, me: Person | None = None) -> None:
        self.inside = inside
        self._me = None if me is None else me.pk
        self._chosen: dict[int, frozenset[int]] = {}

    def of(self, person: Person | int) -> str:
        """Return the name of a person; by a key all persons are read, once."""
        if isinstance(person, int):
            person = self._everybody[person]
        return person.name if self._is_known(person) else person.public_name

    def at(self, participation: Participation) -> str:
        """Return the name at one event. The person is to be prefetched."""
        own = participation.shown_as or participation.person.name
        if self._is_known(participation.person) or participation.shown_as:
            return own
        if participation.person.seen_as == Person.SeenAs.NAME:
            return own
        return own if self._was_chosen(participation) else participation.person.public_name

    def may_link(self, person: Person | int) -> bool:
        """Return whether a link may lead on to the person's page: for „Jemand“ to nothing."""
        if isinstance(person, int):
            person = self._everybody[person]
        return self._is_known(person) or person.seen_as != Person.SeenAs.HIDDEN

    def call(self, participations: Iterable[Participation]) -> None:
        """Set every `name` of these rows to what this page may say; nothing is stored."""
        for participation in participations:
            text = self.at(participation)
            participation.called = "" if text == participation.name else text

    def _is_known(self, person: Person) -> bool:
        return self.inside or person.pk == self._me

    def _was_chosen(self, participation: Participation) -> bool:
        """Return whether the full name was chosen for this very event. A query for each event."""
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


# Pages on a wall or for any visitor, and pages read by the people they are about.
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
    """Return the names this user may read. No query for a stranger."""
    me = person_of(user)
    inside = me is not None and (is_member(user, today) or bool(roles_of(user, today)))
    return Naming(inside=inside, me=me)
