"""Archive all that is stored of one person: a page to read and the same as JSON (Art. 15 GDPR).

Left out are secrets, digests and facts that only concern others. The deeds of the person's own
login are in it with their moments, without their objects: those may be others' data.
"""

import io
import json
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db.models import BinaryField, DateTimeField, Field, QuerySet
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from config.privacy import own_rows, queries
from config.privacy.archive_keys import ABOVE
from config.privacy.labels import column_name, ground_of, table_name
from finance.books import voucher_files
from finance.books.models.vouchers import Voucher
from games.scoring.models import Game
from league.club.labels import privacy_of
from league.club.queries import the_club
from league.events.models import Event
from league.files import file_store
from league.people.models.details import PersonDetails
from league.people.models.kinds import MembershipKind
from league.people.models.people import Person, User
from league.security import labels as security_labels

# Models whose keys are shown as their names.
NAMED = (Event, MembershipKind)
# Keys to something, or digests of it: of no use to read, and dangerous to hand out.
SECRET = frozenset(
    {
        *("password", "digest", "text_digest", "notes_digest", "private_digest", "salt", "hash"),
        *("previous_hash", "last_hash", "sha256", "file_sha256", "secret", "seal", "device"),
        *("entered_device", "confirmed_device", "endpoint", "client_id", "session_key", "headers"),
        # Of a passkey its key; of a mail codes and links that log in.
        *("mfa.Authenticator.data", "league.Mail.subject", "league.Mail.body"),
    }
)


@dataclass(frozen=True)
class Section:
    """The rows of one table with the values as stored, and its columns, which name both."""

    place: str
    title: str
    rows: list[dict[str, Any]]
    columns: "dict[str, Field[Any, Any]]" = field(default_factory=dict)
    # By column the words in place of a value that only programs read.
    words: Mapping[str, Callable[[Any], str]] = field(default_factory=dict)

    @property
    def heads(self) -> list[str]:
        names = self.rows[0] if self.rows else []
        return [column_name(name, self.columns.get(name)) for name in names]

    @property
    def lines(self) -> list[list[str]]:
        words = {name: self._words_of(name) for name in (self.rows[0] if self.rows else [])}
        return [[_display(words[name](value)) for name, value in row.items()] for row in self.rows]

    def _words_of(self, name: str) -> Callable[[Any], Any]:
        """Return the function that says the codes and keys of a column in words."""
        if name in self.words:
            return self.words[name]
        named = self._named(name)
        return lambda value: named.get(value, value) if named else value

    def _named(self, name: str) -> dict[Any, str]:
        column = self.columns.get(name)
        if column is None:
            return {}
        if column.related_model in NAMED:
            there = {row[name] for row in self.rows}
            rows = column.related_model._base_manager.filter(pk__in=there)
            return {row.pk: _name_of(row) for row in rows}
        return {code: str(word) for code, word in column.flatchoices}


def sections(person: Person) -> list[Section]:
    """Return all that is stored of a person, table by table; those without a row are left out.

    The data of records that were merged into this one come with it.
    """
    all_sections = [*_own(person), *_of_links(person), *_mentions(person)]
    for merge in person.merges.select_related("absorbed__user"):
        part = [*_own(merge.absorbed), *_of_links(merge.absorbed), *_mentions(merge.absorbed)]
        all_sections += [
            replace(section, place=f"{section.place} #{merge.absorbed_id}") for section in part
        ]
    return [section for section in all_sections if section.rows]


def _own(person: Person) -> Iterator[Section]:
    yield _section(Person._base_manager.filter(pk=person.pk))
    if person.user_id:
        yield _section(User._base_manager.filter(pk=person.user_id))


def _of_links(person: Person) -> Iterator[Section]:
    for rows, keys in own_rows.rows_of(person):
        yield _section(rows, keys)
    for label, path in ABOVE.items():
        rows = apps.get_model(label)._base_manager.filter(**{path: person.pk})
        yield _section(rows.distinct().order_by("pk"))
    yield from _without_key(person)
    for rows, column in own_rows.deeds_of(person):
        yield _done(rows, column)


def _without_key(person: Person) -> Iterator[Section]:
    yield _section(own_rows.mails_to(person))
    entries: dict[Game, list[dict[str, Any]]] = {}
    for entry in own_rows.entries_of(person).iterator(2000):
        entries.setdefault(entry.game, []).append({"type": entry.type, **entry.data})
    title = pgettext("of own data", "Throws and entries at your seat")
    yield _games("games.Entry", title, entries.items())
    title = pgettext("of own data", "Other versions of your games")
    yield _games("games.OtherVersion", title, own_rows.other_versions_of(person))
    yield _section(own_rows.security_private_of(person))
    log = own_rows.security_of(person).values("number", "at", "kind")
    words = {"kind": lambda kind: str(security_labels.KINDS.get(kind, kind))}
    title = pgettext("of own data", "Security log: by you or about you")
    yield Section("league.SecurityEntry", title, [dict(row) for row in log], words=words)


def _games(place: str, title: str, games: Iterable[tuple[Any, list[dict[str, Any]]]]) -> Section:
    """Return a row for each game: its table, its number, and the events as the log has them."""
    rows = [
        {"table_id": game.table_id, "number": game.number, "events": events}
        for game, events in games
    ]
    return Section(place, title, rows, words={"events": _dice})


def _dice(events: list[dict[str, Any]]) -> str:
    """Say the events of a seat as a row of dice; one without dice by its type."""
    said = ("-".join(map(str, event.get("dice") or [event["type"]])) for event in events)
    return " · ".join(said)


def _section(rows: "QuerySet[Any]", keys: Sequence[str] = ()) -> Section:
    """Return rows whole. A key that is the person in each of them is not said again."""
    model = rows.model
    own = keys[0] if len(keys) == 1 else ""
    shown = [
        column
        for column in model._meta.concrete_fields
        if _is_shown(column) and not (column.name == own and column.related_model in {Person, User})
    ]
    values = [{f.attname: getattr(row, f.attname) for f in shown} for row in rows.iterator(2000)]
    columns = {f.attname: f for f in shown}
    return Section(model._meta.label, table_name(model), values, columns)


def _name_of(row: Any) -> str:
    day = getattr(row, "business_date", None)
    return f"{row}, {_display(day)}" if day else str(row)


def _is_shown(column: "Field[Any, Any]") -> bool:
    return not (
        SECRET.intersection({column.name, f"{column.model._meta.label}.{column.name}"})
        or isinstance(column, BinaryField)
    )


def _done(rows: "QuerySet[Any]", column: "Field[Any, Any]") -> Section:
    """Return rows done by the person, with their moments only."""
    model = rows.model
    moments = [f.attname for f in model._meta.concrete_fields if isinstance(f, DateTimeField)]
    values = [dict(row) for row in rows.values(model._meta.pk.attname, *moments).iterator(2000)]
    title = _("%(what)s: by you") % {"what": table_name(model)}
    return Section(f"{model._meta.label}.{column.name}", title, values)


def _mentions(person: Person) -> Iterator[Section]:
    """Yield the words of others that name the person, and those of them that the books keep."""
    mentions = queries.mentions_of(person)
    named = [
        {"place": table_name(change.model), "text": _text(change.before)}
        for change in queries.changes_of(person, mentions)
    ]
    yield Section("mentions", _("Words that name you"), named)
    retained = [
        {
            "place": queries.place_name(k.place),
            "number": k.row,
            "ground": ground_of(k.ground, queries.rule_now()),
            "until": k.ends_on,
        }
        for k in queries.kept_of(person, mentions, queries.rule_now())
    ]
    yield Section("kept", _("What the books keep, and until when"), retained)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _display(value: Any) -> str:
    if value is None or value == "":
        return "–"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, datetime):
        return date_format(timezone.localtime(value), "SHORT_DATETIME_FORMAT")
    if isinstance(value, date):
        return date_format(value, "SHORT_DATE_FORMAT")
    return _text(value) if isinstance(value, dict | list) else str(value)


def _vouchers(person: Person) -> dict[str, bytes]:
    """Return the files of the vouchers of bookings on the person's own account, by their numbers.

    Missing files are left out.
    """
    own = Voucher.objects.filter(
        kind=Voucher.Kind.FILE, transactions__postings__account__person=person
    )
    files = {}
    for voucher in own.distinct():
        content = voucher_files.content_of(voucher.sha256)
        if content is not None:
            ending = voucher.media_type.rpartition("/")[2]
            name = _("voucher-%(year)s-%(number)s") % vars(voucher)
            files[f"{name}.{ending}"] = content
    return files


def _photos(person: Person) -> dict[str, bytes]:
    """Return the person's own photo, and those of records that were merged into this one."""
    records = [person.pk, *person.merges.values_list("absorbed", flat=True)]
    known = PersonDetails.objects.filter(person__in=records).exclude(photo="")
    files = {}
    for number, photo in enumerate(known.order_by("pk").values_list("photo", flat=True)):
        content = file_store.content_of(Path(settings.PHOTO_DIR), photo)
        if content is not None:
            files[_("photo") + (f"-{number + 1}" if number else "") + ".jpg"] = content
    return files


def archive(person: Person, now: datetime) -> bytes:
    """Return the archive as a ZIP of two equal parts. Made anew each time, stored nowhere."""
    stored = sections(person)
    club = the_club()
    rule = queries.rule_now()
    exported = {
        "format": "schockwart-person",
        "version": 1,
        "club": str(club),
        "made": now.isoformat(),
        "person": {"number": person.pk, "name": person.name},
        "tables": {section.place: section.rows for section in stored},
        "privacy": privacy_of(club) if not club.privacy else club.privacy,
        "retention": {name: getattr(rule, name) for name in rule.FIELDS},
    }
    page = render_to_string(
        "privacy/archive.html",
        {
            "person": person,
            "sections": stored,
            "club_name": club,
            "made": now,
            "privacy": exported["privacy"],
            "rule": rule,
        },
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as parts:
        moment = timezone.localtime(now).timetuple()[:6]
        files: dict[str, str | bytes] = {
            _("my-data.html"): page,
            _("my-data.json"): json.dumps(exported, ensure_ascii=False, indent=1, default=str),
            **_photos(person),
            **_vouchers(person),
        }
        for name, content in files.items():
            info = zipfile.ZipInfo(name, date_time=moment)
            info.compress_type = zipfile.ZIP_DEFLATED
            parts.writestr(info, content)
    return out.getvalue()
