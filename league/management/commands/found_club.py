"""`manage.py found_club --club … --name … --email …`: an empty club's first person, its chair."""

from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from league.errors import LeagueError
from league.people.services.founding import found_club
from league.web.forms import must_be_address
from league.web.mailbox import tidy


class Command(BaseCommand):
    help = "Creates the first member of an empty club, who holds the chair and can log in."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--name", required=True)
        parser.add_argument("--email", required=True)
        parser.add_argument("--club", required=True, help="what the club is called")
        parser.add_argument("--town", default="")

    def handle(self, *args: Any, **options: Any) -> None:
        email = tidy(options["email"])
        try:
            must_be_address(email)
            person = found_club(
                name=options["name"],
                email=email,
                today=timezone.localdate(),
                club=options["club"],
                town=options["town"],
            )
        except ValidationError as error:
            raise CommandError(f"„{email}“ ist keine E-Mail-Adresse.") from error
        except LeagueError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{person.name} hat den Vorsitz und meldet sich mit der Adresse an.")
