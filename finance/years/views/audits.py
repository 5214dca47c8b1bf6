"""The auditors' page: samples, marks on bookings, findings, and what is compared."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from finance.books.models.ledger import Transaction
from finance.books.permissions import posts, reads
from finance.books.queries.vouchers import bookings_without_voucher, vouchers_of
from finance.errors import InvalidError
from finance.years.audit_labels import compared
from finance.years.forms import AnswerForm, FindingForm, MarkForm, SampleForm, SettleForm
from finance.years.lists import AUDITED
from finance.years.permissions import audits as audits_only
from finance.years.queries import audits, year_figures
from finance.years.services import audits as services
from finance.years.services.audits import mark_booking
from finance.years.views.years import require_year
from league.access.permissions import acting, acting_today
from league.approvals.queries import to_audit
from league.signs.queries import last_check
from league.web.submit import submit
from league.web.views import takes_a_form


@reads
def audit(request: HttpRequest, year: int) -> HttpResponse:
    return _page(request, year)


def _page(request: HttpRequest, year: int, status: int = 200, **sent: forms.Form) -> HttpResponse:
    require_year(year)
    today = timezone.localdate()
    audited_bookings = audits.audited_bookings(year)
    standing = audits.standing_of(audits.steps_of(year))
    is_auditor = audits.may_audit(request.user, today)
    independent = audits.is_independent(request.user, year, today)
    may_audit = is_auditor and independent and not standing.is_final
    still = audits.unsettled(year, request.user if may_audit else None)
    samples = audits.samples_of(year)
    sample_form = sent.pop("sample_form", None) or SampleForm.blank()
    to_audit_next = (
        audited_booking
        for audited_booking in audited_bookings
        if may_audit and audited_booking.waits_for(request.user)
    )
    context: dict[str, Any] = {
        "year": year,
        "standing": standing,
        "samples": samples,
        "looked": audited_bookings,
        "settled": len(audited_bookings) - len(still),
        "next": next(to_audit_next, None),
        "asked": sum(
            not audited_booking.is_settled and not audited_booking.is_up_to_auditors
            for audited_booking in audited_bookings
        ),
        "without_voucher": list(bookings_without_voucher(year)),
        "agreed": [
            (agreed.account, compared(agreed)) for agreed in year_figures.agreed(year, today)
        ],
        "owed": year_figures.owed_at_end(year),
        "club_check": last_check(),
        "own_acts": to_audit(year),
        "findings": list(audits.findings_of(year)),
        "may_audit": may_audit,
        "was_on_board": is_auditor and not independent,
        "sample_form": sample_form,
        "sample_opens": not samples or bool(sample_form.errors),
        "draws": _("Draw another") if samples else _("Draw a sample"),
        "finding_form": FindingForm(auto_id="id_finding_%s"),
        "settle_form": SettleForm(auto_id="id_settle_%s"),
        **sent,
    }
    return render(request, "finance/audit.html", context, status=status)


@reads
def bookings(request: HttpRequest, year: int) -> HttpResponseBase:
    """List every booking of the year to choose from: all payments, from an amount up, waivers …"""
    require_year(year)
    list_page = AUDITED.read(request, audits.auditable(year))
    if sheet := list_page.sheet(f"pruefung-{year}"):
        return sheet
    marks = audits.marks_on(list_page.lines)
    return render(
        request,
        "finance/audit_list.html",
        {
            "year": year,
            "list_page": list_page,
            "lines": [(row, marks.get(row.pk)) for row in list_page.lines],
        },
    )


@audits_only
def draw(request: HttpRequest, year: int) -> HttpResponse:
    require_year(year)
    form = SampleForm(request.POST)
    return submit(
        request,
        form,
        lambda data: services.draw_sample(year=year, **data, **acting_today(request)),
        _("Drawn. Go through the bookings one by one."),
        redirect("finance:audit", year),
        refusals=InvalidError,
    ) or _page(request, year, 422, sample_form=form)


@audits_only
def find(request: HttpRequest, year: int) -> HttpResponse:
    require_year(year)
    form = FindingForm(request.POST, auto_id="id_finding_%s")
    return submit(
        request,
        form,
        lambda data: services.add_finding(year=year, **data, **acting_today(request)),
        _("Noted."),
        redirect("finance:audit", year),
        refusals=(),
    ) or _page(request, year, 422, finding_form=form)


@audits_only
def settle(request: HttpRequest, pk: int) -> HttpResponse:
    finding = audits.get_finding(pk)
    year = finding.year_end.year
    form = SettleForm(request.POST, auto_id="id_settle_%s")
    return submit(
        request,
        form,
        lambda data: services.settle_finding(finding=finding, **data, **acting_today(request)),
        "",
        redirect("finance:audit", year),
        refusals=(),
    ) or _page(request, year, 422, settle_form=form)


@takes_a_form
@login_required
@never_cache
def mark(request: HttpRequest, pk: int) -> HttpResponse:
    """Show one booking: what it says, its vouchers, what was said about it, and the
    auditor's mark.
    """
    today = timezone.localdate()
    booking = audits.get_audited_booking(request.user, pk, today)
    year = booking.head.year
    form = MarkForm(request.POST or None)
    if request.method == "POST":
        audits.require_auditor(request.user, today)

        def go_on(_mark: object) -> HttpResponse:
            following = audits.next_to_audit(year, booking, request.user)
            if following is None:
                messages.success(request, _("Everything drawn has been looked at."))
                return redirect("finance:audit", year)
            return redirect("finance:audit_booking", following.pk)

        if answer := submit(
            request,
            form,
            lambda data: mark_booking(booking=booking, **data, **acting_today(request)),
            "",
            go_on,
            refusals=InvalidError,
        ):
            return answer
    return _booking_page(request, booking, form)


def _booking_page(
    request: HttpRequest, booking: Transaction, form: forms.Form, **sent: forms.Form
) -> HttpResponse:
    today, year = timezone.localdate(), booking.head.year
    standing = audits.standing_of(audits.steps_of(year))
    marks = list(audits.marks_of(booking))
    context = {
        "booking": booking,
        "year": year,
        "vouchers": vouchers_of([booking.pk]).get(booking.pk, []),
        "marks": marks,
        "may_audit": audits.may_audit(request.user, today)
        and audits.is_independent(request.user, year, today)
        and not standing.is_final,
        "may_answer": audits.may_answer(request.user, marks, standing, today),
        "form": form,
        "answer_form": AnswerForm(auto_id="id_answer_%s"),
        **sent,
    }
    wrong = any(form.errors for form in (form, *sent.values()))
    return render(request, "finance/audit_booking.html", context, status=422 if wrong else 200)


@posts
def answer(request: HttpRequest, pk: int) -> HttpResponse:
    """Take the treasurer's answer to a question of the auditors."""
    booking = audits.get_audited_booking(request.user, pk, timezone.localdate())
    form = AnswerForm(request.POST, auto_id="id_answer_%s")
    return submit(
        request,
        form,
        lambda data: services.answer_question(booking=booking, **data, **acting(request)),
        _("Answered. The auditors see it with the booking."),
        redirect("finance:audit_booking", pk),
        refusals=(),
    ) or _booking_page(request, booking, MarkForm(), answer_form=form)
