"""`manage.py found_club --name … --email …`: the first person of an empty club, with the chair."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.utils import timezone

from league.models import Membership, Office, Person
from league.services import people


class Command(BaseCommand):
    help = "Creates the first member of an empty club, who holds the chair and can log in."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--name", required=True)
        parser.add_argument("--email", required=True)

    def handle(self, *args: Any, **options: Any) -> None:
        today = timezone.localdate()
        with transaction.atomic():
            if Person.objects.exists():
                raise CommandError("Der Club hat schon Leute. Neue nimmt der Vorstand auf.")
            person = people.create_member(
                name=options["name"],
                email=options["email"],
                kind=Membership.Kind.ACTIVE,
                start=today,
            )
            people.appoint(person=person, role=Office.Role.CHAIR, start=today)
        self.stdout.write(f"{person.name} hat den Vorsitz und meldet sich mit der Adresse an.")
