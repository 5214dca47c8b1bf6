"""The page of a postal address."""

from django.contrib.auth.decorators import login_required
from django.forms import model_to_dict
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from league.access.queries.rights import person_of
from league.people.forms import PostalForm
from league.people.queries import postal as queries
from league.people.services.postal import set_postal_address
from league.web.submit import submit
from league.web.views import takes_a_form


@takes_a_form
@login_required
def postal_address(request: HttpRequest, pk: int) -> HttpResponse:
    """Edit one's own address („Anschrift“); any person's for keepers of the list of people."""
    person = queries.get_person_to_write_to(request.user, pk, timezone.localdate())
    there = queries.postal_address(person)
    form = PostalForm(request.POST or None, initial=model_to_dict(there) if there else None)
    if answer := submit(
        request,
        form,
        lambda data: set_postal_address(person=person, **data),
        lambda address: (
            _("The address has been saved.") if address else _("The address is deleted.")
        ),
        redirect("league:person", pk),
    ):
        return answer
    context = {"person": person, "form": form, "own": person_of(request.user) == person}
    return render(request, "league/postal.html", context, status=422 if form.errors else 200)
