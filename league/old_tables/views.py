"""„Aus alten Listen“: tables of before, looked at, taken over, and taken back by the board."""

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from league.access.permissions import acting, require_keeper
from league.access.queries.rights import is_member, may_keep_people
from league.old_tables import queries, services
from league.old_tables.forms import LinkForm, OldColumnsForm, OldTableForm
from league.old_tables.reading import Table, fault_of, table_of, with_heading
from league.people.labels import FAULTS
from league.web.asked import posted_text
from league.web.submit import attempt, submit
from league.web.views import takes_a_form


@require_safe
@login_required
def old_tables(request: HttpRequest) -> HttpResponse:
    today = timezone.localdate()
    if not is_member(request.user, today):
        raise PermissionDenied
    context = {"tables": queries.old_tables(), "keeper": may_keep_people(request.user, today)}
    return render(request, "league/old_tables.html", context)


@takes_a_form
@login_required
def new_old_table(request: HttpRequest) -> HttpResponse:
    """Show the table as it is read; store it once that is what was seen."""
    require_keeper(request)
    form = OldTableForm(request.POST or None, request.FILES or None, by=request.user.pk)
    if not form.is_valid():
        status = 422 if form.is_bound else 200
        return render(request, "league/new_old_table.html", {"form": form}, status=status)
    sheet = with_heading(form.cleaned_data["sheet"])
    columns = OldColumnsForm(request.POST if "column_0" in request.POST else None, sheet=sheet)
    fault = fault_of(columns.roles)
    table = Table((), ()) if fault else table_of(sheet, columns.roles)
    if "take" in request.POST and posted_text(request, "seen") == table.digest and not fault:
        answer = submit(
            request,
            form,
            lambda data: services.take_over(
                table=table,
                kind=data["kind"],
                title=data["title"],
                source=data["source"],
                heading=columns.heading,
                roles=columns.roles,
                client_id=data["client_id"],
                **acting(request),
            ),
            _("Taken over as it was written. No game is counted by it."),
            lambda made: redirect("league:old_table", made.pk),
        )
        if answer:
            return answer
    names = queries.persons_called(row.name for row in table.rows)
    context = {
        "form": form,
        "data": form.cleaned_data,
        "text": sheet.text,
        "beside": sheet.beside,
        "columns": columns.columns,
        "fault": FAULTS.get(fault, ""),
        "table": table,
        "rows": [
            (row, names.get(row.name), list(zip(table.columns, row.cells, strict=True)))
            for row in table.rows
        ],
    }
    return render(request, "league/old_table_preview.html", context, status=200)


@require_safe
@login_required
def old_table(request: HttpRequest, pk: int) -> HttpResponse:
    today = timezone.localdate()
    table = queries.get_table_for(request.user, pk, today)
    keeper = may_keep_people(request.user, today)
    context = {
        "table": table,
        "lines": table.lines.select_related("person", "table"),
        "keeper": keeper,
        "links": LinkForm(unlinked=queries.unlinked(table, today)) if keeper else None,
    }
    return render(request, "league/old_table.html", context)


@require_POST
@login_required
def link_old_table(request: HttpRequest, pk: int) -> HttpResponse:
    """Tie lines to the people they mean."""
    require_keeper(request)
    today = timezone.localdate()
    table = queries.get_table_for(request.user, pk, today)
    form = LinkForm(request.POST, unlinked=queries.unlinked(table, today))
    attempt(
        request,
        lambda: services.link_lines(table=table, persons=form.chosen()),
        lambda count: ngettext("One name linked.", "%(n)s names linked.", count) % {"n": count},
        form=form,
    )
    return redirect("league:old_table", pk)


@require_POST
@login_required
def undo_old_table(request: HttpRequest, pk: int) -> HttpResponse:
    require_keeper(request)
    table = queries.get_table_for(request.user, pk, timezone.localdate())
    attempt(
        request,
        lambda: services.undo(table=table, now=timezone.now()),
        _("Taken back. Nothing of the list is left."),
    )
    return redirect("league:old_tables")
