"""Admission: the checks of pages, here and in the apps above, before they show or take anything.

The rights themselves are in `league.access.queries`; this module turns them into a refusal or a
redirect to the login.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from functools import wraps
from ipaddress import IPv6Address, IPv6Network
from typing import Any, TypedDict

from django.contrib.auth.views import redirect_to_login
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils import timezone
from django.utils.crypto import salted_hmac

from league.access.actors import Actor
from league.access.phones import actor_of, address_of, device_of, refuse_ended_link
from league.access.queries.rights import (
    KEEPS_PEOPLE,
    SEES_MAILS,
    each_right_asked_once,
    holds,
    may_run_evenings,
    person_of,
)
from league.access.queries.tables import TableRights, get_table_at, table_rights
from league.club.queries import is_public
from league.events.models import Table
from league.people.models.people import Person, User

DAY = 24 * 60 * 60


class RightsOfRequest:
    """Asks the database once per request: a page asks many times what its reader may do."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        with each_right_asked_once():
            return self.get_response(request)


def user_of(request: HttpRequest) -> User:
    """Return the user of the request. Raises PermissionDenied if no one is logged in."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user


def own_person(request: HttpRequest) -> Person:
    """Return the person behind the login, for pages that only a person can use."""
    person = person_of(request.user)
    if person is None:
        raise PermissionDenied
    return person


class Acting(TypedDict):
    """The acting user and the moment, as services ask for them."""

    by: User
    now: datetime


class ActingToday(Acting):
    today: date


def acting(request: HttpRequest) -> Acting:
    """Return `by` and `now` for a service. Raises PermissionDenied without a login."""
    return {"by": user_of(request), "now": timezone.now()}


def acting_today(request: HttpRequest) -> ActingToday:
    """Return `by`, `now` and `today` for a service that books on a day."""
    return {**acting(request), "today": timezone.localdate()}


def require_run(request: HttpRequest) -> User:
    """Return the user if they run evenings. Raises PermissionDenied for all others."""
    if not may_run_evenings(request.user, timezone.localdate()):
        raise PermissionDenied
    return user_of(request)


def or_login(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponseBase]:
    """Send a user without a login to the login instead of „not found“, and back afterwards."""

    @wraps(view)
    def enter(request: HttpRequest, pk: int) -> HttpResponseBase:
        try:
            return view(request, pk)
        except Http404:
            if request.user.is_authenticated:
                raise
            return redirect_to_login(request.get_full_path())

    return enter


def public_or_login(page: str) -> Callable[..., Callable[..., HttpResponseBase]]:
    """Open a page of the club to members.

    If the club made it public, the same address shows it to all others; if not, they are asked to
    log in.
    """

    def decorate(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
        @wraps(view)
        def enter(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if not request.user.is_authenticated and not is_public(page):
                return redirect_to_login(request.get_full_path())
            return view(request, *args, **kwargs)

        return enter

    return decorate


def too_often(request: HttpRequest, what: str, most: int) -> bool:
    """Count `what` for this address; return True after more than `most` times within a minute."""
    return over(f"{what}:{address_of(request)}", most)


def too_often_today(request: HttpRequest, what: str, most: int) -> bool:
    """Count `what` for this network; return True after more than `most` times within a day.

    The network is counted by a sign that cannot be read back.
    """
    sign = salted_hmac("network of a day", _network(address_of(request))).hexdigest()
    return over(f"{what}:{sign}", most, DAY)


def _network(address: str) -> str:
    """Return the network of an address: a line (/64) of IPv6, otherwise the address itself."""
    try:
        known = IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    return str(known.ipv4_mapped or IPv6Network((known, 64), strict=False))


def device_too_often_today(request: HttpRequest, what: str, most: int) -> bool:
    """Count the same for one browser, as long as it keeps its cookies."""
    return over(f"{what}:{device_of(request)}", most, DAY)


def over(key: str, most: int, seconds: int = 60) -> bool:
    """Count `key`; return True after more than `most` times within `seconds`."""
    cache.add(key, 0, timeout=seconds)
    try:
        return cache.incr(key) > most
    except ValueError:  # the time ended in between
        return False


@dataclass(frozen=True)
class TableAccess:
    """A table, the actor in front of the page, and their rights at the table."""

    table: Table
    actor: Actor
    rights: TableRights


def at_table(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponseBase]:
    """Give a page of a table its `TableAccess`, by a login or the table's link.

    Strangers are sent to the login unless the evening is public; others find nothing.
    """

    @wraps(view)
    def enter(request: HttpRequest, pk: int, **kwargs: Any) -> HttpResponseBase:
        now = timezone.now()
        refuse_ended_link(request, pk, now)
        actor = actor_of(request, pk, now)
        try:
            table = get_table_at(actor, request.user, pk, timezone.localdate(now))
        except Http404:
            if request.user.is_authenticated:
                raise
            return redirect_to_login(request.get_full_path())
        rights = table_rights(actor, request.user, table, timezone.localdate(now))
        return view(request, TableAccess(table, actor, rights), **kwargs)

    return enter


def require_board(request: HttpRequest) -> None:
    if not holds(request.user, SEES_MAILS, timezone.localdate()):
        raise PermissionDenied


def require_keeper(request: HttpRequest) -> None:
    if not holds(request.user, KEEPS_PEOPLE, timezone.localdate()):
        raise PermissionDenied
