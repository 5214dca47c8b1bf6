"""Asking somebody in, and the page behind the link that was mailed or handed over."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from league.access.permissions import require_keeper
from league.access.queries.rights import person_of
from league.access.tokens import read_invitation
from league.approvals.models import Approval
from league.people.forms import LoginForm
from league.people.queries.invitations import invitation_of
from league.people.queries.people import get_person_for
from league.people.services import addresses, invitations
from league.people.views.approvals import say_address
from league.web.submit import submit
from league.web.views import takes_a_form


@login_required
@require_POST
def invite(request: HttpRequest, pk: int) -> HttpResponse:
    """Once more, or for the first time: the earlier link works no more. Or not any longer."""
    require_keeper(request)
    person = get_person_for(request.user, pk, timezone.localdate())
    if "withdraw" in request.POST:
        invitations.withdraw(person=person, now=timezone.now())
        messages.success(request, _("The link is switched off."))
        return redirect("league:person", pk)
    invitations.invite(person=person, by=person_of(request.user), now=timezone.now())
    messages.success(
        request,
        _("The invitation goes out by e-mail.")
        if person.user
        else _("The link is below: hand it over."),
    )
    return redirect("league:person", pk)


@takes_a_form
@never_cache
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """For whoever has the link: the way to the login, and first an address where there is none.

    The link logs nobody in: who has a login proves it with the code sent to the address.
    """
    number = read_invitation(token)
    asked = invitation_of(number) if number is not None else None
    if asked is None:
        raise Http404
    now = timezone.now()
    over = not asked.is_open or asked.ends_at <= now
    form = LoginForm(request.POST or None)

    def message(address: Approval) -> str:
        if not address.is_waiting:
            return _("Saved. Now log in with this address.")
        say_address(request, address)
        return ""

    if not over and asked.person.user is None:
        answer = submit(
            request,
            form,
            lambda data: addresses.accept_invitation(invitation=asked, **data, now=now),
            message,
            redirect("account_login"),
        )
        if answer:
            return answer
    context = {"asked": asked, "person": asked.person, "over": over, "form": form}
    status = 410 if over else 422 if form.errors else 200
    response = render(request, "league/invitation.html", context, status=status)
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    return response
