"""The vouchers: a year's list, one of them, and its file for users who may see it."""

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from finance.books import papers, voucher_files, voucher_pictures
from finance.books.lists import VOUCHERS
from finance.books.models.vouchers import Voucher
from finance.books.permissions import reads
from finance.books.queries import bookings
from finance.books.queries.access import may_post
from finance.books.queries.vouchers import (
    bookings_without_voucher,
    get_voucher_for,
    vouchers_in,
    years_with_vouchers,
)
from finance.books.tasks import enqueue_picture
from finance.books.voucher_print import self_made
from league.files.caged import CAGED

# Of those without a voucher; a list of its own has all.
MOST = 20


@reads
def vouchers(request: HttpRequest, year: int | None = None) -> HttpResponseBase:
    this_year = timezone.localdate().year
    year = this_year if year is None else year
    years = {*years_with_vouchers(), *bookings.years(), this_year}
    if year not in years:
        raise Http404
    list_page = VOUCHERS.read(request, vouchers_in(year))
    if sheet := list_page.sheet(f"belege-{year}"):
        return sheet
    context = {
        "year": year,
        "years": sorted(years, reverse=True),
        "list_page": list_page,
        "missing": list(bookings_without_voucher(year)[:MOST]),
        "may_post": may_post(request.user, timezone.localdate()),
    }
    return render(request, "finance/vouchers.html", context)


@reads
def voucher(request: HttpRequest, pk: int) -> HttpResponse:
    today = timezone.localdate()
    voucher = get_voucher_for(request.user, pk, today)
    is_there = (
        voucher.kind == Voucher.Kind.OWN or voucher_files.content_of(voucher.sha256) is not None
    )
    made = voucher_pictures.picture_of(voucher.sha256) if voucher.is_converted else None
    is_being_made = is_there and voucher.is_converted and made is None
    is_unreadable = is_there and made == b""
    if is_being_made and not request.headers.get("HX-Request"):
        enqueue_picture(voucher.sha256)
    is_shown = is_there and voucher.is_picture and not is_being_made and not is_unreadable
    route = "finance:voucher_picture" if voucher.is_converted else "finance:voucher_file"
    context = {
        "is_being_made": is_being_made,
        "is_unreadable": is_unreadable,
        "picture": reverse(route, args=[voucher.pk]) if is_shown else "",
        "open_words": _open_words(voucher),
        "voucher": voucher,
        "is_there": is_there,
        "may_post": may_post(request.user, today),
    }
    return render(request, "finance/voucher.html", context, status=200)


def _open_words(voucher: Voucher) -> str:
    """Return the words on the button that opens the file of a voucher."""
    if voucher.is_converted:
        return _("Save the photo as it came")
    return _("See the photo in full size") if voucher.is_picture else _("Open the PDF")


@reads
def voucher_picture(request: HttpRequest, pk: int) -> HttpResponse:
    """Send the JPEG made of a photo that not every browser shows."""
    voucher = get_voucher_for(request.user, pk, timezone.localdate())
    content = voucher_pictures.picture_of(voucher.sha256) if voucher.is_converted else None
    if not content:
        raise Http404
    name = f"beleg-{voucher.year}-{voucher.number}.jpg"
    headers = {**CAGED, "Content-Disposition": f'inline; filename="{name}"'}
    return HttpResponse(content, content_type=papers.JPEG, headers=headers)


@reads
def voucher_file(request: HttpRequest, pk: int) -> HttpResponse:
    """Send a voucher's file as it came: a picture to look at, all else to be saved; or the
    self-made voucher as PDF.
    """
    voucher = get_voucher_for(request.user, pk, timezone.localdate())
    if voucher.kind == Voucher.Kind.OWN:
        content: bytes | None = self_made(voucher, language=get_language() or "de")
        kind = papers.PDF
    else:
        content, kind = voucher_files.content_of(voucher.sha256), voucher.media_type
    if content is None:
        raise Http404
    name = f"beleg-{voucher.year}-{voucher.number}.{papers.SUFFIXES[kind]}"
    how = "inline" if voucher.is_picture and kind != papers.HEIC else "attachment"
    headers = {**CAGED, "Content-Disposition": f'{how}; filename="{name}"'}
    return HttpResponse(content, content_type=kind, headers=headers)
