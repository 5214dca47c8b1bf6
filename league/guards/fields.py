"""Columns that keep their values in one form, whichever way they came in."""

from typing import Any
from unicodedata import normalize

from django.db import models


class NameField(models.CharField):
    """A name, stored composed (NFC): „ü“ is one letter however a phone or a file wrote it.

    Lookups compose as well, so a decomposed name finds its row. To migrations it is a CharField.
    """

    def get_prep_value(self, value: Any) -> Any:
        return _composed(super().get_prep_value(value))

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        value = _composed(super().pre_save(model_instance, add))
        setattr(model_instance, self.attname, value)
        return value

    def deconstruct(self) -> tuple[str, str, Any, Any]:
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs


def _composed(value: Any) -> Any:
    return normalize("NFC", value) if isinstance(value, str) else value
