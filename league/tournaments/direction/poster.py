"""The poster of a tournament with the code of its page, from plain values."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Literal

from django.utils.translation import gettext as _
from django.utils.translation import override

from league.club.queries import NO_HEAD, PaperHead
from league.files.pictures import qr_svg
from league.files.printing.typeset import pdf

Size = Literal["a4", "a3"]


def poster(
    *,
    club: str,
    head: PaperHead = NO_HEAD,
    tournament: str,
    when: str,
    place: str,
    facts: Sequence[str],
    address: str,
    asks_to_register: bool,
    size: Size,
    language: str,
    now: datetime,
) -> bytes:
    """Render one page. `when` and `facts` are in words; the code opens `address`."""
    with override(language):
        scan = (
            _("Scan, get a place, find your table")
            if asks_to_register
            else _("Scan: your table, the draw, the standings")
        )
        data = {
            "format": size,
            "paper_head": asdict(head),
            "club": club,
            "tournament": tournament,
            "when": when,
            "place": place,
            "facts": list(facts),
            "address": address.partition("://")[2],
            "qr": qr_svg(address),
            "words": {"scan": scan, "alt": _("QR code of the tournament’s page")},
        }
        title = _("Poster: %(what)s") % {"what": tournament}
        return pdf("poster", data, title=title, language=language, now=now)
