"""The undecided matters before months are closed for good, in words."""

from collections.abc import Iterator
from typing import NamedTuple

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import ngettext

from finance.books.queries.periods import Preview


class Undecided(NamedTuple):
    """A matter to look at before closing, and its address; it does not prevent closing."""

    address: str
    text: str
    detail: str = ""


def warnings(preview: Preview) -> Iterator[Undecided]:
    for event, number in preview.undecided:
        day = date_format(event.business_date, "SHORT_DATE_FORMAT")
        detail = ngettext("one proposal is undecided", "%(n)s proposals are undecided", number)
        address = reverse("finance:evening", args=[event.pk])
        yield Undecided(address, f"{day} · {event.name}", detail % {"n": number})
    if preview.dues:
        text = ngettext(
            "One claim without an evening is undecided",
            "%(n)s claims without an evening are undecided",
            preview.dues,
        )
        yield Undecided(reverse("finance:claims"), text % {"n": preview.dues})
    if preview.missing:
        text = ngettext(
            "One booking without a voucher",
            "%(n)s bookings without a voucher",
            preview.missing,
        )
        address = reverse("finance:vouchers_year", args=[preview.through.year])
        yield Undecided(address, text % {"n": preview.missing})
