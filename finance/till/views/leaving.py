"""The closing statement under a person's account, as page and on paper."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language

from finance.books.permissions import reads
from finance.books.queries.access import get_person_for, may_post
from finance.books.queries.funds import shares_of
from finance.till.reports import leaving
from league.files.printing.typeset import pdf


@reads
def closing_statement(request: HttpRequest, pk: int) -> HttpResponse:
    today = timezone.localdate()
    person = get_person_for(request.user, pk, today)
    made = leaving.closing_paper(person, today, timezone.now())
    context = {
        "person": person,
        "paper": made.data,
        "shares": shares_of(person, today),
        "may_post": may_post(request.user, today),
    }
    return render(request, "finance/closing_statement.html", context)


@reads
def closing_statement_file(request: HttpRequest, pk: int) -> HttpResponse:
    today, now = timezone.localdate(), timezone.now()
    person = get_person_for(request.user, pk, today)
    made = leaving.closing_paper(person, today, now)
    printed = pdf(
        made.template,
        dict(made.data),
        title=made.title,
        language=get_language() or "de",
        now=now,
    )
    answer = HttpResponse(printed, content_type="application/pdf")
    answer.headers["Content-Disposition"] = f'inline; filename="abrechnung-{person.pk}.pdf"'
    return answer
