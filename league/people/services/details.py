"""Writes about further details of people, and their readers."""

from datetime import date, datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from league.access.models import ReadToken
from league.club.models import ClubChange
from league.club.services import note_change
from league.errors import IllegalError, InvalidError
from league.evenings.models import CalendarLink
from league.files import file_store
from league.files.pictures import (
    MOST_PHOTO_BYTES,
    MOST_PIXELS,
    as_photo,
    refuse_many_pixels,
)
from league.people.models.details import (
    Consent,
    DetailField,
    DetailValue,
    MembershipCorrection,
    PersonDetails,
)
from league.people.models.kinds import MembershipKind
from league.people.models.people import Membership, Person, User
from league.people.queries.details import FROM_THE_START, offices_after, own_fields
from league.people.reading.cells import PHONE
from league.people.services.people import dismiss, end_membership, show_as
from league.standings.services import mark_membership_stale

MOST_OWN_FIELDS = 12
_FIELDS = (
    *("nickname", "phone", "second_phone", "birthday", "member_number", "notes", "reachable"),
)


def save_details(
    *,
    person: Person,
    values: dict[str, Any],
    photo: bytes | None = None,
    without_photo: bool = False,
    now: datetime,
) -> PersonDetails:
    """Store details of the person; fields missing from `values` stay. Repeatable.

    `values` are fields of PersonDetails, codes of the club's own fields, and `greeted`: whether the
    person wants to be congratulated. Locks the person. InvalidError for an invalid phone number,
    birthday or picture, or another person's number.
    """
    with transaction.atomic():
        Person.objects.select_for_update(no_key=True).get(pk=person.pk)
        details, _made = PersonDetails.objects.get_or_create(person=person)
        _check(values, now)
        for name in _FIELDS:
            if name in values:
                setattr(details, name, values[name])
        before = details.photo
        if photo is not None:
            details.photo = _stored(photo)
        elif without_photo:
            details.photo = ""
        try:
            with transaction.atomic():
                details.save()
        except IntegrityError as error:
            raise InvalidError(
                "member_number_taken",
                _("Somebody else has this number."),
                field="member_number",
            ) from error
        if before != details.photo:
            drop_photo(before)
        for field in own_fields():
            if field.code in values:
                _set_value(person, field, values[field.code])
        note_consent(person, Consent.Subject.REACHED, details.reachable, now)
        if "greeted" in values:
            note_consent(person, Consent.Subject.GREETED, values["greeted"], now)
        return details


def _check(values: dict[str, Any], now: datetime) -> None:
    for field in ("phone", "second_phone"):
        phone = values.get(field, "")
        if phone and not PHONE.fullmatch(phone):
            raise InvalidError("phone_wrong", _("That is no phone number."), field=field)
    born: date | None = values.get("birthday")
    if born is not None and not date(1900, 1, 1) <= born <= now.date():
        raise InvalidError("birthday_wrong", _("That is no birthday."), field="birthday")


def _stored(photo: bytes) -> str:
    refuse_many_pixels(photo, MOST_PIXELS, "photo")
    picture = as_photo(photo) if len(photo) <= MOST_PHOTO_BYTES else None
    if picture is None:
        raise InvalidError(
            "photo_unreadable",
            _("Choose a picture as PNG, JPEG or WebP of at most 15 MB."),
            field="photo",
        )
    return file_store.store(settings.PHOTO_DIR, picture)


def drop_photo(sha256: str) -> None:
    """Remove a photo's file with the end of the transaction, if no person has it any more."""
    if sha256 and not PersonDetails.objects.filter(photo=sha256).exists():
        path = file_store.path_of(settings.PHOTO_DIR, sha256)
        transaction.on_commit(lambda: path.unlink(missing_ok=True))


def _set_value(person: Person, field: DetailField, value: str) -> None:
    value = " ".join(value.split())
    if not value:
        DetailValue.objects.filter(person=person, field=field).delete()
        return
    if len(value) > 200 or not value.isprintable():
        raise InvalidError("detail_too_long", _("At most 200 characters."), field=field.code)
    DetailValue.objects.update_or_create(person=person, field=field, defaults={"value": value})


def note_consent(person: Person, subject: str, given: bool, now: datetime) -> None:
    """Date that a person gives or takes back a consent. Repeatable. Locks nothing."""
    open_now = Consent.objects.filter(person=person, subject=subject, withdrawn_at=None)
    if not given:
        open_now.update(withdrawn_at=now)
    elif not open_now.exists():
        Consent.objects.create(person=person, subject=subject, given_at=now)


def agree_to_be_seen(*, person: Person, seen_as: str, nickname: str = "", now: datetime) -> Person:
    """Set how the public sees a person from now on, as `people.show_as`, and date the consent."""
    with transaction.atomic():
        person = show_as(person=person, seen_as=seen_as, nickname=nickname)
        named = person.seen_as != Person.SeenAs.HIDDEN
        note_consent(person, Consent.Subject.NAMED, named, now)
        return person


# --- which fields there are -----------------------------------------------------------------
def set_seen_by(*, code: str, seen_by: str, by: User | None = None) -> DetailField:
    """Set the readers of a field. Repeatable; locks the field. InvalidError for unknown ones."""
    if seen_by not in DetailField.SeenBy.values:
        raise InvalidError("seen_by_unknown", _("Choose from the list."), field=code)
    if code not in FROM_THE_START and not own_fields().filter(code=code).exists():
        raise InvalidError("field_unknown", _("There is no such field."), field=code)
    with transaction.atomic():
        usual = FROM_THE_START[code][1] if code in FROM_THE_START else seen_by
        rows = DetailField.objects.select_for_update(no_key=True)
        field, _made = rows.get_or_create(code=code, defaults={"seen_by": usual})
        if field.seen_by != seen_by:
            note_change(matter=ClubChange.Matter.SEEN, code=code, before=field.seen_by, by=by)
            field.seen_by = seen_by
            field.save(update_fields=["seen_by"])
        return field


def add_field(*, name: str, seen_by: str, by: User | None = None) -> DetailField:
    """Add a field of the club's own. Repeatable by its name. InvalidError for none, or too many."""
    name = " ".join(name.split())
    if not name or len(name) > 40 or not name.isprintable():
        raise InvalidError("field_name_missing", _("What is it called?"), field="name")
    with transaction.atomic():
        there = list(DetailField.objects.select_for_update(no_key=True).exclude(name=""))
        known = [field for field in there if field.ended_at is None]
        same = next((f for f in known if f.name.casefold() == name.casefold()), None)
        if same is not None:
            return set_seen_by(code=same.code, seen_by=seen_by, by=by)
        if len(known) >= MOST_OWN_FIELDS:
            raise IllegalError("too_many_fields", _("That is enough. End another one first."))
        code = f"own-{len(there) + 1}"
        note_change(matter=ClubChange.Matter.SEEN, code=code, before="", by=by)
        return DetailField.objects.create(code=code, name=name, seen_by=seen_by)


def end_field(*, field: DetailField, now: datetime, by: User | None = None) -> None:
    """End a field: it is asked for no more, and its values are deleted. Repeatable."""
    with transaction.atomic():
        detail_field = DetailField.objects.select_for_update(no_key=True).get(pk=field.pk)
        if detail_field.ended_at is not None:
            return
        before = detail_field.seen_by
        note_change(matter=ClubChange.Matter.SEEN, code=field.pk, before=before, by=by)
        DetailValue.objects.filter(field=field).delete()
        detail_field.ended_at = now
        detail_field.save(update_fields=["ended_at"])


# --- memberships ----------------------------------------------------------------------------
def correct_membership(
    *,
    membership: Membership,
    kind: str,
    start: date,
    end: date | None,
    by: User | None,
    now: datetime,
) -> Membership:
    """Put kind and dates right, and write down the values before. Locks the person.

    `end` is the first day on which it no longer holds, None takes a planned end back. Values
    derived from the dates are compared with them: dues show the difference and book it.
    InvalidError for an end before the start, IllegalError if another membership holds then.
    """
    if end is not None and end <= start:
        raise InvalidError("ends_before", _("It has to last a day at least."), field="end")
    with transaction.atomic():
        Person.objects.select_for_update(no_key=True).get(pk=membership.person_id)
        there = Membership.objects.get(pk=membership.pk)
        if (there.kind_id, there.start, there.end) == (kind, start, end):
            return there
        if not MembershipKind.objects.filter(pk=kind).exists():
            raise InvalidError("kind_unknown", _("Choose from the list."), field="kind")
        MembershipCorrection.objects.create(
            membership=there,
            kind_id=there.kind_id,
            start=there.start,
            end=there.end,
            corrected_by=by,
            corrected_at=now,
        )
        there.kind_id, there.start, there.end = kind, start, end
        try:
            with transaction.atomic():
                there.save(update_fields=["kind", "start", "end"])
        except IntegrityError as error:
            raise IllegalError(
                "membership_overlaps",
                _("Another membership of this person holds on some of these days."),
                field="start",
            ) from error
        mark_membership_stale(person=there.person)
        return there


def leave(*, person: Person, last_day: date, now: datetime) -> None:
    """Let the person leave the club with this day: membership and offices end, also those that were
    to end later; programs and the calendar's link get nothing more. The login stays, for the own
    account. Locks the person.

    IllegalError without a membership to end.
    """
    end = last_day + timedelta(days=1)
    with transaction.atomic():
        end_membership(person=person, end=end)
        for office in offices_after(person, end):
            dismiss(office=office, end=end)
        ReadToken.objects.filter(person=person, revoked_at=None).update(revoked_at=now)
        CalendarLink.objects.filter(person=person).delete()
