"""Balances of people before the books began: singly, or as a list."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from finance.books.forms import ReasonForm
from finance.books.opening_forms import ListForm, OnePersonForm, digest, problem
from finance.books.opening_list import Line
from finance.books.permissions import actor, posts, reads, to_top
from finance.books.queries.access import may_post
from finance.books.queries.openings import opened_persons, opening_forms
from finance.books.queries.people import by_name
from finance.books.queries.periods import day_before
from finance.books.services import approvals
from finance.books.services.openings import Balance, open_accounts, take_back_openings
from finance.books.services.own_matters import is_own
from league.access.permissions import acting, acting_today
from league.approvals.queries import waiting_about
from league.people.queries.imports import waiting_for_booking
from league.people.views.approvals import say
from league.web.submit import submit


@dataclass(frozen=True)
class Read:
    """A line as the page shows it."""

    line: Line
    name: str
    problem: str


@reads
def openings(request: HttpRequest) -> HttpResponse:
    return _page(request)


def _page(request: HttpRequest, status: int = 200, **more: Any) -> HttpResponse:
    day = day_before(timezone.localdate())
    booked = opening_forms()
    context = {
        "person_form": OnePersonForm(prefix="one", initial={"day": day}),
        "list": ListForm(initial={"day": day}),
        "booked": booked,
        "reason": ReasonForm(),
        "approvals": waiting_about(
            request.user, timezone.now(), *(f"openings:{form.key}" for form in booked)
        ),
        "may_post": may_post(request.user, timezone.localdate()),
        "people_lists": waiting_for_booking(),
        **more,
    }
    return render(request, "finance/openings.html", context, status=status)


@posts
def open_one(request: HttpRequest) -> HttpResponse:
    form = OnePersonForm(request.POST, prefix="one")

    def do(data: dict[str, Any]) -> None:
        open_accounts(
            balances=[form.balance()],
            day=data["day"],
            client_id=data["client_id"],
            **acting_today(request),
        )

    sentence = _("The opening balance is booked.")
    return submit(request, form, do, sentence, redirect("finance:openings")) or _page(
        request, 422, person_form=form
    )


@posts
def open_list(request: HttpRequest) -> HttpResponse:
    """Show how each line was read; book them all once that is what was seen."""
    form = ListForm(request.POST, request.FILES, by=actor(request).pk)
    if not form.is_valid():
        return _page(request, 422, list=form)
    persons = {person.pk: person for person in by_name()}
    names = {key: person.name for key, person in persons.items()}
    seen, client_id = form.cleaned_data["seen"], form.cleaned_data["client_id"]
    done = any(known.client_id == client_id for known in opening_forms())
    reading = form.reads(names, frozenset() if done else opened_persons())
    lines, is_open = reading.lines, reading.asks is not None and not form.cleaned_data["sign"]
    balances = [
        Balance(persons[line.person], line.cents, line.text)
        for line in lines
        if line.person is not None and line.cents and not line.problem
    ]
    faulty = any(line.is_faulty for line in lines)
    is_ready = bool(balances) and not faulty and not is_open
    if "book" in request.POST and seen == digest(reading) and is_ready:
        return submit(
            request,
            form,
            lambda data: open_accounts(
                balances=balances, day=data["day"], client_id=client_id, **acting_today(request)
            ),
            lambda made: (
                ngettext("One opening balance booked.", "%(n)s opening balances booked.", len(made))
                % {"n": len(made)}
            ),
            to_top("finance:openings"),
        ) or _page(request, 422, list=form)
    shown = [Read(line, names.get(line.person or 0, line.name), problem(line)) for line in lines]
    owed = sum(line.cents for line in lines)
    total = reading.total
    preview = {
        "list": form.again(reading),
        "asks": reading.asks,
        "meanings": form.meanings(reading),
        "is_open": is_open,
        "total": None if is_open else total,
        "owed": owed,
        "unused": reading.unused,
        "is_other_total": total is not None and total.cents not in {None, owed},
        "strangers": [line.name for line in lines if line.is_stranger and line.is_faulty],
        "first": [read for read in shown if read.line.is_faulty and not read.line.is_stranger],
        "rest": [read for read in shown if not read.line.is_faulty],
        "is_ready": is_ready,
        "is_faulty": faulty or not balances,
        "count": len(balances),
        "debts": sum(balance.cents for balance in balances if balance.cents > 0),
        "credits": -sum(balance.cents for balance in balances if balance.cents < 0),
    }
    return _page(request, 422 if faulty or not balances else 200, **preview)


@posts
def take_back(request: HttpRequest, pk: int) -> HttpResponse:
    """Take back all that one form has booked, while nothing of it was paid or used."""
    forms = opening_forms(pk)
    if not forms:
        raise Http404
    (booked,) = forms
    form = ReasonForm(request.POST)

    def do(data: dict[str, Any]) -> str:
        if is_own(actor(request), booked.persons):
            say(request, approvals.propose(kind="openings", thing=pk, **data, **acting(request)))
            return ""
        take_back_openings(form=booked, **data, **acting_today(request))
        return _("Reversed.")

    answer = submit(request, form, do, str, to_top("finance:openings"))
    if answer:
        return answer
    messages.error(
        request, " ".join(str(error) for errors in form.errors.values() for error in errors)
    )
    return to_top("finance:openings")
