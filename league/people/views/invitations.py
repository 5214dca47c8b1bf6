"""Inviting a person, and the pages behind a link handed over or a code that was read out."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from league.access.permissions import over, require_keeper, too_often
from league.access.queries.rights import person_of
from league.access.sessions import log_in
from league.access.tokens import is_unused, read_invitation, read_login, sign_invitation
from league.errors import InvalidError
from league.people.forms import LoginForm, ReadOutForm
from league.people.labels import goes_out
from league.people.models.invitations import Invitation
from league.people.models.people import Person, User
from league.people.queries.invitations import invitation_by_code, invitation_of
from league.people.queries.people import get_person_for
from league.people.services import addresses, invitations
from league.web.submit import submit
from league.web.views import takes_a_form

# Codes typed within a minute, from one address and from all together.
MOST_CODES, MOST_CODES_OF_ALL = 10, 60


@login_required
@require_POST
def invite(request: HttpRequest, pk: int) -> HttpResponse:
    """Invite once more, or for the first time: the earlier link works no more. Or withdraw."""
    require_keeper(request)
    person = get_person_for(request.user, pk, timezone.localdate())
    if "withdraw" in request.POST:
        invitations.withdraw(person=person, now=timezone.now())
        messages.success(request, _("The link is switched off."))
        return redirect("league:person", pk)
    invitations.invite(person=person, by=person_of(request.user), now=timezone.now())
    messages.success(
        request,
        goes_out() if person.user else _("The link is below: hand it over."),
    )
    return redirect("league:person", pk)


@takes_a_form
@never_cache
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Let the holder of the link in: by one tap, first with an address if the person has none.

    A person who logged in before or holds an office proves it with the code sent to the address.
    """
    number = read_invitation(token)
    asked = invitation_of(number) if number is not None else None
    if asked is None:
        raise Http404
    now = timezone.now()
    is_over = not asked.is_open or asked.ends_at <= now
    opens = addresses.opens(asked.person, timezone.localdate(now))
    form = _form(request, asked)
    if not is_over:
        if request.method == "GET":
            invitations.opened(invitation=asked, now=now)
        comes = opens or asked.person.user is None
        if comes and (answer := _come_in(request, asked, form)):
            return answer
    context = {
        "asked": asked,
        "person": asked.person,
        "over": is_over,
        "opens": opens,
        "form": form,
    }
    status = 410 if is_over else 422 if form.errors else 200
    return _unlisted(render(request, "league/invitation.html", context, status=status))


def _form(request: HttpRequest, asked: Invitation) -> Any:
    """Ask a person without an address for it; else nothing is to be typed."""
    form = LoginForm(request.POST or None)
    if asked.person.user is not None:
        form.fields.pop("email")
    return form


def _come_in(request: HttpRequest, asked: Invitation, form: Any) -> HttpResponse | None:
    if request.method != "POST":
        return None

    def message(person: Person) -> str:
        if person.user is None:
            return _("The address waits for a second person of the club, or seven days.")
        if addresses.opens(person, timezone.localdate()):
            return _("Welcome, %(name)s.") % {"name": person.name}
        return _("Saved. Now log in with this address.")

    def way(person: Person) -> HttpResponse:
        if person.user is None or not addresses.opens(person, timezone.localdate()):
            return redirect("account_login")
        return _log_in(request, person.user, "link")

    def come_in(data: dict[str, Any]) -> Person:
        return addresses.come_in(invitation=asked, email=data.get("email", ""), now=timezone.now())

    return submit(request, form, come_in, message, way)


def _log_in(request: HttpRequest, user: User, how: str) -> HttpResponse:
    log_in(request, user, how)
    return redirect("home")


def _unlisted(response: HttpResponse) -> HttpResponse:
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    return response


@takes_a_form
@never_cache
def read_out(request: HttpRequest) -> HttpResponse:
    """Lead from the code that an officer reads out to the page of its invitation."""
    form = ReadOutForm(request.POST or None)

    def asked_by(data: dict[str, Any]) -> Invitation:
        if too_often(request, "invitation", MOST_CODES) or over("invitation", MOST_CODES_OF_ALL):
            raise InvalidError("too_often", _("Wait a minute, then try again."), field="code")
        if asked := invitation_by_code(data["code"], timezone.now()):
            return asked
        unknown = _("There is no such code, or it is no longer valid.")
        raise InvalidError("code_unknown", unknown, field="code")

    return submit(
        request,
        form,
        asked_by,
        "",
        lambda asked: redirect("league:invitation", sign_invitation(asked.pk)),
    ) or _unlisted(
        render(request, "league/read_out.html", {"form": form}, status=422 if form.errors else 200)
    )


@takes_a_form
@never_cache
def login_link(request: HttpRequest, token: str) -> HttpResponse:
    """Log in by the link that the operator made on the server: one tap, once."""
    user = _user_of(token)
    if request.method == "POST" and user is not None:
        return _log_in(request, user, "operator")
    context = {"user_of_link": user}
    status = 200 if user else 410
    return _unlisted(render(request, "league/login_link.html", context, status=status))


def _user_of(token: str) -> User | None:
    known = read_login(token)
    if known is None:
        return None
    user = User.objects.select_related("person").filter(pk=known[0], is_active=True).first()
    return user if user is not None and is_unused(known[1], user.last_login) else None
