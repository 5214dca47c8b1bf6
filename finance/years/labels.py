"""Words for the end of a year: its discharge, its samples, and what the checker of a year finds.

By itself the checker speaks German.
"""

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING, Any

from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from finance.books.booking_labels import journal_name
from finance.books.labels import day_label
from finance.years.matters import Matter
from league.web.money import euro

if TYPE_CHECKING:
    from finance.years.models import YearStep
    from league.people.models.people import Person


def discharge(step: "YearStep") -> str:
    """Write „Entlastung erteilt am 3. März mit 12 Ja, 1 Nein, 2 Enthaltungen“."""
    votes = {
        "day": day_label(step.held_on),
        "yes": step.votes_for,
        "no": step.votes_against,
        "abstained": step.abstained,
    }
    if step.agrees:
        return (
            gettext(
                "Discharge granted on %(day)s: %(yes)s yes, %(no)s no, %(abstained)s abstentions"
            )
            % votes
        )
    return (
        gettext("Discharge refused on %(day)s: %(yes)s yes, %(no)s no, %(abstained)s abstentions")
        % votes
    )


def step(step: "YearStep") -> str:
    """Return the step of a year in words, an auditor's with the recommendation."""
    if step.kind == step.Kind.DISCHARGED:
        return discharge(step)
    if step.kind != step.Kind.SIGNED:
        return step.get_kind_display()
    recommends = (
        gettext("discharge recommended") if step.agrees else gettext("discharge not recommended")
    )
    return f"{step.get_kind_display()} · {recommends}"


# What a turn asks for, where one sentence says it; of the others the page has a form or a list.
TURNS: dict[str, Any] = {
    "not_over": _(
        "The year is still running. It can be audited already, and closed once it is over."
    ),
    "not_drafted": _("The treasurer has not submitted a draft yet."),
    "drafted_oneself": _("The draft is confirmed by somebody other than who submitted it."),
    "confirm": _("By confirming, the board says: these are our figures."),
    "not_independent": _("You were on the board yourself in %(year)s and cannot audit that year."),
    "signed_oneself": _("You have signed. Somebody is still missing."),
}


def turn(code: str, year: int) -> str:
    return str(TURNS[code]) % {"year": year} if code in TURNS else ""


def audit_notes(auditors: "Sequence[tuple[Person, bool]]") -> list[str]:
    """Say below the auditors' step, until the last has signed, who has, and what the
    last one does.
    """
    names = ", ".join(f"{person.name} ✓" if signed else person.name for person, signed in auditors)
    last = gettext("The last signature closes the year. Until then it can still be booked in.")
    return [names, last] if names else [last]


def span(numbers: "dict[str, int]") -> str:
    """Write „Bank 1–45, Kasse 1–312“: what a sample was drawn from."""
    named = sorted((journal_name(code), last) for code, last in numbers.items())
    return ", ".join(f"{name} 1–{last}" for name, last in named)


def no_statement(day: date, lines: int, first: date | None, last: date | None) -> str:
    """Return the reason why the bank was not compared: no lines, or lines without a balance."""
    if first is None or last is None:
        return gettext("no statement imported")
    sentence = ngettext(
        "No file states the balance of %(day)s; one line of %(first)s is imported.",
        "No file states the balance of %(day)s; %(n)s lines from %(first)s to %(last)s are"
        " imported.",
        lines,
    )
    return sentence % {
        "n": lines,
        "day": date_format(day, "SHORT_DATE_FORMAT"),
        "first": date_format(first, "SHORT_DATE_FORMAT"),
        "last": date_format(last, "SHORT_DATE_FORMAT"),
    }


FINDINGS: dict[str, Any] = {
    "line": _("The line was changed after the export."),
    "row": _("The line cannot be read, or it stands in the wrong place."),
    "format": _("This is no export of a year, or one that this program does not know."),
    "end": _("The end is missing: the file is not complete."),
    "number": _("Number %(number)s is missing before it."),
    "previous": _("The booking does not follow the one before."),
    "hash": _("The booking was changed afterwards, its hash is wrong."),
    "balance": _("Debit and credit are not equal."),
    "account": _("The account “%(account)s” does not belong in this booking."),
    "day": _("The date is not in this year."),
    "words": _("The text is not the one that was booked."),
    "reversal": _("The reversal is not the opposite of an earlier booking."),
    "twice": _("The booking that this reversal takes back had been taken back before."),
    "head": _("The head says number %(said)s, booked is up to number %(number)s."),
    "head_hash": _("The head says another last hash than the last booking."),
    "head_balance": _("The head says a balance of %(said)s, booked are %(moved)s."),
    "opening": _("The opening balances in %(unit)s sum to %(sum)s instead of zero."),
    "closing": _("At the end there should be %(said)s on the account, there are %(sum)s."),
    "unsaid": _("At the end there are %(sum)s on the account, the export does not say so."),
    "below": _("On that day there would have been %(sum)s in the till."),
    "voucher": _("The voucher belongs to a booking that does not exist."),
    "seal": _("The seal is another one: %(seal)s."),
}


_MATTERS: dict[str, Any] = {
    "bank_difference": ngettext_lazy(
        "Statement and book of one bank account differ by %(cents)s.",
        "Statements and books of %(n)s bank accounts differ by %(cents)s.",
        "n",
    ),
    "cash_difference": ngettext_lazy(
        "One cash difference: %(cents)s.", "%(n)s cash differences: %(cents)s.", "n"
    ),
    "own_matters": ngettext_lazy(
        "One own matter without a second person.", "%(n)s own matters without a second person.", "n"
    ),
    "missing_vouchers": ngettext_lazy(
        "One booking without a voucher.", "%(n)s bookings without a voucher.", "n"
    ),
    "proposals": ngettext_lazy(
        "One undecided proposal: %(cents)s.", "%(n)s undecided proposals: %(cents)s.", "n"
    ),
    "unmatched_lines": ngettext_lazy(
        "One bank line not booked: %(cents)s.", "%(n)s bank lines not booked: %(cents)s.", "n"
    ),
}


def matter_words(matter: Matter) -> str:
    """Return an open matter in a sentence."""
    return str(_MATTERS[matter.code] % {"n": matter.count, "cents": euro(matter.cents)})


def matters_of(step: "YearStep") -> list[str]:
    """Return the matters open at a step, each with the sentence said about it then."""
    return [
        f"{matter_words(Matter(row.code, row.count, row.cents))} {row.said}".strip()
        for row in step.matters.all()
    ]
