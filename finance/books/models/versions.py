"""The chain of what is written down of each `Versioned` row when it changes.

The ledger and the vouchers have chains of their own.
"""

from collections.abc import Collection
from datetime import date
from secrets import token_hex
from typing import TypeVar

from django.db import models
from django.db.models import F

from finance.books import versions
from finance.books.trigger_kinds import all_but_words
from finance.books.versions import Written
from league.guards.kinds import guard
from league.guards.versioned import (
    Changed,
    Versioned,
    register_writer,
    rows_of,
    split,
)
from league.people.models.people import Dated, VersionedDatedQuerySet

_M = TypeVar("_M", bound=models.Model, covariant=True)


class RowVersion(models.Model):
    """The digests of a row at one moment (`books/versions.py`). The last of a row counts.

    It names the hash of the version that was last at the time of writing. Two concurrent writers
    name the same one, so no lock is needed. The salt can be erased with the words.
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
    """Store these chained to the last version; `model` is RowVersion, of any migration."""
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


register_writer(_write_down)
