"""Each table of the till as it is stored: what no list shows is exported as well."""

from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.db.models import Field, Model, QuerySet

from league.files.sheets import Column, Sheet

AT_ONCE = 2000


def tables() -> Iterator[Sheet]:
    """Yield every table of the till with all its columns, as stored, cents as cents. Named in
    English.
    """
    for model in apps.get_app_config("finance").get_models(include_auto_created=True):
        fields = model._meta.concrete_fields
        columns = [Column(str(field.column)) for field in fields]
        yield Sheet(model._meta.db_table.removeprefix("finance_"), columns, _stored(model, fields))


def _stored(model: type[Model], fields: Any) -> Iterator[list[Any]]:
    rows: QuerySet[Any, Any] = model._default_manager.order_by("pk")
    names = [field.attname for field in fields]
    for row in rows.values_list(*names).iterator(AT_ONCE):
        yield [_as_stored(field, value) for field, value in zip(fields, row, strict=True)]


def _as_stored(field: "Field[Any, Any]", value: Any) -> Any:
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bytes | memoryview):
        return bytes(value).hex()
    return value.isoformat() if hasattr(value, "isoformat") else value
