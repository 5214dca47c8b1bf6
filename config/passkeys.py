"""Passkeys beside the code: added, removed, logged in with, and shown again if a page asks.

The protocol is that of `allauth.mfa`, the pages are ours: a passkey never gets in the way of the
code, nor the code in that of a passkey.
"""

import json
from typing import Any

from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.internal import auth
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.signals import user_logged_in
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.request import split_domain_port
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from league.access.agents import called
from league.access.permissions import too_often, user_of
from league.access.queries.rights import person_of
from league.access.reauthentication import Proof, asks_again, register_proof
from league.access.sessions import log_in, logged_in_by
from league.club.queries import club_name
from league.people.models.people import User
from league.security import services as security
from league.security.models import SecurityEntry
from league.web.asked import posted_text
from league.web.rows import row_or_404
from league.web.views import takes_a_form

MOST_A_MINUTE = 20
# The ways to log in after which a passkey is offered, and the names of the server's own machine.
OFFERED_AFTER = ("code", "link")
OWN_MACHINE = ("localhost", "127.0.0.1", "[::1]")
LONGEST_NAME = 60
# Errors of a broken or forged answer of a browser, raised somewhere inside the protocol.
BROKEN = (ValidationError, ValueError, TypeError, KeyError, AttributeError)


class PasskeyAdapter(DefaultMFAAdapter):
    """An adapter that asks for no passkey after a code: a passkey is another way in."""

    def is_mfa_enabled(self, user: Any, types: Any = None) -> bool:
        return False

    def _get_user_identifier(self, user: Any) -> str:
        """Return the name under which the phone lists it; no page carries an address for it."""
        person = getattr(user, "person", None)
        return person.name if person else str(user.pk)

    def get_public_key_credential_user_entity(self, user: Any) -> dict[str, Any]:
        entity: dict[str, Any] = super().get_public_key_credential_user_entity(user)
        return entity | {"display_name": entity["name"]}

    def _get_site_name(self) -> str:
        return club_name()


def passkeys_of(user: User) -> Any:
    return Authenticator.objects.filter(user=user, type=Authenticator.Type.WEBAUTHN).order_by("pk")


@takes_a_form
@login_required
@never_cache
@asks_again()
def passkeys(request: HttpRequest) -> HttpResponse:
    """Show one's own, and add a new one: the browser makes it for the page's challenge."""
    user = user_of(request)
    if request.method == "POST":
        try:
            _add(request, user)
        except BROKEN:
            messages.error(request, _("The passkey was not added. Try again."))
        else:
            messages.success(request, _("The passkey is added. From now on you log in with it."))
        return redirect("passkeys")
    options = json.dumps(auth.begin_registration(user, True))
    context = {"passkeys": passkeys_of(user), "options": options}
    return render(request, "account/passkeys.html", context)


def _add(request: HttpRequest, user: User) -> None:
    credential = json.loads(posted_text(request, "credential"))
    auth.parse_registration_response(credential)
    made = auth.complete_registration(credential)
    if not made.is_user_verified():
        raise ValidationError("not verified")
    name = posted_text(request, "name").strip() or called(
        str(request.META.get("HTTP_USER_AGENT", ""))
    )
    with transaction.atomic():
        passkey = auth.WebAuthn.add(user, name[:LONGEST_NAME], credential).instance
        _note(SecurityEntry.Kind.PASSKEY_ADDED, user, passkey)


@require_POST
@login_required
@asks_again()
def remove_passkey(request: HttpRequest, pk: int) -> HttpResponse:
    user = user_of(request)
    passkey = row_or_404(passkeys_of(user), pk=pk)
    with transaction.atomic():
        _note(SecurityEntry.Kind.PASSKEY_REMOVED, user, passkey)
        passkey.delete()
    messages.success(request, _("The passkey is removed."))
    return redirect("passkeys")


def _note(kind: SecurityEntry.Kind, user: User, passkey: Any) -> None:
    about = f"key:{passkey.pk}"
    security.note_user(kind=kind, user=user, now=timezone.now(), about=about)


@takes_a_form
@never_cache
def passkey_login(request: HttpRequest) -> HttpResponse:
    """Give a script a challenge; the login's page sends back the passkey's answer."""
    if request.method != "POST":
        return JsonResponse(dict(auth.begin_authentication(None)))
    if too_often(request, "passkey", MOST_A_MINUTE):
        messages.error(request, _("Wait a minute, then try again."))
        return redirect("account_login")
    typed = posted_text(request, "credential")
    user = _owner_of(typed)
    if user is None or not user.is_active or not _is_right(user, typed):
        messages.error(request, _("This passkey is not known here."))
        return redirect("account_login")
    log_in(request, user, "passkey")
    return redirect(settings.LOGIN_REDIRECT_URL)


def _owner_of(typed: str) -> User | None:
    try:
        user: User = auth.extract_user_from_response(json.loads(typed))
    except BROKEN:
        return None
    return user


def _is_right(user: User, typed: str) -> bool:
    """Return True if a passkey of this login answered the challenge that this browser was given."""
    try:
        credential = json.loads(typed)
        auth.parse_authentication_response(credential)
        auth.complete_authentication(user, credential).record_usage()
    except BROKEN:
        return False
    return True


def offer(sender: Any, request: HttpRequest, user: Any, **kwargs: Any) -> None:
    """Offer a passkey after the first login of all, by one line that goes with the next page.

    A browser makes one over HTTPS only, or on the server's own machine.
    """
    shows_a_page = hasattr(request, "_messages")
    if not shows_a_page or logged_in_by(request) not in OFFERED_AFTER or _logins_of(user) != 1:
        return
    host, _port = split_domain_port(request.get_host())
    if request.is_secure() or host in OWN_MACHINE:
        words = _("Passkey: log in by fingerprint, face or PIN, without an email.")
        link = format_html('{} <a href="{}">{}</a>', words, reverse("passkeys"), _("Set up"))
        messages.info(request, link)


def _logins_of(user: Any) -> int:
    person = person_of(user)
    logins = SecurityEntry.objects.filter(kind=SecurityEntry.Kind.LOGIN)
    return logins.filter(subject=person.pk).count() if person else 0


def register() -> None:
    """Let the pages that ask again take a passkey, and offer one after the first login."""
    # The league has noted this login by then.
    user_logged_in.connect(offer)
    register_proof(
        "passkey",
        Proof(
            has=lambda user: passkeys_of(user).exists(),
            holds=lambda request, typed: _is_right(user_of(request), typed),
        ),
    )
