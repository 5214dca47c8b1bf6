"""Decorators of the till's views: readers see its pages, only the treasurer sends its forms."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from finance.books.queries.access import require_poster, require_reader, require_year_ends
from finance.books.queries.settings import till_settings
from league.errors import InvalidError
from league.people.models.people import User
from league.web.asked import posted_text
from league.web.money import parse_cents
from league.web.views import takes_a_form

View = Callable[..., HttpResponseBase]


def actor(request: HttpRequest) -> User:
    """Return the acting user; PermissionDenied without a login, which these decorators exclude."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user


def to_top(name: str, *args: Any) -> HttpResponse:
    """Redirect to the top of a page, where it says what was done. A form that sends the browser
    back to itself (`#…`) would otherwise keep it down there.
    """
    return redirect(f"{reverse(name, args=args)}#main")


def reads(view: View) -> View:
    """Mark a page for treasurer and auditor; all others get a 404."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        require_reader(request.user, timezone.localdate())
        return view(request, *args, **kwargs)

    return login_required(never_cache(require_safe(guarded)))


def sees_years(view: View) -> View:
    """Open a page about whole years, which names no debtor, to treasurer, auditor and chair."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        require_year_ends(request.user, timezone.localdate())
        return view(request, *args, **kwargs)

    return login_required(never_cache(require_safe(guarded)))


def writes(view: View) -> View:
    """Open a page with the treasurer's form on it, shown and sent to the same address."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        require_poster(request.user, timezone.localdate())
        return view(request, *args, **kwargs)

    return takes_a_form(login_required(never_cache(guarded)))


def above_the_sum(field: str) -> Callable[..., bool]:
    """Return the condition for `asks_again`: a payout above the sum the club lets go unasked."""

    def needs(request: HttpRequest, **_address: Any) -> bool:
        try:
            cents = parse_cents(posted_text(request, field))
        except InvalidError:
            return False
        return cents > till_settings().asks_above

    return needs


def posts(view: View) -> View:
    """Open a button of the treasurer's."""
    return require_POST(writes(view))
