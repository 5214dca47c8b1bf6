"""Show the pages for two records of one person: candidates, the outcome, and the merge."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from config.merging import queries, rules, services
from config.merging.forms import MergeForm, PairForm
from config.merging.names import likely, likely_pairs
from league.access.permissions import require_keeper, user_of
from league.access.queries.rights import may_keep_people, person_of
from league.access.reauthentication import asks_again
from league.approvals.models import Approval
from league.people.models.people import Person
from league.web.asked import asked_text
from league.web.submit import submit
from league.web.views import takes_a_form, typed_number


@require_safe
@login_required
def doubles(request: HttpRequest) -> HttpResponse:
    """List people who may be registered twice, of all or of one; other pairs are chosen by hand."""
    require_keeper(request)
    people = list(queries.unmerged())
    key = typed_number(asked_text(request, "person"))
    person = next((person for person in people if person.pk == key), None)
    if person is not None:
        pairs = [(person, other) for other in likely(person, people)]
    else:
        pairs = likely_pairs(people)
    different = list(queries.different_people())
    out = {frozenset((pair.first_id, pair.second_id)) for pair in different}
    pairs = [pair for pair in pairs if frozenset(own.pk for own in pair) not in out]
    sent = "first" in request.GET
    form = PairForm(request.GET if sent else None, initial={"first": person})
    if sent and form.is_valid():
        return _in_order(form.cleaned_data["first"], form.cleaned_data["second"])
    context = {"person": person, "pairs": pairs, "different": different, "form": form}
    return render(request, "merging/doubles.html", context, status=422 if form.errors else 200)


@require_POST
@login_required
def different(request: HttpRequest, pk: int, other: int) -> HttpResponse:
    """Declare two who look alike to be two people, or with `back` take that back."""
    require_keeper(request)
    services.set_different(
        first=queries.get_person(pk),
        second=queries.get_person(other),
        are_different="back" not in request.POST,
        by=user_of(request),
        now=timezone.now(),
    )
    return redirect("doubles")


def _in_order(first: Person, second: Person) -> HttpResponse:
    """Redirect to the pair with the record that stays first."""
    records = queries.record_of(first), queries.record_of(second)
    kept, absorbed = rules.which_stays(*records)
    return redirect("merge_people", kept.key, absorbed.key)


def _keeps(request: HttpRequest, **_address: int) -> bool:
    """Return True for a keeper of the people; others are refused, not asked again."""
    return may_keep_people(request.user, timezone.localdate())


@takes_a_form
@login_required
@asks_again(needs=_keeps)
def merge(request: HttpRequest, pk: int, other: int) -> HttpResponse:
    """Show what is moved, what is in the way, the person's rights then; and merge."""
    require_keeper(request)
    kept, absorbed = queries.get_person(pk), queries.get_person(other)
    form = MergeForm(request.POST or None)

    def message(done: Approval) -> str:
        if done.is_waiting:
            return _("A second person has to confirm it: one of the two has a login or an office.")
        return _("%(name)s is one person now.") % {"name": kept.name}

    if answer := submit(
        request,
        form,
        lambda typed: services.merge(
            kept=kept,
            absorbed=absorbed,
            by=user_of(request),
            client_id=typed["client_id"],
            confirmed=typed["seen"],
            now=timezone.now(),
        ),
        message,
        redirect("league:person", kept.pk),
    ):
        return answer
    me = person_of(request.user)
    preview = queries.preview(kept, absorbed, me, timezone.localdate())
    context = {
        "preview": preview,
        "form": MergeForm.for_what_was_seen(preview.digest),
        "sent": form,
    }
    return render(request, "merging/merge.html", context, status=422 if form.errors else 200)
