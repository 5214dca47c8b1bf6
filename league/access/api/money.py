"""Readers of money: never a program whose access is without it."""

from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request

from league.access.models import ReadToken
from league.errors import NotAllowedError
from league.web.api.frame import VISIBLE, Access


def reads_money(request: Request) -> bool:
    """Return True for a login, and for a program only if its access was made with money."""
    return not isinstance(request.auth, ReadToken) or request.auth.with_money


def _reads_money(request: Request) -> None:
    if not reads_money(request):
        raise NotAllowedError(
            "token_without_money",
            _("This access does not read money. Make one that may."),
        )


MONEY = Access(
    (_reads_money,),
    {**VISIBLE.refuses, 403: ("token_without_money",), 404: ("not_found",)},
)
