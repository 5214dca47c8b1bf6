"""The league's work in the background. A message is only a doorbell; what is owed is in the row."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from celery import shared_task
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from league.access import services as access
from league.approvals import services as approvals
from league.delivery import mails as delivery_mails
from league.delivery import services as delivery
from league.delivery.models import Topic
from league.delivery.queries import owed_digests
from league.delivery.rules import written_before
from league.evenings import mails as evening_mails
from league.evenings.queries.calendar import evenings_to_remind_of, notices_to_send, to_remind
from league.evenings.services import calendars
from league.evenings.services.answers import invite_members
from league.figures.queries import stale_figures
from league.figures.services import compute_figures
from league.mail import services as outbox
from league.mail.models import Mail
from league.mail.sending import deliver
from league.push import sending as pushing
from league.seasons.models import Season
from league.signs import services as signs
from league.signs.models import Heartbeat
from league.standings.models import Standing
from league.standings.queries.standings import stale_standings
from league.standings.services import compute_all_time, compute_standing
from league.tournaments.core.queries.stored_state import tournaments_to_compute
from league.tournaments.direction.services.card_photos import remove_outdated_photos
from league.tournaments.direction.services.programs import forget_calls
from league.tournaments.draws import mails as draw_mails
from league.tournaments.draws.queries import seat_mails_to_send
from league.tournaments.draws.services import telling
from league.tournaments.models.registration_mails import RegistrationMail
from league.tournaments.ranking.services.ranking import compute_tournament
from league.tournaments.registration import mails as tournament_mails
from league.tournaments.registration.queries.registrations import mails_to_send
from league.tournaments.registration.services import mailing

# So long no result has come in before a season's figures are counted.
QUIET = timedelta(minutes=3)
# An evening moved by mistake can be moved back for a minute before the people are told.
NEWS_EVERY = 30
REMINDERS_EVERY = 300
SIGN_EVERY = 10


@shared_task
def compute_season(season_id: int) -> None:
    """Bring the tables of one season and of all time up to date; do nothing if they are."""
    season = Season.objects.filter(pk=season_id).first()
    if season is not None and stale_standings().filter(season=season).exists():
        compute_standing(season=season, now=timezone.now())
    _compute_all_time()


@shared_task
def sweep_standings() -> None:
    """Compute every stale table that no message was sent for. Beat calls it all the time."""
    stale = stale_standings().filter(season__isnull=False)
    for season in Season.objects.filter(pk__in=stale.values("season")):
        compute_standing(season=season, now=timezone.now())
    _compute_all_time()


def _compute_all_time() -> None:
    if stale_standings().filter(scope=Standing.Scope.ALL_TIME).exists():
        compute_all_time(now=timezone.now())


@shared_task
def sweep_figures() -> None:
    """Count the figures of one season whose results changed, the earliest of them.

    They are for the morning after: no write enqueues them, and while results come in they wait, so
    that no table waits behind them. Beat calls it now and then; one call counts one season only.
    """
    now = timezone.now()
    stale = stale_figures(now - QUIET).first()
    if stale is not None:
        compute_figures(season=stale.season, now=now)


@shared_task
def tidy_tournaments() -> None:
    """Delete photos of cards that are no longer disputed, and answers that no program asks for
    again.

    Beat calls it every hour.
    """
    now = timezone.now()
    remove_outdated_photos(now=now)
    forget_calls(now=now)


@shared_task
def compute_rankings(event_id: int) -> None:
    """Bring all rankings of one tournament up to date; do nothing if they are already."""
    event = tournaments_to_compute().filter(pk=event_id).first()
    if event is not None:
        compute_tournament(event=event, now=timezone.now())


@shared_task
def sweep_rankings() -> None:
    """Compute the stale tournaments that no message was sent for. Beat calls it all the time."""
    for event in tournaments_to_compute():
        compute_tournament(event=event, now=timezone.now())


def remind_members() -> None:
    """Ask those who have not answered, some days before an evening.

    Each reminder is claimed by its row, so two clocks do not write two mails.
    """
    now = timezone.now()
    for event in evenings_to_remind_of(now, settings.REMIND_DAYS):
        invite_members(event=event)
        for participation in to_remind(event, now):
            with transaction.atomic():
                if calendars.claim_reminder(participation=participation, now=now):
                    letter = evening_mails.reminder(event, participation)
                    delivery.send(
                        person=participation.person,
                        topic=Topic.EVENINGS,
                        kind=Mail.Kind.REMINDER,
                        letter=letter,
                        now=now,
                        before=event.business_date,
                    )


def send_notices() -> None:
    """Tell all who wanted to come that an evening falls out, takes place after all or was moved.

    Claimed as the reminders are.
    """
    now = timezone.now()
    for notice in notices_to_send(timezone.localdate(now)):
        with transaction.atomic():
            if calendars.claim_notice(notice=notice, now=now):
                event = notice.participation.event
                delivery.send(
                    person=notice.participation.person,
                    topic=Topic.EVENINGS,
                    kind=Mail.Kind.NOTICE,
                    letter=evening_mails.notice(notice),
                    now=now,
                    before=min(notice.was_on, event.business_date),
                    about=f"notice:{notice.pk}",
                )


def send_registration_mails() -> None:
    """Tell each person who registered for a tournament the state of it.

    Claimed as the reminders are.
    """
    now = timezone.now()
    for mail in mails_to_send():
        with transaction.atomic():
            if mailing.claim_mail(mail=mail, now=now):
                _send_registration(mail, now)


def _send_registration(mail: RegistrationMail, now: datetime) -> None:
    """Send a guest's mail at once, a club member's as that person wants it."""
    letter, kind = tournament_mails.registration(mail), Mail.Kind.REGISTRATION
    person, day = mail.registration.person, mail.registration.event.business_date
    if person is None or person.user is None or letter.to != [person.user.email]:
        outbox.put(kind=kind, letter=letter, now=now)
        return
    delivery.send(
        person=person, topic=Topic.TOURNAMENTS, kind=kind, letter=letter, now=now, before=day
    )


def send_digests() -> None:
    """Send, by day, each person's mail of what was held; one for each person and day."""
    now = timezone.now()
    before = written_before(timezone.localtime(now))
    if before is None:
        return
    day = before.date()
    for person in owed_digests(before, day):
        with transaction.atomic():
            if waiting := delivery.claim_digest(person=person, day=day, now=now):
                letter = delivery_mails.digest(person, waiting)
                about = f"digest:{day.isoformat()}:{person.pk}"
                outbox.put(kind=Mail.Kind.NOTICE, letter=letter, now=now, about=about)


def send_seat_mails() -> None:
    """Tell each player whom a draw has seated their table. Claimed as the reminders are."""
    now = timezone.now()
    for mail in seat_mails_to_send():
        with transaction.atomic():
            if telling.claim_seat_mail(mail=mail, now=now) and now < draw_mails.ends_at(mail):
                letter, until = draw_mails.seat(mail), draw_mails.ends_at(mail)
                outbox.put(kind=Mail.Kind.REGISTRATION, letter=letter, now=now, until=until)


@shared_task
def give_sign(name: str) -> None:
    """Record that the worker of a queue is alive; each queue has its sign.

    Beat sends it all the time.
    """
    signs.give_sign(name=Heartbeat.Name(name), now=timezone.now())


@shared_task
def deliver_pushes() -> None:
    """Wake the devices that are to be told something. Each push enqueues it, and beat sweeps."""
    pushing.deliver(timezone.now)


@shared_task
def deliver_mails() -> None:
    """Send what is due in the outbox. Each mail enqueues it."""
    deliver(timezone.now)


def look_after_mails(number: int) -> None:
    """Write the mails that are owed into the outbox and send what is due, without any broker.

    Runs every two seconds, counted by `number`. The clock does it in a thread of its own
    (`config/celery.py`).
    """
    if number % SIGN_EVERY == 0:
        signs.give_sign(name=Heartbeat.Name.CLOCK, now=timezone.now())
    if number % NEWS_EVERY == 0:
        send_notices()
        send_digests()
    if number % REMINDERS_EVERY == 0:
        remind_members()
    send_registration_mails()
    send_seat_mails()
    deliver(timezone.now)


@shared_task
def carry_out_approvals() -> None:
    """Carry out acts that have waited seven days for a second person. Beat calls it now and then.

    Every other write about such an act, or about a login, does so as well.
    """
    approvals.carry_out_due(now=timezone.now())


@shared_task
def tidy_access() -> None:
    """Delete sessions that have run out."""
    access.forget_sessions(now=timezone.now())


def enqueue_mails() -> None:
    """Enqueue the delivery of the outbox.

    Without a mail server, mails end in the terminal, and the process that wrote the row writes it
    to its own: also where nothing but the web server runs.
    """
    if settings.EMAIL_HOST:
        _enqueue_once(deliver_mails)
    else:
        _once(deliver_mails, "at once")


def enqueue_pushes() -> None:
    """Enqueue what wakes devices."""
    _enqueue_once(deliver_pushes)


def enqueue_season(season_id: int) -> None:
    """Enqueue the tables of a season."""
    _enqueue_once(compute_season, season_id)


def enqueue_rankings(event_id: int) -> None:
    """Enqueue the rankings of a tournament."""
    _enqueue_once(compute_rankings, event_id)


def _enqueue_once(task: Any, *key: int) -> None:
    """Enqueue it once the change is committed; a lost message is no error, beat sweeps."""
    _once(lambda: task.delay(*key), task.name, *key)


def _once(deed: Callable[[], object], *key: object) -> None:
    """Do it once in a transaction, when that is committed, however often it is asked for."""

    def run() -> None:
        deed()

    hooks = transaction.get_connection().run_on_commit
    if all(getattr(hook, "key", None) != key for _points, hook, _robust in hooks):
        run.key = key  # type: ignore[attr-defined]  # Django keeps functions, nothing beside
        transaction.on_commit(run, robust=True)
