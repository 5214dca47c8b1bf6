"""The price of dues in words, and the changes to it."""

from collections.abc import Iterable, Mapping

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from finance.dues.models import DuesRate, DuesReduction
from league.club.queries import SettingChange
from league.web.changes import Change, step
from league.web.money import euro


def changes_in(
    made: Iterable[SettingChange], rates: Mapping[str, DuesRate], kinds: Mapping[str, str]
) -> list[Change]:
    """Return each change in words, with the `rates` by their keys and the names of the `kinds`.

    A rate that was set says which it replaced; one that was ended says itself.
    """
    return [
        Change(
            change.at,
            change.who,
            step(
                kinds.get(rates[change.code].kind, ""),
                _rate_text(rates.get(change.before)),
                _rate_text(None if change.before == change.code else rates[change.code]),
            ),
        )
        for change in made
    ]


def changes_of_reductions(
    made: Iterable[SettingChange], reductions: Mapping[str, DuesReduction]
) -> list[Change]:
    """Return the same of what a person pays instead of the usual dues."""
    return [
        Change(
            change.at,
            change.who,
            step(
                reductions[change.code].person.name,
                _reduction_text(reductions.get(change.before)),
                _reduction_text(None if change.before == change.code else reductions[change.code]),
            ),
        )
        for change in made
    ]


def _reduction_text(reduction: DuesReduction | None) -> str:
    """Return the amount and start of a reduction; empty without one."""
    if reduction is None:
        return ""
    day = _("from %(day)s") % {"day": date_format(reduction.start, "SHORT_DATE_FORMAT")}
    return f"{instead(reduction)}, {day}"


def instead(reduction: DuesReduction) -> str:
    """Return the payment that replaces the usual dues."""
    if reduction.paid_by is not None:
        return _("%(name)s pays for it") % {"name": reduction.paid_by.name}
    if reduction.cents:
        return f"{euro(reduction.cents)} " + _("per period")
    return f"{reduction.percent} %" if reduction.percent else _("pays no dues")


def _rate_text(rate: DuesRate | None) -> str:
    if rate is None:
        return ""
    amount = f"{euro(rate.cents)} " + _("per %(period)s") % {"period": rate.get_period_display()}
    day = _("from %(day)s") % {"day": date_format(rate.start, "SHORT_DATE_FORMAT")}
    return f"{amount}, {day}"
