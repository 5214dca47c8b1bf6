"""What is stored of one person, as one archive: a page to read and the same as JSON (Art. 15 GDPR).

Secrets, digests and what only concerns others are left out. What somebody did with the own login
is in it with its moment, without what it was about: that may be others' data.
"""

import io
import json
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.apps import apps
from django.db.models import BinaryField, DateTimeField, Field, QuerySet
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from config.privacy import queries
from config.privacy.labels import column_name, ground_of, table_name
from league.club.labels import privacy_of
from league.club.queries import the_club
from league.people.models.people import Person, User

# What the person is reached from in more than one step.
FURTHER = {
    "league.Seat": "participation__person",
    "league.ResultLine": "seat__participation__person",
    "league.AttendanceMark": "participation__person",
    "league.Holder": "seat__participation__person",
    "league.ApprovalText": "approval__person",
    "finance.Posting": "account__person",
    "finance.TransactionText": "transaction__postings__account__person",
}
# Keys to something, or digests of it: of no use to read, and dangerous to hand out.
SECRET = frozenset(
    {
        *("password", "digest", "text_digest", "salt", "hash", "previous_hash", "sha256", "secret"),
        *(
            "device",
            "endpoint",
            "client_id",
            "last_hash",
            "seal",
            "entered_device",
            "confirmed_device",
        ),
    }
)


@dataclass(frozen=True)
class Section:
    """The rows of one table: names of the columns for reading, and the values as stored."""

    place: str
    title: str
    rows: list[dict[str, Any]]

    @property
    def heads(self) -> list[str]:
        return [column_name(name) for name in self.rows[0]] if self.rows else []

    @property
    def lines(self) -> list[list[str]]:
        return [[_said(value) for value in row.values()] for row in self.rows]


def sections(person: Person) -> list[Section]:
    """All that is stored of a person, table by table; those without a row are left out."""
    found = [*_own(person), *_of_links(person), *_mentions(person)]
    return [section for section in found if section.rows]


def _own(person: Person) -> Iterator[Section]:
    yield _section(Person._base_manager.filter(pk=person.pk))
    if person.user_id:
        yield _section(User._base_manager.filter(pk=person.user_id))


def _of_links(person: Person) -> Iterator[Section]:
    for model, column in queries.links_to(Person):
        rows = model._base_manager.filter(**{column.name: person.pk}).order_by("pk")
        yield _section(rows, column)
    for label, path in FURTHER.items():
        rows = apps.get_model(label)._base_manager.filter(**{path: person.pk})
        yield _section(rows.distinct().order_by("pk"))
    if person.user_id is None:
        return
    for model, column in queries.links_to(User):
        if model is Person:
            continue
        rows = model._base_manager.filter(**{column.name: person.user_id}).order_by("pk")
        yield _done(rows, column)


def _section(rows: "QuerySet[Any]", column: "Field[Any, Any] | None" = None) -> Section:
    model = rows.model
    shown = [f for f in model._meta.concrete_fields if _is_shown(f) and f is not column]
    values = [{f.attname: getattr(row, f.attname) for f in shown} for row in rows.iterator(2000)]
    return Section(model._meta.label, table_name(model), values)


def _is_shown(column: "Field[Any, Any]") -> bool:
    return column.name not in SECRET and not isinstance(column, BinaryField)


def _done(rows: "QuerySet[Any]", column: "Field[Any, Any]") -> Section:
    """That somebody did it, and when."""
    model = rows.model
    moments = [f.attname for f in model._meta.concrete_fields if isinstance(f, DateTimeField)]
    values = [dict(row) for row in rows.values(model._meta.pk.attname, *moments).iterator(2000)]
    title = f"{table_name(model)}: {column_name(column.name)}"
    return Section(f"{model._meta.label}.{column.name}", title, values)


def _mentions(person: Person) -> Iterator[Section]:
    """Where words of others name the person, and what the books keep of that."""
    mentions = queries.mentions_of(person)
    named = [
        {"place": table_name(change.model), "text": _text(change.before)}
        for change in queries.changes_of(person, mentions)
    ]
    yield Section("mentions", _("Words that name you"), named)
    kept = [
        {
            "place": queries.place_name(k.place),
            "number": k.row,
            "ground": ground_of(k.ground, queries.rule_now()),
            "until": k.ends_on,
        }
        for k in queries.kept_of(person, mentions, queries.rule_now())
    ]
    yield Section("kept", _("What the books keep, and until when"), kept)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _said(value: Any) -> str:
    if value is None or value == "":
        return "–"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, datetime):
        return date_format(timezone.localtime(value), "SHORT_DATETIME_FORMAT")
    if isinstance(value, date):
        return date_format(value, "SHORT_DATE_FORMAT")
    return _text(value) if isinstance(value, dict | list) else str(value)


def archive(person: Person, now: datetime) -> bytes:
    """The archive as a ZIP, its two parts say the same. Made anew each time, stored nowhere."""
    found = sections(person)
    club = the_club()
    rule = queries.rule_now()
    said = {
        "format": "schockwart-person",
        "version": 1,
        "club": str(club),
        "made": now.isoformat(),
        "person": {"number": person.pk, "name": person.name},
        "tables": {section.place: section.rows for section in found},
        "privacy": privacy_of(club) if not club.privacy else club.privacy,
        "retention": {name: getattr(rule, name) for name in rule.FIELDS},
    }
    page = render_to_string(
        "privacy/archive.html",
        {
            "person": person,
            "sections": found,
            "club_name": club,
            "made": now,
            "privacy": said["privacy"],
            "rule": rule,
        },
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as parts:
        moment = timezone.localtime(now).timetuple()[:6]
        for name, content in {
            _("my-data.html"): page,
            _("my-data.json"): json.dumps(said, ensure_ascii=False, indent=1, default=str),
        }.items():
            info = zipfile.ZipInfo(name, date_time=moment)
            info.compress_type = zipfile.ZIP_DEFLATED
            parts.writestr(info, content)
    return out.getvalue()
