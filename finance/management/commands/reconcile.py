"""`manage.py reconcile`: brings the claims of every evening into step with its charges."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from finance.books.services.reconcile import reconcile
from league.events.models import Event


class Command(BaseCommand):
    help = "Compares every evening's charges with its claims and writes the difference."

    def handle(self, *args: Any, **options: Any) -> None:
        events = list(Event.objects.order_by("pk").values_list("pk", flat=True))
        for number, event in enumerate(events, start=1):
            changed = reconcile(event_id=event, now=timezone.now())
            if changed:
                self.stdout.write(f"{number}/{len(events)}: {changed}")
        self.stdout.write(f"{len(events)}/{len(events)}")
