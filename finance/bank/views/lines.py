"""One line of the bank: what it may be, and everything that can become of it."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from finance.bank.forms import (
    ElsewhereForm,
    FeeForm,
    LineRefundForm,
    ReturnForm,
    SharesForm,
    TieForm,
    TransferForm,
)
from finance.bank.labels import booking_titles, line_text
from finance.bank.models.bank import BankLine
from finance.bank.queries import bank as queries
from finance.bank.queries.own import needs_second
from finance.bank.reading.matching import CHARGES
from finance.bank.reading.names import known_by
from finance.bank.rows import (
    Row,
    offered,
    owing_alone,
    people_for,
    returned_with,
    rows_of,
)
from finance.bank.services import lines as services
from finance.bank.services.cash import book_elsewhere, book_refund, book_transfer
from finance.bank.services.own import ask_second
from finance.bank.services.returned import give_back as give_back_payment
from finance.bank.services.returned import pass_fee_on
from finance.books.forms import ReasonForm
from finance.books.permissions import actor, posts, reads
from finance.books.queries.access import may_post
from finance.books.queries.people import with_credit
from finance.errors import FinanceError
from league.access.permissions import acting, acting_today
from league.approvals.queries import waiting_about
from league.people.views.approvals import say
from league.web.money import typed
from league.web.submit import submit


@reads
def line(request: HttpRequest, pk: int) -> HttpResponse:
    return _page(request, _line(request, pk))


def _line(request: HttpRequest, pk: int) -> BankLine:
    return queries.get_line_for(request.user, pk, timezone.localdate())


def _page(
    request: HttpRequest, line: BankLine, status: int = 200, refused: str = "", **forms: Form
) -> HttpResponse:
    (row,) = rows_of([line])
    incoming = line.left > 0
    posts_here = may_post(request.user, timezone.localdate())
    context: dict[str, Any] = {
        "row": row,
        "line": line,
        "may_post": posts_here,
        "approvals": waiting_about(request.user, timezone.now(), f"bank_line:{line.pk}"),
        "ignore_form": ReasonForm(),
        # A line dealt with meanwhile has no form left that it could be shown beside.
        "refused": "" if line.left else refused,
    }
    if line.left and not row.held_reason:
        has_rule = bool(row.proposal and "rule" in row.proposal.codes)
        text = line_text(line.text.name, line.text.text)[:200]
        left = typed(abs(line.left))
        initial: dict[str, Any] = {"text": text, "amount": left}
        if row.proposal and row.proposal.account:
            initial["account"] = row.proposal.account
        if not incoming and (line.is_fee or line.is_return):
            initial |= {"account": CHARGES, "by_statement": True}
        people = people_for(line, timezone.localdate())
        transfer_form = TransferForm(
            prefix="carried", money=line.money, initial={"cash_day": line.day, "other": "cash"}
        )
        context |= {
            "owing": owing_alone(row, people),
            "left_typed": left,
            "titles": booking_titles(incoming=incoming, has_choice="other" in transfer_form.fields),
            "shares_form": SharesForm.proposing(row.parts, line.left, people),
            "elsewhere_form": ElsewhereForm(
                incoming=incoming,
                known_by="" if has_rule or line.is_return else known_by(line.text.name),
                initial=initial,
            ),
            "transfer_form": transfer_form,
            "refund_form": _refund_form(line),
            "by_hand": list(queries.could_confirm(line)),
            "returned": returned_with(line),
            "fee_form": FeeForm(),
            "fee_payers": queries.may_bear_fee(line),
        }
    context |= forms
    context["opens"] = _opens(line, row, context)
    has_refund = context.get("refund_form") is not None
    context["can"] = offered(row, posts=posts_here, has_refund=has_refund)
    return render(request, "finance/bank_line.html", context, status=status)


def _opens(line: BankLine, row: Row, context: dict[str, Any]) -> dict[str, bool]:
    """Return which of the folded forms is open: the proposed one, or the one refused just now."""
    refused = {
        name: bool(form and form.errors)
        for name in ("elsewhere", "transfer")
        for form in [context.get(f"{name}_form")]
    }
    is_carried = bool(row.proposal and row.proposal.carried)
    is_returned = line.is_return and bool(context.get("returned"))
    is_somebodys = bool(row.parts or context.get("owing") or context.get("fee_payers"))
    is_other = not (is_carried or is_returned or is_somebodys or refused["transfer"])
    return {
        "elsewhere": refused["elsewhere"] or is_other,
        "transfer": refused["transfer"] or is_carried,
        "returned": line.is_return,
    }


def _try(
    request: HttpRequest,
    line: BankLine,
    name: str,
    form: Form,
    do: Callable[[dict[str, Any]], Any],
    text: str | Callable[[Any], str],
) -> HttpResponse:
    """Do it and go back to the import, or show the line again with the sentence."""

    def page(refused: object = "") -> HttpResponse:
        if isinstance(form, ElsewhereForm):
            form.keep_file()
        return _page(request, _line(request, line.pk), 422, str(refused), **{name: form})

    back = redirect("finance:bank_import", line.bank_import_id)
    return submit(request, form, do, text, back, refusals=FinanceError, refused=page) or page()


@posts
def book(request: HttpRequest, pk: int) -> HttpResponse:
    bank_line = _line(request, pk)
    form = SharesForm(request.POST, people=people_for(bank_line, timezone.localdate()))

    def do(data: dict[str, Any]) -> str:
        persons = [share.person for share in form.shares]
        if bank_line.left and needs_second(bank_line, persons, actor(request)):
            say(request, ask_second(line=bank_line, shares=form.shares, **acting(request)))
            return ""
        services.book_line(
            line=bank_line,
            shares=form.shares,
            client_id=data["client_id"],
            **acting_today(request),
        )
        return _("Booked.")

    return _try(request, bank_line, "shares_form", form, do, str)


@posts
def elsewhere(request: HttpRequest, pk: int) -> HttpResponse:
    bank_line = _line(request, pk)
    incoming = bank_line.cents > 0
    form = ElsewhereForm(
        request.POST,
        request.FILES,
        by=actor(request),
        incoming=incoming,
        known_by="" if bank_line.is_return else known_by(bank_line.text.name),
        payee=bank_line.text.name,
    )
    return _try(
        request,
        bank_line,
        "elsewhere_form",
        form,
        lambda data: book_elsewhere(
            line=bank_line,
            account=data["account"],
            text=data["text"],
            amount=data["amount"],
            voucher=form.paper(data["text"]),
            client_id=data["client_id"],
            remember=data.get("remember", False),
            is_by_statement=form.is_by_statement,
            **acting_today(request),
        ),
        _("Booked."),
    )


def _refund_form(line: BankLine) -> LineRefundForm | None:
    """Return the form for a refund if the money went out and a member has that much credit."""
    if line.left > 0 or not with_credit(-line.left).exists():
        return None
    return LineRefundForm(cents=-line.left, prefix="refund")


@posts
def transfer(request: HttpRequest, pk: int) -> HttpResponse:
    bank_line = _line(request, pk)
    form = TransferForm(request.POST, prefix="carried", money=bank_line.money)
    return _try(
        request,
        bank_line,
        "transfer_form",
        form,
        lambda data: book_transfer(line=bank_line, **data, **acting_today(request)),
        _("Booked as a transfer, in both books."),
    )


@posts
def refund(request: HttpRequest, pk: int) -> HttpResponse:
    bank_line = _line(request, pk)
    form = LineRefundForm(request.POST, cents=abs(bank_line.left), prefix="refund")
    return _try(
        request,
        bank_line,
        "refund_form",
        form,
        lambda data: book_refund(line=bank_line, **data, **acting_today(request)),
        _("Booked: the credit was paid back."),
    )


@posts
def tie(request: HttpRequest, pk: int) -> HttpResponse:
    bank_line = _line(request, pk)
    form = TieForm(request.POST)
    return _try(
        request,
        bank_line,
        "tie_form",
        form,
        lambda data: services.tie_line(line=bank_line, booking=data["booking"], by=actor(request)),
        _("Matched. It had been booked already."),
    )


@posts
def give_back(request: HttpRequest, pk: int) -> HttpResponse:
    bank_line = _line(request, pk)
    form = ReturnForm(request.POST)
    return _try(
        request,
        bank_line,
        "return_form",
        form,
        lambda data: give_back_payment(line=bank_line, **data, **acting_today(request)),
        _("Reversed. It is open again."),
    )


@posts
def pass_fee(request: HttpRequest, pk: int) -> HttpResponse:
    bank_line = _line(request, pk)
    form = FeeForm(request.POST)
    return _try(
        request,
        bank_line,
        "fee_form",
        form,
        lambda data: pass_fee_on(line=bank_line, **data, **acting_today(request)),
        lambda _made: _("Booked: %(name)s owes the fee.") % {"name": form.cleaned_data["person"]},
    )


@posts
def ignore(request: HttpRequest, pk: int) -> HttpResponse:
    bank_line = _line(request, pk)
    form = ReasonForm(request.POST)
    return _try(
        request,
        bank_line,
        "ignore_form",
        form,
        lambda data: services.ignore_line(line=bank_line, **data, **acting(request)),
        _("It stays out. You can take it up again at any time."),
    )


@posts
def take_up(request: HttpRequest, pk: int) -> HttpResponse:
    bank_line = _line(request, pk)
    services.take_up_line(line=bank_line, **acting(request))
    messages.success(request, _("The line is open again."))
    return redirect("finance:bank_line", pk)
