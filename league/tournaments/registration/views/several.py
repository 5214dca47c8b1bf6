"""Adding several people to the list of a tournament at once, pasted or from a file."""

from typing import Any
from uuid import uuid4

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from league.access.permissions import require_run, user_of
from league.people.labels import FAULTS
from league.people.list_forms import ListForm
from league.people.reading.lines import Columns, fault_of, read_lines
from league.tournaments.core.queries import reading
from league.tournaments.registration import labels
from league.tournaments.registration.queries import registrations as registered
from league.tournaments.registration.services import registering
from league.web.submit import submit
from league.web.views import takes_a_form


class SeveralForm(ListForm):
    """A list of names: taken as is with one name a line, else shown in that form first."""

    client_id = forms.CharField(max_length=40, widget=forms.HiddenInput())
    past_limit = forms.BooleanField(label=_("Even if all places are taken"), required=False)

    def __init__(self, *args: Any, has_limit: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["client_id"].initial = uuid4().hex
        if not has_limit:
            del self.fields["past_limit"]

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        sheet = data.get("sheet")
        if sheet is None:
            return data
        roles = sheet.guessed()
        if fault := fault_of(roles):
            raise forms.ValidationError(str(FAULTS[fault]), code=fault)
        lines = read_lines(sheet, Columns(roles, {}), {}, timezone.localdate()).lines
        names = [line.name for line in lines if line.name and not line.problem]
        typed = (" ".join(line.split()) for line in str(data.get("text", "")).splitlines())
        is_plain = not data.get("file") and [line for line in typed if line] == names
        return data | {"names": names, "is_plain": is_plain}


@takes_a_form
@login_required
@never_cache
def add_several(request: HttpRequest, pk: int) -> HttpResponse:
    """Add a list of players; an interpreted list is shown before anything is stored."""
    require_run(request)
    event = reading.get_tournament_to_run(request.user, pk, timezone.localdate())
    has_limit = registered.counts(event).places is not None
    sent = (request.POST, request.FILES) if request.method == "POST" else ()
    form = SeveralForm(*sent, by=user_of(request).pk, has_limit=has_limit)
    if form.is_valid() and not form.cleaned_data["is_plain"]:
        seen = {**form.cleaned_data, "text": "\n".join(form.cleaned_data["names"])}
        form = SeveralForm(initial=seen, has_limit=has_limit)
        form.fields["client_id"].initial = seen["client_id"]
        return _page(request, event, form, shown=len(seen["names"]))
    if answer := submit(
        request,
        form,
        lambda data: registering.add_several(
            event=event,
            client_id=data["client_id"],
            names=data["names"],
            past_limit=bool(data.get("past_limit")),
            now=timezone.now(),
        ),
        lambda added: labels.added(*added),
        redirect("league:registrations", event.pk),
    ):
        return answer
    return _page(request, event, form)


def _page(request: HttpRequest, event: Any, form: SeveralForm, shown: int = 0) -> HttpResponse:
    """Render the form; with `shown` its text is the interpreted list of that many names."""
    context = {"event": event, "form": form, "shown": shown}
    status = 422 if form.is_bound and form.errors else 200
    return render(request, "league/tournament/add_several.html", context, status=status)
