"""Writes about people: persons, logins, memberships, offices."""

import re
from datetime import date, datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from league.access import services as access
from league.access.queries.rights import day_of
from league.approvals import services as approvals
from league.approvals.models import Approval
from league.errors import IllegalError, InvalidError
from league.people.models.details import FormerName
from league.people.models.kinds import MembershipKind
from league.people.models.people import Membership, Office, Person, User, sort_key
from league.security import services as security
from league.security.models import SecurityEntry
from league.standings.services import mark_membership_stale
from league.web.mailbox import tidy
from league.web.plain_words import is_visible
from league.web.spelling import composed


def create_person(*, name: str, email: str = "") -> Person:
    """Create a person, with a login if an address is given. Raises InvalidError.

    Locks nothing; the address is unique in the database.
    """
    name = _checked_name(name)
    try:
        with transaction.atomic():
            user = User.objects.create_user(email) if email else None
            return Person.objects.create(name=name, user=user)
    except IntegrityError as error:
        raise email_taken() from error


def email_taken() -> InvalidError:
    return InvalidError(
        "email_taken",
        _("Somebody already logs in with this email address."),
        field="email",
    )


def correct_person(*, person: Person, now: datetime | None = None, **values: Any) -> Person:
    """Correct fields of `Person.CORRECTED`, everywhere at once. Locks the person.

    Logged with its author, if `now` gives the time. Raises InvalidError for an invalid name or
    another person's.
    """
    with transaction.atomic():
        person = Person.objects.select_for_update(no_key=True).get(pk=person.pk)
        before = person.name
        for field in Person.CORRECTED:
            if field in values:
                setattr(person, field, values[field])
        if "name" in values:
            person.name = _checked_name(values["name"], but=person)
        person.save(update_fields=[*values, "sort_key"])
        if person.name != before:
            FormerName.objects.create(person=person, name=before)
        _note(person, "name", now)
        return person


def _note(person: Person, about: str, now: datetime | None) -> None:
    """Log that an existing person was changed in this."""
    if now is not None:
        kind = SecurityEntry.Kind.PERSON_CHANGED
        security.note(kind=kind, now=now, subject=person, about=about)


# The app's own words for a person who shows no name: no nickname may be one of them.
LIKE_NOBODY = re.compile(r"((startnummer|nummer|nr\.?|teilnehmer(in)?|#)?\s*\d*)|jemand|somebody")


def show_as(*, person: Person, seen_as: str, nickname: str = "") -> Person:
    """Set how the public sees a person from now on, everywhere. Repeatable.

    Locks the person. InvalidError for a nickname that is missing or belongs to another.
    """
    with transaction.atomic():
        person = Person.objects.select_for_update(no_key=True).get(pk=person.pk)
        if seen_as not in Person.SeenAs.values:
            raise InvalidError("seen_as_unknown", _("Choose how others see you."), field="seen_as")
        is_nickname = seen_as == Person.SeenAs.NICKNAME
        person.seen_as = seen_as
        person.nickname = _checked_nickname(nickname, person) if is_nickname else ""
        try:
            with transaction.atomic():
                person.save(update_fields=["seen_as", "nickname", "sort_key"])
        except IntegrityError as error:
            raise _nickname_taken() from error
        return person


def _checked_nickname(nickname: str, person: Person) -> str:
    nickname = " ".join(nickname.split())
    if not nickname or not nickname.isprintable():
        raise InvalidError("nickname_missing", _("Which nickname?"), field="nickname")
    if len(nickname) > 40:
        raise InvalidError(
            "nickname_too_long", _("At most 40 characters, or it does not fit."), field="nickname"
        )
    key = sort_key(nickname)
    if LIKE_NOBODY.fullmatch(key):
        raise InvalidError(
            "nickname_like_nobody",
            _("That is what the app calls people who show no name. Choose another."),
            field="nickname",
        )
    others = Person.objects.exclude(pk=person.pk)
    nicknames = others.exclude(nickname="").values_list("nickname", flat=True)
    if others.filter(sort_key=key).exists() or key in map(sort_key, nicknames):
        raise _nickname_taken()
    return nickname


def _nickname_taken() -> InvalidError:
    return InvalidError(
        "nickname_taken", _("Somebody here already has that name. Take another."), field="nickname"
    )


def tidy_name(name: str) -> str:
    """Return the name composed and without needless spaces; InvalidError for an invalid one."""
    name = " ".join(composed(name).split())
    if not name:
        raise InvalidError("name_missing", _("Please enter a name."), field="name")
    if len(name) > 80:
        raise InvalidError(
            "name_too_long", _("The name is too long: 80 characters at most."), field="name"
        )
    if not is_visible(name):
        raise InvalidError(
            "name_unprintable", _("There is an invisible character in that name."), field="name"
        )
    return name


def _checked_name(name: str, but: Person | None = None) -> str:
    """Return the tidy name; InvalidError for an invalid one or another person's."""
    name = tidy_name(name)
    others = Person.objects.filter(sort_key=sort_key(name))
    if (others.exclude(pk=but.pk) if but else others).exists():
        raise InvalidError(
            "name_taken",
            _("Somebody here already has that name. Add something to tell the two apart."),
            field="name",
        )
    return name


def create_member(*, name: str, email: str, kind: str, start: date) -> Person:
    """Create a person who is a member from `start` on, or a guest if `kind` is empty."""
    with transaction.atomic():
        person = create_person(name=name, email=email)
        if kind:
            start_membership(person=person, kind=kind, start=start)
        return person


def give_login(*, person: Person, email: str) -> User:
    """Let a person log in by codes sent to this address. Raises InvalidError.

    Locks the person. An existing login gets the new address; every device is logged out, and the
    old address gets no more codes. People change addresses by `addresses.change_address`, which
    records it.
    """
    try:
        with transaction.atomic():
            person = Person.objects.select_for_update(no_key=True).get(pk=person.pk)
            if person.user is None:
                person.user = User.objects.create_user(email)
                person.save(update_fields=["user", "sort_key"])
            else:
                person.user.email = tidy(email)
                person.user.set_unusable_password()  # sessions hang on it, so they all end
                person.user.save(update_fields=["email", "password"])
                access.end_every_session(user=person.user)
            return person.user
    except IntegrityError as error:
        raise email_taken() from error


def read_in(*, user: User, language: str) -> None:
    """Write mails to this login in this language from now on. Repeatable; one statement."""
    if user.language != language:
        User.objects.filter(pk=user.pk).update(language=language)


def start_membership(
    *, person: Person, kind: str, start: date, now: datetime | None = None
) -> Membership:
    """Make the person a member of this kind from `start` on; a running membership ends then. Logged
    with its author, if `now` gives the time.

    Locks the person. IllegalError if another one begins later or the kind is over by then.
    """
    with transaction.atomic():
        Person.objects.select_for_update(no_key=True).get(pk=person.pk)
        membership_kind = MembershipKind.objects.filter(pk=kind).first()
        if membership_kind is None or (
            membership_kind.ended_on is not None and membership_kind.ended_on <= start
        ):
            raise IllegalError(
                "kind_ended",
                _("There is no such membership on that day. Choose another."),
                field="kind",
            )
        if Membership.objects.filter(person=person, start__gte=start).exists():
            raise IllegalError(
                "membership_later",
                _("A membership of this person already starts on that day or later."),
                field="start",
            )
        Membership.objects.on(start).filter(person=person).update(end=start)
        _note(person, f"membership:{kind}", now)
        membership = Membership.objects.create(person=person, kind=membership_kind, start=start)
        mark_membership_stale(person=person)
        return membership


def end_membership(*, person: Person, end: date, now: datetime | None = None) -> None:
    """End the membership: `end` is the first day without it; a later planned end moves there.
    Logged with its author, if `now` gives the time.

    Locks the person. IllegalError if none runs until then, or another one begins later.
    """
    with transaction.atomic():
        Person.objects.select_for_update(no_key=True).get(pk=person.pk)
        own = Membership.objects.filter(person=person)
        running = own.filter(Q(end=None) | Q(end__gte=end), start__lt=end)
        if own.filter(start__gte=end).exists() or not running.update(end=end):
            raise IllegalError(
                "no_membership", _("This person has no current membership on that day.")
            )
        _note(person, "membership_end", now)
        mark_membership_stale(person=person)


# A person with one of these by his own hand would keep the till, audit it, or rule on debts to it.
NOT_BY_ONESELF = (Office.Role.TREASURER, Office.Role.AUDITOR, Office.Role.CHAIR)


def give_office(
    *,
    person: Person,
    role: str,
    start: date,
    by: Person | None,
    now: datetime,
    replaces: Office | None = None,
) -> Office | Approval:
    """Appoint a person; to an own office at the till only with a second person, and it waits until
    then. The office that it `replaces` ends on the day on which this one begins.

    Locks the person and that office. IllegalError as `appoint`.
    """
    if by is None or by.pk != person.pk or role not in NOT_BY_ONESELF:
        return _succeed(replaces, person=person, role=role, start=start)
    with transaction.atomic():
        Person.objects.select_for_update(no_key=True).get(pk=person.pk)
        _must_be_possible(person, role, start)
        return approvals.propose(
            kind="office",
            about=f"office:{person.pk}:{role}",
            person=person,
            by=by,
            values={
                "role": role,
                "start": start.isoformat(),
                **({"replaces": replaces.pk} if replaces else {}),
            },
            now=now,
        )


def _succeed(replaced: Office | None, *, person: Person, role: str, start: date) -> Office:
    with transaction.atomic():
        Person.objects.select_for_update(no_key=True).get(pk=person.pk)
        if replaced is not None and (replaced.end is None or replaced.end > start):
            dismiss(office=replaced, end=start)
        return appoint(person=person, role=role, start=start)


def carry_out_office(approval: Approval, now: datetime) -> None:
    """Appoint a person who appointed himself; not before the day it is confirmed."""
    start = date.fromisoformat(approval.values["start"])
    if start >= day_of(approval.proposed_at):
        start = max(start, day_of(now))
    replaced = Office.objects.filter(pk=approval.values.get("replaces")).first()
    _succeed(replaced, person=approval.person, role=approval.values["role"], start=start)


def appoint(*, person: Person, role: str, start: date) -> Office:
    """Give the person an office from `start` on. Locks the person.

    A person who keeps or commands the till does not audit it, and the other way round:
    IllegalError.
    """
    with transaction.atomic():
        Person.objects.select_for_update(no_key=True).get(pk=person.pk)
        _must_be_possible(person, role, start)
        return Office.objects.create(person=person, role=role, start=start)


def _must_be_possible(person: Person, role: str, start: date) -> None:
    offices = Office.objects.filter(Q(end=None) | Q(end__gt=start), person=person)
    other = offices.filter(role=role).first()
    if other is not None:
        sentence = _("This person already holds that office on that day.")
        if other.start <= start and other.end is not None:
            sentence = _("This person holds that office until %(day)s. Give it anew from %(next)s.")
        days = {"day": other.last_day, "next": other.end}
        dates = {name: date_format(day, "SHORT_DATE_FORMAT") for name, day in days.items() if day}
        raise IllegalError("office_held", sentence % dates, field="role")
    rivals = Office.BOARD if role == Office.Role.AUDITOR else (Office.Role.AUDITOR,)
    if role in (*Office.BOARD, Office.Role.AUDITOR) and offices.filter(role__in=rivals).exists():
        raise IllegalError(
            "auditor_on_board",
            _("Whoever audits the till must not be on the board. End the other office first."),
            field="role",
        )


def dismiss(*, office: Office, end: date) -> Office:
    """End an office; `end` is the first day without it. Locks the office; raises IllegalError."""
    with transaction.atomic():
        office = Office.objects.select_for_update(no_key=True).get(pk=office.pk)
        if office.end is not None and office.end <= end:
            raise IllegalError("office_ended", _("This office has ended already."))
        # An office given by mistake today ends with its first day.
        office.end = max(end, office.start + timedelta(days=1))
        office.save(update_fields=["end"])
        return office
