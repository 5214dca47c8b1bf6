"""What is written down of a row each time it changes, so that a change behind the back is found.

A model that is `Versioned` does so by itself, in the transaction that stores the row. The ledger
and the vouchers have chains of their own.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date
from secrets import token_hex
from types import MappingProxyType
from typing import Any, ClassVar, TypeVar

from django.db import models, transaction
from django.db.models import F

from finance.books import versions
from finance.books.trigger_kinds import all_but_words
from finance.books.versions import Written
from league.guards.kinds import guard
from league.people.models.people import Dated, DatedQuerySet

# Of each model, the keys of the rows that changed.
Changed = dict[type["Versioned"], dict[int, None]]
_M = TypeVar("_M", bound=models.Model, covariant=True)
_held_back: ContextVar[Changed | None] = ContextVar("held_back", default=None)


class RowVersion(models.Model):
    """How a row was at one moment, as digests (`books/versions.py`). The last of a row counts.

    It names the hash of the version that was last when it was written. Two who write at the same
    time name the same one: nobody waits for a lock here. The salt can be erased with the words.
    """

    table_name = models.CharField(max_length=40)
    row_key = models.BigIntegerField()
    digest = models.CharField(max_length=64, blank=True)
    text_digest = models.CharField(max_length=64, blank=True)
    salt = models.CharField(max_length=64, blank=True)
    previous_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.table_name} {self.row_key}"

    @property
    def written(self) -> Written:
        return Written(self.table_name, self.row_key, self.digest, self.text_digest, self.salt)


# What was written down of each row; the salt goes with the words.
guard(
    "finance_rowversion",
    *all_but_words("salt", "id table_name row_key digest text_digest previous_hash hash"),
)


class VersionedQuerySet(models.QuerySet[Any]):
    """Writes down whatever it stores, changes or takes away."""

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

    `WORDS` are its columns of names and free text, `SUMS` those that only repeat what other rows
    add up to: they are checked against these instead. `ADDED` are columns that came after rows had
    been written down, with the value that says what was so before: a row that holds it keeps the
    digest it had without the column.
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


class VersionedDatedQuerySet(VersionedQuerySet, DatedQuerySet):  # type: ignore[override]
    pass


class HeldOnce(models.Manager[_M]):
    """Leaves out what was taken back before it counted: it ends on its first day and stays."""

    def get_queryset(self) -> models.QuerySet[_M, _M]:
        every: models.QuerySet[_M, _M] = VersionedDatedQuerySet(self.model, using=self._db)
        return every.exclude(end=F("start"))

    def on(self, day: date) -> models.QuerySet[_M, _M]:
        queryset: models.QuerySet[_M, _M] = VersionedDatedQuerySet(self.model, using=self._db).on(
            day
        )
        return queryset


class VersionedDated(Versioned, Dated):
    objects = HeldOnce()  # type: ignore[assignment,misc]

    class Meta:
        abstract = True


@contextmanager
def written_together() -> Iterator[None]:
    """Within it rows are written down at the end, each once, however often it changes."""
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
        _write_down(changed)


def rows_of(model: type[models.Model], sums: Collection[str]) -> models.QuerySet[Any, Any]:
    """Each row as a dict: its key, and the columns that are written down."""
    columns = [field.attname for field in model._meta.concrete_fields if not field.primary_key]
    counted = [column for column in columns if column not in sums]
    return model._base_manager.order_by("pk").values("pk", *counted)


def split(
    row: Mapping[str, Any], words: Collection[str], added: Mapping[str, Any] = MappingProxyType({})
) -> tuple[dict[str, Any], list[str]]:
    """The columns of such a row, and its words; without `added` ones that say nothing new."""
    columns = {
        name: value
        for name, value in row.items()
        if name not in words and name != "pk" and not (name in added and added[name] == value)
    }
    return columns, [row[name] for name in words]


def _changed(model: type[Versioned], keys: Iterable[int]) -> None:
    held_back = _held_back.get()
    if held_back is None:
        _write_down({model: dict.fromkeys(keys)})
    else:
        held_back.setdefault(model, {}).update(dict.fromkeys(keys))


def _write_down(changed: Changed) -> None:
    written: list[Written] = []
    for model, keys in changed.items():
        table = model._meta.model_name or ""
        there = {
            row["pk"]: split(row, model.WORDS, model.ADDED)
            for row in rows_of(model, model.SUMS).filter(pk__in=keys)
        }
        for key in keys:
            if key in there:
                written.append(versions.write_down(table, key, *there[key], token_hex()))
            else:
                written.append(Written(table, key, ""))
    store(RowVersion, written)


def store(model: type[models.Model], written: Collection[Written]) -> None:
    """Chains these to the last version there is; `model` is RowVersion, of any migration."""
    if not written:
        return
    last = model._base_manager.order_by("-pk").values_list("hash", flat=True).first()
    previous = last or versions.GENESIS
    made = []
    for draft in written:
        hash_ = versions.chained(previous, draft)
        made.append(model(**vars(draft), previous_hash=previous, hash=hash_))
        previous = hash_
    model._base_manager.bulk_create(made, 1000)
