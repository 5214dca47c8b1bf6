"""What follows a write of the league: work for the worker, or a mail in the same transaction."""

from typing import Any

from django.contrib.auth.signals import user_logged_in
from django.db.models.signals import post_save
from django.dispatch import receiver
from django.utils import timezone
from django.utils.translation import get_language

from league.events.models import Block, Event, Participation, Seat, Table
from league.kings.models import King
from league.mail.models import Mail
from league.people import mails
from league.people.models.invitations import Invitation
from league.people.services import invitations, people
from league.signals import event_changed, standings_stale
from league.standings.models import Standing
from league.tasks import enqueue_mails, enqueue_rankings, enqueue_season
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


@receiver(post_save, sender=Invitation)
def mail_invitation(sender: Any, instance: Invitation, created: bool, **kwargs: Any) -> None:
    if created and instance.state == Invitation.State.MAILED:
        mails.invite(instance)


@receiver(user_logged_in)
def accept_invitation(sender: Any, user: Any, **kwargs: Any) -> None:
    invitations.logged_in(user=user, now=timezone.now())
    people.read_in(user=user, language=get_language() or "")


@receiver(event_changed)
def tell_the_wall(sender: Any, **kwargs: Any) -> None:
    stamp.changed()


# What a screen on the wall shows, and what stops it. A row written in bulk is found a little later.
SHOWN = (
    *(Event, Block, Table, Seat, Participation, Tournament, Draw),
    *(King, Standing, Ceremony, WallLink),
)
for model in SHOWN:
    post_save.connect(tell_the_wall, sender=model)
