"""Fields that read what they show out of a row by a function, and say of which kind that is."""

from collections.abc import Callable
from typing import Any

from rest_framework import serializers

from league.models import Person
from league.queries import Naming

Read = Callable[[Any], Any]


def _reading(kind: type[serializers.Field], read: Read, **options: Any) -> Any:
    def to_representation(self: Any, row: Any) -> Any:
        value = read(row)
        return None if value is None else kind.to_representation(self, value)

    made = type(f"Read{kind.__name__}", (kind,), {"to_representation": to_representation})
    return made(source="*", read_only=True, **options)


def text(read: Read, **options: Any) -> Any:
    return _reading(serializers.CharField, read, **options)


def whole(read: Read, **options: Any) -> Any:
    return _reading(serializers.IntegerField, read, **options)


def number(read: Read, **options: Any) -> Any:
    return _reading(serializers.FloatField, read, **options)


def yes(read: Read, **options: Any) -> Any:
    return _reading(serializers.BooleanField, read, **options)


def day(read: Read, **options: Any) -> Any:
    return _reading(serializers.DateField, read, **options)


def moment(read: Read, **options: Any) -> Any:
    return _reading(serializers.DateTimeField, read, **options)


def texts(read: Read) -> Any:
    return _reading(serializers.ListField, read, child=serializers.CharField())


def wholes(read: Read, **options: Any) -> Any:
    return _reading(serializers.ListField, read, child=serializers.IntegerField(), **options)


def name_of(user: Any) -> str:
    """The person behind a login; empty where nobody is."""
    person = getattr(user, "person", None)
    return person.name if person else ""


class NamedOut(serializers.Serializer[Any]):
    """Somebody, under the name that whoever asks may read; without an id where nobody is to be
    found behind it."""

    id = serializers.IntegerField(allow_null=True)
    name = serializers.CharField()


def named(person: Person, said: Naming) -> dict[str, Any]:
    """For `NamedOut`, where members alone find somebody behind a name."""
    return {"id": person.pk if said.inside else None, "name": said.of(person)}
