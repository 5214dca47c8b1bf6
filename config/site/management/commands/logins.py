"""`manage.py logins`: list the people who can log in. Silent on an empty database."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from config import terminal
from league.people.models.people import Person
from league.people.queries import people as queries

SHOWN = 12


class Command(BaseCommand):
    help = "Lists the logins with their offices."

    def handle(self, *args: Any, **options: Any) -> None:
        with override(terminal.language()):
            self._list()

    def _list(self) -> None:
        # A stable sort: who holds an office first, each in the order of coming.
        logins = sorted(queries.logins(timezone.localdate()), key=lambda login: not login[1])
        if logins:
            self.stdout.write(_("One can log in as:"))
        elif Person.objects.exists():
            self.stdout.write(_("Nobody can log in yet: no person has an address."))
        for user, offices in logins[:SHOWN]:
            self.stdout.write(f"  {user.email:<34} {user.person.name}  {offices}".rstrip())
        if len(logins) > SHOWN:
            self.stdout.write("  " + _("… and %(n)s more") % {"n": len(logins) - SHOWN})
