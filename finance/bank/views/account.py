"""The bank: the club's account, its files, and what is still to be dealt with."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from finance.bank.forms import (
    ClubAccountForm,
    ColumnsForm,
    StatementFileForm,
    SureForm,
)
from finance.bank.labels import columns_refused, file_refused, left_out
from finance.bank.lists import IMPORTS
from finance.bank.models.bank import BankImport, BankLine
from finance.bank.queries import bank as queries
from finance.bank.reading.columns import Columns
from finance.bank.reading.sheet import Sheet, doubt_about, fault_of, open_sheet
from finance.bank.reading.statements import BankFileError
from finance.bank.reading.table import reading_of
from finance.bank.rows import rows_of
from finance.bank.services.account import set_club_account
from finance.bank.services.imports import (
    Imported,
    asks_for_columns,
    import_file,
    import_with_columns,
    undo_import,
)
from finance.bank.services.proposed import book_proposed, book_sure, strike_out
from finance.books import chart
from finance.books.forms import ReasonForm
from finance.books.permissions import actor, posts, reads, writes
from finance.books.queries.access import may_post
from finance.books.queries.ledger import balance, balances
from finance.books.queries.money import more_balances
from finance.errors import FinanceError
from league.access.permissions import acting, acting_today
from league.access.reauthentication import asks_again
from league.files import waiting
from league.web.asked import asked_text, posted_text
from league.web.money import euro
from league.web.submit import attempt, submit

# So many rows and lines of a CSV are shown while its columns are said.
_SHOWN = 5
# More than fit a screen; the rest is on the pages of their imports.
_MOST = 60


@reads
def bank(request: HttpRequest) -> HttpResponseBase:
    if sheet := IMPORTS.read(request, queries.imports()).sheet("kontoauszuege"):
        return sheet
    return _page(request, StatementFileForm())


def _page(
    request: HttpRequest, form: StatementFileForm, status: int = 200, **forms: Any
) -> HttpResponse:
    today = timezone.localdate()
    todo = queries.with_words(queries.open_lines())
    context = {
        "accounts": queries.bank_accounts(),
        "booked": balance("bank"),
        "stated": queries.stated_on(today),
        "more": [
            (account, cents, queries.stated_on(today, account.code))
            for account, cents in more_balances(balances())
            if chart.like(account.code) == "bank"
        ],
        "count": todo.count(),
        "rows": rows_of(list(todo.order_by("day", "pk")[:_MOST])),
        "notices": list(queries.pending_notices()),
        "list_page": IMPORTS.read(request, queries.imports()),
        "form": form,
        "refusal_form": ReasonForm(),
        "may_post": may_post(request.user, today),
        **forms,
    }
    return render(request, "finance/bank.html", context, status=status)


@posts
def read_file(request: HttpRequest) -> HttpResponse:
    form = StatementFileForm(request.POST, request.FILES, by=actor(request).pk)
    money = form.data.get("money") or "bank"

    def do(data: dict[str, Any]) -> HttpResponse:
        name, content = data["file"]
        if asks_for_columns(content, money):
            ticket = waiting.ticket(name, content, actor(request).pk)
            query = urlencode({"file": ticket, "money": money})
            return redirect(f"{reverse('finance:bank_columns')}?{query}")
        done = import_file(content=content, name=name, money=money, **acting(request))
        return _imported(request, done)

    return submit(request, form, do, "", lambda way: way) or _page(request, form, status=422)


@writes
def columns(request: HttpRequest) -> HttpResponse:
    """Ask about a table that is unknown, or has unreadable rows: its first rows, what each column
    is, how many rows are read and why others are not, and the first lines as read.
    """
    ticket = posted_text(request, "file") or asked_text(request, "file")
    money = posted_text(request, "money") or asked_text(request, "money") or "bank"
    waits = waiting.redeem(ticket, actor(request).pk)
    if waits is None:
        sha256 = waiting.sha256_of(ticket, actor(request).pk)
        if known := queries.import_of(sha256):
            messages.success(request, _read(0, again=True))
            return redirect("finance:bank_import", known.pk)
        messages.error(request, _("Please choose the bank's file once more."))
        return redirect("finance:bank_imports")
    sheet = open_sheet(waits.content)
    form = ColumnsForm(request.POST or None, sheet=sheet)
    refused = ""
    if request.method == "POST" and "preview" not in request.POST:
        try:
            done = import_with_columns(
                content=waits.content,
                name=waits.name,
                columns=form.columns,
                money=money,
                **acting(request),
            )
            waiting.drop(ticket, actor(request).pk)
            return _imported(request, done)
        except FinanceError as error:
            refused = str(error)
    fault = fault_of(sheet, form.columns)
    doubt = "" if form.is_bound else doubt_about(sheet, form.columns)
    context = {
        "form": form,
        "ticket": ticket,
        "money": money,
        "name": waits.name,
        "rows": [[row[place] for place in range(sheet.width)] for row in sheet.rows[:_SHOWN]],
        "refused": refused,
        "unused": sheet.unused(form.columns),
        "doubt": columns_refused(doubt) if doubt and doubt != fault else "",
        "fault": columns_refused(fault) if fault else "",
        **({} if fault else _preview(sheet, form.columns)),
    }
    return render(request, "finance/bank_columns.html", context, status=422 if refused else 200)


def _preview(sheet: Sheet, chosen: Columns) -> dict[str, Any]:
    """Return the first lines as they would be read with the counts, or the sentence why they cannot
    be.
    """
    try:
        reading = reading_of(sheet, chosen)
    except BankFileError as error:
        return {"problem": file_refused(error)}
    statement = reading.statement
    return {
        "lines": statement.lines[:_SHOWN],
        "in_file": reading.rows,
        "read": reading.rows - len(reading.left_out),
        "left_out": left_out(reading.left_out),
        "came": sum(line.cents for line in statement.lines if line.cents > 0),
        "went": -sum(line.cents for line in statement.lines if line.cents < 0),
        "difference": statement.difference,
    }


def _imported(request: HttpRequest, done: Imported) -> HttpResponse:
    messages.success(request, _read(done.new, done.again))
    if done.difference:
        sentence = _("The closing balance in the file is off its lines by %(amount)s.")
        messages.warning(request, sentence % {"amount": euro(done.difference)})
    if done.reading:
        # Of pending rows the page says how many there are, and a balance is no line.
        rows = [row for row in done.reading.left_out if row.why not in {"foot", "pending"}]
        if rows:
            messages.info(request, _("Left out:") + " " + "; ".join(left_out(rows)))
        if done.reading.unused:
            names = ", ".join(done.reading.unused)
            messages.info(request, _("Not used: %(names)s") % {"names": names})
    if done.passed_over:
        names = ", ".join(done.passed_over)
        messages.warning(request, _("Not read in the archive: %(names)s.") % {"names": names})
    return redirect("finance:bank_import", done.bank_import.pk)


def _read(new: int, again: bool) -> str:
    if again:
        return _("This file was here before. Nothing has changed.")
    sentence = ngettext("%(n)s new line.", "%(n)s new lines.", new) % {"n": new}
    nothing_booked = _("Nothing is booked yet.")
    return f"{sentence} {nothing_booked}"


@reads
def bank_import(request: HttpRequest, pk: int) -> HttpResponse:
    today = timezone.localdate()
    bank_import = queries.get_import_for(request.user, pk, today)
    rows = rows_of(list(queries.with_words(bank_import.lines.order_by("day", "pk"))))
    posts = may_post(request.user, today)
    context = {
        "import": bank_import,
        "balances": list(bank_import.balances.all()),
        "sure": [row for row in rows if row.is_sure],
        "likely": [row for row in rows if row.is_likely],
        "doubtful": [
            row for row in rows if row.line.left and not row.is_sure and not row.is_likely
        ],
        "done": [row for row in rows if not row.line.left],
        "may_undo": posts
        and bank_import.undone_at is None
        and not any(row.line.bookings.all() for row in rows),
        "may_post": posts,
    }
    return render(request, "finance/bank_import.html", context)


@posts
def book_all_sure(request: HttpRequest, pk: int) -> HttpResponse:
    bank_import = _import(request, pk)
    form = SureForm(request.POST, lines=queries.line_keys(bank_import))

    def message(booked: list[BankLine]) -> str:
        if booked:
            return _booked(booked)
        sentence = _("Nothing booked: these lines are booked already, or their day is yet to come.")
        messages.info(request, sentence)
        return ""

    attempt(
        request,
        lambda: book_sure(
            bank_import=bank_import, seen=form.cleaned_data["line"], **acting_today(request)
        ),
        message,
        form=form,
        tags="received",
        refusals=FinanceError,
    )
    return redirect("finance:bank_import", pk)


def _booked(booked: list[BankLine]) -> str:
    sentence = ngettext("%(n)s line booked.", "%(n)s lines booked.", len(booked))
    return sentence % {"n": len(booked)}


@posts
def book_all_likely(request: HttpRequest, pk: int) -> HttpResponse:
    bank_import = _import(request, pk)
    keys, sent = queries.line_keys(bank_import), request.POST
    # What was proposed for each line when it was shown, and which of them were left ticked.
    shown = {key: sent[f"proposal-{key}"] for key in keys if f"proposal-{key}" in sent}
    seen = {key: shown.get(key, "") for key in keys if f"line-{key}" in sent}
    strike_out(bank_import=bank_import, shown=shown, ticked=seen)

    def do() -> None:
        booked = book_proposed(bank_import=bank_import, seen=seen, **acting_today(request))
        if booked:
            messages.success(request, _booked(booked), extra_tags="received")
        if left := len(seen) - len(booked):
            sentence = ngettext(
                "One line was not booked: it was booked already, something else is proposed for it "
                "by now, or its day is yet to come.",
                "%(n)s lines were not booked: they were booked already, something else is proposed "
                "for them by now, or their day is yet to come.",
                left,
            )
            messages.info(request, sentence % {"n": left})
        if not seen:
            messages.info(request, _("No line was ticked, so nothing is booked."))

    attempt(request, do, "", refusals=FinanceError)
    return redirect("finance:bank_import", pk)


@posts
def undo(request: HttpRequest, pk: int) -> HttpResponse:
    undo_import(bank_import=_import(request, pk), **acting(request))
    messages.success(request, _("Undone. The file can come again."))
    return redirect("finance:bank_imports")


def _import(request: HttpRequest, pk: int) -> BankImport:
    return queries.get_import_for(request.user, pk, timezone.localdate())


# --- the club's account --------------------------------------------------------------------------
@reads
def account(request: HttpRequest) -> HttpResponse:
    money = asked_text(request, "money") or "bank"
    now = queries.club_account(money)
    initial = {"holder": now.holder, "iban": now.grouped, "bic": now.bic} if now else {}
    return _account_page(request, ClubAccountForm(initial=initial | {"money": money}))


def _account_page(request: HttpRequest, form: ClubAccountForm, status: int = 200) -> HttpResponse:
    context = {
        "accounts": list(queries.accounts_before()),
        "in_force": {account.pk for account in queries.bank_accounts()},
        "form": form,
        "may_post": may_post(request.user, timezone.localdate()),
    }
    return render(request, "finance/bank_account.html", context, status=status)


@posts
@asks_again()
def set_account(request: HttpRequest) -> HttpResponse:
    form = ClubAccountForm(request.POST)
    return submit(
        request,
        form,
        lambda data: set_club_account(**data, **acting(request)),
        _("The account is entered."),
        redirect("finance:bank_account"),
    ) or _account_page(request, form, status=422)
