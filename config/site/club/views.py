"""„Unser Club“ on one page, and the same matters one after the other for its founder."""

from functools import partial
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from config.site.club.history import history
from config.site.club.sections import SECTIONS, STEPS, Now, Section, treasurers_of_account
from league.access.permissions import user_of
from league.access.queries.rights import may_change_club
from league.access.reauthentication import asks_again
from league.club.queries import the_club
from league.security.queries import MOST_CHANGES
from league.web.submit import submit
from league.web.views import takes_a_form


def _now(request: HttpRequest) -> Now:
    """Return who changes the club, and when; PermissionDenied for those who may not."""
    today, moment = timezone.localdate(), timezone.now()
    if not may_change_club(request.user, today):
        raise PermissionDenied
    return Now(club=the_club(), user=user_of(request), moment=moment, today=today)


def _names_the_account(request: HttpRequest, step: int = 0, code: str = "") -> bool:
    """Return True for the bank account's form: the IBAN decides where all the money goes."""
    named = STEPS[step - 1] if 1 <= step <= len(STEPS) else (code,)
    return "konto" in named and may_change_club(request.user, timezone.localdate())


@require_safe
@login_required
def our_club(request: HttpRequest) -> HttpResponse:
    return _page(request, _now(request))


@require_POST
@login_required
@asks_again(needs=_names_the_account)
def change(request: HttpRequest, code: str) -> HttpResponse:
    """Change one matter, as the chair."""
    now = _now(request)
    section = _section(code)
    form = section.filled(now, request.POST, request.FILES)
    back = redirect(reverse("our_club") + f"#{code}")
    return submit(
        request,
        form,
        lambda data: section.store(now, data),
        _("Saved. This holds from now on."),
        back,
    ) or _page(request, now, code, form)


def _section(code: str) -> Section:
    if code not in SECTIONS:
        raise Http404
    return SECTIONS[code]


def _page(request: HttpRequest, now: Now, code: str = "", form: Any = None) -> HttpResponse:
    made = history()
    last = dict(made)
    rows = [
        {
            "section": section,
            "form": form if section.code == code else section.filled(now),
            "standing": section.standing(now),
            "opened": section.code == code,
            "changed": last.get(section.code),
        }
        for section in SECTIONS.values()
    ]
    context = {
        "rows": rows,
        "treasurers": treasurers_of_account(now.today),
        "changes": [change for _code, change in reversed(made[-MOST_CHANGES:])],
    }
    return render(request, "site/club/ours.html", context, status=422 if code else 200)


@takes_a_form
@login_required
@asks_again(needs=_names_the_account)
def walk(request: HttpRequest, step: int) -> HttpResponse:
    """Show a founder's next page: „Weiter“ stores what it asks for, and each can be left out."""
    now = _now(request)
    if not 1 <= step <= len(STEPS):
        raise Http404
    sections = [SECTIONS[code] for code in STEPS[step - 1]]
    sent = (request.POST, request.FILES) if request.method == "POST" else (None, None)
    parts = [(section, section.filled(now, *sent)) for section in sections]
    onward = _next(step)
    back = redirect(onward)
    valid = [form.is_valid() for _section, form in parts]  # each says what is wrong with it
    if all(valid) and all(
        submit(request, form, partial(section.store, now), "", back) for section, form in parts
    ):
        return back
    context = {
        "parts": [{"section": section, "form": form} for section, form in parts],
        "step": step + 1,  # the first was to found it
        "steps": len(STEPS) + 1,
        "onward": onward,
        "treasurers": treasurers_of_account(now.today),
    }
    return render(request, "site/club/step.html", context, status=422 if sent[0] else 200)


def _next(step: int) -> str:
    last = step == len(STEPS)
    return reverse("games:tonight") if last else reverse("founding_step", args=[step + 1])
