"""A slip on paper: what a member owes, where it goes, and the code that fills in the transfer."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import override, pgettext

from finance.bank.queries.paying import Giro
from finance.books.labels import cause
from finance.books.models.claims import Claim
from league.club.queries import club_name, paper_head
from league.files.printing.typeset import pdf
from league.web.money import euro

# What fits on the sheet; the rest is summed up.
_MOST_LINES = 24


def payment_slip(giro: Giro, claims: Sequence[Claim], *, language: str, now: datetime) -> bytes:
    """Return the slip as PDF. `claims` are the person's open items in EUR, oldest first."""
    with override(language):
        title = _("Payment slip for %(name)s") % {"name": giro.person.name}
        account = giro.account
        rows = []
        if account is not None:
            rows = [
                (_("Received by"), account.holder),
                ("IBAN", account.grouped),
                ("BIC", account.bic),
                (_("Announced already"), euro(giro.announced) if giro.announced else ""),
                (_("Amount"), euro(giro.cents) if giro.cents else ""),
                (_("Purpose"), giro.reference),
            ]
        lines = [
            [date_format(claim.day, "SHORT_DATE_FORMAT"), cause(claim), euro(claim.open_amount)]
            for claim in claims
        ]
        more = sum(claim.open_amount for claim in claims[_MOST_LINES:])
        if more:
            lines = [*lines[:_MOST_LINES], ["", _("and more"), euro(more)]]
        data = {
            "club": club_name(),
            "paper_head": asdict(paper_head()),
            "title": giro.person.name,
            "as_of": pgettext("on paper", "As of %(when)s")
            % {"when": date_format(localtime(now), "SHORT_DATETIME_FORMAT")},
            "sum": euro(giro.owed),
            "rows": [list(row) for row in rows if row[1]],
            "lines": lines,
            "qr": giro.code or None,
            "words": {
                "open": _("open") if giro.owed else _("All paid"),
                "what": _("What for"),
                "transfer": _("How to transfer"),
                "scan": _("Scan it with your banking app: everything is filled in."),
                "reference": _("Leave the reference as it is, then the till finds it."),
                "no_account": no_account(),
                "alt": _("GiroCode for %(amount)s") % {"amount": euro(giro.cents)},
            },
        }
        return pdf("payment_slip", data, title=title, language=language, now=now)


def no_account() -> str:
    """Return the sentence for a club whose account was not entered."""
    return _("The club has not entered a bank account yet. Pay in cash, or ask the treasurer.")
