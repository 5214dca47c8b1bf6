"""Whoever reads about money: never a program whose access is without it."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request

from finance.errors import NotAllowedError
from finance.queries.access import require_reader
from league.api.frame import ReadAPI
from league.models import ReadToken

REFUSES = {403: ("token_without_money",), 404: ("not_found",)}


class MoneyAPI(ReadAPI):
    """What is about money, for whom the queries show it."""

    def initial(self, request: Request, *args: Any, **named: Any) -> None:
        super().initial(request, *args, **named)
        if isinstance(request.auth, ReadToken) and not request.auth.with_money:
            raise NotAllowedError(
                "token_without_money",
                _("Dieser Zugang liest kein Geld. Leg einen an, der es darf."),
            )


class TillAPI(MoneyAPI):
    """For treasurer and auditor; to anybody else it does not exist."""

    def asked_by(self, request: Request) -> None:
        require_reader(request.user, self.today)
