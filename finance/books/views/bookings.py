"""One booking with all that belongs to it, and the voucher that comes to it later."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from finance.books.booking_labels import title
from finance.books.cashbook_forms import VoucherForm
from finance.books.models.ledger import Transaction
from finance.books.models.payments import Payment
from finance.books.permissions import actor, posts, reads, to_top
from finance.books.queries.access import get_transaction_for, may_post
from finance.books.queries.cashbook import other_parts
from finance.books.queries.ledger import closed_through
from finance.books.queries.vouchers import vouchers_of
from finance.books.services.vouchers import attach
from league.access.permissions import acting
from league.approvals.queries import waiting_about
from league.web.submit import submit


@reads
def booking(request: HttpRequest, pk: int) -> HttpResponse:
    transaction = get_transaction_for(request.user, pk, timezone.localdate())
    return _page(request, transaction, VoucherForm())


def payments_of(booking: Transaction) -> list[tuple[str, int]]:
    """Return the method and the key of each payment that was booked here."""
    return list(Payment.objects.filter(transaction=booking).values_list("method", "pk"))


def _page(
    request: HttpRequest, transaction: Transaction, form: VoucherForm, status: int = 200
) -> HttpResponse:
    closed = closed_through()
    context = {
        "booking": transaction,
        "vouchers": vouchers_of([transaction.pk]).get(transaction.pk, []),
        "other_parts": other_parts(transaction),
        "approvals": waiting_about(
            request.user,
            timezone.now(),
            f"reversal:{transaction.pk}",
            *(f"{method}:{pk}" for method, pk in payments_of(transaction)),
        ),
        "is_closed": closed is not None and transaction.date <= closed,
        "form": form,
        "may_post": may_post(request.user, timezone.localdate()),
    }
    return render(request, "finance/booking.html", context, status=status)


@posts
def attach_voucher(request: HttpRequest, pk: int) -> HttpResponse:
    transaction = get_transaction_for(request.user, pk, timezone.localdate())
    form = VoucherForm(request.POST, request.FILES, by=actor(request))

    def do(data: dict[str, Any]) -> None:
        if (paper := form.paper(title(transaction))) is not None:
            attach(booking=transaction, paper=paper, client_id=data["client_id"], **acting(request))

    sentence = _("The voucher now belongs to this booking.")
    if answer := submit(request, form, do, sentence, to_top("finance:booking", pk)):
        return answer
    form.keep_file()
    return _page(request, transaction, form, status=422)
