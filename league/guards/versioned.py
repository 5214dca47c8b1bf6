"""Rows of which each version is written down, so that a change behind the back is found.

A model that is `Versioned` says so by itself, in the transaction that stores the row. Who writes is
registered (`finance/books/models/versions.py`): this is below all apps.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType
from typing import Any, ClassVar

from django.db import models, transaction

# Of each model, the keys of the rows that changed.
Changed = dict[type["Versioned"], dict[int, None]]
Writer = Callable[[Changed], None]
_held_back: ContextVar[Changed | None] = ContextVar("held_back", default=None)
_writers: list[Writer] = []


def register_writer(writer: Writer) -> None:
    """Let `writer` write down what changed, in the transaction that changed it."""
    _writers[:] = [writer]


class VersionedQuerySet(models.QuerySet[Any]):
    """Writes down all rows that it stores, changes or takes away."""

    def bulk_create(self, objs: Iterable[Any], *args: Any, **kwargs: Any) -> list[Any]:
        with transaction.atomic(savepoint=False):
            made = super().bulk_create(objs, *args, **kwargs)
            _changed(self.model, [row.pk for row in made])
            return made

    def update(self, **values: Any) -> int:
        if self.model.counts_none_of(values):
            return super().update(**values)
        with transaction.atomic(savepoint=False):
            keys = list(self.order_by().values_list("pk", flat=True))
            count = super().update(**values)
            _changed(self.model, keys)
            return count

    def delete(self) -> tuple[int, dict[str, int]]:
        with transaction.atomic(savepoint=False):
            keys = list(self.order_by().values_list("pk", flat=True))
            gone = super().delete()
            _changed(self.model, keys)
            return gone


class Versioned(models.Model):
    """A row of which each version is written down.

    `WORDS` are its columns of names and free text. `SUMS` are not written down: they only repeat
    what other rows add up to and are checked against these, or the erasure of a login empties them.
    `ADDED` are columns that came after rows had been written down, with the value that says what
    was so before: a row that holds it keeps the digest it had without the column.
    """

    WORDS: ClassVar[tuple[str, ...]] = ()
    SUMS: ClassVar[tuple[str, ...]] = ()
    ADDED: ClassVar[Mapping[str, Any]] = {}

    objects = VersionedQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        with transaction.atomic(savepoint=False):
            super().save(*args, **kwargs)
            fields = kwargs.get("update_fields")
            if fields is None or not self.counts_none_of(fields):
                _changed(type(self), [self.pk])

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        key = self.pk
        with transaction.atomic(savepoint=False):
            gone = super().delete(*args, **kwargs)
            _changed(type(self), [key])
            return gone

    @classmethod
    def counts_none_of(cls, columns: Collection[str]) -> bool:
        return set(columns) <= set(cls.SUMS)


@contextmanager
def written_together() -> Iterator[None]:
    """Write down rows at the end of the block, each once, however often it changes."""
    if _held_back.get() is not None:
        yield
        return
    changed: Changed = {}
    with transaction.atomic():
        token = _held_back.set(changed)
        try:
            yield
        finally:
            _held_back.reset(token)
        _write(changed)


def all_of(model: type[models.Model]) -> models.QuerySet[Any]:
    """Return all rows of any model, so that each change of a versioned one is written down."""
    versioned = issubclass(model, Versioned)
    return VersionedQuerySet(model) if versioned else model._base_manager.all()


def rows_of(model: type[models.Model], sums: Collection[str]) -> models.QuerySet[Any, Any]:
    """Return each row as a dict: its key, and the columns that are written down."""
    columns = [field.attname for field in model._meta.concrete_fields if not field.primary_key]
    counted = [column for column in columns if column not in sums]
    return model._base_manager.order_by("pk").values("pk", *counted)


def split(
    row: Mapping[str, Any], words: Collection[str], added: Mapping[str, Any] = MappingProxyType({})
) -> tuple[dict[str, Any], list[str]]:
    """Return the columns of such a row, and its words.

    Without `added` ones that say nothing new.
    """
    columns = {
        name: value
        for name, value in row.items()
        if name not in words and name != "pk" and not (name in added and added[name] == value)
    }
    return columns, [row[name] for name in words]


def _changed(model: type[Versioned], keys: Iterable[int]) -> None:
    held_back = _held_back.get()
    if held_back is None:
        _write({model: dict.fromkeys(keys)})
    else:
        held_back.setdefault(model, {}).update(dict.fromkeys(keys))


def _write(changed: Changed) -> None:
    for writer in _writers:
        writer(changed)
