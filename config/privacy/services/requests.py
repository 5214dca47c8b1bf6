"""Requests of people by the law, and the club's decisions about keeping."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from config.privacy import queries
from config.privacy.models import DataRequest, RetentionRule
from league.errors import InvalidError
from league.people.models.details import Consent
from league.people.models.people import Person, User
from league.people.services.details import note_consent
from league.reports.models import ReportSubscription
from league.tournaments.models.tournaments import Registration

Kind = DataRequest.Kind


def note_access(*, person: Person, by: User, now: datetime) -> DataRequest:
    """Note that an archive was taken. Locks nothing."""
    return DataRequest.objects.create(
        person=person, kind=Kind.ACCESS, asked_at=now, done_at=now, done_by=by
    )


def ask_for_erasure(*, person: Person, now: datetime) -> DataRequest:
    """Ask for the person's erasure; an officer looks at it. Repeatable. Locks the person."""
    with transaction.atomic():
        Person.objects.select_for_update(no_key=True).get(pk=person.pk)
        request, _made = DataRequest.objects.get_or_create(
            person=person, kind=Kind.ERASURE, done_at=None, defaults={"asked_at": now}
        )
        return request


def object_to_use(*, person: Person, by: User, now: datetime) -> DataRequest:
    """Hide the name from the public from now on, and send no mail but codes and debts.

    Locks the person. Repeatable: each is written down with its date.
    """
    with transaction.atomic():
        person = Person.objects.select_for_update(no_key=True).get(pk=person.pk)
        person.seen_as, person.nickname = Person.SeenAs.HIDDEN, ""
        person.wants_reminders = False
        person.save(update_fields=["seen_as", "nickname", "wants_reminders", "sort_key"])
        note_consent(person, Consent.Subject.NAMED, False, now)
        note_consent(person, Consent.Subject.GREETED, False, now)
        Registration.objects.filter(person=person).update(shown=Registration.Shown.NUMBER, alias="")
        mails = ReportSubscription.objects.filter(person=person, stopped_at=None)
        mails.update(stopped_at=now)
        return DataRequest.objects.create(
            person=person, kind=Kind.OBJECTION, asked_at=now, done_at=now, done_by=by
        )


def set_rule(*, values: dict[str, Any], by: User, now: datetime) -> RetentionRule:
    """Set the rule for keeping from now on; earlier rows stay. InvalidError out of range."""
    before = queries.rule_now()
    fields = {name: values.get(name, getattr(before, name)) for name in RetentionRule.FIELDS}
    for name, value in fields.items():
        most = RetentionRule.most(name)
        if name != "clause" and value is not None and not 1 <= value <= most:
            raise InvalidError(
                "retention_range",
                _("From 1 to %(most)s, or empty for no end.") % {"most": most},
                field=name,
            )
    if not fields["clause"].strip():
        raise InvalidError("clause_missing", _("Which clause?"), field="clause")
    if before.pk and all(getattr(before, name) == value for name, value in fields.items()):
        return before
    return RetentionRule.objects.create(**fields, set_by=by, set_at=now)
