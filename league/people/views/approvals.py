"""„Zweite Person“: acts of people in their own matter, and one's own address to log in with."""

from datetime import datetime
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from league.access.permissions import over, own_person, user_of
from league.access.reauthentication import asks_again
from league.access.sessions import stay_logged_in
from league.approvals import services
from league.approvals.models import Approval
from league.approvals.queries import Shown, get_approval_for
from league.errors import InvalidError
from league.people.forms import CodeForm
from league.people.models.people import Person
from league.people.services import addresses
from league.web.asked import posted_text
from league.web.submit import submit

MOST_MAILS, MOST_CODES = 3, 5  # a minute

State = Approval.State
# The outcome, said to the user who just acted on it.
MESSAGES = {
    State.WAITING: gettext_lazy("This concerns you. It now waits for a second person."),
    State.DONE: gettext_lazy("Entered. A second person will look at it."),
    State.CONFIRMED: gettext_lazy("Confirmed."),
    State.REFUSED: gettext_lazy("Refused. Nothing changes."),
    State.WITHDRAWN: gettext_lazy("Withdrawn. Nothing changes."),
    State.VOID: gettext_lazy("That is no longer possible. Nothing changes."),
    State.AT_ONCE: gettext_lazy("The address has been saved."),
}


def say(request: HttpRequest, approval: Approval) -> None:
    """Show the outcome of an act."""
    level = messages.WARNING if approval.state == State.VOID else messages.SUCCESS
    messages.add_message(request, level, MESSAGES[State(approval.state)])


def say_address(request: HttpRequest, approval: Approval) -> None:
    """Do the same for an address, which a user may wait for without being concerned."""
    if approval.is_waiting:
        messages.success(
            request,
            _(
                "The address waits: for the code that went to the old one, for a second "
                "person, or seven days."
            ),
        )
    else:
        say(request, approval)


def _seen(request: HttpRequest, pk: int) -> Shown:
    return get_approval_for(request.user, pk, timezone.localdate(), timezone.now())


@require_safe
@login_required
@never_cache
def approval(request: HttpRequest, pk: int) -> HttpResponse:
    """Show one act: its author, its subject, its age, and its outcome."""
    return _page(request, _seen(request, pk))


def _page(request: HttpRequest, shown: Shown, form: CodeForm | None = None) -> HttpResponse:
    context = {"shown": shown, "approval": shown.approval, "code_form": form or CodeForm()}
    status = 422 if form is not None else 200
    return render(request, "league/approval.html", context, status=status)


def _confirms(request: HttpRequest, pk: int) -> bool:
    """Return whether the answer confirms: a refusal needs no renewed login."""
    return posted_text(request, "answer") == "confirm" and _seen(request, pk).may_confirm


@require_POST
@login_required
@asks_again(needs=_confirms)
def decide(request: HttpRequest, pk: int) -> HttpResponse:
    """Take one tap: confirm, refuse, withdraw; what is due; or the code sent to the old address."""
    shown, me, now = _seen(request, pk), own_person(request), timezone.now()
    answer = posted_text(request, "answer")
    approval = shown.approval
    if answer == "due":
        services.carry_out_due(now=now)
        approval.refresh_from_db()
    elif answer == "code":
        return _confirm_by_code(request, shown, me, now)
    elif answer in {"confirm", "refuse", "withdraw"}:
        approval = getattr(services, answer)(approval=approval, by=me, now=now)
    else:
        raise InvalidError("answer_unknown", _("Choose whether you confirm or refuse."))
    say(request, approval)
    # A user whose own address another person confirmed logs in with the new one.
    return redirect("home")


def _confirm_by_code(request: HttpRequest, shown: Shown, by: Person, now: datetime) -> HttpResponse:
    if not shown.takes_code:
        raise PermissionDenied
    form, approval = CodeForm(request.POST), shown.approval

    def do(data: dict[str, Any]) -> None:
        not_too_often(f"code-old:{approval.pk}", MOST_CODES)
        code = data["code"]
        done = addresses.confirm_by_code(approval=approval, code=code, by=by, now=now)
        if done.state == Approval.State.CONFIRMED and done.person_id == by.pk:
            stay_logged_in(request, user_of(request), now)
        say(request, done)

    home = redirect("home")
    return submit(request, form, do, "", home, refusals=InvalidError) or _page(request, shown, form)


def not_too_often(key: str, most: int) -> None:
    if over(key, most):
        raise InvalidError(
            "too_often", _("That was too often. Try again in a minute."), field="code"
        )


# --- one's own address --------------------------------------------------------------------------
