"""The league's work in the background. A message is only a doorbell; what is owed is in the row."""

import logging
import socket
from datetime import timedelta
from enum import Enum
from smtplib import SMTPAuthenticationError, SMTPConnectError
from typing import Any

from celery import shared_task
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import Model
from django.utils import timezone

from league import mails, queries
from league.models import Season, Standing
from league.queries.figures import stale_figures
from league.queries.tournaments.kept import tournaments_to_compute
from league.queries.tournaments.registrations import mails_to_send
from league.services import approvals, calendars
from league.services.answers import invite_members
from league.services.figures import compute_figures
from league.services.standings import compute_all_time, compute_standing
from league.services.tournaments import mailing
from league.services.tournaments.ranking import compute_tournament

# So long no result has come in before a season's figures are counted.
QUIET = timedelta(minutes=3)

log = logging.getLogger(__name__)
# With these nothing was handed over yet; after any other error a mail may be on its way.
UNREACHED = (ConnectionRefusedError, socket.gaierror, SMTPConnectError, SMTPAuthenticationError)


@shared_task
def compute_season(season_id: int) -> None:
    """Brings the tables of one season and of all time up to date; does nothing where they are."""
    season = Season.objects.filter(pk=season_id).first()
    if season is not None and queries.stale_standings().filter(season=season).exists():
        compute_standing(season=season, now=timezone.now())
    _compute_all_time()


@shared_task
def sweep_standings() -> None:
    """What nobody rang for: every stale table is computed. Beat calls it all the time."""
    stale = queries.stale_standings().filter(season__isnull=False)
    for season in Season.objects.filter(pk__in=stale.values("season")):
        compute_standing(season=season, now=timezone.now())
    _compute_all_time()


def _compute_all_time() -> None:
    if queries.stale_standings().filter(scope=Standing.Scope.ALL_TIME).exists():
        compute_all_time(now=timezone.now())


@shared_task
def sweep_figures() -> None:
    """Counts the figures of one season whose results changed, the earliest of them.

    They are for the morning after: nobody rings for them, and while results come in they wait, so
    that no table waits behind them. Beat calls it now and then; one call counts one season only.
    """
    now = timezone.now()
    stale = stale_figures(now - QUIET).first()
    if stale is not None:
        compute_figures(season=stale.season, now=now)


@shared_task
def compute_rankings(event_id: int) -> None:
    """Brings all rankings of one tournament up to date; does nothing where they are already."""
    event = tournaments_to_compute().filter(pk=event_id).first()
    if event is not None:
        compute_tournament(event=event, now=timezone.now())


@shared_task
def sweep_rankings() -> None:
    """The tournaments nobody rang for. Beat calls it all the time."""
    for event in tournaments_to_compute():
        compute_tournament(event=event, now=timezone.now())


@shared_task
def remind_members() -> None:
    """Asks those who have not answered, some days before an evening. Beat calls it all the time.

    Each reminder is claimed by its row before it is sent, so two workers do not send two.
    """
    now = timezone.now()
    for event in queries.evenings_to_remind_of(now, settings.REMIND_DAYS):
        invite_members(event=event)
        for participation in queries.to_remind(event, now):
            reminder = calendars.claim_reminder(participation=participation, now=now)
            if reminder is None:
                continue
            went = post(mails.reminder(event, participation), reminder)
            if went is Went.NOWHERE:
                calendars.release_reminder(reminder=reminder)
                return
            if went is Went.OUT:
                calendars.reminder_sent(reminder=reminder, now=timezone.now())


@shared_task
def send_notices() -> None:
    """Tells whoever wanted to come that an evening falls out, takes place after all or was moved.

    Claimed as the reminders are. Beat calls it all the time.
    """
    now = timezone.now()
    for notice in queries.notices_to_send(timezone.localdate(now)):
        if not calendars.claim_notice(notice=notice, now=now):
            continue
        went = post(mails.notice(notice), notice)
        if went is Went.NOWHERE:
            calendars.release_notice(notice=notice)
            return
        if went is Went.OUT:
            calendars.notice_sent(notice=notice, now=timezone.now())


@shared_task
def send_registration_mails() -> None:
    """Tells whoever registered for a tournament how it stands.

    Claimed as the reminders are. Beat calls it all the time.
    """
    now = timezone.now()
    for mail in mails_to_send():
        if not mailing.claim_mail(mail=mail, now=now):
            continue
        went = post(mails.registration(mail), mail)
        if went is Went.NOWHERE:
            mailing.release_mail(mail=mail)
            return
        if went is Went.OUT:
            mailing.mail_sent(mail=mail, now=timezone.now())


@shared_task
def carry_out_approvals() -> None:
    """Carries out acts that have waited seven days for a second person. Beat calls it now and then.

    Whatever else writes about such an act, or about a login, does so as well.
    """
    approvals.carry_out_due(now=timezone.now())


class Went(Enum):
    """Where a mail is that was to be sent: out, not even at the mail server, or nobody knows."""

    OUT = 1
    NOWHERE = 2
    SOMEWHERE = 3


def post(letter: EmailMessage, row: Model) -> Went:
    """Sends the mail of a claimed row."""
    try:
        letter.send()
    except UNREACHED:
        log.exception("no mail server; mails wait for the next sweep")
        return Went.NOWHERE
    except Exception:
        log.exception("mail of %s %s may not have been sent", row._meta.model_name, row.pk)
        return Went.SOMEWHERE
    return Went.OUT


def ring_for_season(season_id: int) -> None:
    """Rings for the tables of a season."""
    _ring_once(compute_season, season_id)


def ring_for_tournament(event_id: int) -> None:
    """Rings for the rankings of a tournament."""
    _ring_once(compute_rankings, event_id)


def _ring_once(task: Any, key: int) -> None:
    """Rings once the change is committed; a silent bell is no error, beat sweeps.

    One transaction rings once for the same thing, however much of it changes.
    """

    def ring() -> None:
        task.delay(key)

    bell = task.name, key
    hooks = transaction.get_connection().run_on_commit
    if all(getattr(hook, "bell", None) != bell for _points, hook, _robust in hooks):
        ring.bell = bell  # type: ignore[attr-defined]  # Django keeps functions, nothing beside
        transaction.on_commit(ring, robust=True)
