"""`manage.py rebuild_figures`: compute the figures of all seasons anew, the earliest first."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from league.events import queries
from league.figures.services import compute_figures


class Command(BaseCommand):
    help = "Counts every season's figures anew from the results."

    def handle(self, *args: Any, **options: Any) -> None:
        seasons = list(queries.seasons().order_by("start"))
        for number, season in enumerate(seasons, start=1):
            row = compute_figures(season=season, now=timezone.now())
            self.stdout.write(f"{number}/{len(seasons)} {season.name}: {row.scopes.count()}")
