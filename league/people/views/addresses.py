"""One's own address to log in with: another one, proved by a code."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from league.access.permissions import over, own_person, user_of
from league.access.reauthentication import asks_again
from league.access.sessions import stay_logged_in
from league.approvals.queries import shown_to, waiting_address
from league.errors import InvalidError
from league.people import mails
from league.people.forms import CodeForm, LoginForm
from league.people.models.people import Person
from league.people.services import addresses
from league.people.views.approvals import MOST_CODES, MOST_MAILS, not_too_often, say_address
from league.web.asked import posted_text
from league.web.submit import submit
from league.web.views import takes_a_form

TICKET = "league.address.ticket"


TICKET_HOLDS = 30 * 60


@takes_a_form
@login_required
@never_cache
@asks_again()
def own_address(request: HttpRequest) -> HttpResponse:
    """Ask for the new address, then for the code that was sent to it."""
    me = own_person(request)
    if "code" in request.POST:
        return _with_code(request, me)
    form = LoginForm(request.POST or None)

    def send_code(data: dict[str, Any]) -> tuple[str, str]:
        email = data["email"].lower()
        addresses.must_be_free(email, me)
        if over(f"code-new:{me.pk}", MOST_MAILS):
            raise InvalidError("too_often", _("Wait a minute, then try again."))
        ticket = signing.dumps([me.pk, email], salt=TICKET)
        mails.code_for_new_address(ticket, email)
        return ticket, email

    def ask_for_code(sent: tuple[str, str]) -> HttpResponse:
        ticket, email = sent
        return _address_page(
            request, me, code_form=CodeForm(initial={"ticket": ticket}), email=email
        )

    return submit(request, form, send_code, "", ask_for_code) or _address_page(
        request, me, form=form
    )


def _with_code(request: HttpRequest, me: Person) -> HttpResponse:
    form = CodeForm(request.POST)
    try:
        pk, email = signing.loads(posted_text(request, "ticket"), salt=TICKET, max_age=TICKET_HOLDS)
    except signing.BadSignature:
        pk, email = None, ""
    if pk != me.pk:
        messages.error(request, _("The code is no longer valid. Start again."))
        return redirect("league:own_address")

    def do(data: dict[str, Any]) -> None:
        not_too_often(f"code-typed:{me.pk}", MOST_CODES)
        addresses.must_be_code_for_new(data["ticket"], data["code"])
        now = timezone.now()
        done = addresses.change_address(person=me, email=email, by=me, now=now)
        if not done.is_waiting:
            stay_logged_in(request, user_of(request), now)
        say_address(request, done)

    return submit(request, form, do, "", redirect("league:own_address")) or _address_page(
        request, me, code_form=form, email=email
    )


def _address_page(request: HttpRequest, me: Person, **more: Any) -> HttpResponse:
    waiting = waiting_address(me)
    context: dict[str, Any] = {
        "person": me,
        "form": LoginForm(),
        "waiting": [shown_to(me, waiting, timezone.now())] if waiting else [],
        "officer": addresses.holds_an_office(me, timezone.localdate()),
        **more,
    }
    form = context.get("code_form") or context["form"]
    status = 422 if form.errors else 200
    return render(request, "league/own_address.html", context, status=status)
