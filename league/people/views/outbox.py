"""„Postausgang“: the state of each mail, for the board, which sends one again or stops it."""

from collections.abc import Iterable

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from league.access.permissions import require_board
from league.mail import labels, queries, services
from league.mail.models import Mail
from league.people.queries.invitations import people_invited
from league.web.submit import attempt


@require_safe
@login_required
@never_cache
def outbox(request: HttpRequest) -> HttpResponse:
    require_board(request)
    context = {
        "unfinished": [_row(mail) for mail in queries.unfinished()],
        "done": _done_lines(queries.lately_done()),
        "unsent_since": queries.unsent_since(timezone.now()),
    }
    return render(request, "league/outbox.html", context)


def _done_lines(mails: Iterable[Mail]) -> list[dict[str, object]]:
    """Return finished mails, the newest first; alike ones are one line with their number, as
    nothing is left that tells them apart.
    """
    mails = list(mails)
    invited = people_invited(mail.about for mail in mails)
    alike: dict[tuple[str, ...], list[Mail]] = {}
    for mail in mails:
        key = (mail.kind, mail.state, mail.trouble, invited.get(mail.about, ""))
        alike.setdefault(key, []).append(mail)
    return [
        {**_row(group[0]), "to": invited.get(group[0].about, ""), "count": len(group)}
        for group in alike.values()
    ]


def _row(mail: Mail) -> dict[str, object]:
    """Return a mail in words; never its text, and not even the subject of one about money, nor of a
    notice without a known topic.
    """
    is_held = mail.state == Mail.State.SENDING
    hides_subject = mail.is_about_money or (mail.kind == Mail.Kind.NOTICE and not mail.about)
    return {
        "mail": mail,
        "kind": labels.kind(mail),
        "subject": "" if hides_subject else mail.subject,
        "state": labels.state(mail),
        "trouble": labels.trouble(mail),
        "may_send": bool(mail.to) and not is_held and mail.kind != Mail.Kind.LOGIN_CODE,
        "may_stop": not is_held,
    }


@require_POST
@login_required
def decide_mail(request: HttpRequest, pk: int) -> HttpResponse:
    """Send a mail once more, or not at all."""
    require_board(request)
    mail, now = get_object_or_404(Mail, pk=pk), timezone.now()
    if "stop" in request.POST:
        attempt(request, lambda: services.stop(mail=mail, now=now), _("The email is stopped."))
    else:
        attempt(request, lambda: services.again(mail=mail, now=now), _("It is tried at once."))
    return redirect("league:outbox")
