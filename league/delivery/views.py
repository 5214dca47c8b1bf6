"""„Briefe“: letters to be printed for people without a mail address."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.delivery import queries, services
from league.delivery.forms import LettersForm
from league.delivery.paper import printed
from league.web.submit import submit
from league.web.views import takes_a_form


@takes_a_form
@login_required
@never_cache
def letters(request: HttpRequest) -> HttpResponse:
    """Render the letters that wait, ticked, to be printed or thrown away, and the latest
    batches.
    """
    today, now = timezone.localdate(), timezone.now()
    waiting = queries.unprinted_for(request.user, today, now)
    # A repeat names letters that are printed already.
    form = LettersForm(request.POST or None, letters=queries.letters_for(request.user, today))

    def do(data: dict[str, object]) -> None:
        chosen = form.cleaned_data["letters"]
        if "discard" in request.POST:
            services.discard_letters(letters=chosen)
        else:
            services.print_letters(letters=chosen, client_id=str(data["client_id"]), now=now)

    message = (
        _("They are not printed.")
        if "discard" in request.POST
        else _("Marked as printed. The PDF is below.")
    )
    if answer := submit(request, form, do, message, redirect("league:letters")):
        return answer
    context = {
        "form": form,
        "waiting": [(letter, hasattr(letter.person, "postal_address")) for letter in waiting],
        "batches": queries.batches_for(request.user, today),
    }
    return render(request, "league/letters.html", context, status=422 if form.errors else 200)


@require_safe
@login_required
@never_cache
def letters_file(request: HttpRequest, batch: str) -> HttpResponse:
    """Return the PDF of a batch, once more as long as its letters exist."""
    made = printed(
        queries.get_batch_for(request.user, batch, timezone.localdate()),
        language=get_language() or "de",
        now=timezone.now(),
    )
    answer = HttpResponse(made, content_type="application/pdf")
    answer.headers["Content-Disposition"] = 'inline; filename="briefe.pdf"'
    return answer
