"""A person by the name that the reader may read."""

from typing import Any

from rest_framework import serializers

from league.people.models.people import Person
from league.people.queries.names import Naming


class NamedOut(serializers.Serializer[Any]):
    """Somebody, under the name that whoever asks may read; without an id where nobody is to be
    found behind it."""

    id = serializers.IntegerField(allow_null=True)
    name = serializers.CharField()


def named(person: Person, naming: Naming) -> dict[str, Any]:
    """Return the fields of `NamedOut`; for members alone the key leads to the person's record."""
    return {"id": person.pk if naming.inside else None, "name": naming.of(person)}
