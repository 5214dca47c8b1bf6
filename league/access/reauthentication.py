"""„Noch einmal ausweisen“: a page that is worth a break-in asks again for a proof of identity.

Users who gave a proof within the last ten minutes (logging in is a proof) are not asked. All others
get a page in place of the answer, which carries along what was sent and takes a code sent to the
user's own address, or a passkey.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.crypto import constant_time_compare, get_random_string, salted_hmac
from django.utils.translation import gettext as _

from league.access.permissions import over, user_of
from league.club.queries import language_of
from league.mail import services as outbox
from league.mail.letters import about_login
from league.mail.models import Mail
from league.mail.queries import by_mail
from league.people.models.people import User
from league.security import services as security
from league.security.models import SecurityEntry
from league.web.asked import posted_text

PAGE = "league:prove"
PROVED, CODE = "proved_at", "proof"
FIELD = "proof_"  # begins the fields of the page that asks
HOLDS, CODE_HOLDS = timedelta(minutes=10), timedelta(minutes=10)
MOST_CODES, MOST_TRIES = 3, 5  # a minute
LENGTH = 6

View = Callable[..., HttpResponseBase]
# Says whether this request asks at all: its arguments are those of the view.
Needs = Callable[..., bool]


@dataclass(frozen=True)
class Proof:
    """Another proof than the code.

    `has` tells which users have it, `holds` checks the text that the page sent for it.
    """

    has: Callable[[User], bool]
    holds: Callable[[HttpRequest, str], bool]


# Registered once, in an app's `ready`, by the name of the field.
_PROOFS: dict[str, Proof] = {}


def register_proof(name: str, proof: Proof) -> None:
    _PROOFS[name] = proof


def note_proof(request: HttpRequest, now: datetime) -> None:
    """Note that the user has just proved their identity: it holds for ten minutes."""
    request.session[PROVED] = now.timestamp()


def is_proved(request: HttpRequest, now: datetime) -> bool:
    moment = request.session.get(PROVED)
    return isinstance(moment, float) and 0 <= now.timestamp() - moment <= HOLDS.total_seconds()


def asks_again(*, shows: bool = False, needs: Needs | None = None) -> Callable[[View], View]:
    """Mark a page that asks again before it writes.

    With `shows` it asks before the page shows anything, which is written down as an export. Below
    the decorators that say who may open the page. `needs` says of which requests that is true, of
    all if it is None.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def enter(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            asks = request.user.is_authenticated and (shows or request.method == "POST")
            if not asks or (needs is not None and not needs(request, *args, **kwargs)):
                return view(request, *args, **kwargs)
            if request.method != "POST":
                if not is_proved(request, timezone.now()):
                    return redirect(
                        f"{reverse(PAGE)}?{urlencode({'next': request.get_full_path()})}"
                    )
            elif not is_proved_by(request):
                return asking_page(request, 403)
            if shows:
                _note_export(request)
            return view(request, *args, **kwargs)

        enter.asks_again = True  # type: ignore[attr-defined]
        return enter

    return decorate


def is_proved_by(request: HttpRequest) -> bool:
    """Return True if a submitted form proves the user's identity, or a recent proof does."""
    typed = _typed_proof(request)
    return _takes(request, typed) if typed else is_proved(request, timezone.now())


def _note_export(request: HttpRequest) -> None:
    match = request.resolver_match
    parts = [str(value) for value in match.kwargs.values()] if match else []
    about = ":".join([_address(request), *parts])
    security.note_user(
        kind=SecurityEntry.Kind.EXPORT, user=user_of(request), now=timezone.now(), about=about
    )


def _typed_proof(request: HttpRequest) -> dict[str, str]:
    """Return the answers that the page that asks has sent, by the name of the proof."""
    return {
        name.removeprefix(FIELD): posted_text(request, name)
        for name in request.POST
        if name.startswith(FIELD)
    }


def _carried(request: HttpRequest) -> list[tuple[str, str]]:
    """Return the fields sent to the page itself: the page that asks sends them once more."""
    return [
        (name, value)
        for name, values in request.POST.lists()
        for value in values
        if name != "csrfmiddlewaretoken" and not name.startswith(FIELD)
    ]


def _takes(request: HttpRequest, typed: dict[str, str]) -> bool:
    """Check a typed proof of the user's identity; write down either outcome."""
    user, now = user_of(request), timezone.now()
    if "send" in typed:
        _send_code(request, user, now)
        return False
    if over(f"again:{user.pk}", MOST_TRIES):
        _problem(request, _("That was too often. Try again in a minute."))
        return False
    proof = next((name for name in _PROOFS if typed.get(name)), "code")
    right = (
        _PROOFS[proof].holds(request, typed[proof])
        if proof in _PROOFS
        else _is_code(request, typed.get("code", ""), now)
    )
    kind = SecurityEntry.Kind.PROVED_AGAIN if right else SecurityEntry.Kind.NOT_PROVED
    security.note_user(kind=kind, user=user, now=now, about=f"{proof}:{_address(request)}")
    if right:
        note_proof(request, now)
        request.session.pop(CODE, None)
    else:
        wrong = _("This is not right. Look at the email, or ask for a new code.")
        _problem(request, by_mail(wrong, _("This is not right. Ask for a new code.")))
    return right


def _address(request: HttpRequest) -> str:
    """Return the address as the routes name it."""
    match = request.resolver_match
    return match.view_name if match else ""


def _problem(request: HttpRequest, sentence: str) -> None:
    request.proof_problem = sentence  # type: ignore[attr-defined]


def _is_code(request: HttpRequest, typed: str, now: datetime) -> bool:
    sent = request.session.get(CODE)
    if not sent or sent["until"] < now.timestamp():
        return False
    return constant_time_compare(_digest("".join(typed.split())), sent["digest"])


def _digest(code: str) -> str:
    return salted_hmac("league.proof", code, algorithm="sha256").hexdigest()


def _send_code(request: HttpRequest, user: User, now: datetime) -> None:
    """Send a new code to the user's own address; earlier codes are void."""
    if over(f"again-code:{user.pk}", MOST_CODES):
        _problem(request, _("Wait a minute, then try again."))
        return
    code = get_random_string(LENGTH, "0123456789")
    with translation.override(language_of(user)):
        body = render_to_string("league/mail/proof.txt", {"code": code})
        letter = about_login(_("Code to confirm that it is you"), body, user.email)
    outbox.put(kind=Mail.Kind.LOGIN_CODE, letter=letter, now=now, until=now + CODE_HOLDS)
    request.session[CODE] = {
        "digest": _digest(code),
        "until": (now + CODE_HOLDS).timestamp(),
    }


def asking_page(request: HttpRequest, status: int) -> HttpResponse:
    """Render the page that asks for a proof, with the fields of the first request carried along.

    The first time a code is sent, unless the user has another proof.
    """
    user, now = user_of(request), timezone.now()
    sent = request.session.get(CODE)
    others = [name for name, proof in _PROOFS.items() if proof.has(user)]
    if not others and (not sent or sent["until"] < now.timestamp()):
        _send_code(request, user, now)
    context = {
        "action": request.get_full_path(),
        "carried": _carried(request),
        "code_sent": CODE in request.session,
        "email": user.email,
        "others": others,
        "problem": getattr(request, "proof_problem", ""),
    }
    response = render(request, "league/prove_again.html", context, status=status)
    response.headers["Cache-Control"] = "no-store"
    if getattr(request, "htmx", False):  # in place of the page, not of a part of it
        response.headers["HX-Retarget"] = response.headers["HX-Reselect"] = "#main"
        response.headers["HX-Reswap"] = "outerHTML show:window:top"
    return response
