"""Reminding: who is overdue and what they get, what was sent, and the page behind a link."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from finance.books.permissions import reads, writes
from finance.reminders import queries
from finance.reminders.forms import RemindForm, StepForm, changes_of_steps
from finance.reminders.mails import link
from finance.reminders.models import Reminder
from finance.reminders.paper import letters
from finance.reminders.services import remind, set_step
from league.access.permissions import acting, acting_today
from league.security.queries import MOST_CHANGES
from league.web.asked import posted_text
from league.web.submit import submit


@writes
def overdue(request: HttpRequest) -> HttpResponse:
    """Show all whose day to pay is over in one preview, with one button for all who are ticked."""
    candidates = queries.candidates(timezone.localdate())
    form = RemindForm(request.POST or None, candidates=candidates)

    def do(data: dict[str, Any]) -> list[Reminder]:
        return remind(picks=form.picks(), client_id=data["client_id"], **acting_today(request))

    def message(sent: list[Reminder]) -> str:
        return ngettext("One person is reminded.", "%(n)s people are reminded.", len(sent)) % {
            "n": len(sent)
        }

    answer = submit(
        request, form, do, message, lambda sent: redirect("finance:reminded", sent[0].client_id)
    )
    if answer:
        return answer
    context = {
        "form": form,
        "left_out": [candidate for candidate in candidates if candidate.left_out],
        "cents": sum(candidate.cents for candidate in candidates),
        "steps": queries.steps(),
    }
    return render(request, "finance/overdue.html", context, status=422 if form.errors else 200)


@writes
def steps(request: HttpRequest) -> HttpResponse:
    """Show the steps in which the club reminds: words, fee and days of each."""
    there = queries.all_steps()
    typed = request.POST or None
    number = posted_text(request, "number")
    forms = [
        (step, StepForm.of(step, is_used, typed if number == str(step.number) else None))
        for step, is_used in there
    ]
    for step, form in forms:

        def do(data: dict[str, Any], number: int = step.number) -> object:
            fee = data.pop("fee") or 0
            return set_step(number=number, fee=fee, **data, **acting(request))

        back = redirect("finance:reminder_steps")
        if answer := submit(request, form, do, _("The step is as you want it."), back):
            return answer
    wrong = any(form.errors for _step, form in forms)
    context = {"forms": forms, "changes": changes_of_steps()[:MOST_CHANGES]}
    return render(request, "finance/reminder_steps.html", context, status=422 if wrong else 200)


@reads
def reminded(request: HttpRequest, client_id: str) -> HttpResponse:
    """Show what was sent with one press of the button, with the links to pass on."""
    batch = queries.get_batch_for(request.user, client_id, timezone.localdate())
    way = Reminder.Way
    context = {
        "client_id": client_id,
        "batch": [
            (reminder, link(reminder) if reminder.way == way.LINK else "") for reminder in batch
        ],
        "unaddressed": [
            reminder
            for reminder in batch
            if reminder.way == way.LETTER and not hasattr(reminder.person, "postal_address")
        ],
        "has_letters": any(reminder.way == way.LETTER for reminder in batch),
    }
    return render(request, "finance/reminded.html", context)


@reads
def letters_file(request: HttpRequest, client_id: str) -> HttpResponse:
    """Send the letters of one press of the button, to print."""
    today = timezone.localdate()
    batch = queries.get_batch_for(request.user, client_id, today)
    batch = [reminder for reminder in batch if reminder.way == Reminder.Way.LETTER]
    made = letters(
        batch,
        queries.steps(),
        queries.open_of(batch, today),
        language=get_language() or "de",
        now=timezone.now(),
    )
    answer = HttpResponse(made, content_type="application/pdf")
    answer.headers["Content-Disposition"] = 'inline; filename="erinnerungen.pdf"'
    return answer


@never_cache
@require_safe
def to_pay(request: HttpRequest, token: str) -> HttpResponse:
    """Show amount, reference and code behind a link that was passed on; no name and no reasons."""
    pay = queries.by_token(token, timezone.localdate())
    answer = render(request, "finance/to_pay.html", {"giro": pay.giro, "cents": pay.cents})
    answer.headers["X-Robots-Tag"] = "noindex"
    return answer
