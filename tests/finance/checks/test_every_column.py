"""One value changed in every column of every table of the till, behind the triggers' back.

`check_books` names it, or the column stands in a list with the reason why not.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import cache
from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, models, transaction

from finance.cash.coins import DENOMINATIONS
from finance.checks import chain
from finance.checks.books import check_books, sentences
from finance.checks.versions import NAMES, check_versions, versioned
from league.guards.kinds import triggers_of
from league.guards.triggers import drop_triggers
from tests.finance.everything import everything_happened

pytestmark = [pytest.mark.once, pytest.mark.slow]

_A_KEY = "nothing names these rows by their key, and the order stays"
# What `check_books` does not find, and why that is no matter.
NOT_FOUND = {
    "voucher.client_id": "only tells one form from another; nothing is read from it afterwards",
    "rowversion.salt": "of a version that is not the last or has no words it belongs to nothing",
    "rowversion.id": _A_KEY,
    "posting.id": _A_KEY,
    "allocation.id": _A_KEY,
    "transactiontext.id": _A_KEY,
    "vouchertext.id": _A_KEY,
    "voucheryear.id": _A_KEY,
}
_KEY = "the key of a booking is made of its journal and its number"
_ONE = "each belongs to one, and each one has its own"
_BOTH = "only together with other columns of the row"
# What the tables refuse by themselves, triggers or not.
REFUSED = {
    **dict.fromkeys(["transaction.id", "transaction.head", "transaction.number"], _KEY),
    **dict.fromkeys(
        ["banklinetext.line", "vouchertext.voucher", "givenhead.given", "approvaltext.approval"],
        _ONE,
    ),
    **dict.fromkeys([f"cashcount.{kind}" for kind in DENOMINATIONS], _BOTH),
    "cashcount.counted": _BOTH,
    "cashcount.till": _BOTH,
    "yearmatter.code": "one of six codes, which only its step says",
    "clubaccount.money": _BOTH,
    "bankimport.money": _BOTH,
    "mandate.ended_by": _BOTH,
    "debitrun.withdrawn_by": _BOTH,
    "transferrun.withdrawn_by": _BOTH,
    "ownaccount.kind": _BOTH,
    "cashcount.by_pieces": _BOTH,
    "voucher.kind": _BOTH,
    "banklinetext.erased_at": _BOTH,
    "approvaltext.erased_at": _BOTH,
    "transactiontext.erased_at": _BOTH,
    "vouchertext.erased_at": _BOTH,
}


@pytest.fixture
def till(club: Any, settings: Any, tmp_path: Any) -> None:
    settings.VOUCHER_DIR = tmp_path
    everything_happened(club)
    stored.cache_clear()
    drop_triggers(connection, [*triggers_of("finance"), *triggers_of("league")])


# So many rows of a table are tried for one that lets its column be changed.
MOST = 20


def tables() -> dict[str, type[models.Model]]:
    registered = dict.fromkeys([*apps.get_app_config("finance").get_models(), *versioned()])
    return {str(model._meta.model_name): model for model in registered}


def others(field: Any, value: Any) -> Iterator[Any]:
    """Other values that the column could hold."""
    if field.is_relation:
        keys = field.related_model.objects.exclude(pk=value).order_by("-pk")
        yield from keys.values_list("pk", flat=True)[:3]
        if field.null and value is not None:
            yield None
    elif field.choices:
        yield from (choice for choice, _words in field.flatchoices if choice != value)
    elif isinstance(field, models.BooleanField):
        yield from {True, False} - {value}
    elif isinstance(field, models.DateTimeField):
        yield (value or datetime.fromisoformat("2026-03-07T10:00+00:00")) + timedelta(seconds=1)
    elif isinstance(field, models.DateField):
        for days in (1, -1):
            yield (value or datetime.fromisoformat("2026-03-07").date()) + timedelta(days=days)
    elif isinstance(field, models.JSONField):
        yield [value] if not isinstance(value, dict) else {**value, "more": 1}
    elif isinstance(field, models.BinaryField):
        yield bytes(value) + b"x"
    elif isinstance(field, models.CharField):
        yield f"{value[:-1]}{'y' if value.endswith('x') else 'x'}"
        yield from [""] if value else []
        yield from ["image/png"] if field.name == "media_type" else []
    else:
        yield from ((value or 0) + 1, (value or 0) - 1, (value or 0) + 100_000)


@contextmanager
def undone() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@cache
def stored(model: type[models.Model]) -> list[models.Model]:
    """The rows as they are before and after each change, which is undone."""
    return list(model._default_manager.order_by("pk"))


def change(model: type[models.Model], field: Any) -> models.Model | None:
    """Changes the column in the first row where a constraint allows it, and returns that row."""
    rows = list(stored(model))
    rows.sort(key=lambda row: getattr(row, field.attname) in {None, ""} if field.null else False)
    for row in rows[:MOST]:
        for value in others(field, getattr(row, field.attname)):
            quoted = connection.ops.quote_name
            try:
                with transaction.atomic(), connection.cursor() as cursor:
                    cursor.execute(
                        f"UPDATE {model._meta.db_table} SET {quoted(field.column)} = %s"
                        " WHERE id = %s",
                        [field.get_db_prep_save(value, connection), row.pk],
                    )
            except IntegrityError:
                continue
            return row
    return None


def test_a_value_changed_in_any_column_is_named_or_has_its_reason(till: None) -> None:
    assert [name for name, model in tables().items() if not model._default_manager.exists()] == []
    assert check_books().wrong == []
    assert set(NAMES) == {model._meta.model_name for model in versioned()}
    unnamed, refused = written_down()
    alone, also_refused = one_by_one()
    print("REFUSED", sorted([*refused, *also_refused]))
    assert {*unnamed, *alone} == set(NOT_FOUND)
    assert {*refused, *also_refused} == set(REFUSED)


def written_down() -> tuple[list[str], list[str]]:
    """The n-th column of all tables whose rows are written down, at once: each row is named.

    What `check_versions` names `check_books` names as well, where it comes as far as that.
    """
    unnamed, refused = [], []
    fields = {
        model: [f for f in model._meta.concrete_fields if f.name not in alone(model)]
        for model in versioned()
    }
    for n in range(max(map(len, fields.values()))):
        with undone():
            changed = {
                name_of(model, its[n]): change(model, its[n])
                for model, its in fields.items()
                if n < len(its)
            }
            connection.check_constraints()
            wrong = list(check_versions())
            if n in {0, 5}:
                assert set(wrong) <= set(check_books().wrong)
        for name, row in changed.items():
            named = f"{NAMES[name.split('.')[0]]} Nr. {row.pk if row else ''}:"
            if row is None:
                refused.append(name)
            elif not any(sentence.startswith(named) for sentence in wrong):
                unnamed.append(name)
    return unnamed, refused


def alone(model: Any) -> tuple[str, ...]:
    """What is changed alone: the sums, and a key that others refer to, which stops every check."""
    return (*model.SUMS, "id") if model._meta.related_objects else tuple(model.SUMS)


def one_by_one() -> tuple[list[str], list[str]]:
    """All other columns: something is said, and nothing breaks off."""
    unnamed, refused = [], []
    for name, model in tables().items():
        its = model._meta.concrete_fields
        if name in NAMES:
            its = [f for f in its if f.name in alone(model)]
        for field in its:
            with undone():
                if change(model, field) is None:
                    refused.append(name_of(model, field))
                    continue
                first = next(sentences(chain.Seen()), "")
            if not first or "brach ab" in first:
                unnamed.append(name_of(model, field))
    return unnamed, refused


def name_of(model: type[models.Model], field: Any) -> str:
    return f"{model._meta.model_name}.{field.name}"
