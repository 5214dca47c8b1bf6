"""Fields that compute their value from a row by a function, and declare its kind."""

from collections.abc import Callable
from typing import Any

from rest_framework import serializers

Read = Callable[[Any], Any]


def _reading(kind: type[serializers.Field], read: Read, **options: Any) -> Any:
    def to_representation(self: Any, row: Any) -> Any:
        value = read(row)
        return None if value is None else kind.to_representation(self, value)

    made = type(f"Read{kind.__name__}", (kind,), {"to_representation": to_representation})
    return made(source="*", read_only=True, **options)


def char_field(read: Read, **options: Any) -> Any:
    return _reading(serializers.CharField, read, **options)


def integer_field(read: Read, **options: Any) -> Any:
    return _reading(serializers.IntegerField, read, **options)


def boolean_field(read: Read, **options: Any) -> Any:
    return _reading(serializers.BooleanField, read, **options)


def date_field(read: Read, **options: Any) -> Any:
    return _reading(serializers.DateField, read, **options)


def datetime_field(read: Read, **options: Any) -> Any:
    return _reading(serializers.DateTimeField, read, **options)


def char_list_field(read: Read) -> Any:
    return _reading(serializers.ListField, read, child=serializers.CharField())


def integer_list_field(read: Read, **options: Any) -> Any:
    return _reading(serializers.ListField, read, child=serializers.IntegerField(), **options)
