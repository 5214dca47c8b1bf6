"""A self-made voucher on paper: for the folder, and to be signed."""

from dataclasses import asdict

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import override

from finance.books.models.vouchers import Voucher
from league.club.queries import club_name, paper_head
from league.files.printing.typeset import pdf
from league.web.money import euro


def self_made(voucher: Voucher, *, language: str) -> bytes:
    """Print the voucher as PDF, the same whenever it is printed."""
    with override(language):
        title = _("Self-made voucher %(number)s") % {"number": str(voucher)}
        by = voucher.entered_by
        person = getattr(by, "person", None) or by or _("nobody named")
        rows = [
            (_("Amount"), euro(voucher.cents or 0)),
            (_("Day"), date_format(voucher.day, "DATE_FORMAT") if voucher.day else ""),
            (_("Received by"), voucher.text.payee),
            (_("What for"), voucher.text.what),
            (_("Why there is no receipt"), voucher.text.why),
            (_("Entered by"), str(person)),
            (_("Entered on"), date_format(localtime(voucher.entered_at), "DATETIME_FORMAT")),
        ]
        data = {
            "title": title,
            "club": club_name(),
            "paper_head": asdict(paper_head()),
            "rows": [list(row) for row in rows],
            "hash": voucher.hash,
            "words": {
                "hash": _("Checksum"),
                "received": _("Signature of who received the money"),
                "paid": _("Signature of who spent it"),
            },
        }
        return pdf("self_made", data, title=title, language=language, now=voucher.entered_at)
