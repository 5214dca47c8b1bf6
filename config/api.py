"""Frame of the API: authentication, and refusals as JSON with a stable code and a sentence.

Endpoints live in their apps. The pages' answers to the same errors are in `config/errors.py`.
"""

from collections.abc import Iterable
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.authentication import SessionAuthentication
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from games.engine import EngineError
from games.rules.rulebooks import lang
from league.access.models import ReadToken
from league.access.permissions import over, too_often
from league.access.phones import take_table_token
from league.access.queries.read_tokens import token_behind
from league.access.services import note_use
from league.errors import LeagueError, NotAllowedError, StaleError
from league.tournaments.core.queries import programs
from league.tournaments.direction.services.programs import note_use as note_program
from league.tournaments.models.programs import TournamentToken
from league.web.api.described import TooOften


class OnlyJSON(BaseContentNegotiation):
    """One way to be read and one to be answered; nothing is to be weighed per request."""

    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> BaseParser | None:
        kind = str(request.content_type).partition(";")[0].strip().lower()
        return next(
            (base_parser for base_parser in parsers if base_parser.media_type == kind), None
        )

    def select_renderer(
        self,
        request: Request,
        renderers: Iterable[BaseRenderer],
        format_suffix: str | None = None,
    ) -> tuple[BaseRenderer, str]:
        renderer = next(iter(renderers))
        return renderer, str(renderer.media_type)


READS = ("GET", "HEAD", "OPTIONS")
# Requests a minute: of one token, and with wrong ones from one address.
MOST_BY_TOKEN, MOST_WRONG = 300, 30


class TokenUnknown(exceptions.AuthenticationFailed):
    default_code = "token_unknown"


class TokenReadsOnly(exceptions.APIException):
    status_code, default_code = 403, "token_reads_only"


class TokenElsewhere(exceptions.APIException):
    status_code, default_code = 403, "token_elsewhere"


class ApiAuthentication(SessionAuthentication):
    """Authentication by the session or a token, else none: an endpoint asks for a phone on its
    link.

    A phone's cookie is a credential too, so every write needs the CSRF token, logged in or not. A
    person's token writes nothing; those of a table and of a tournament write there and need no CSRF
    token, as no browser sends them along by itself.
    """

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        scheme, _space, secret = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() == "bearer":
            if self._by_table(request, secret.strip()):
                return None
            if secret.strip().startswith(programs.MARK):
                return self._by_tournament(request, secret.strip())
            return self._by_token(request, secret.strip())
        user = getattr(request._request, "user", None)
        if request.method not in READS:
            self.enforce_csrf(request)
        return (user, None) if user is not None and user.is_active else None

    def _by_table(self, request: Request, secret: str) -> bool:
        token = take_table_token(request._request, secret, timezone.now())
        if token is not None and over(f"table-token:{token.holder_id}", MOST_BY_TOKEN):
            raise TooOften
        return token is not None

    def _by_tournament(self, request: Request, secret: str) -> tuple[Any, TournamentToken]:
        """Authenticate a token for the addresses of its own tournament, and for nothing else."""
        token = programs.token_behind(secret, timezone.now())
        if token is None:
            if too_often(request._request, "tournament-token", MOST_WRONG):
                raise TooOften
            raise TokenUnknown
        if over(f"tournament-token:{token.pk}", MOST_BY_TOKEN):
            raise TooOften
        if not request.path.startswith(f"/api/tournaments/{token.event_id}/"):
            raise TokenElsewhere
        note_program(token=token, today=timezone.localdate())
        return token.made_by, token

    def _by_token(self, request: Request, secret: str) -> tuple[Any, ReadToken]:
        token = token_behind(secret)
        if token is None:
            if too_often(request._request, "read-token", MOST_WRONG):
                raise TooOften
            raise TokenUnknown
        if over(f"read-token:{token.pk}", MOST_BY_TOKEN):
            raise TooOften
        if request.method not in READS:
            raise TokenReadsOnly
        note_use(token=token, today=timezone.localdate())
        return token.person.user, token

    def authenticate_header(self, request: Request) -> str:
        """Name the scheme; with it the refusal of an unauthenticated request is a 401."""
        return 'Bearer realm="api"'


def answer(error: Exception, context: Any) -> Response | None:
    """Return the refusal of an endpoint; None leaves a fault of ours to the log and a 500."""
    if isinstance(error, EngineError):
        return Response(
            {
                "code": error.code,
                "sentence": error.sentence(lang()),
                "clause": error.clause,
                "event": error.event,
            },
            422,
        )
    if isinstance(error, LeagueError):
        status = 422
        if isinstance(error, StaleError):
            status = 409
        elif isinstance(error, NotAllowedError):
            status = 403
        data = {"code": error.code, "sentence": str(error)}
        if error.field:
            data["field"] = error.field
        return Response({**data, **error.data}, status)
    if isinstance(error, Http404):
        return _refusal("not_found", _("There is no such thing here, or it is not for you."), 404)
    if isinstance(error, PermissionDenied):
        return _refusal("not_allowed", _("Your office does not allow that."), 403)
    if isinstance(error, exceptions.ValidationError):
        response = _refusal("invalid", _("That cannot be right. Reload the page."), 400)
        response.data["fields"] = error.get_full_details()
        return response
    if isinstance(error, exceptions.PermissionDenied):
        return _refusal(
            "page_too_old",
            _("The page was open for too long. Reload it and try again."),
            403,
        )
    if isinstance(error, RecursionError):
        return _refusal("invalid", _("That request is not understood here."), 400)
    if isinstance(error, exceptions.APIException):
        response = _refusal(str(error.default_code), _sentence(error), error.status_code)
        if header := getattr(error, "auth_header", None):
            response.headers["WWW-Authenticate"] = header
        if error.status_code == 429:
            response.headers["Retry-After"] = "60"
        return response
    return None


def _refusal(code: str, sentence: str, status: int) -> Response:
    return Response({"code": code, "sentence": sentence}, status)


def _sentence(error: exceptions.APIException) -> str:
    if isinstance(error, TokenUnknown):
        return _("There is no such access, or it was revoked.")
    if isinstance(error, TokenElsewhere):
        return _("This access is for another tournament.")
    if isinstance(error, TokenReadsOnly):
        return _("A program with access only reads. You can change it on the page.")
    if error.status_code == 401:
        return _("You have to be logged in for that.")
    if error.status_code == 429:
        return _("Too many attempts. Wait a minute.")
    return _("That request is not understood here.")
