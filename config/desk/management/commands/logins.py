"""`manage.py logins`: who can log in. Silent on an empty database."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from league import queries
from league.models import Person

SHOWN = 12


class Command(BaseCommand):
    help = "Lists the logins with their offices."

    def handle(self, *args: Any, **options: Any) -> None:
        # A stable sort: who holds an office first, each in the order of coming.
        logins = sorted(queries.logins(timezone.localdate()), key=lambda one: not one[1])
        if logins:
            self.stdout.write("Anmelden kann man sich als:")
        elif Person.objects.exists():
            self.stdout.write("Anmelden kann sich noch niemand: Keine Person hat eine Adresse.")
        for user, offices in logins[:SHOWN]:
            self.stdout.write(f"  {user.email:<34} {user.person.name}  {offices}".rstrip())
        if len(logins) > SHOWN:
            self.stdout.write(f"  … und {len(logins) - SHOWN} weitere")
