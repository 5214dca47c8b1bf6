"""Read the data stored of a person, the outcome of an erasure, and the rule for keeping."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.apps import apps
from django.db.models import CASCADE, Field, Model, Q, QuerySet
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import override

from config.privacy import columns
from config.privacy.likely import Likely, Path, Span
from config.privacy.mentions import Mentions
from config.privacy.models import DataRequest, Erasure, KeptRecord, RetentionRule, RetentionRun
from finance.checks.versions import NAMES
from finance.sepa.models import Mandate
from league.access.queries.rights import KEEPS_PEOPLE, Role, holds, person_of
from league.approvals.models import Approval, ApprovalText
from league.club.queries import the_club
from league.people.models.people import Membership, Office, Person, User
from league.people.queries.details import details_of
from league.people.queries.postal import postal_address
from league.people.registry import still_open
from league.reports.models import Report
from league.tournaments.models.tournaments import Registration
from league.web.rows import row_or_404

# Offices that read which records of erased people are kept.
READS_KEPT = (Role.CHAIR, Role.TREASURER, Role.AUDITOR)


@dataclass(frozen=True)
class Change:
    """One column of one row in which a mention goes; `value` is its new content."""

    model: type[Model]
    pk: int
    column: str
    before: Any
    value: Any


@dataclass(frozen=True)
class Hit:
    """A text that may mean a person without the name, as it is once the name is out of it."""

    place: str
    row: int
    column: str
    path: Path
    text: str
    spans: list[Span]


@dataclass(frozen=True)
class Keeping:
    """One row that stays in the books, until the day `ends_on`."""

    place: str
    row: int
    ground: str
    ends_on: date


@dataclass(frozen=True)
class Preview:
    """The outcome of erasing a person. `refusals` are sentences: with one, nothing is erased."""

    person: Person
    instead: str
    deleted: dict[str, tuple[int, ...]]
    changes: list[Change]
    hits: list[Hit]
    retained: list[Keeping]
    reports: int
    words: list[str]
    # The texts of the rows that are deleted.
    contents: str
    refusals: list[str] = field(default_factory=list)
    # Of the records that were merged into this one: they are erased with it.
    merged: list["Preview"] = field(default_factory=list)

    @property
    def digest(self) -> str:
        """Return a digest of all of it: another one once anything of it has changed."""
        login = self.person.user
        content = [
            *(self.person.pk, self.person.name, self.person.nickname, login and login.email),
            *(self.instead, sorted(self.deleted.items()), self.reports, self.refusals),
            *(self.words, self.contents),
            [[c.model._meta.label, c.pk, c.column, repr(c.before)] for c in self.changes],
            [[h.place, h.row, h.column, h.path, h.text] for h in self.hits],
            [[k.place, k.row, k.ground, k.ends_on.isoformat()] for k in self.retained],
            [part.digest for part in self.merged],
        ]
        return hashlib.sha256(json.dumps(content, ensure_ascii=True).encode()).hexdigest()

    @property
    def deleted_count(self) -> int:
        return sum(sum(map(len, part.deleted.values())) for part in self._parts)

    @property
    def changes_count(self) -> int:
        rows = {(c.model, c.pk, c.column) for part in self._parts for c in part.changes}
        return len(rows)

    @property
    def _parts(self) -> list["Preview"]:
        return [self, *self.merged]

    @property
    def places(self) -> list[tuple[str, str, date, int]]:
        """Return the rows that stay, counted by place, ground and end."""
        rows = {k for part in self._parts for k in part.retained}
        counted = Counter((k.place, k.ground, k.ends_on) for k in rows)
        return [(*key, count) for key, count in sorted(counted.items())]


# --- data stored of a person ----------------------------------------------------------------
def links_to(target: type[Model]) -> Iterator[tuple[type[Model], "Field[Any, Any]"]]:
    """Yield every column of every table that names a person, or a login, by its key."""
    for model in apps.get_models():
        for column in model._meta.concrete_fields:
            if column.is_relation and column.related_model is target:
                yield model, column


def belongings(person: Person) -> dict[str, tuple[int, ...]]:
    """Return the rows that belong to this person alone, by model: they go with the name."""
    rows: dict[str, tuple[int, ...]] = {}
    targets: list[tuple[type[Model], int]] = [(Person, person.pk)]
    if person.user_id:
        targets.append((User, person.user_id))
    for target, key in targets:
        for model, column in links_to(target):
            if getattr(column.remote_field, "on_delete", None) is not CASCADE:
                continue
            keys = model._base_manager.filter(**{column.name: key}).order_by("pk")
            if pks := tuple(keys.values_list("pk", flat=True)):
                rows[model._meta.label] = tuple(sorted({*rows.get(model._meta.label, ()), *pks}))
    return rows


def instead_of(person: Person) -> str:
    """Return the words in place of the name: the number stays the same for all that was played."""
    with override(the_club().language):
        return _("Somebody no. %(number)s") % {"number": person.pk}


def written_as(person: Person) -> list[str]:
    """Return all words that name this person: names, nicknames, addresses of mail and letters."""
    words = [person.name, " ".join(reversed(person.name.split(" ", 1))), person.nickname]
    words.append(", ".join(reversed(person.name.rsplit(" ", 1))))
    if person.user:
        words.append(person.user.email)
    acts = ApprovalText.objects.filter(approval__person=person, approval__kind="address")
    for old, new in acts.values_list("old_email", "new_email"):
        words += [old, new]
    for registration in Registration.objects.filter(person=person):
        words += [registration.name, registration.email, registration.alias]
    if (postal := postal_address(person)) is not None:
        words.append(postal.street)
    details = details_of(person)
    words += [details.phone, details.second_phone, details.nickname]
    words += person.former_names.values_list("name", flat=True)
    if (mandate := Mandate.objects.filter(person=person).last()) is not None:
        words += [mandate.holder, mandate.iban]
    return [word for word in words if word]


def mentions_of(person: Person) -> Mentions:
    return Mentions.of(written_as(person), instead_of(person))


def likely_of(person: Person) -> Likely:
    """Return the words that may mean this person without being a name. Two queries."""
    names = [person.name, *person.former_names.values_list("name", flat=True)]
    details = details_of(person)
    others = Person.objects.exclude(pk=person.pk).values_list("name", flat=True)
    return Likely.of(names, [details.phone, details.second_phone], others)


def changes_of(person: Person, mentions: Mentions) -> Iterator[Change]:
    """Yield the changes to words of others, or of the club, that name the person."""
    for model, pk, column, before in _words():
        if mentions.found_in(before):
            yield _change(model, pk, column, mentions, before)


def _words() -> Iterator[tuple[type[Model], int, str, Any]]:
    """Yield each text of others and of the club, with its row and column. A query for a table."""
    for label, fields in columns.WORDS.items():
        model = apps.get_model(label)
        for row in model._base_manager.order_by("pk").values("pk", *fields).iterator(2000):
            for column in fields:
                yield model, row["pk"], column, row[column]


def _change(model: type[Model], pk: int, column: str, mentions: Mentions, before: Any) -> Change:
    emptied = is_emptied(model, column)
    value = "" if emptied else _fitting(model, column, mentions, before)
    return Change(model, pk, column, before, value)


def is_emptied(model: type[Model], column: str) -> bool:
    """Return True for words that the database lets no one rewrite, only empty."""
    label = model._meta.label
    return bool(columns.EMPTIED.intersection({label, f"{label}.{column}"}))


def _found(mentions: Mentions, likely: Likely) -> tuple[list[Change], list[Hit]]:
    """Return what an erasure changes, and what an officer has to decide on."""
    changes, hits = [], []
    for model, pk, column, value in _words():
        if mentions.found_in(value):
            changes.append(change := _change(model, pk, column, mentions, value))
            value = change.value
        hits += [
            Hit(model._meta.label, pk, column, path, text, spans)
            for path, text, spans in likely.found_in(value)
        ]
    return changes, hits


def _fitting(model: type[Model], column: str, mentions: Mentions, value: Any) -> Any:
    """Return the value without the mention, cut to fit its column; an address becomes none."""
    if column in {"email", "contact"}:
        return ""
    changed = mentions.without(value)
    longest = getattr(model._meta.get_field(column), "max_length", None)
    return changed[:longest] if longest and isinstance(changed, str) else changed


def kept_of(person: Person, mentions: Mentions, rule: RetentionRule) -> Iterator[Keeping]:
    """Yield the rows of the books that name the person and have to stay."""
    years = {
        KeptRecord.Ground.BOOKS: rule.book_years,
        KeptRecord.Ground.VOUCHERS: rule.voucher_years,
    }
    for label, retained in columns.RETAINED.items():
        model = apps.get_model(label)
        own = set()
        if retained.person:
            rows = model._base_manager.filter(**{retained.person: person.pk})
            own = set(rows.values_list("pk", flat=True))
        blob = [name for name in retained.besides if name == "pdf"]
        for row in (
            model._base_manager.select_related(*retained.related).defer(*blob).order_by("pk")
        ).iterator(2000):
            if row.pk in own or any(mentions.found_in(getattr(row, w)) for w in retained.words):
                last = retained.day(row).year + years[KeptRecord.Ground(retained.ground)]
                yield Keeping(label, row.pk, retained.ground, date(last, 12, 31))


# --- the outcome of an erasure --------------------------------------------------------------
def preview(person: Person, today: date) -> Preview:
    """Return all that erasing this person today does, with the records merged into this one.

    Reads every column of words of the database, once for each record.
    """
    merges = person.merges.select_related("absorbed__user")
    merged = [_preview(merge.absorbed, today, []) for merge in merges]
    complete = _preview(person, today, merged)
    complete.refusals.extend(sentence for part in merged for sentence in part.refusals)
    return complete


def _preview(person: Person, today: date, merged: list[Preview]) -> Preview:
    mentions = mentions_of(person)
    changes, hits = _found(mentions, likely_of(person))
    deleted = belongings(person)
    return Preview(
        person=person,
        instead=mentions.instead,
        deleted=deleted,
        changes=changes,
        hits=[hit for hit in hits if hit.row not in deleted.get(hit.place, ())],
        retained=list(kept_of(person, mentions, rule_now())),
        reports=Report.objects.exclude(sha256="").count(),
        words=written_as(person),
        contents=repr(
            [
                list(
                    apps.get_model(label)._base_manager.filter(pk__in=keys).order_by("pk").values()
                )
                for label, keys in sorted(deleted.items())
            ]
        ),
        refusals=_refusals(person, changes, today),
        merged=merged,
    )


def _refusals(person: Person, changes: list[Change], today: date) -> list[str]:
    sentences = []
    later = Q(end=None) | Q(end__gt=today)
    if Erasure.objects.filter(person=person).exists():
        return [_("This has been done already.")]
    if Membership.objects.filter(later, person=person).exists():
        sentences.append(
            _("The membership has not ended: end it first. Erasing works from the day after.")
        )
    if Office.objects.filter(later, person=person).exists():
        sentences.append(_("An office has not ended: end it first."))
    sentences += still_open(person)
    if Mandate.objects.filter(person=person, ended_at=None).exists():
        sentences.append(_("A direct debit mandate is still open: end it first."))
    if Approval.objects.filter(person=person, state=Approval.State.WAITING).exists():
        sentences.append(_("Something of this person waits for a second person: decide on it."))
    coming = Registration.objects.exclude(state=Registration.State.CANCELLED)
    if coming.filter(person=person, event__business_date__gte=today).exists():
        sentences.append(_("There is a registration for a tournament: cancel it first."))
    if any(change.model._meta.label == "league.Club" for change in changes):
        sentences.append(
            _("“Our club” names this person, for example in the legal notice: change it first.")
        )
    return sentences


# --- rights and what holds ------------------------------------------------------------------
def rules() -> list[RetentionRule]:
    """Return all the club's rules, the earliest first. One query."""
    return list(RetentionRule.objects.select_related("set_by__person"))


def rule_now() -> RetentionRule:
    """Return the club's last rule; the defaults if it has decided nothing."""
    return RetentionRule.objects.last() or RetentionRule()


def may_keep(user: Any, today: date) -> bool:
    return holds(user, KEEPS_PEOPLE, today)


def person_with_data(user: Any, pk: int, today: date) -> Person:
    """Return one's own person, or any for a keeper; Http404 if refused, erased or merged."""
    own = person_of(user)
    if not (own is not None and own.pk == pk) and not may_keep(user, today):
        raise Http404
    return row_or_404(Person.objects.select_related("user"), pk=pk, erasure=None, merge=None)


def open_requests() -> QuerySet[DataRequest]:
    """Return the requests that are not done yet, the oldest first."""
    return DataRequest.objects.filter(done_at=None).select_related("person").order_by("asked_at")


def requests_of(person: Person) -> QuerySet[DataRequest]:
    return DataRequest.objects.filter(person=person)


def kept_records() -> list[tuple[Erasure, list[tuple[str, str, date, int]]]]:
    """Return erased people by the day, each with the rows that stay: place, ground, end, number."""
    listed = []
    for erasure in Erasure.objects.select_related("person").prefetch_related("kept"):
        counted = Counter(
            (place_name(record.place), record.ground, record.ends_on)
            for record in erasure.kept.all()
            if record.gone_at is None
        )
        listed.append((erasure, [(*key, count) for key, count in sorted(counted.items())]))
    return listed


def place_name(label: str) -> str:
    """Return the name of a table for people who keep books."""
    named = {
        "finance.TransactionText": _("Text of a booking"),
        "finance.VoucherText": _("Text of a voucher"),
        "league.Minutes": _("Minutes of a meeting"),
        "league.MinutesAddendum": _("Addendum to minutes"),
    }
    return named.get(label) or str(NAMES.get(label.rpartition(".")[2].lower(), label))


def latest_runs() -> QuerySet[RetentionRun]:
    return RetentionRun.objects.all()[:14]
