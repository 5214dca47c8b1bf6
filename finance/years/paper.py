"""The auditors' report on a year, as PDF: what was looked at, what was found, and the seal.

It goes to the members' meeting, so it names no debtor. How it looks is in templates/reports.
"""

from dataclasses import asdict
from datetime import date, datetime
from typing import Any

from django.utils.formats import date_format
from django.utils.timezone import localdate, localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override, pgettext

from finance.books import booking_labels as booking_words
from finance.books import labels as words
from finance.books.models.ledger import JournalYear
from finance.books.queries.vouchers import bookings_without_voucher
from finance.receipts.paper import four_numbers
from finance.years import labels as year_words
from finance.years.models import YearStep
from finance.years.queries import audits, year_figures
from finance.years.steps import Standing
from league.club.queries import paper_head
from league.files.pictures import qr_svg
from league.files.printing.typeset import pdf
from league.web.money import euro

# Of a long list the first so many are named; the page has all of them.
NAMED = 40


def year_report(year: int, *, club: str, language: str, now: datetime) -> bytes:
    """Return the report of a year at `now` as PDF: a draft until the auditors have signed."""
    with override(language):
        title = _("Auditors' report %(year)s") % {"year": year}
        return pdf(
            "year_report",
            data_of(year, club=club, now=now),
            title=title,
            language=language,
            now=now,
        )


def data_of(year: int, *, club: str, now: datetime) -> dict[str, Any]:
    """Return the data for templates/reports/year_report.typ, in the current language."""
    steps = list(audits.steps_of(year))
    standing = audits.standing_of(steps)
    result = year_figures.result_of(year)
    seal = audits.seal_of_year(year)
    heads = JournalYear.objects.filter(year=year).order_by("journal")
    lines = [f"{head.journal} {head.last_number} {head.last_hash}" for head in heads]
    return {
        "club": club,
        "paper_head": asdict(paper_head()),
        "title": _("Auditors' report %(year)s") % {"year": year},
        "state": _state(standing, seal),
        "is_draft": not standing.is_final,
        "steps": [_step(step) for step in audits.counting(steps)],
        "four": [list(fact) for fact in four_numbers(result.total)],
        "counted": _(
            "A receipt counts on the day on which it lies in the till or at the bank, a payment on "
            "the day on which it leaves. What is owed and not paid is not in here."
        ),
        "tables": [
            _table(_("Receipts"), result.income, result.income_sum, year),
            _table(pgettext("report", "Payments"), result.expense, result.expense_sum, year),
            _table(_("In hand"), result.in_hand, None, year),
        ],
        "surplus": [
            _("Surplus") if result.surplus[0] >= 0 else _("Deficit"),
            *(euro(cents) for cents in result.surplus),
            euro(result.surplus[0] - result.surplus[1], sign=True),
        ],
        "spheres": [
            [str(words.SPHERES.get(sphere, _("not assigned"))), euro(came), euro(went)]
            for sphere, came, went in result.spheres
        ],
        "agreed": [_agreed(agreed) for agreed in year_figures.agreed(year, localdate(now))],
        **_audited(year),
        "without": _without(year),
        "owed": owed_texts(year, over=localdate(now) >= date(year, 12, 31)),
        "findings": [_finding(audit_finding) for audit_finding in audits.findings_of(year)],
        "seal": [seal[place : place + 8] for place in range(0, 64, 8)],
        "hashes": lines,
        "qr": qr_svg("\n".join([f"SCHOCKWART {year}", *lines, f"seal {seal}"])),
        "words": {
            "who": _("Who confirmed what"),
            "figures": _("The year in figures"),
            "account": _("Account"),
            "change": pgettext("of a figure", "Change"),
            "sum": _("Sum"),
            "spheres": _("By sphere"),
            "sphere": _("Sphere"),
            "came": _("Receipts"),
            "went": pgettext("report", "Payments"),
            "agreed": _("Cash and bank"),
            "sample": _("Sample"),
            "booking": _("Booking"),
            "what": _("What"),
            "amount": _("Amount"),
            "voucher": _("Voucher"),
            "verdict": _("Verdict"),
            "vouchers": _("Missing vouchers"),
            "owed": _("Open claims"),
            "findings": _("Findings"),
            "seal": _("Seal of the year"),
            "seal_says": _(
                "The seal sums up all bookings of the year: should anybody "
                "change a single one, it becomes another. The code holds the "
                "last hashes of the journals. Anybody can compute it again from "
                "the exported year with the checker, without Schockwart: "
                "check_year.py jahr-%(year)s.jsonl --seal …"
            )
            % {"year": year},
            "qr": _("QR code with the last hashes of the journals"),
            "signature": _("Signature"),
            "as_of": pgettext("on paper", "As of %(when)s") % {"when": _moment(now)},
            "page": _("Page %(number)s of %(all)s") % {"number": "{page}", "all": "{pages}"},
        },
    }


def _state(standing: Standing, seal: str) -> str:
    if standing.state == "discharged":
        return _("Audited, the treasurer is discharged.")
    if standing.state == "audited":
        return _("Audited. The members' meeting decides on the discharge.")
    if standing.state != "open" and standing.seal != seal:
        return _("Draft. Something was booked since it was submitted.")
    return _("Draft. Not everybody has signed yet.")


def _step(step: YearStep) -> list[str]:
    kind_display = step.get_kind_display()
    if step.kind == YearStep.Kind.SIGNED:
        kind_display = (
            _("audited, discharge recommended")
            if step.agrees
            else _("audited, discharge not recommended")
        )
    if step.kind == YearStep.Kind.DISCHARGED and step.held_on is not None:
        kind_display = year_words.discharge(step)
    texts = [step.reason, _looked_at(step), *year_words.matters_of(step)]
    remarks = "\n".join(text for text in texts if text)
    return [kind_display, _name(step.taken_by), _day(localtime(step.taken_at).date()), remarks]


def _looked_at(step: YearStep) -> str:
    """Return how many bookings the auditor who signed has marked himself."""
    if step.kind != YearStep.Kind.SIGNED:
        return ""
    n = audits.marked_by(step.year_end.year, step.taken_by)
    return ngettext("Looked at one booking.", "Looked at %(n)s bookings.", n) % {"n": n}


def _table(
    title: str, figures: list[year_figures.Figure], total: tuple[int, int] | None, year: int
) -> dict[str, Any]:
    return {
        "title": title,
        "years": [str(year), str(year - 1)],
        "rows": [
            [
                _(figure.account.label),
                euro(figure.now),
                euro(figure.before),
                euro(figure.change, sign=True),
            ]
            for figure in figures
        ],
        "sum": [euro(total[0]), euro(total[1]), euro(total[0] - total[1], sign=True)]
        if total
        else [],
    }


def _agreed(check: year_figures.Agreed) -> str:
    params = {
        "account": _(check.account.label),
        "day": _day(check.day),
        "booked": euro(check.booked),
        "found": euro(check.actual or 0),
    }
    if check.is_cash:
        if check.actual is None:
            return _("%(account)s on %(day)s by the book %(booked)s; it was not counted.") % params
        if check.difference:
            params["difference"] = euro(check.difference, sign=True)
            return (
                _(
                    "%(account)s on %(day)s: by the book %(booked)s, counted %(found)s; the "
                    "difference of %(difference)s is booked."
                )
                % params
            )
        return _("%(account)s on %(day)s: by the book %(booked)s, counted the same.") % params
    if check.actual is None and check.lines:
        booked = _("%(account)s on %(day)s by the book %(booked)s.") % params
        return (
            f"{booked} {year_words.no_statement(check.day, check.lines, check.first, check.last)}"
        )
    if check.actual is None:
        return _("%(account)s on %(day)s by the book %(booked)s; there is no statement.") % params
    if check.difference:
        return (
            _("%(account)s on %(day)s: by the book %(booked)s, by the statement %(found)s.")
            % params
        )
    return _("%(account)s on %(day)s: by the book %(booked)s, by the statement the same.") % params


def _audited(year: int) -> dict[str, Any]:
    audited_bookings = audits.audited_bookings(year)
    return {
        "samples": [_sample(drawn) for drawn in audits.samples_of(year)],
        "looked": [
            [
                booking_words.label(audited_booking.booking),
                _day(audited_booking.booking.date),
                booking_words.title_without_names(audited_booking.booking),
                euro(audited_booking.booking.own),
                ", ".join(str(voucher) for voucher in audited_booking.vouchers) or "–",
                audited_booking.mark.get_mark_display() if audited_booking.mark else _("open"),
                _remark(audited_booking),
            ]
            for audited_booking in audited_bookings
        ],
        "no_sample": _("No sample has been drawn yet.") if not audited_bookings else "",
    }


def _sample(drawn: audits.Drawn) -> str:
    sample = drawn.sample
    sentence = _("%(n)s of %(all)s bookings from %(span)s, seed “%(seed)s”, drawn on %(day)s.") % {
        "n": len(drawn.bookings),
        "all": sample.total,
        "span": year_words.span(sample.numbers),
        "seed": sample.seed,
        "day": _day(localtime(sample.drawn_at).date()),
    }
    if drawn.interval is None:
        return sentence
    surely = _("Weighted by amount: each booking from %(amount)s up was drawn.")
    return f"{sentence} {surely % {'amount': euro(drawn.interval)}}"


def _remark(audited_booking: audits.AuditedBooking) -> str:
    """Return the remark of the mark that counts, after earlier questions and answers."""
    texts = []
    for mark in audited_booking.marks:
        answers = [_("Answer: %(text)s") % {"text": answer.text} for answer in mark.answers.all()]
        if answers or mark == audited_booking.mark:
            texts += [mark.remark, *answers]
    return " ".join(part for part in texts if part)


def _without(year: int) -> list[str]:
    transactions = list(bookings_without_voucher(year)[: NAMED + 1])
    if not transactions:
        return [_("Every expense, and every booking that needs one, has a voucher.")]
    texts = [
        f"{booking_words.label(booking)}, {_day(booking.date)}" for booking in transactions[:NAMED]
    ]
    return [*texts, *([_("… and more.")] if len(transactions) > NAMED else [])]


def owed_texts(year: int, *, over: bool) -> str:
    """Return the debts and credits without names; of a year that goes on the present ones."""
    balances = [cents for _person, cents in year_figures.owed_at_end(year)]
    owed, credits = (
        [balance for balance in balances if balance > 0],
        [-balance for balance in balances if balance < 0],
    )
    if not owed:
        sentence = (
            _("At the end of the year nobody owed anything.")
            if over
            else _("Nobody owes anything.")
        )
    elif over:
        sentence = ngettext(
            "At the end of the year one person owed %(sum)s in all.",
            "At the end of the year %(n)s persons owed %(sum)s in all.",
            len(owed),
        )
    else:
        sentence = ngettext(
            "One person owes %(sum)s in all.",
            "%(n)s people owe %(sum)s in all.",
            len(owed),
        )
    sentence %= {"n": len(owed), "sum": euro(sum(owed))}
    if not credits:
        return sentence
    if over:
        credit_sentence = ngettext(
            "One person had %(sum)s of credit.",
            "%(n)s people had %(sum)s of credit together.",
            len(credits),
        )
    else:
        credit_sentence = ngettext(
            "One person has %(sum)s of credit.",
            "%(n)s people have %(sum)s of credit together.",
            len(credits),
        )
    credit_sentence %= {"n": len(credits), "sum": euro(sum(credits))}
    return f"{sentence} {credit_sentence}"


def _finding(finding: Any) -> list[str]:
    settled = (
        _("Settled: %(how)s") % {"how": finding.settled_how} if finding.settled_at else _("Open.")
    )
    return [finding.text, settled]


def _name(user: Any) -> str:
    person = getattr(user, "person", None)
    return str(person) if person is not None else "–"


def _day(day: date) -> str:
    return date_format(day, "SHORT_DATE_FORMAT")


def _moment(moment: datetime) -> str:
    local = localtime(moment)
    return f"{_day(local.date())}, {local:%H:%M}"
