"""One value changed in every column of every table, behind the triggers' back.

`check_club` names it, or the column is in a list with the reason why not.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, time, timedelta
from functools import cache
from typing import Any
from uuid import UUID

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, models, transaction

from config.site.club_check import CHECKS, beside_the_books
from finance.cash.coins import DENOMINATIONS
from finance.checks import chain
from finance.checks.books import check_books, sentences
from finance.checks.versions import NAMES, Last, check_chain, check_rows, versioned
from league.guards.kinds import triggers_of
from league.guards.triggers import drop_triggers
from league.guards.versioned import Versioned
from tests.finance.beside import the_rest_happened
from tests.finance.everything import everything_happened

pytestmark = [pytest.mark.once, pytest.mark.slow]

_A_KEY = "nothing names these rows by their key, and the order stays"
# What `check_books` does not find, and why that is no matter.
NOT_FOUND = {
    **dict.fromkeys(
        [
            "ballot.counted_by",
            "minutes.signed_by",
            "minutesaddendum.added_by",
            "assembly.called_by",
        ],
        "a login, which an erasure takes away",
    ),
    "voucher.client_id": "only tells one form from another; nothing is read from it afterwards",
    "rowversion.salt": "of a version that is not the last or has no words it belongs to nothing",
    "rowversion.id": _A_KEY,
    "posting.id": _A_KEY,
    "allocation.id": _A_KEY,
    "transactiontext.id": _A_KEY,
    "vouchertext.id": _A_KEY,
    "voucheryear.id": _A_KEY,
}
ALL = ("*",)
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
    **dict.fromkeys(
        [
            *("agendaitem.withdrawn_at", "agendaitem.proposed_by", "assembly.cancelled_at"),
            *("assembly.opened_at", "assemblyattendance.left_at", "candidacy.answer"),
            "minutes.signed_at",
        ],
        _BOTH,
    ),
    **dict.fromkeys(
        [
            *("agendaitem.assembly", "assembly.rule", "assemblyattendance.assembly"),
            *("assemblyinvitation.assembly", "candidatevotes.candidacy", "minutes.assembly"),
            *("minutesaddendum.minutes", "instalment.deferral"),
        ],
        "there is only one that it could name here",
    ),
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


# Of tables beside the till: the columns that replaying and counting anew prove, in the rows where
# they do.
PROVED = {
    "event": (("kind",), {}),
    "block": (("event",), {}),
    "table": (("block",), {}),
    "participation": (("person",), {"seats__lines__result__source": "game"}),
    "seat": (("table", "participation"), {"lines__result__source": "game"}),
    "result": (
        (
            *("table", "number", "version", "is_current", "source", "depth", "ended_by"),
            *("rulebook", "house_rules", "in_correction", "client_id"),
        ),
        {"source": "game"},
    ),
    "resultline": (ALL, {}),
    "charge": (("event", "person", "key", "code", "kind", "count", "cents"), {}),
    "standing": (("event", "award"), {}),
    "standingrow": (ALL, {}),
    "placerow": (ALL, {}),
    "placing": (("event", "participation", "rank", "position"), {}),
    "securityentry": (ALL, {}),
    "securityprivate": (("salt", "email", "ip", "agent"), {}),
    "tournament": (("team",), {}),
    "draw": (("tables",), {}),
    "game": (("key", "table", "number", "header", "packed", "sha256"), {}),
    "entry": (("game", "sequence", "type", "data"), {}),
}
REFUSED_BESIDE = {
    **dict.fromkeys(["seat.table", "result.table", "placing.participation"], _ONE),
    **dict.fromkeys(["placerow.participation", "placerow.team"], _BOTH),
    "entry.game": "there is only one that it could name here",
}
# The other columns of all tables beside the till, and why nothing proves them.
UNPROVED = {
    "how a person is called, reached and seen; its owner sees it, the security log has changes": (
        "user person persondetails formername detailfield detailvalue postaladdress consent "
        "peoplecolumns membershipkind membershipcorrection"
    ),
    "a way in that ends; logins are in the security log": (
        "readtoken loginsession invitation clubinvitation joinrequest tournamenttoken tablelink "
        "linkuse holder walllink calendarlink"
    ),
    "what the club says and decides, of which the security log has each change": (
        "club clubchange assemblyrule season seasonmark stakeanswer"
    ),
    "a message or a paper; nothing is decided by it": (
        "mail heldmail digest digestchoice letter notice reminder push pushkeys pushdevice report "
        "reportsubscription reportmail registrationmail seatmail"
    ),
    "counted anew from results and logs by the worker": (
        "seasonfigures figurescope personfigures gametime gamethrows seatthrows gameluck seatluck "
        "king"
    ),
    "a plan, a call or an answer of a day; what counts of it is in a result": (
        "event block table participation seat attendancemark tableopening team refereecall "
        "directedcall cardphoto seatswap ceremony"
    ),
    "the plan and the desk of a tournament; its places are held against its results": (
        "tournament registration registrationrequest draw tiedecision credit prize formattemplate"
    ),
    "times and teams of a place; its rank is proved": "placing",
    "the table of a team league is added up when it is shown": (
        "teamleague leagueteam squadmember match matchmove matchaward teamwithdrawal matchsignature"
    ),
    "a table of before the app, by which no game is counted": "oldtable oldtableline",
    "people as a list brought them, and records that became one": (
        "peopleimport importedline personmerge mergedrow differentpeople"
    ),
    "who entered or confirmed a result, when and why; erasures empty some": "result objection",
    "words and authors of a charge; its amount is held against the claim": (
        "charge chargewithdrawal"
    ),
    "when and how far a table was computed": "standing standingcorrection standingmove",
    "who typed an entry, when and on which phone; no result is made of it": (
        "game entry entrynote otherversion scannedresult"
    ),
    "a month that went, and words that were erased": "securitymonth securityprivate",
    "signs of life": "heartbeat clubcheck",
}


@pytest.fixture
def till(club: Any, settings: Any, tmp_path: Any) -> None:
    settings.VOUCHER_DIR = tmp_path
    everything_happened(club)
    the_rest_happened(club)
    stored.cache_clear()
    apps_ = ("finance", "league", "games")
    drop_triggers(connection, [trigger for app in apps_ for trigger in triggers_of(app)])


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
    elif isinstance(field, models.TimeField):
        yield time(7, 7)
    elif isinstance(field, models.UUIDField):
        yield UUID(int=value.int ^ 1)
    elif isinstance(field, models.JSONField):
        yield [value] if not isinstance(value, dict) else {**value, "more": 1}
    elif isinstance(field, models.BinaryField):
        yield bytes(value) + b"x"
    elif isinstance(field, models.CharField | models.TextField):
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
    """Return the rows as they are before and after each change, which is undone."""
    return list(model._default_manager.order_by("pk"))


def change(
    model: type[models.Model], field: Any, among: list[models.Model] | None = None
) -> models.Model | None:
    """Change the column in the first row where a constraint allows it, and return that row."""
    rows = list(stored(model) if among is None else among)
    rows.sort(key=lambda row: getattr(row, field.attname) in (None, "") if field.null else False)
    quoted = connection.ops.quote_name
    statement = (
        f"UPDATE {model._meta.db_table} SET {quoted(field.column)} = %s"
        f" WHERE {quoted(model._meta.pk.column)} = %s"
    )
    with connection.cursor() as cursor:
        for row in rows[:MOST]:
            for value in others(field, getattr(row, field.attname)):
                # SQLite undoes a refused statement alone, so none needs a savepoint.
                with suppress(IntegrityError):
                    cursor.execute(statement, [field.get_db_prep_save(value, connection), row.pk])
                    return row
    return None


def test_a_value_changed_in_any_column_is_named_or_has_its_reason(till: None) -> None:
    assert [name for name, model in tables().items() if not model._default_manager.exists()] == []
    assert check_books().wrong == []
    assert set(NAMES) == {model._meta.model_name for model in versioned()}
    unnamed, refused = written_down()
    alone, also_refused = one_by_one()
    assert {*unnamed, *alone} == set(NOT_FOUND)
    assert {*refused, *also_refused} == set(REFUSED)
    assert list(beside_the_books()) == []
    assert proved() == ([], set(REFUSED_BESIDE))
    assert changed_at_once() == []


def written_down() -> tuple[list[str], list[str]]:
    """Change each column of the tables whose rows are written down; return those whose row is not
    named, and those refused.
    """
    last: Last = {}
    assert list(check_chain(last)) == []
    unnamed, refused = [], []
    for model in versioned():
        for field in (f for f in model._meta.concrete_fields if f.name not in alone(model)):
            with undone():
                row = change(model, field)
                wrong = list(check_rows(model, last))
            name = name_of(model, field)
            named = f"{NAMES[name.split('.')[0]]} Nr. {row.pk if row else ''}:"
            if row is None:
                refused.append(name)
            elif not any(sentence.startswith(named) for sentence in wrong):
                unnamed.append(name)
    return unnamed, refused


def beside() -> dict[str, type[models.Model]]:
    """Return the tables of league and games of which no version is written down."""
    registered = [
        *apps.get_app_config("league").get_models(),
        *apps.get_app_config("games").get_models(),
    ]
    return {
        str(model._meta.model_name): model
        for model in registered
        if not issubclass(model, Versioned)
    }


def proved() -> tuple[list[str], set[str]]:
    """Change each column of `PROVED` alone; return those that nothing names, and those refused."""
    unnamed, refused = [], set()
    for name, (columns, where) in PROVED.items():
        model = beside()[name]
        rows = list(model._default_manager.filter(**where).order_by("pk").distinct())
        for field in model._meta.concrete_fields:
            if field.primary_key or (columns is not ALL and field.name not in columns):
                continue
            with undone():
                if change(model, field, rows) is None:
                    refused.add(name_of(model, field))
                elif not first_beside(name):
                    unnamed.append(name_of(model, field))
    return unnamed, refused


def first_beside(name: str) -> str:
    if name == "charge":
        return next(sentences(chain.Seen()), "")
    return next((sentence for check in CHECKS for sentence in check()), "")


def changed_at_once() -> list[str]:
    """Change all columns that nothing proves, in one go; return what is named.

    Each table has its reason in `UNPROVED`.
    """
    names = " ".join(UNPROVED.values()).split()
    assert len(names) == len(set(names))
    whole = {name for name, (columns, _where) in PROVED.items() if columns is ALL}
    assert set(names) | whole == set(beside())
    with undone():
        for name in names:
            model, columns = beside()[name], PROVED.get(name, ((), {}))[0]
            for field in model._meta.concrete_fields:
                if not field.primary_key and columns is not ALL and field.name not in columns:
                    change(model, field)
        return list(beside_the_books())


def alone(model: Any) -> tuple[str, ...]:
    """Return the columns changed alone: the sums, and a key that others refer to, which stops every
    check.
    """
    return (*model.SUMS, "id") if model._meta.related_objects else tuple(model.SUMS)


def one_by_one() -> tuple[list[str], list[str]]:
    """Change all other columns one by one, without a check breaking off; return those that nothing
    names, and those refused.
    """
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
                first = next(sentences(chain.Seen()), "") or first_beside(name)
            if not first or "brach ab" in first:
                unnamed.append(name_of(model, field))
    return unnamed, refused


def name_of(model: type[models.Model], field: Any) -> str:
    return f"{model._meta.model_name}.{field.name}"
