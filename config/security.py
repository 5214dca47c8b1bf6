"""Set the Content-Security-Policy of every answer: nothing inline, nothing from elsewhere.

And recognise visitors at this very machine, who log in to the demo and found the club.
"""

from collections.abc import Callable
from ipaddress import ip_address

from django.http import HttpRequest, HttpResponseBase
from django.http.request import split_domain_port
from django.utils.cache import patch_vary_headers

LOOPBACK = {"localhost", "127.0.0.1", "[::1]", "::1", "testserver"}
FORWARDED = ("HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED", "HTTP_X_REAL_IP")

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    ]
)
# Of a page that other sites may show inside their own: it is public, with nothing to tap.
FRAMED = POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")


class ContentSecurityPolicy:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        # An uploaded file comes with a policy that is stricter still.
        is_framed = getattr(response, "xframe_options_exempt", False)
        policy = FRAMED if is_framed else POLICY
        response.headers.setdefault("Content-Security-Policy", policy)
        response.headers["Permissions-Policy"] = "camera=(), geolocation=(), microphone=()"
        return response


class PublicToOtherSites:
    """Let scripts of other sites read the API's public answers.

    Only if neither a login nor a token came along; „*“ never lets a browser send either.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if request.path.startswith("/api/") and request.method in ("GET", "HEAD"):
            patch_vary_headers(response, ["Cookie", "Authorization"])
            if not request.COOKIES and "Authorization" not in request.headers:
                response.headers["Access-Control-Allow-Origin"] = "*"
        return response


def is_at_this_machine(request: HttpRequest) -> bool:
    """Return True if the visitor asked for this machine by a name of its own, and from it.

    A proxy on the same machine also comes from here; it brings another name or says for whom.
    """
    if any(name in request.META for name in FORWARDED):
        return False
    host, _port = split_domain_port(request.get_host())
    try:
        return host in LOOPBACK and ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False
