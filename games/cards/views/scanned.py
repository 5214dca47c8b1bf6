"""The page that the QR code of a finished game leads to. The result is behind the `#` of its
address, which no browser sends, so the page is the same for all.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.cards.labels import scanned_words
from games.rules import rulebooks as books


@require_safe
@never_cache
def scanned(request: HttpRequest) -> HttpResponse:
    """Show a scanned result and enter it; `static/js/scanned` does both through the API."""
    settings = {
        "api": "/api/",
        "anonymous": not request.user.is_authenticated,
        "halves": {
            book.slug: [
                getattr(book.words[half], books.lang()) for half in ("first_half", "second_half")
            ]
            for book in books.all_rulebooks()
        },
    }
    return render(request, "games/scanned.html", {"words": scanned_words(), "settings": settings})
