"""The club's link: made and shown by keepers of the list, opened by its recipients."""

from datetime import date
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from league.access.permissions import require_keeper, too_often, user_of
from league.access.queries.rights import person_of
from league.access.tokens import read_club_invitation, sign_club_invitation
from league.mail.letters import absolute
from league.people.forms import DecisionForm, JoinForm
from league.people.labels import goes_out
from league.people.models.joining import JoinRequest
from league.people.models.people import Person
from league.people.queries import joining as queries
from league.people.services import joining as services
from league.security.queries import MOST_CHANGES
from league.web.asked import posted_text
from league.web.submit import submit
from league.web.views import takes_a_form, typed_number

# The most from one address within a minute: a whole table asks over one network.
MOST_A_MINUTE = 10


@takes_a_form
@login_required
@never_cache
def club_invitation(request: HttpRequest) -> HttpResponse:
    """Show the link and its code, and the requests made with it."""
    require_keeper(request)
    now = timezone.now()
    if "revoke" in request.POST:
        services.revoke_invitation(by=user_of(request), now=now)
        messages.success(request, _("The link is switched off."))
        return redirect("league:club_invitation")
    if request.method == "POST":
        seen = typed_number(posted_text(request, "seen"))
        services.renew_invitation(seen=seen, by=user_of(request), now=now)
        return redirect("league:club_invitation")
    return _page(request)


def _page(request: HttpRequest, wrong: dict[int, DecisionForm] | None = None) -> HttpResponse:
    today, now = timezone.localdate(), timezone.now()
    invitation = queries.open_invitation(now)
    address = ""
    if invitation is not None:
        address = absolute(reverse("league:join", args=[sign_club_invitation(invitation.pk)]))
    context = {
        "invitation": invitation,
        "address": address,
        "changes": queries.changes_of_links()[:MOST_CHANGES],
        "rows": [
            {
                "request": waiting_request,
                "form": (wrong or {}).get(waiting_request.pk)
                or _form(waiting_request, None, today),
            }
            for waiting_request in queries.waiting_requests()
        ],
    }
    return render(request, "league/club_invitation.html", context, status=422 if wrong else 200)


def _form(asked: JoinRequest, data: Any, today: date) -> DecisionForm:
    return DecisionForm(data, persons=queries.may_be(asked, today), today=today)


@require_POST
@login_required
def decide_request(request: HttpRequest, pk: int) -> HttpResponse:
    """Approve or refuse a request."""
    today, now = timezone.localdate(), timezone.now()
    asked = queries.get_request_for(request.user, pk, today)
    back = redirect("league:club_invitation")
    if "refuse" in request.POST:
        services.refuse(request=asked, user=user_of(request), now=now)
        return back
    form = _form(asked, request.POST, today)

    def approve(_data: dict[str, Any]) -> Person:
        return services.approve(
            request=asked,
            person=form.person,
            kind=form.kind,
            start=today,
            by=person_of(request.user),
            user=user_of(request),
            now=now,
        )

    def message(person: Person) -> str:
        added = _("%(name)s is added.") % {"name": person.name}
        return f"{added} {goes_out()}"

    return submit(request, form, approve, message, back) or _page(request, {asked.pk: form})


@takes_a_form
@never_cache
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Ask the recipient of the link for a name and an address; then the club decides."""
    number = read_club_invitation(token)
    if number is None:
        raise Http404
    invitation = queries.invitation_by(number, timezone.now())
    form = JoinForm(request.POST or None)

    def page(status: int, **more: bool) -> HttpResponse:
        response = render(request, "league/join.html", {"form": form, **more}, status=status)
        response.headers["X-Robots-Tag"] = "noindex, nofollow"
        return response

    if invitation is None:
        return page(410, over=True)
    if form.is_valid() and too_often(request, "join", MOST_A_MINUTE):
        return page(429, busy=True)
    return submit(
        request,
        form,
        lambda data: services.ask_to_join(invitation=invitation, **data, now=timezone.now()),
        "",
        lambda _asked: page(200, done=True),
    ) or page(422 if form.errors else 200)
