"""Who may come in."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.utils import timezone

from league import queries
from league.models import User


def require_run(request: HttpRequest) -> User:
    if not queries.may_run_evenings(request.user, timezone.localdate()):
        raise PermissionDenied
    return request.user  # type: ignore[return-value]  # who runs evenings is logged in
