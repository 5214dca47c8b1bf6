"""Let go, in a night, of all whose time is up by the club's rule, and report it."""

from calendar import monthrange
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from django.apps import apps
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _
from django.utils.translation import override

from config.backups import archive
from config.privacy import columns, queries, register
from config.privacy.models import Erasure, KeptRecord, RetentionRule, RetentionRun
from config.privacy.services.erasing import drop_files, erase
from config.privacy.services.rewriting import rewrite
from league.access.queries.rights import day_of
from league.club.queries import the_club
from league.delivery import services as delivery
from league.errors import IllegalError
from league.events.models import Event, Participation
from league.guards.versioned import all_of
from league.links.models import Holder, LinkUse
from league.mail import services as outbox
from league.people.models.imports import ImportedLine
from league.people.models.joining import JoinRequest
from league.people.models.people import Membership, Office, Person
from league.reports.models import Report
from league.seasons.models import Season
from league.security.services import drop_expired
from league.tournaments.models.tournaments import Registration
from league.tournaments.registration.services import requesting

# Each looks at every word there is, so a night takes some and the next ones the rest.
GUESTS_A_NIGHT = 20


@dataclass(frozen=True)
class Night:
    rule: RetentionRule
    now: datetime

    @property
    def today(self) -> date:
        return day_of(self.now)

    def since(self, months: int | None) -> date | None:
        """Return the day before which data kept so many months goes; None if it has no end."""
        if months is None:
            return None
        count = self.today.year * 12 + self.today.month - 1 - months
        year, month = divmod(count, 12)
        return date(year, month + 1, min(self.today.day, monthrange(year, month + 1)[1]))

    def moment(self, months: int | None) -> datetime | None:
        day = self.since(months)
        zone = ZoneInfo(settings.TIME_ZONE)
        return datetime.combine(day, time(), zone) if day else None


def let_go(*, now: datetime) -> RetentionRun:
    """Let everything go whose time is up, and write down how much of what. Repeatable.

    Each matter is a transaction of its own, so one that fails keeps no other waiting; so is each
    guest, whose lock comes before that of the security log.
    """
    night = Night(queries.rule_now(), now)
    counts: dict[str, int] = {}
    for matter, do in MATTERS.items():
        try:
            whole = nullcontext() if do is _guests else transaction.atomic()
            with whole, override(the_club().language):
                counts[matter] = do(night)
        except (IntegrityError, OSError):
            counts[f"{matter}!"] = 1
    register.add_all(settings.ERASURE_DIR)
    return RetentionRun.objects.create(at=now, counts={k: n for k, n in counts.items() if n})


def _guests(night: Night) -> int:
    """Erase guests whose last evening is long ago, and former members likewise."""
    day, moment = night.since(night.rule.guest_months), night.moment(night.rule.guest_months)
    if day is None or moment is None:
        return 0
    later = Q(end=None) | Q(end__gt=day)
    persons = Person.objects.filter(erasure=None, merge=None, created_at__lt=moment).exclude(
        Exists(Membership.objects.filter(later, person=OuterRef("pk")))
        | Exists(Office.objects.filter(later, person=OuterRef("pk")))
        | Exists(Participation.objects.filter(person=OuterRef("pk"), event__business_date__gte=day))
    )
    done = 0
    for person in persons[:GUESTS_A_NIGHT]:
        preview = queries.preview(person, night.today)
        if preview.refusals:
            continue
        try:
            erase(
                person=person,
                by=None,
                now=night.now,
                confirmed=preview.digest,
                cause=Erasure.Cause.RETENTION,
            )
        except IllegalError:
            continue
        done += 1
    return done


def _registrations(night: Night) -> int:
    """Empty all addresses, and the names of those who are no person of the club."""
    requests = requesting.forget(now=night.now)
    day = night.since(night.rule.registration_months)
    if day is None:
        return requests
    old = Registration.objects.filter(event__business_date__lt=day)
    addresses = requests + old.exclude(email="").update(email="")
    strangers = old.filter(person=None, participation=None).exclude(name=_("Somebody"))
    return addresses + strangers.update(
        name=_("Somebody"), alias="", shown=Registration.Shown.NUMBER
    )


def _holders(night: Night) -> int:
    moment = night.moment(night.rule.holder_months)
    if moment is None:
        return 0
    named = Holder.objects.filter(since__lt=moment).exclude(name=_("Somebody"))
    return named.update(name=_("Somebody"))


def _links(night: Night) -> int:
    moment = night.moment(night.rule.link_months)
    return 0 if moment is None else LinkUse.objects.filter(at__lt=moment).delete()[0]


def _lists(night: Night) -> int:
    moment = night.moment(night.rule.list_months)
    if moment is None:
        return 0
    lines = ImportedLine.objects.filter(people_import__made_at__lt=moment)
    waiting = JoinRequest.objects.filter(state=JoinRequest.State.WAITING, asked_at__lt=moment)
    return lines.exclude(name="", email="").update(name="", email="") + waiting.update(
        state=JoinRequest.State.REFUSED, decided_at=night.now, name="", email=""
    )


def _logins(night: Night) -> int:
    """Delete sessions that have ended."""
    return Session.objects.filter(expire_date__lt=night.now).delete()[0]


def _mails(night: Night) -> int:
    """Forget that mails went out, and letters that were printed."""
    done_by = night.now - timedelta(days=night.rule.mail_days)
    return outbox.forget(done_by=done_by) + delivery.forget(done_by=done_by)


def _reports(night: Night) -> int:
    """Delete reports, which can be made anew."""
    moment = night.moment(night.rule.report_months)
    if moment is None:
        return 0
    old = Report.objects.filter(made_at__lt=moment).exclude(sha256="")
    digests = set(old.values_list("sha256", flat=True))
    gone = old.count()
    old.delete()
    digests -= set(Report.objects.values_list("sha256", flat=True))
    transaction.on_commit(lambda: drop_files(Path(settings.REPORT_DIR), sorted(digests)))
    return gone


def _security(night: Night) -> int:
    """Drop months of the security log, of which the head stays."""
    months = night.rule.log_months
    return 0 if months is None else drop_expired(now=night.now, months=months)


def _public(night: Night) -> int:
    """Take results off the public pages; members see them as before."""
    day = night.since(night.rule.public_months)
    if day is None:
        return 0
    seasons = Season.objects.filter(members_only=False, end__lte=day).update(members_only=True)
    events = Event.objects.filter(is_public=True, business_date__lt=day)
    return seasons + events.update(is_public=False)


def _kept_records(night: Night) -> int:
    """Empty what the books kept of erased people until the end of that time."""
    done = 0
    for record in KeptRecord.objects.filter(gone_at=None, ends_on__lt=night.today):
        try:
            with transaction.atomic():
                _empty(record, night.now)
                record.gone_at = night.now
                record.save(update_fields=["gone_at"])
        except IntegrityError:
            continue  # it stays on the list with its end, and the page says so
        done += 1
    return done


def _empty(record: KeptRecord, now: datetime) -> None:
    retained, model = columns.RETAINED[record.place], apps.get_model(record.place)
    if not retained.words:
        all_of(model).filter(pk=record.row).delete()
        return
    values: dict[str, object] = dict.fromkeys((*retained.words, *retained.besides), retained.empty)
    if retained.erased_at:
        values[retained.erased_at] = now
    rewrite(model, record.row, values)


def _backups(night: Night) -> int:
    return len(archive.tidy(settings.BACKUP_DIR, night.rule.backup_years))


MATTERS: dict[str, Callable[[Night], int]] = {
    "guests": _guests,
    "registrations": _registrations,
    "holders": _holders,
    "links": _links,
    "lists": _lists,
    "logs": _logins,
    "mails": _mails,
    "reports": _reports,
    "security": _security,
    "public": _public,
    "kept": _kept_records,
    "backups": _backups,
}
