"""The auditors' report, as the till makes it, kept with the other reports."""

from datetime import datetime

from django.utils.translation import gettext as _

from finance.years.paper import data_of
from league.club.queries import club_name
from league.reports.models import Report
from league.reports.paper import Paper, Tell


def make(report: Report, tell: Tell, now: datetime) -> Paper:
    year = report.subject
    data = data_of(year, club=club_name(), now=now)
    title = _("Auditors' report %(year)s") % {"year": year}
    return Paper(title, data, template="year_report")
