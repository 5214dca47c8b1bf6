"""Addresses of the API below `/api/` that ask several apps at once."""

from django.urls import path

from config.site.api import figures, games, start
from finance.till.api import close as closing
from league.reports import api as reports

urlpatterns = [
    path("start/", start.start, name="start"),
    path("figures/", figures.club_figures, name="club_figures"),
    path("people/<int:pk>/figures/", figures.person_figures, name="person_figures"),
    path("people/<int:pk>/games/", games.person_games, name="person_games"),
    path("reports/", reports.reports, name="reports"),
    path("reports/offers/", reports.offers, name="report_offers"),
    path("reports/<int:pk>/", reports.report, name="report"),
    path("reports/<int:pk>/file/", reports.ReportFileAPI.as_view(), name="report_file"),
    path("till/evenings/<int:pk>/close/", closing.evening_stands, name="close_evening"),
]
