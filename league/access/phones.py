"""The holder of this phone: reading and writing the cookies of a browser.

`device` names a browser for as long as it keeps its cookies. A table's cookie names the holder of
the phone at that table; it is signed, so no request at the table asks the database for identities.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from uuid import uuid4

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponseBase
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from league.access.actors import Actor
from league.access.queries.rights import person_of
from league.access.queries.tables import is_revoked
from league.access.tokens import HolderToken, read_device, read_holder, sign_device, sign_holder
from league.errors import NotAllowedError

DEVICE_COOKIE = "geraet"
PROGRAM = "program-"  # begins the device of a program, which keeps no cookies
NETWORK = 16  # places of the sign for an address
DEVICE_AGE = 400 * 24 * 3600  # as long as browsers keep any cookie


def device_of(request: HttpRequest) -> str:
    """Return the id of this browser; a new one is kept with the answer."""
    known = read_device(request.COOKIES.get(DEVICE_COOKIE, "")) or getattr(request, "device", "")
    if not known:
        known = request.device = uuid4().hex  # type: ignore[attr-defined]
    return known


def address_of(request: HttpRequest) -> str:
    """Return the address of the sender, behind a proxy as the nearest proxy reports it."""
    address = str(request.META.get("REMOTE_ADDR", ""))
    if settings.BEHIND_PROXY:
        address = request.META.get("HTTP_X_FORWARDED_FOR", address).rsplit(",")[-1].strip()
    return address


def network_of(request: HttpRequest) -> str:
    """Return the address as a sign that cannot be read back: kept to tell that two are the same."""
    return salted_hmac("network", address_of(request)).hexdigest()[:NETWORK]


def holder_of(request: HttpRequest, table_id: int, now: datetime) -> HolderToken | None:
    """Return the valid token of this phone, or program, for the table.

    None if its link ended or was revoked.
    """
    bearer = getattr(request, "table_token", None)
    token = bearer or read_holder(request.COOKIES.get(_cookie(table_id), ""), now)
    if token is None or token.table_id != table_id or is_revoked(token.link_id, now):
        return None
    return token


def refuse_ended_link(request: HttpRequest, table_id: int, now: datetime) -> None:
    """Tell a phone whose link ended or was revoked what to do, instead of „not found“."""
    if (
        _cookie(table_id) in request.COOKIES
        and person_of(request.user) is None
        and holder_of(request, table_id, now) is None
    ):
        raise link_over()


def take_table_token(request: HttpRequest, text: str, now: datetime) -> HolderToken | None:
    """Take the token of a program that may write at one table as the one of this request.

    From then on a login beside it is not asked. Returns None if the token is invalid or over.
    """
    token = read_holder(text, now)
    if token is None or is_revoked(token.link_id, now):
        return None
    request.table_token = token  # type: ignore[attr-defined]
    request.user = AnonymousUser()
    return token


def link_over() -> NotAllowedError:
    return NotAllowedError(
        "link_over", _("This table’s link is no longer valid. Ask for the new QR code.")
    )


def keep_holder(response: HttpResponseBase, token: HolderToken, now: datetime) -> None:
    """Remember on the phone the name of its holder, until the link ends.

    The cookie stays a day longer, so that the phone hears that the link is over and not that it
    does not exist.
    """
    response.set_cookie(
        _cookie(token.table_id),
        sign_holder(token),
        max_age=int((token.ends - now).total_seconds()) + 24 * 3600,
        httponly=True,
        samesite="Lax",
        secure=settings.HTTPS,
    )


def actor_of(request: HttpRequest, table_id: int, now: datetime) -> Actor:
    """Return the actor in front of this request.

    A login is verified and names the person; the table's link opens its table for a login too.
    """
    program: HolderToken | None = getattr(request, "table_token", None)
    device = device_of(request) if program is None else f"{PROGRAM}{program.holder_id}"
    here = Actor(device=device, network=network_of(request))
    person = person_of(request.user)
    token = holder_of(request, table_id, now)
    if person is not None:
        opened = token.table_id if token else None
        return replace(here, user_id=request.user.pk, table_id=opened, name=person.name)
    if token is not None:
        return replace(here, holder_id=token.holder_id, table_id=token.table_id, name=token.name)
    return here


def _cookie(table_id: int) -> str:
    return f"tisch_{table_id}"


class NamedDevice:
    """Gives a browser its id the first time a page asks for it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if device := getattr(request, "device", ""):
            response.set_cookie(
                DEVICE_COOKIE,
                sign_device(device),
                max_age=DEVICE_AGE,
                httponly=True,
                samesite="Lax",
                secure=settings.HTTPS,
            )
        return response
