"""The settings of the till: a page for chair, treasurer and auditors."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from finance.books.models.settings import TillSettings
from finance.books.queries.access import may_read
from finance.books.queries.settings import (
    decisions,
    may_decide,
    require_decider,
    require_looker,
    till_settings,
)
from finance.books.services.settings import decide_settings
from finance.books.settings_forms import SettingsForm
from finance.books.settings_labels import changes_in
from league.access.permissions import acting
from league.access.reauthentication import asks_again
from league.security.queries import MOST_CHANGES
from league.web.submit import submit
from league.web.views import takes_a_form


def _decides(request: HttpRequest) -> bool:
    return may_decide(request.user, timezone.localdate())


@takes_a_form
@login_required
@never_cache
@asks_again(needs=_decides)
def settings(request: HttpRequest) -> HttpResponse:
    today = timezone.localdate()
    require_looker(request.user, today)
    form = SettingsForm.of(till_settings())
    if request.method == "POST":
        require_decider(request.user, today)
        form = SettingsForm(request.POST)

        def do(data: dict[str, Any]) -> TillSettings:
            return decide_settings(**data, **acting(request))

        if answer := submit(
            request, form, do, _("Saved. It holds from now on."), redirect("finance:settings")
        ):
            return answer
    context = {
        "form": form,
        "changes": changes_in(decisions())[:MOST_CHANGES],
        "may_decide": may_decide(request.user, today),
        "may_read": may_read(request.user, today),
    }
    status = 422 if form.errors else 200
    return render(request, "finance/settings.html", context, status=status)
