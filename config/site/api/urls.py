"""What asks several rooms at once, in the API, below `/api/`."""

from django.urls import path

from config.site.api import figures, games, start
from finance.till.api import close as closing
from league.reports import api as reports

urlpatterns = [
    path("start/", start.StartAPI.as_view(), name="start"),
    path("figures/", figures.ClubFiguresAPI.as_view(), name="club_figures"),
    path("people/<int:pk>/figures/", figures.PersonFiguresAPI.as_view(), name="person_figures"),
    path("people/<int:pk>/games/", games.PersonGamesAPI.as_view(), name="person_games"),
    path("reports/", reports.ReportsAPI.as_view(), name="reports"),
    path("reports/offers/", reports.OffersAPI.as_view(), name="report_offers"),
    path("reports/<int:pk>/", reports.ReportAPI.as_view(), name="report"),
    path("reports/<int:pk>/file/", reports.ReportFileAPI.as_view(), name="report_file"),
    path("till/evenings/<int:pk>/close/", closing.EveningStandsAPI.as_view(), name="close_evening"),
]
