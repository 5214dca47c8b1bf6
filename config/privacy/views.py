"""Pages of the law: a person's data, the archive, objection, erasure, retention."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.forms import model_to_dict
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from config.privacy import access, possible, queries
from config.privacy.forms import ErasureForm, RetentionForm
from config.privacy.labels import changes_in, ground_of
from config.privacy.models import DataRequest, PossibleMention, RetentionRule
from config.privacy.services import erasing, requests
from config.privacy.services import possible as deciding
from league.access.permissions import user_of
from league.access.queries.rights import holds, may_change_club, person_of
from league.access.reauthentication import asks_again
from league.people.models.people import Person
from league.security.queries import MOST_CHANGES
from league.web.asked import posted_text
from league.web.rows import row_or_404
from league.web.submit import attempt, submit
from league.web.views import takes_a_form, typed_number


def _person(request: HttpRequest, pk: int) -> Person:
    return queries.person_with_data(request.user, pk, timezone.localdate())


@require_safe
@login_required
def data(request: HttpRequest, pk: int) -> HttpResponse:
    """Show in short what is stored of a person, with the requests that the law permits."""
    person = _person(request, pk)
    return render(
        request,
        "privacy/data.html",
        {
            "person": person,
            "own": person_of(request.user) == person,
            "keeper": queries.may_keep(request.user, timezone.localdate()),
            "requests": queries.requests_of(person),
            "asked": queries.requests_of(person)
            .filter(kind=DataRequest.Kind.ERASURE, done_at=None)
            .first(),
            "rule": queries.rule_now(),
        },
    )


@require_POST
@login_required
@asks_again(shows=True)
def archive(request: HttpRequest, pk: int) -> HttpResponse:
    """Return all of it as a ZIP, and note that it was taken."""
    person, now = _person(request, pk), timezone.now()
    content = access.archive(person, now)
    requests.note_access(person=person, by=user_of(request), now=now)
    name = slugify(person.name) or str(person.pk)
    return HttpResponse(
        content,
        content_type="application/zip",
        headers={
            "Content-Disposition": f'attachment; filename="{name}-{timezone.localdate()}.zip"',
            "Cache-Control": "no-store",
        },
    )


@require_POST
@login_required
def objection(request: HttpRequest, pk: int) -> HttpResponse:
    person = _person(request, pk)
    requests.object_to_use(person=person, by=user_of(request), now=timezone.now())
    messages.success(request, _("The objection is noted and holds from now on."))
    return redirect("person_data", pk)


@require_POST
@login_required
def ask_for_erasure(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask for erasure as the person concerned; the keepers of the people have a page to erase."""
    person = _person(request, pk)
    if person_of(request.user) != person:
        raise PermissionDenied
    requests.ask_for_erasure(person=person, now=timezone.now())
    messages.success(request, _("The board has been asked. It answers within a month."))
    return redirect("person_data", pk)


@takes_a_form
@login_required
@asks_again()
def erase(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what goes, what stays, until when and why; and erase, if nothing has changed since."""
    today = timezone.localdate()
    if not queries.may_keep(request.user, today):
        raise PermissionDenied
    person = _person(request, pk)
    form = ErasureForm(request.POST or None)
    reads_kept = _reads_kept(request)
    if answer := submit(
        request,
        form,
        lambda typed: erasing.erase(
            person=person, by=user_of(request), now=timezone.now(), confirmed=typed["seen"]
        ),
        lambda _erasure: _said_of_erasing(reads_kept),
        lambda _erasure: _after_erasing(reads_kept),
    ):
        return answer
    preview = queries.preview(person, today)
    rule = queries.rule_now()
    places = [
        (queries.place_name(place), ground_of(ground, rule), ends_on, count)
        for place, ground, ends_on, count in preview.places
    ]
    shown = ErasureForm(initial={"seen": preview.digest})
    context = {
        "person": person,
        "preview": preview,
        "places": places,
        "excerpts": possible.excerpts_of(preview)[: possible.MOST],
        "form": shown,
        "sent": form,
    }
    return render(request, "privacy/erase.html", context, status=422 if form.errors else 200)


def _said_of_erasing(reads_kept: bool) -> str:
    if possible.undecided().exists():
        return _("Erased. Decide now on each of these texts.")
    if reads_kept:
        return _("Erased. What the books keep is on the list below.")
    return _("Erased. What the law keeps is seen by chair, treasurer and auditors.")


def _after_erasing(reads_kept: bool) -> HttpResponse:
    if possible.undecided().exists():
        return redirect("possible_mentions")
    return redirect("kept_records" if reads_kept else "league:people")


@takes_a_form
@login_required
def possible_mentions(request: HttpRequest) -> HttpResponse:
    """Show the texts that may mean erased people, and carry out what is decided on one of them."""
    if not queries.may_keep(request.user, timezone.localdate()):
        raise PermissionDenied
    if request.method == "POST":
        pk = typed_number(posted_text(request, "mention"))
        mention = row_or_404(PossibleMention.objects.all(), pk=pk)
        attempt(
            request,
            lambda: deciding.decide(
                mention=mention,
                outcome=posted_text(request, "outcome"),
                by=user_of(request),
                now=timezone.now(),
            ),
            lambda done: (
                _("The words are taken out.")
                if done.outcome == PossibleMention.Outcome.EMPTIED
                else _("Noted: another person is meant.")
            ),
        )
        return redirect("possible_mentions")
    context = {"waiting": possible.waiting(), "count": possible.undecided().count()}
    return render(request, "privacy/possible.html", context)


def _reads_kept(request: HttpRequest) -> bool:
    return holds(request.user, queries.READS_KEPT, timezone.localdate())


@require_safe
@login_required
def kept_records(request: HttpRequest) -> HttpResponse:
    """Show the records of erased people that stay in the books: place, ground and end."""
    if not _reads_kept(request):
        raise Http404
    rule = queries.rule_now()
    erasures = [
        (erasure, [(place, ground_of(ground, rule), *rest) for place, ground, *rest in places])
        for erasure, places in queries.kept_records()
    ]
    sets_rule = may_change_club(request.user, timezone.localdate())
    context = {"erasures": erasures, "rule": rule, "sets_rule": sets_rule}
    return render(request, "privacy/kept.html", context)


@takes_a_form
@login_required
def retention(request: HttpRequest) -> HttpResponse:
    """Show and set the periods of keeping, with the nights' outcomes and the waiting requests."""
    today = timezone.localdate()
    if not may_change_club(request.user, today):
        raise PermissionDenied
    before = model_to_dict(queries.rule_now(), RetentionRule.FIELDS)
    form = RetentionForm(request.POST or None, initial=before)
    if answer := submit(
        request,
        form,
        lambda typed: requests.set_rule(values=typed, by=user_of(request), now=timezone.now()),
        _("Saved. This holds from now on."),
        redirect("retention"),
    ):
        return answer
    context = {
        "form": form,
        "runs": queries.latest_runs(),
        "waiting": queries.open_requests(),
        "changes": changes_in(queries.rules())[:MOST_CHANGES],
    }
    return render(request, "privacy/retention.html", context, status=422 if form.errors else 200)
