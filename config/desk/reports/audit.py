"""The auditors' report, as the till makes it, kept with the other reports."""

from datetime import datetime

from django.conf import settings
from django.utils.translation import gettext as _

from config.desk.reports.paper import Paper, Tell
from finance.year_paper import data_of
from league.models import Report


def make(report: Report, tell: Tell, now: datetime) -> Paper:
    year = report.subject
    data = data_of(year, club=settings.CLUB_NAME, now=now)
    title = _("Bericht der Kassenprüfung %(year)s") % {"year": year}
    return Paper(title, data, template="year_report")
