"""Direct debits and transfers: mandates, and what goes to the bank together."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from finance.bank.models.bank import BankLine
from finance.bank.queries.bank import club_account
from finance.books.permissions import posts, reads, writes
from finance.books.queries.access import may_post
from finance.books.references import reference
from finance.sepa import queries, services
from finance.sepa.forms import (
    CollectForm,
    CreditorForm,
    DayForm,
    MandateForm,
    TransfersForm,
)
from finance.sepa.models import DebitRun, TransferRun
from finance.sepa.pain import file_of_debits, file_of_transfers
from finance.sepa.rules import first_day, next_bank_day
from league.access.permissions import acting, acting_today
from league.access.reauthentication import asks_again
from league.club.queries import club_name
from league.web.submit import attempt, submit


@reads
def debits(request: HttpRequest) -> HttpResponse:
    return _page(request)


def _page(request: HttpRequest, status: int = 200, **forms: Any) -> HttpResponse:
    creditor = queries.creditor()
    known = (
        {"typed": creditor.identifier, "notice_days": creditor.notice_days} if creditor else None
    )
    account, posts = club_account(), may_post(request.user, timezone.localdate())
    context = {
        "creditor": creditor,
        "account": account,
        "may_collect": posts and creditor is not None and account is not None,
        "mandates": list(queries.mandates()),
        "runs": list(queries.runs()[:24]),
        "creditor_form": CreditorForm(initial=known),
        "mandate_form": MandateForm(),
        "may_post": posts,
        **forms,
    }
    return render(request, "finance/debits.html", context, status=status)


@posts
@asks_again()
def set_creditor(request: HttpRequest) -> HttpResponse:
    form = CreditorForm(request.POST)
    return submit(
        request,
        form,
        lambda data: services.set_creditor(**data, **acting(request)),
        _("Entered."),
        redirect("finance:debits"),
    ) or _page(request, 422, creditor_form=form)


@posts
def add_mandate(request: HttpRequest) -> HttpResponse:
    form = MandateForm(request.POST)
    return submit(
        request,
        form,
        lambda data: services.add_mandate(**data, **acting_today(request)),
        lambda mandate: _("Mandate %(reference)s is entered.") % {"reference": mandate},
        redirect("finance:debits"),
    ) or _page(request, 422, mandate_form=form)


@posts
def end_mandate(request: HttpRequest, pk: int) -> HttpResponse:
    mandate = queries.get_mandate_for(request.user, pk, timezone.localdate())
    attempt(
        request,
        lambda: services.end_mandate(mandate=mandate, **acting(request)),
        _("Nothing is collected by it any more."),
    )
    return redirect("finance:debits")


@writes
def collect(request: HttpRequest) -> HttpResponse:
    """Show who would be collected from on a day and who not, with the reason; then one button."""
    creditor, today = queries.creditor(), timezone.localdate()
    if creditor is None or club_account() is None:
        return redirect("finance:debits")
    first = first_day(today, creditor.notice_days)
    asked = DayForm(request.POST or request.GET or {"day": first.isoformat()})
    day: date = asked.cleaned_data["day"] if asked.is_valid() else first
    candidates = queries.candidates(day)
    form = CollectForm(request.POST or None, candidates=candidates)
    answer = submit(
        request,
        form,
        lambda data: services.collect(
            day=day, seen=form.seen(), client_id=data["client_id"], **acting_today(request)
        ),
        _("Announced. Now hand the file in at the bank."),
        lambda run: redirect("finance:debit_run", run.pk),
    )
    if answer:
        return answer
    context = {
        "asked": asked,
        "day": day,
        "form": form,
        "left_out": [candidate for candidate in candidates if candidate.left_out],
        "cents": sum(candidate.cents for candidate in form.candidates),
    }
    return render(request, "finance/collect.html", context, status=422 if form.errors else 200)


@reads
def run(request: HttpRequest, pk: int) -> HttpResponse:
    today = timezone.localdate()
    debit_run = queries.get_run_for(request.user, pk, today)
    has_arrived, posts = queries.has_arrived(debit_run), may_post(request.user, today)
    context = {
        "run": debit_run,
        "debits": queries.debits_of(debit_run),
        "has_arrived": has_arrived,
        "may_withdraw": posts and debit_run.withdrawn_at is None and not has_arrived,
        "lines": queries.could_be(debit_run),
        "may_post": posts,
    }
    return render(request, "finance/debit_run.html", context)


def _run(request: HttpRequest, pk: int) -> DebitRun:
    return queries.get_run_for(request.user, pk, timezone.localdate())


@require_safe
@writes
@asks_again(shows=True)
def file(request: HttpRequest, pk: int) -> HttpResponse:
    """Send the file for the bank: with the accounts of all who pay, so for the treasurer alone."""
    debit_run = _run(request, pk)
    debits = queries.debits_of(debit_run)
    purpose = {
        debit.mandate_id: f"{club_name()} {reference(debit.mandate.person_id)}" for debit in debits
    }
    return _xml(file_of_debits(debit_run, debits, purpose), debit_run)


def _xml(content: bytes, run: DebitRun | TransferRun) -> HttpResponse:
    answer = HttpResponse(content, content_type="application/xml")
    answer["Content-Disposition"] = f'attachment; filename="{run.message}.xml"'
    return answer


@posts
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    debit_run = _run(request, pk)
    attempt(
        request,
        lambda: services.withdraw(run=debit_run, **acting(request)),
        _("Withdrawn. Tell everybody, and do not hand the file in."),
    )
    return redirect("finance:debit_run", pk)


@posts
def book(request: HttpRequest, pk: int, line: int) -> HttpResponse:
    """Book the bank's line as what this run brought."""
    debit_run, arrived = _run(request, pk), get_object_or_404(BankLine, pk=line)
    attempt(
        request,
        lambda: services.book_run(run=debit_run, line=arrived, **acting_today(request)),
        lambda payments: (
            ngettext("One payment booked.", "%(n)s payments booked.", len(payments))
            % {"n": len(payments)}
        ),
    )
    return redirect("finance:debit_run", pk)


# --- transfers -----------------------------------------------------------------------------------
@reads
def transfers(request: HttpRequest) -> HttpResponse:
    """Show the runs, and a form for the next one: whose credit, which bills."""
    return _transfers(request)


def _transfers(request: HttpRequest, form: TransfersForm | None = None) -> HttpResponse:
    today = timezone.localdate()
    payees = queries.payees(request.user)
    context = {
        "account": club_account(),
        "form": form or _transfers_form(request, payees),
        "left_out": [payee for payee in payees if payee.left_out],
        "runs": list(queries.transfer_runs()[:24]),
        "may_post": may_post(request.user, today),
    }
    return render(request, "finance/transfers.html", context, status=422 if form else 200)


def _transfers_form(request: HttpRequest, payees: Sequence[queries.Payee]) -> TransfersForm:
    return TransfersForm(
        request.POST or None,
        payees=payees,
        text=_("%(club)s: credit paid back") % {"club": club_name()},
        initial={"day": next_bank_day(timezone.localdate())},
    )


@posts
def order_transfers(request: HttpRequest) -> HttpResponse:
    form = _transfers_form(request, queries.payees(request.user))
    return submit(
        request,
        form,
        lambda data: services.order_transfers(
            orders=form.orders(),
            day=data["day"],
            client_id=data["client_id"],
            **acting_today(request),
        ),
        _("Now hand the file in at the bank."),
        lambda run: redirect("finance:transfer_run", run.pk),
    ) or _transfers(request, form)


@reads
def transfer_run(request: HttpRequest, pk: int) -> HttpResponse:
    today = timezone.localdate()
    transfer_run = queries.get_transfer_run_for(request.user, pk, today)
    transfers = queries.transfers_of(transfer_run)
    lines = queries.lines_of(transfer_run, transfers)
    rows = [(transfer, lines.get(transfer.pk)) for transfer in transfers]
    context = {
        "run": transfer_run,
        "rows": rows,
        "to_book": sum(
            bool(credit_transfer.person and line and not line.done)
            for credit_transfer, line in rows
        ),
        "may_post": may_post(request.user, today),
    }
    return render(request, "finance/transfer_run.html", context)


def _transfer_run(request: HttpRequest, pk: int) -> TransferRun:
    return queries.get_transfer_run_for(request.user, pk, timezone.localdate())


@require_safe
@writes
@asks_again(shows=True)
def transfer_file(request: HttpRequest, pk: int) -> HttpResponse:
    """Send the file for the bank, for the treasurer alone: the accounts of all who are paid."""
    transfer_run = _transfer_run(request, pk)
    return _xml(file_of_transfers(transfer_run, queries.transfers_of(transfer_run)), transfer_run)


@posts
def withdraw_transfers(request: HttpRequest, pk: int) -> HttpResponse:
    transfer_run = _transfer_run(request, pk)
    attempt(
        request,
        lambda: services.withdraw_transfers(run=transfer_run, **acting(request)),
        _("Withdrawn. Do not hand the file in."),
    )
    return redirect("finance:transfer_run", pk)


@posts
def book_transfers(request: HttpRequest, pk: int) -> HttpResponse:
    transfer_run = _transfer_run(request, pk)
    attempt(
        request,
        lambda: services.book_transfers(run=transfer_run, **acting_today(request)),
        lambda claims: (
            ngettext("One credit booked as paid.", "%(n)s credits booked as paid.", len(claims))
            % {"n": len(claims)}
        ),
    )
    return redirect("finance:transfer_run", pk)
