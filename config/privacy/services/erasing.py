"""Erase a person: the name goes, but for records that the law keeps; the games stay."""

from datetime import datetime, timedelta
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import CharField, TextField
from django.utils.translation import gettext_lazy as _

from config.privacy import queries, register
from config.privacy.models import DataRequest, Erasure, KeptRecord
from config.privacy.queries import Preview
from config.privacy.services import possible
from config.privacy.services.rewriting import forget_salts, rewrite
from finance.bank.models.rules import BankRule
from finance.sepa.models import Mandate
from league.access.models import ReadToken
from league.access.queries.rights import day_of, person_of
from league.approvals.models import Approval, ApprovalText
from league.errors import IllegalError
from league.files import file_store
from league.guards.versioned import VersionedQuerySet, all_of
from league.links.models import Holder
from league.mail.models import Mail
from league.mail.services import NOTHING
from league.people.models.details import PersonDetails
from league.people.models.people import Membership, Office, Person, User
from league.people.queries.details import details_of
from league.reports.models import Report
from league.security import services as security
from league.security.models import SecurityEntry
from league.tournaments.models.registration_requests import RegistrationRequest
from league.tournaments.models.tournaments import Registration

# The domain of an address that cannot exist (RFC 2606).
NOWHERE = "erased.invalid"


def erase(
    *,
    person: Person,
    by: User | None,
    now: datetime,
    confirmed: str,
    cause: str = Erasure.Cause.ASKED,
) -> Erasure:
    """Erase a person for good, as the preview with the digest `confirmed` says. Locks the person.

    Raise IllegalError if anything of the preview has changed since, or something is open. A repeat
    returns the erasure that was done. The list outside of the backups is written with it.
    """
    with transaction.atomic():
        person = Person.objects.select_for_update(no_key=True).get(pk=person.pk)
        done = Erasure.objects.filter(person=person).first()
        if done is not None:
            return done
        preview = queries.preview(person, day_of(now))
        if preview.refusals:
            raise IllegalError("erasure_refused", " ".join(preview.refusals))
        if preview.digest != confirmed:
            raise IllegalError(
                "preview_changed",
                _("Something has changed since. Nothing is erased: look at it once more."),
            )
        for part in preview.merged:
            alone = queries.preview(part.person, day_of(now))
            _carry_out(alone, by=by, now=now, cause=cause)
        if preview.merged:  # the rows of the other names have changed meanwhile
            preview = queries.preview(person, day_of(now))
        erasure = _carry_out(preview, by=by, now=now, cause=cause)
        security.note(
            kind=SecurityEntry.Kind.ERASED,
            now=now,
            actor=person_of(by),
            subject=person,
            about=cause,
        )
        return erasure


def erase_again(*, entry: register.Entry) -> bool:
    """Erase a person whom a restored backup brought back, by the list outside of the backups.

    Open matters of that time do not hinder it. Return False if the person is not in this backup or
    its own row says so already. In the transaction of the restore.
    """
    person = Person.objects.filter(pk=entry.person).first()
    if person is None or person.created_at != entry.since:
        return False
    if Erasure.objects.filter(person=person).exists():
        return False
    today = day_of(entry.erased_at)
    with transaction.atomic():
        for dated in (Membership, Office):
            for row in dated.objects.filter(person=person, end=None):
                row.end = max(today, row.start + timedelta(days=1))
                row.save(update_fields=["end"])
        mandates = VersionedQuerySet(Mandate).filter(person=person, ended_at=None)
        mandates.update(ended_at=entry.erased_at)
        preview = queries.preview(person, today)
        _carry_out(preview, by=None, now=entry.erased_at, cause=entry.cause)
    return True


def _carry_out(preview: Preview, *, by: User | None, now: datetime, cause: str) -> Erasure:
    person = preview.person
    _photo(person)
    _words(preview, now)
    _contacts(person, now)
    for label, keys in preview.deleted.items():
        all_of(apps.get_model(label)).filter(pk__in=keys).delete()
    _reports()
    _registrations(person, preview.instead)
    if person.user is not None:
        _login(person.user, now)
    for column in Person._meta.concrete_fields:
        if isinstance(column, CharField | TextField) and column.blank:
            setattr(person, column.attname, "")
    person.name, person.seen_as = preview.instead, Person.SeenAs.HIDDEN
    person.wants_reminders, person.erased_at = False, now
    person.save()
    DataRequest.objects.filter(person=person, done_at=None).update(done_at=now, done_by=by)
    erasure = Erasure.objects.create(person=person, cause=cause, erased_at=now, erased_by=by)
    KeptRecord.objects.bulk_create(
        KeptRecord(erasure=erasure, place=k.place, row=k.row, ground=k.ground, ends_on=k.ends_on)
        for k in preview.retained
    )
    possible.note(erasure=erasure, hits=preview.hits)
    entry = register.entry_of(erasure)
    transaction.on_commit(lambda: register.add(settings.ERASURE_DIR, [entry]))
    return erasure


def _words(preview: Preview, now: datetime) -> None:
    """Take the mentions out of the words of others, and empty those that cannot be rewritten."""
    for change in preview.changes:
        if change.model is BankRule:
            all_of(BankRule).filter(pk=change.pk, ended_at=None).update(ended_at=now)
        rewrite(change.model, change.pk, {change.column: change.value})


def _contacts(person: Person, now: datetime) -> None:
    """Remove the addresses of the person, and all that was given to phones and programs."""
    mentions = queries.mentions_of(person)
    texts = ApprovalText.objects.filter(erased_at=None)
    decided = texts.exclude(approval__state=Approval.State.WAITING)
    acts = [
        text.pk
        for text in decided.select_related("approval")
        if text.approval.person_id == person.pk
        or mentions.found_in([text.reason, text.old_email, text.new_email])
    ]
    texts.filter(pk__in=acts).update(salt="", reason="", old_email="", new_email="", erased_at=now)
    for act in acts:
        forget_salts(ApprovalText, act)
    mails = [
        mail.pk
        for mail in Mail.objects.exclude(to="")
        if mentions.found_in([mail.to, mail.subject, mail.body])
    ]
    Mail.objects.filter(pk__in=mails).update(
        state=Mail.State.DROPPED, leased_until=None, done_at=now, **NOTHING
    )
    RegistrationRequest.objects.filter(registration__person=person).delete()
    for asked in RegistrationRequest.objects.all():
        if mentions.found_in([asked.email, asked.typed]):
            asked.delete()
    Holder.objects.filter(seat__participation__person=person).update(
        name=queries.instead_of(person)
    )
    tokens = ReadToken.objects.filter(person=person)
    tokens.filter(revoked_at=None).update(revoked_at=now)
    tokens.update(name=queries.instead_of(person))
    email = person.user.email if person.user is not None else ""
    security.erase(persons=[person.pk], email=email, now=now)


def _registrations(person: Person, instead: str) -> None:
    Registration.objects.filter(person=person).update(
        name=instead, email="", alias="", shown=Registration.Shown.NUMBER
    )
    person.participations.exclude(shown_as="").update(shown_as=instead)


def _login(user: User, now: datetime) -> None:
    """Close the login, which stays as the author of its deeds."""
    user.email, user.is_active, user.language = f"{user.pk}@{NOWHERE}", False, ""
    user.set_unusable_password()
    user.save(update_fields=["email", "is_active", "language", "password"])
    for session in Session.objects.filter(expire_date__gt=now):
        if session.get_decoded().get("_auth_user_id") == str(user.pk):
            session.delete()


def _photo(person: Person) -> None:
    photo = details_of(person).photo
    others = PersonDetails.objects.filter(photo=photo).exclude(person=person)
    if photo and not others.exists():
        transaction.on_commit(lambda: drop_files(Path(settings.PHOTO_DIR), [photo]))


def _reports() -> None:
    """Delete all stored reports: they name people and can be made anew."""
    stored = Report.objects.exclude(sha256="")
    digests = list(stored.values_list("sha256", flat=True))
    stored.delete()
    transaction.on_commit(lambda: drop_files(Path(settings.REPORT_DIR), digests))


def drop_files(folder: Path, digests: list[str]) -> None:
    for digest in digests:
        file_store.path_of(folder, digest).unlink(missing_ok=True)
