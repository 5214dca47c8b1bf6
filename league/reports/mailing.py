"""Reports by mail: those that are due, made by the worker as all are, and then sent, once each.

A right is checked when a mail is owed and again when it goes: a person who has meanwhile left the
office, or the club, gets nothing.
"""

from collections.abc import Iterable
from datetime import datetime

from django.core.mail import EmailMessage
from django.db import transaction
from django.http import Http404
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import override

from league.access.tokens import sign_report_mails
from league.club.queries import club_name
from league.delivery import services as delivery
from league.delivery.models import Topic
from league.mail import services as outbox
from league.mail.letters import absolute
from league.mail.models import Mail
from league.reports import queries, services
from league.reports.models import Report, ReportMail, ReportSubscription
from league.reports.permissions import get_offer
from league.reports.registry import get_kind, label_of
from league.reports.schedule import Occasion, is_quiet


def owe(now: datetime) -> list[Report]:
    """Write down the mails that are due, and the reports that have to be made for them. Not at
    night.

    An evening that goes past midnight is played to its end by the time the quiet hours are over.
    """
    local = timezone.localtime(now)
    if is_quiet(local):
        return []
    wanted = []
    for subscription in queries.subscriptions():
        for occasion in _due(subscription, local):
            if not subscription.mails.filter(occasion=occasion.key).exists():
                report = _report_for(subscription, occasion, now)
                if report is not None:
                    services.owe_mail(
                        subscription=subscription, occasion=occasion.key, report=report
                    )
                    wanted.append(report)
    return wanted


def _due(subscription: ReportSubscription, local: datetime) -> Iterable[Occasion]:
    kind = get_kind(subscription.kind)
    if kind is None or kind.due is None:
        return ()
    return kind.due(subscription.person, subscription.since, local)


def _report_for(
    subscription: ReportSubscription, occasion: Occasion, now: datetime
) -> Report | None:
    """Return the one report of this occasion in this language, shared by all its readers; a report
    about one person is that person's alone. None if the subscriber may not have it (any more).
    """
    person = subscription.person
    with override(subscription.language):
        try:
            kind, called = get_offer(
                person.user, subscription.kind, occasion.subject, timezone.localdate(now)
            )
        except Http404:
            return None
        own = f"-of-{person.pk}" if kind.is_own else ""
        return services.ask_for(
            kind=kind.code,
            subject=occasion.subject,
            person=person if kind.is_own else None,
            title=f"{kind.label}: {called}",
            language=subscription.language,
            by=None,
            client_id=f"mail-{occasion.key}{own}-{subscription.language}",
            now=now,
        )


def send(now: datetime) -> None:
    """Put finished reports that are owed into the outbox; claimed by their rows. Not at night."""
    local = timezone.localtime(now)
    if is_quiet(local):
        return
    for mail in queries.mails_to_send():
        subscription = mail.subscription
        kind = get_kind(subscription.kind)
        if kind is None or not kind.may(subscription.person.user, local.date()):
            continue
        with transaction.atomic():
            if services.claim_mail(mail=mail, now=now):
                name = f"{slugify(mail.report.title)}.pdf"
                file = outbox.File(name, mail.report.sha256)
                delivery.send(
                    person=subscription.person,
                    topic=Topic.REPORTS,
                    kind=Mail.Kind.REPORT,
                    letter=letter(mail),
                    now=now,
                    file=file,
                )


def letter(mail: ReportMail) -> EmailMessage:
    """Write the mail: the link to the report's page, and the way out; the report is a file."""
    report, subscription = mail.report, mail.subscription
    user = subscription.person.user
    assert user is not None, "only whoever has an address gets mail"
    stop = absolute(reverse("no_report_mails", args=[sign_report_mails(subscription.pk)]))
    with override(subscription.language):
        context = {
            "report": report,
            "person": subscription.person,
            "kind": label_of(subscription.kind),
            "address": absolute(reverse("report", args=[report.pk])),
            "stop": stop,
        }
        return EmailMessage(
            subject=f"{club_name()}: {report.title}",
            body=render_to_string("league/reports/mail/report.txt", context),
            to=[user.email],
            headers={
                # A mail program's own button „unsubscribe“ (RFC 8058).
                "List-Unsubscribe": f"<{stop}>",
                "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
                "Auto-Submitted": "auto-generated",
            },
        )
