"""Sentences of the till about a bank's file and its lines, by their codes."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from finance.bank.reading.proposal import Proposal, Reason
from finance.bank.reading.statements import BankFileError
from finance.bank.reading.table import LeftOut
from finance.books.labels import day_label
from league.web.money import euro

if TYPE_CHECKING:
    from finance.bank.models.bank import BankLine


class BookingTitles(NamedTuple):
    """The kinds that a line can be booked as beside a payment."""

    elsewhere: str
    transfer: str


def booking_titles(*, incoming: bool, has_choice: bool) -> BookingTitles:
    """Return the titles; `has_choice`: a transfer is possible with more than one other till or
    account.
    """
    elsewhere = _("From nobody in the club") if incoming else _("Book as an expense")
    if has_choice:
        return BookingTitles(elsewhere, _("Between the club's own tills and accounts"))
    brought = _("Brought from the till to the bank")
    return BookingTitles(elsewhere, brought if incoming else _("Withdrawn for the till"))


# Why a file cannot be read, and what to do about it.
_FILES: dict[str, Any] = {
    "empty": gettext_lazy("The file is empty."),
    "too_large": gettext_lazy("The file is too large. Take a shorter period."),
    "several_accounts": gettext_lazy(
        "This file is about several accounts. Save one of each at the bank."
    ),
    "too_many_lines": gettext_lazy("Those are too many lines. Take a shorter period."),
    "pdf": gettext_lazy(
        "This is the statement to look at. In your online banking, download the lines "
        "as CAMT or CSV."
    ),
    "xml_broken": gettext_lazy(
        "The file is incomplete or damaged (line %(place)s). Download it again."
    ),
    "xml_doctype": gettext_lazy("This file does not come from a bank. It is not read."),
    "xml_no_statement": gettext_lazy("There is no bank statement in this file."),
    "no_account": gettext_lazy("This file does not say which account it is about."),
    "no_amount": gettext_lazy("There is no readable amount in line %(place)s."),
    "no_day": gettext_lazy("There is no readable date in line %(place)s."),
    "currency": gettext_lazy("The books are in euro, the file says %(place)s."),
    "encoding": gettext_lazy("This is no text file. Download the lines as CAMT or CSV."),
    "zip_broken": gettext_lazy("The ZIP archive is damaged or has a password."),
    "encoding_unclear": gettext_lazy(
        "Its letters can be read in two ways (%(place)s). Save it as CSV UTF-8."
    ),
    "encoding_lost": gettext_lazy(
        "Letters were lost before line %(place)s. Download the file again, without opening it."
    ),
    "workbook_broken": gettext_lazy("The workbook is damaged or has a password."),
    "formula": gettext_lazy(
        "The formula in %(place)s has no value. Open the file in Excel and save it."
    ),
    "several_sheets": gettext_lazy(
        "Several sheets have lines (%(place)s). Save the one that counts as CSV."
    ),
    "csv_no_heading": gettext_lazy(
        "No lines can be made out in it. Download them as CAMT, MT940 or CSV from your bank."
    ),
    "nothing_booked": gettext_lazy("Nothing in this file is booked yet."),
}

# What a column of a bank's table can be.
ROLES: dict[str, Any] = {
    "": gettext_lazy("not needed"),
    "booked": gettext_lazy("Day"),
    "valued": gettext_lazy("Value date"),
    "amount": gettext_lazy("Amount"),
    "debit": gettext_lazy("Amount that went out (debit)"),
    "credit": gettext_lazy("Amount that came in (credit)"),
    "sign": gettext_lazy("Debit or credit"),
    "fee": gettext_lazy("Fee"),
    "name": gettext_lazy("Name"),
    "payer": gettext_lazy("Payer"),
    "payee": gettext_lazy("Payee"),
    "iban": gettext_lazy("IBAN of the other side"),
    "text": gettext_lazy("Purpose"),
    "more": gettext_lazy("Reference"),
    "kind": gettext_lazy("Kind of booking"),
    "own": gettext_lazy("The club's own account"),
    "currency": gettext_lazy("Currency"),
    "standing": gettext_lazy("Balance after it"),
    "status": gettext_lazy("State (booked, pending)"),
}
# Why a row of a table is no line.
_LEFT_OUT: dict[str, Any] = {
    "pending": gettext_lazy("not booked yet"),
    "cancelled": gettext_lazy("not carried out"),
    "memo": gettext_lazy("moves no money"),
    "nothing": gettext_lazy("0.00 €"),
    "foot": gettext_lazy("balance, sum or heading"),
    "balance": gettext_lazy("called a balance"),
    "currency": gettext_lazy("not in euro"),
    "day": gettext_lazy("no readable date"),
    "amount": gettext_lazy("no readable amount"),
    "sign": gettext_lazy("neither debit nor credit"),
}
_COLUMN_FAULTS: dict[str, Any] = {
    "columns_day": gettext_lazy("Which column is the day of the booking? Choose “Day” above it."),
    "columns_amount": gettext_lazy(
        "Which column is the amount? Choose “Amount” above it, or debit and credit above two."
    ),
    "columns_twice": gettext_lazy("Only the purpose may be in several columns."),
    "columns_words": gettext_lazy(
        "Which column says whom or what it is about? Choose “Purpose” or “Name” above it."
    ),
    "columns_sign": gettext_lazy(
        "No amount has a minus: say below whether all came in or all went out."
    ),
    "columns_order": gettext_lazy("Say below whether the day or the month comes first."),
    "columns_letters": gettext_lazy("Debit and credit can mean two things: look at the amounts."),
    "columns_guessed": gettext_lazy("Some columns are guessed by what stands in them."),
}

CONFIDENCE: dict[str, Any] = {
    "sure": gettext_lazy("sure"),
    "likely": gettext_lazy("likely"),
    "maybe": gettext_lazy("perhaps"),
    "none": gettext_lazy("unknown"),
}

REASONS: dict[str, Any] = {
    "reference": gettext_lazy("%(name)s's code is in the reference."),
    "iban": gettext_lazy("Money for %(name)s has come from this account before."),
    "iban_shared": gettext_lazy("Money for %(name)s and others has come from this account before."),
    "name": gettext_lazy("Whoever sent it has the name of %(name)s."),
    "name_in_text": gettext_lazy("%(name)s is named in the reference."),
    "initial": gettext_lazy("Whoever sent it has the surname and the initial of %(name)s."),
    "surname": gettext_lazy("Only %(name)s has this surname."),
    "named_together": gettext_lazy("The line names %(name)s."),
    "name_against": gettext_lazy("But the line names %(name)s."),
    "announced": gettext_lazy("%(name)s announced this transfer."),
    "announced_alone": gettext_lazy("Only %(name)s announced exactly this amount."),
    "amount_exact": gettext_lazy("Exactly this is open."),
    "amount_oldest": gettext_lazy("This settles exactly the oldest items."),
    "amount_partial": gettext_lazy("After that, %(amount)s are still open."),
    "amount_over": gettext_lazy("%(amount)s are left as a credit."),
    "nothing_open": gettext_lazy("Nothing is open, it becomes a credit."),
    "amount_alone": gettext_lazy("Only %(name)s owes exactly this amount."),
    "together_exact": gettext_lazy("Together exactly this is open."),
    "together_unclear": gettext_lazy("The sum does not fit: share it out yourself."),
    "by_hand": gettext_lazy("This was probably booked by hand already."),
    "twin": gettext_lazy("An equal line came before, the bank has this as a second one."),
    "fee": gettext_lazy("The bank took this."),
    "return_fee": gettext_lazy("The bank took this for a payment that came back."),
    "returned": gettext_lazy("The bank returned a payment."),
    "fetched": gettext_lazy("Fetched at a cash machine."),
    "paid_in": gettext_lazy("Paid in as cash."),
    "outgoing": gettext_lazy("Money has left: find the expense, or book it now."),
    "rule": gettext_lazy("The club's rule for “%(words)s”."),
    "before_opening": gettext_lazy(
        "From before the opening balance of %(day)s, already included in it."
    ),
    "no_reference": gettext_lazy("No code is in the reference."),
    "reference_unknown": gettext_lazy("The code in the reference is nobody's: mistyped?"),
    "no_name": gettext_lazy("It has no name from the club."),
    "could_be": gettext_lazy("By the name it could be %(name)s."),
    "amount_of_several": gettext_lazy("Several people owe exactly %(amount)s."),
    "amount_of_nobody": gettext_lazy("Nobody owes exactly %(amount)s."),
}


def file_refused(error: BankFileError) -> str:
    """Return the sentence for the sender of a file that cannot be read."""
    if error.code.startswith("csv_row_"):
        what = _LEFT_OUT[error.code.removeprefix("csv_row_")]
        return _("Line %(place)s: %(what)s.") % {"place": error.place, "what": what}
    if (fault := error.code.replace("csv_", "columns_")) in _COLUMN_FAULTS:
        return columns_refused(fault)
    return str(_FILES[error.code]) % {"place": error.place or "?"}


def columns_refused(fault: str) -> str:
    """Say what is still missing about the columns of a CSV."""
    return str(_COLUMN_FAULTS[fault])


def left_out(rows: Iterable[LeftOut]) -> list[str]:
    """Say why rows of a table are no lines: „not booked yet: row 6, 9“."""
    numbers: dict[str, list[str]] = {}
    for row in rows:
        numbers.setdefault(row.why, []).append(str(row.number))
    return [
        _("%(why)s: row %(numbers)s") % {"why": _LEFT_OUT[why], "numbers": ", ".join(of_why)}
        for why, of_why in numbers.items()
    ]


def reason(reason: Reason, names: Mapping[int, str]) -> str:
    name = names.get(reason.person or 0, "")
    amount = euro(reason.cents) if reason.cents is not None else ""
    day = day_label(reason.day)
    params = {"name": name, "amount": amount, "day": day, "words": reason.words}
    return str(REASONS[reason.code]) % params


def reasons(proposal: Proposal, names: Mapping[int, str]) -> list[str]:
    """Return the reasons in sentences; of one person each kind once."""
    return list(dict.fromkeys(reason(why, names) for why in proposal.reasons))


def confidence(proposal: Proposal) -> str:
    return str(CONFIDENCE[proposal.confidence])


def for_whom(proposal: Proposal, names: Mapping[int, str]) -> str:
    """Name the payers: „Anna“, „Anna 12,50 €, Ben 15,00 €“."""
    if len(proposal.parts) == 1:
        return names.get(proposal.parts[0].person, "")
    parts = [f"{names.get(part.person, '')} {euro(part.cents)}" for part in proposal.parts]
    return ", ".join(parts)


def line_state(line: "BankLine") -> str:
    """Say in a word or two what became of a line."""
    if line.ignored:
        return _("ignored")
    if not line.left:
        return _("booked")
    return _("partly booked") if line.done else _("to be dealt with")


def line_text(name: str, text: str) -> str:
    """Return the text of a bank's line for its booking."""
    return _("%(name)s: %(text)s") % {"name": name, "text": text} if name and text else name or text
