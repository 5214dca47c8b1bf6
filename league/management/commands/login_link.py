"""`manage.py login_link anke@club.example`: a link by which this login comes in, once.

For the operator alone, where no mail arrives. It is written down in the club's security log.
"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse
from django.utils import timezone

from league.access.tokens import sign_login
from league.mail.letters import absolute
from league.people.models.people import Person, User
from league.security import services as security
from league.security.models import SecurityEntry
from league.web.mailbox import tidy


class Command(BaseCommand):
    help = "Prints a link that logs somebody in once, for a quarter of an hour."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email", help="the address that the person logs in with")

    def handle(self, *args: Any, **options: Any) -> None:
        email = tidy(options["email"])
        user = User.objects.filter(email=email, is_active=True).first()
        if user is None:
            raise CommandError(f"Mit „{email}“ meldet sich niemand an.")
        security.note(
            kind=SecurityEntry.Kind.LOGIN_LINK,
            now=timezone.now(),
            subject=Person.objects.filter(user=user).first(),
            email=email,
        )
        token = sign_login(user.pk, user.last_login)
        self.stdout.write(absolute(reverse("league:login_link", args=[token])))
