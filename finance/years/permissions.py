"""Decorators for the end of a year: auditors, the chair, and those who may give it back."""

from collections.abc import Callable
from datetime import date
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from finance.books.permissions import View
from finance.books.queries.access import require_year_ends
from finance.years.queries.audits import require_auditor, require_chair


def _button(require: Callable[[Any, date], None]) -> Callable[[View], View]:
    """Open a button to those whom `require` lets pass."""

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            require(request.user, timezone.localdate())
            return view(request, *args, **kwargs)

        return require_POST(login_required(never_cache(guarded)))

    return decorate


audits = _button(require_auditor)
presides = _button(require_chair)
# Treasurer, chair and auditors all may give a year back.
gives_back = _button(require_year_ends)
