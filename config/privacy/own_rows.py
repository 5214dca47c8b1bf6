"""Find the rows that are a person's, along the keys between the tables: one query for a table."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.apps import apps
from django.db.models import CharField, Field, Model, Q, QuerySet
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast

from config.privacy import archive_keys as keys
from config.privacy.queries import links_to
from games.scoring.models import Entry, OtherVersion
from league.events.models import Seat
from league.mail.models import Mail
from league.people.models.people import Person, User
from league.security.models import SecurityEntry, SecurityPrivate
from league.tournaments.models.tournaments import Registration

# The keys of an event of a game under which a seat is named (docs/game-log.md).
SEATED = ("player", "loser", "best")


def rows_of(person: Person) -> Iterator[tuple[QuerySet[Any], list[str]]]:
    """Yield the rows that are the person's or name the person, each with the keys that lead there.

    Table by table; those where nothing is found too.
    """
    for label in dict.fromkeys([*keys.THEIRS, *keys.NAMING]):
        names = [*keys.THEIRS.get(label, ()), *keys.NAMING.get(label, ())]
        yield _led_by(label, names, person).order_by("pk"), names


def deeds_of(person: Person) -> Iterator[tuple[QuerySet[Any], "Field[Any, Any]"]]:
    """Yield the rows that the person's login, or a phone at the own seat, made or changed."""
    for label, names in keys.DEEDS.items():
        for name in names:
            rows = _led_by(label, [name], person)
            yield rows.order_by("pk"), rows.model._meta.get_field(name)
    if person.user_id is None:
        return
    for model, column in links_to(User):
        key = f"{model._meta.label}.{column.name}"
        if column.name not in keys.THEIRS.get(model._meta.label, ()) and key not in keys.LEFT_OUT:
            yield model._base_manager.filter(**{column.name: person.user_id}).order_by("pk"), column


def theirs(label: str, person: Person) -> QuerySet[Any]:
    """Return the rows of a table that are the person's."""
    return _led_by(label, keys.THEIRS[label], person)


def _led_by(label: str, names: Sequence[str], person: Person) -> QuerySet[Any]:
    """Return the rows of a table from which one of these keys leads to the person."""
    model = apps.get_model(label)
    found = Q(pk__in=[])
    for name in names:
        target: type[Model] = model._meta.get_field(name).related_model
        if target is Person:
            found |= Q(**{name: person.pk})
        elif target is User:
            found |= Q(**{name: person.user_id, f"{name}__isnull": False})
        else:
            found |= Q(**{f"{name}__in": theirs(target._meta.label, person)})
    return model._base_manager.filter(found)


# --- what names the person without a key ------------------------------------------------------
def entries_of(person: Person) -> QuerySet[Entry]:
    """Return the entries of games about the person's seats, whichever phone made them, by game."""
    seats = Seat.objects.filter(participation__person=person).order_by()
    # The log names seats as texts.
    written = seats.annotate(written=Cast("pk", CharField())).values("written")
    entries = Entry.objects.filter(game__table__in=seats.values("table"))
    named = Q()
    for key in SEATED:
        entries = entries.annotate(**{f"of_{key}": KeyTextTransform(key, "data")})
        named |= Q(**{f"of_{key}__in": written})
    return entries.filter(named).select_related("game").order_by("game", "sequence")


def other_versions_of(person: Person) -> Iterator[tuple[OtherVersion, list[dict[str, Any]]]]:
    """Yield the versions given up of games at the person's tables, with the events of that seat."""
    seats = Seat.objects.filter(participation__person=person).order_by()
    own = {str(pk) for pk in seats.values_list("pk", flat=True)}
    versions = OtherVersion.objects.filter(table__in=seats.values("table"))
    for version in versions.order_by("pk"):
        events = [e for e in version.events if own.intersection(str(e.get(k)) for k in SEATED)]
        if events:
            yield version, events


def addresses_of(person: Person) -> set[str]:
    """Return the person's addresses of mail: the login's, and those registered with."""
    registered = Registration.objects.filter(person=person).values_list("email", flat=True)
    return {person.user.email if person.user else "", *registered} - {""}


def mails_to(person: Person) -> QuerySet[Mail]:
    """Return the mails on their way to the person; of those that went out the address is gone."""
    to = Q(pk__in=[])
    for address in addresses_of(person):
        to |= Q(to__iexact=address)
    return Mail.objects.filter(to).order_by("pk")


def security_of(person: Person) -> QuerySet[SecurityEntry]:
    """Return the entries of the security log by the person or about the person."""
    return SecurityEntry.objects.filter(Q(actor=person.pk) | Q(subject=person.pk))


def security_private_of(person: Person) -> QuerySet[SecurityPrivate]:
    """Return where the person's own acts of the security log came from."""
    own = SecurityEntry.objects.filter(actor=person.pk).order_by()
    return SecurityPrivate.objects.filter(entry__in=own, erased_at=None).order_by("pk")
