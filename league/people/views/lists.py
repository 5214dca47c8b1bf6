"""A list of people: pasted or as a file, looked at line by line, taken in and back as one."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from league.access.permissions import acting_today, require_keeper, user_of
from league.access.queries.rights import may_keep_people, person_of
from league.errors import IllegalError, InvalidError
from league.people.balances import books
from league.people.labels import goes_out
from league.people.list_forms import ColumnsForm, ListForm
from league.people.models.imports import ImportedLine, PeopleImport
from league.people.models.people import Person
from league.people.queries import imports as queries
from league.people.services import imports as services
from league.people.views.list_preview import Preview, rows_that_came
from league.web.asked import posted_text
from league.web.submit import attempt, submit
from league.web.views import takes_a_form

Outcome = ImportedLine.Outcome


@takes_a_form
@login_required
def people_list(request: HttpRequest) -> HttpResponse:
    """Take the list, then show how each line of it is read; taken in once that is what was seen."""
    require_keeper(request)
    sent = request.method == "POST"
    form = ListForm(request.POST, request.FILES, by=request.user.pk) if sent else ListForm()
    if not form.is_valid():
        context = {"form": form, "imports": queries.imports()[:20]}
        status = 422 if sent else 200
        return render(request, "league/people_list.html", context, status=status)
    return _columns(request, form)


def _columns(request: HttpRequest, form: ListForm) -> HttpResponse:
    today, sheet = timezone.localdate(), form.cleaned_data["sheet"]
    is_said = "client_id" in request.POST
    columns = ColumnsForm(request.POST if is_said else None, sheet=sheet, today=today)
    preview = Preview(columns)
    known = queries.import_of(posted_text(request, "client_id"))
    if known is not None and known.digest == preview.digest:
        return redirect("league:people_import", known.pk)
    if "take" in request.POST and posted_text(request, "seen") == preview.seen and preview.is_ready:
        answer = submit(
            request,
            columns,
            lambda data: services.take_in(
                planned=preview.planned,
                heading=sheet.heading,
                roles=columns.roles,
                client_id=data["client_id"],
                by=user_of(request),
                now=timezone.now(),
                today=today,
            ),
            "",
            lambda made: redirect("league:people_import", made.pk),
        )
        if answer:
            return answer
    status = 422 if columns.errors and is_said else 200
    return render(request, "league/people_columns.html", preview.context(), status=status)


def _import(request: HttpRequest, pk: int) -> PeopleImport:
    return queries.get_import_for(request.user, pk, timezone.localdate())


@require_safe
@login_required
def people_import(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the outcome of each line, the invitations that can go out, and the way back."""
    shown, today = _import(request, pk), timezone.localdate()
    lines = list(shown.lines.select_related("person"))
    may_book = books().may_book(request.user, today)
    sees_money = may_book or shown.made_by_id == request.user.pk  # who made it typed the amounts
    context: dict[str, Any] = {
        "import": shown,
        "rows": rows_that_came(lines, with_money=sees_money),
        "added": sum(line.outcome == Outcome.ADDED for line in lines),
        "keeps": may_keep_people(request.user, today),
        "to_ask_in": 0 if shown.undone_at else queries.to_ask_in(shown).count(),
        "to_book": 0 if shown.booked_at or shown.undone_at else queries.to_book(shown).count(),
        "may_book": may_book,
    }
    return render(request, "league/people_import.html", context)


@require_POST
@login_required
def ask_in(request: HttpRequest, pk: int) -> HttpResponse:
    shown = _import(request, pk)
    require_keeper(request)
    attempt(
        request,
        lambda: services.ask_in(
            people_import=shown, by=person_of(request.user), now=timezone.now()
        ),
        goes_out,
    )
    return redirect("league:people_import", pk)


@require_POST
@login_required
def book_balances(request: HttpRequest, pk: int) -> HttpResponse:
    """Book the debts of the new people as their opening balances."""
    shown = _import(request, pk)
    attempt(
        request,
        lambda: services.book_balances(people_import=shown, **acting_today(request)),
        lambda count: (
            ngettext("One opening balance booked.", "%(n)s opening balances booked.", count)
            % {"n": count}
        ),
        refusals=(InvalidError, IllegalError),
    )
    return redirect("league:people_import", pk)


@require_POST
@login_required
def undo_import(request: HttpRequest, pk: int) -> HttpResponse:
    shown = _import(request, pk)
    filled = shown.lines.exclude(filled="").exists()

    def message(left: list[Person]) -> str:
        if filled and not left:
            return _("Taken back. What was completed for people who were here stays.")
        if not left:
            return _("Taken back. Nothing of the list is left.")
        names = ", ".join(person.name for person in left)
        return _("Taken back, and the balances are reversed. In the books stay: %(names)s") % {
            "names": names
        }

    attempt(
        request,
        lambda: services.undo(people_import=shown, **acting_today(request)),
        message,
    )
    return redirect("league:people_import", pk)
