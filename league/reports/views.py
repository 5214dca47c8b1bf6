"""„Berichte“: requested, watched while they are made, downloaded, and sent by mail."""

from uuid import uuid4

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from league.access.permissions import user_of
from league.access.tokens import read_report_mails
from league.files import file_store
from league.mail import queries as outbox
from league.reports import permissions as queries
from league.reports import services
from league.reports.lists import REPORTS
from league.reports.models import Report
from league.reports.queries import get_subscription
from league.reports.registry import label_of
from league.reports.tasks import enqueue_report
from league.web.asked import posted_text
from league.web.views import takes_a_form, typed_number

LONGEST_ID = 64


@require_safe
@login_required
@never_cache
def reports(request: HttpRequest) -> HttpResponseBase:
    """Show the existing reports, those that can be asked for, and those that come by mail."""
    today = timezone.localdate()
    me = queries.require_any(request.user, today)
    list_page = REPORTS.read(request, queries.reports_for(request.user, today))
    if sheet := list_page.sheet(f"berichte-am-{today}"):
        return sheet
    context = {
        "list_page": list_page,
        "offers": queries.offers(request.user, today),
        "mails": queries.mails_for(request.user, me, today),
        "client_id": uuid4().hex,
    }
    return render(request, "league/reports/reports.html", context)


@require_POST
@login_required
def ask(request: HttpRequest) -> HttpResponse:
    """Ask for a report: its page shows the progress."""
    today = timezone.localdate()
    subject = typed_number(posted_text(request, "subject"))
    client_id = posted_text(request, "client_id")
    if subject is None or not 0 < len(client_id) <= LONGEST_ID:
        raise Http404
    kind, called = queries.get_offer(request.user, posted_text(request, "kind"), subject, today)
    with transaction.atomic():
        report = services.ask_for(
            kind=kind.code,
            subject=subject,
            person=queries.require_any(request.user, today) if kind.is_own else None,
            title=f"{kind.label}: {called}",
            language=get_language() or "de",
            by=user_of(request),
            client_id=client_id,
            now=timezone.now(),
        )
        enqueue_report(report.pk)
    # The id of another user's report is no way to it.
    return redirect("report", queries.get_report_for(request.user, report.pk, today).pk)


def _report(request: HttpRequest, pk: int) -> Report:
    return queries.get_report_for(request.user, pk, timezone.localdate())


@require_safe
@login_required
@never_cache
def report(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the progress; polled while the report is made, and reloaded without scripts."""
    return render(request, "league/reports/report.html", {"report": _report(request, pk)})


@require_POST
@login_required
def again(request: HttpRequest, pk: int) -> HttpResponse:
    """Try a failed report once more."""
    report = _report(request, pk)
    with transaction.atomic():
        services.try_again(report=report, now=timezone.now())
        enqueue_report(report.pk)
    return redirect("report", report.pk)


@require_safe
@login_required
@never_cache
def file(request: HttpRequest, pk: int) -> HttpResponse:
    report = _report(request, pk)
    content = file_store.content_of(settings.REPORT_DIR, report.sha256) if report.sha256 else None
    if content is None:
        raise Http404
    answer = HttpResponse(content, content_type="application/pdf")
    answer.headers["Content-Disposition"] = f'inline; filename="{slugify(report.title)}.pdf"'
    return answer


@require_POST
@login_required
def by_mail(request: HttpRequest) -> HttpResponse:
    """Send a kind of report by mail from now on, or stop it."""
    today, now = timezone.localdate(), timezone.now()
    me = queries.require_any(request.user, today)
    kind = queries.get_mailed_kind(request.user, posted_text(request, "kind"), today)
    subscription = services.subscribe(
        person=me, kind=kind.code, language=get_language() or "de", now=now
    )
    if posted_text(request, "wanted") != "1":
        services.unsubscribe(subscription=subscription, now=now)
        messages.success(request, _("This report no longer comes by mail."))
    else:
        messages.success(request, outbox.by_mail(_("From now on this report comes by mail.")))
    return redirect("reports")


@takes_a_form
@csrf_exempt  # the signed address is the proof, and mail programs send this without a page of ours
@never_cache
def no_mails(request: HttpRequest, token: str) -> HttpResponse:
    """Stop a kind of report from a mail, without a login: with one tap.

    Opening it changes nothing, because programs that check mails open every link in them.
    """
    number = read_report_mails(token)
    if number is None:
        raise Http404
    subscription = get_subscription(number)
    if request.method == "POST":
        services.unsubscribe(subscription=subscription, now=timezone.now())
        subscription.refresh_from_db()
    context = {"subscription": subscription, "kind": label_of(subscription.kind)}
    response = render(request, "league/reports/no_report_mails.html", context)
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    return response
