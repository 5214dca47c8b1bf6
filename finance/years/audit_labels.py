"""The words on the auditors' page about money that was counted or stated by the bank."""

from typing import NamedTuple

from django.utils.translation import gettext as _

from finance.books.labels import day_label
from finance.years.labels import no_statement
from finance.years.queries.year_figures import Agreed
from league.web.money import euro


class Comparison(NamedTuple):
    """The agreement of book and money: a note, and a tag or the amount that nothing confirms."""

    note: str
    amount: str = ""
    tag: str = ""
    tone: str = ""


def compared(agreed: Agreed) -> Comparison:
    """Compare one account at the end of the year: the cash as counted, the bank as its file states
    it.
    """
    if agreed.actual is None:
        missing = no_statement(agreed.day, agreed.lines, agreed.first, agreed.last)
        note = _("not counted") if agreed.is_cash else missing
        return Comparison(note, amount=euro(agreed.booked))
    values = {
        "day": day_label(agreed.day),
        "booked": euro(agreed.booked),
        "stated": euro(agreed.actual),
    }
    if agreed.is_cash:
        note = _("on %(day)s by the book %(booked)s") % values
    else:
        note = _("statement of %(day)s: %(stated)s, by the book %(booked)s") % values
    if agreed.source:
        note += f" · {agreed.source}"
    if agreed.difference:
        tag = _("Difference %(amount)s") % {"amount": euro(agreed.difference)}
        return Comparison(note, tag=tag, tone="bad")
    return Comparison(note, tag=_("right"), tone="good")
