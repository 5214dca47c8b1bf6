"""Who may pass at the end of a year: auditors, the chair, and who sees how it stands."""

from collections.abc import Callable
from datetime import date
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from finance.books.permissions import View
from finance.years.queries.audits import require_auditor, require_chair, require_year_ends


def sees_years(view: View) -> View:
    """A page about the end of a year: for treasurer, auditor and chair."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        require_year_ends(request.user, timezone.localdate())
        return view(request, *args, **kwargs)

    return login_required(never_cache(require_safe(guarded)))


def _button(require: Callable[[Any, date], None]) -> Callable[[View], View]:
    """A button of those whom `require` lets pass."""

    def door(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            require(request.user, timezone.localdate())
            return view(request, *args, **kwargs)

        return require_POST(login_required(never_cache(guarded)))

    return door


audits = _button(require_auditor)
presides = _button(require_chair)
# Treasurer, chair and auditors all may give a year back.
gives_back = _button(require_year_ends)
