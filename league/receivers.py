"""Consequences of a write of the league: work for the worker, or a mail in the same transaction."""

from typing import Any

from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.db.models.signals import post_save
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import get_language

from league.access import services as access
from league.access.queries.rights import person_of
from league.access.reauthentication import note_proof
from league.access.sessions import keep_session, logged_in_by
from league.events.models import Block, Event, Participation, Seat, Table
from league.kings.models import King
from league.mail.models import Mail
from league.people import mails
from league.people.models.invitations import Invitation
from league.people.models.people import Office
from league.people.services import invitations, people
from league.security import services as security
from league.security.models import SecurityEntry
from league.signals import event_changed, pushes_put, standings_stale
from league.standings.models import Standing
from league.tasks import enqueue_mails, enqueue_pushes, enqueue_rankings, enqueue_season
from league.tournaments.models.tournaments import Draw, Tournament
from league.wall import stamp
from league.wall.models import Ceremony, WallLink


@receiver(standings_stale)
def enqueue_standings(
    sender: Any, season_id: int | None, event_id: int | None, **kwargs: Any
) -> None:
    if season_id is not None:
        enqueue_season(season_id)
    elif event_id is not None:
        enqueue_rankings(event_id)


@receiver(post_save, sender=Mail)
def send(sender: Any, created: bool, **kwargs: Any) -> None:
    if created:
        enqueue_mails()


@receiver(pushes_put)
def wake(sender: Any, **kwargs: Any) -> None:
    enqueue_pushes()


@receiver(post_save, sender=Invitation)
def mail_invitation(sender: Any, instance: Invitation, created: bool, **kwargs: Any) -> None:
    if created and instance.state == Invitation.State.MAILED:
        mails.invite(instance)
    elif created and instance.state == Invitation.State.BY_HAND:
        mails.write_invitation(instance)


@receiver(user_logged_in)
def logged_in(sender: Any, request: HttpRequest, user: Any, **kwargs: Any) -> None:
    """Record a login: its user accepts an invitation, proves their identity, and is noted with
    the device.
    """
    now = timezone.now()
    if person := person_of(user):
        invitations.logged_in(person=person, now=now)
    people.read_in(user=user, language=get_language() or "")
    note_proof(request, now)
    keep_session(request, user, now)
    kind = SecurityEntry.Kind.LOGIN
    security.note_user(kind=kind, user=user, now=now, about=logged_in_by(request))


@receiver(user_logged_out)
def logged_out(sender: Any, request: HttpRequest, user: Any, **kwargs: Any) -> None:
    if user is None:
        return
    now = timezone.now()
    access.end_this_session(session_key=request.session.session_key or "")
    security.note_user(kind=SecurityEntry.Kind.LOGOUT, user=user, now=now)


@receiver(post_save, sender=Office)
def note_office(sender: Any, instance: Office, created: bool, **kwargs: Any) -> None:
    given, ended = SecurityEntry.Kind.OFFICE_GIVEN, SecurityEntry.Kind.OFFICE_ENDED
    security.note(
        kind=given if created else ended,
        now=timezone.now(),
        subject=instance.person,
        about=f"office:{instance.role}",
    )


@receiver(event_changed)
def tell_the_wall(sender: Any, **kwargs: Any) -> None:
    stamp.changed()


# The content of a screen on the wall, and its end. Rows written in bulk are found a little later.
SHOWN = (
    *(Event, Block, Table, Seat, Participation, Tournament, Draw),
    *(King, Standing, Ceremony, WallLink),
)
for model in SHOWN:
    post_save.connect(tell_the_wall, sender=model)
