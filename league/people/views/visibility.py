"""The page about how the public sees a person."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from league.access.queries.rights import person_of
from league.people.queries.people import get_person_to_show
from league.people.services.details import agree_to_be_seen
from league.people.visibility_forms import SeenAsForm
from league.web.submit import submit
from league.web.views import takes_a_form


@takes_a_form
@login_required
def seen_as(request: HttpRequest, pk: int) -> HttpResponse:
    """Set how one is seen („Wie man mich sieht“); keepers set it for persons without a login."""
    person = get_person_to_show(request.user, pk, timezone.localdate())
    chosen = {"seen_as": person.seen_as, "nickname": person.nickname}
    form = SeenAsForm(request.POST or None, initial=chosen)
    if answer := submit(
        request,
        form,
        lambda data: agree_to_be_seen(person=person, now=timezone.now(), **data),
        _("Saved. This holds everywhere from now on."),
        redirect("league:seen_as", pk),
    ):
        return answer
    own = person_of(request.user) == person
    context = {"person": person, "form": form, "own": own}
    return render(request, "league/seen_as.html", context, status=422 if form.errors else 200)
