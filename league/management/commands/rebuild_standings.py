"""`manage.py rebuild_standings`: compute all tables anew; those of closed seasons do not change."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from league.events import queries as events_queries
from league.standings.queries.standings import standing_rows
from league.standings.services import compute_all_time, compute_evenings, compute_standing
from league.tournaments.core.queries.stored_state import count_places, tournaments
from league.tournaments.ranking.services.ranking import compute_tournament


class Command(BaseCommand):
    help = "Computes every season's table anew from the results."

    def handle(self, *args: Any, **options: Any) -> None:
        seasons = list(events_queries.seasons())
        for number, season in enumerate(seasons, start=1):
            compute_evenings(season=season, now=timezone.now(), anew=True)
            standing = compute_standing(season=season, now=timezone.now())
            rows = standing_rows(standing).count()
            self.stdout.write(f"{number}/{len(seasons)} {season.name}: {rows} Zeilen")
        for event in tournaments():
            compute_tournament(event=event, now=timezone.now())
            self.stdout.write(f"{event.name}: {count_places(event)} Zeilen")
        rows = standing_rows(compute_all_time(now=timezone.now())).count()
        self.stdout.write(f"Ewige Tabelle: {rows} Zeilen")
