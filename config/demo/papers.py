"""Reports that people of the demo club asked for, made and kept."""

from collections.abc import Mapping
from datetime import date, datetime

from league.people.models.people import Person
from league.reports import making
from league.reports import permissions as queries
from league.reports import services as reports

# Readers, each with the kind they want.
WANTED = (
    ("Anke Brettschneider", "season"),
    ("Anke Brettschneider", "evening"),
    ("Anke Brettschneider", "review"),
    ("Anke Brettschneider", "tournament"),
    ("Kadir Münzer", "cash"),
    ("Paula Haken", "audit"),
)


def make_some(
    people: Mapping[str, Person], about: Mapping[str, int], today: date, now: datetime
) -> None:
    """Make the reports; `about` gives the subject, else it is the newest."""
    for name, kind in WANTED:
        user = people[name].user
        offered = {offer.kind.code: offer for offer in queries.offers(user, today)}.get(kind)
        if offered is None:  # a short season may have nothing of the kind
            continue
        subjects = dict(offered.subjects)
        subject = about.get(kind, next(iter(subjects)))
        report = reports.ask_for(
            kind=kind,
            subject=subject,
            person=people[name] if offered.kind.is_own else None,
            title=f"{offered.kind.label}: {subjects[subject]}",
            language="de",
            by=user,
            client_id=f"demo-report-{kind}",
            now=now,
        )
        making.make(report.pk, lambda: now)
