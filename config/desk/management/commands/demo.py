"""`manage.py demo`: invented people with their offices, so that one can walk in and try."""

from datetime import date
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from league.models import Person
from league.services import people

# Invented, every one of them; the addresses are of a domain that cannot exist.
CAST: list[tuple[str, str, str, tuple[str, ...]]] = [
    ("Anke Brettschneider", "anke", "active", ("chair",)),
    ("Kadir Münzer", "kadir", "active", ("treasurer",)),
    ("Stine Federkiel", "stine", "active", ("secretary",)),
    ("Rolf Pfeiffer-Groß", "rolf", "active", ("referee", "director")),
    ("Paula Haken", "paula", "active", ("auditor",)),
    ("Ömer Würfelmann", "oemer", "active", ()),
    ("Jette Klapper", "jette", "active", ()),
    ("Bernd Becher", "bernd", "active", ()),
    ("Zoë Ångström", "zoe", "active", ()),
    ("Hilde Tresen", "hilde", "passive", ()),
    ("Gustav Spender", "gustav", "supporting", ()),
    ("Timo Zufall", "", "", ()),
]


class Command(BaseCommand):
    help = "Fills an empty database with an invented club."

    def handle(self, *args: Any, **options: Any) -> None:
        if Person.objects.exists():
            raise CommandError("Diese Datenbank ist nicht leer; das Demo füllt nur eine leere.")
        since = date(timezone.localdate().year - 1, 1, 1)
        with transaction.atomic():
            for number, (name, mailbox, kind, offices) in enumerate(CAST, start=1):
                person = people.create_member(
                    name=name,
                    email=f"{mailbox}@demo.invalid" if mailbox else "",
                    kind=kind,
                    start=since,
                )
                for role in offices:
                    people.appoint(person=person, role=role, start=since)
                self.stdout.write(f"{number}/{len(CAST)} {name}")
