"""The chart as it is now: the accounts of the program, then those of the club."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

from django.http import Http404
from django.utils.translation import gettext
from django.utils.translation import gettext as _

from finance.books import chart
from finance.books.models.own_accounts import OwnAccount
from finance.books.models.periods import PeriodName
from finance.books.queries.ledger import closed_through


def own_accounts() -> list[OwnAccount]:
    """Return the club's own accounts as they are now, in the order of their codes."""
    return list(OwnAccount.objects.newest())


def whole_chart(day: date | None = None) -> dict[str, chart.Account]:
    """Return every account by its code; those of persons once.

    With a `day` that is closed the club's own have the names with which it was closed.
    """
    own = {own_account.code: own_account.account for own_account in own_accounts()}
    if day is not None and own:
        closed = PeriodName.objects.filter(account__in=own, closing__through__gte=day)
        # The earliest closing counts, so it comes last.
        for code, name in closed.order_by("-closing__through").values_list("account", "name"):
            own[code] = replace(own[code], name=name, label=name)
    return chart.ACCOUNTS | own


def account_of(code: str) -> chart.Account:
    """Return the account of a code; no query for one of the program's. KeyError for no account."""
    if code in chart.ACCOUNTS:
        return chart.ACCOUNTS[code]
    own: OwnAccount | None = OwnAccount.objects.filter(code=code).last()
    if own is None:
        raise KeyError(code)
    return own.account


def expenses() -> list[str]:
    """Return the codes of all that the club ever spent money for by hand."""
    return [*chart.SPENT, *(own.code for own in own_accounts() if own.kind == "expense")]


def spent() -> list[tuple[str, str]]:
    """Return code and name of what the club spends money for, on days that are open."""
    return _offered(chart.SPENT, OwnAccount.Kind.EXPENSE)


def received() -> list[tuple[str, str]]:
    """Return (code, name) of the accounts for money received without a claim, on open days."""
    return _offered(chart.RECEIVED, OwnAccount.Kind.INCOME)


def _offered(codes: Sequence[str], kind: OwnAccount.Kind) -> list[tuple[str, str]]:
    closed = closed_through()
    offered = [(code, gettext(chart.ACCOUNTS[code].label)) for code in codes]
    for own in own_accounts():
        if own.kind != kind:
            continue
        if own.ended is None:
            offered.append((own.code, own.name))
        elif closed is None or own.ended > closed + timedelta(days=1):
            last = f"{own.ended - timedelta(days=1):%d.%m.%Y}"
            offered.append(
                (own.code, _("%(name)s (until %(day)s)") % {"name": own.name, "day": last})
            )
    return offered


def own_kinds() -> list[OwnAccount]:
    """Return the club's own kinds of receipts and payments."""
    return [own for own in own_accounts() if chart.account(own.code).sphere]


def funds() -> list[OwnAccount]:
    """Return the earmarked funds, those that ended as well."""
    return [own for own in own_accounts() if own.kind == OwnAccount.Kind.FUND]


def get_own_account(code: str) -> OwnAccount:
    own: OwnAccount | None = OwnAccount.objects.filter(code=code).last()
    if own is None:
        raise Http404
    return own
