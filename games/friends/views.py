"""The page of a game among friends, and the one from which such a game goes into the club.

Both are told everything with the page; what happens there is in `static/js/friends`,
`static/js/handin` and `static/js/phone`.
"""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import json_script
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from games.engine.phone import rulebooks_digest
from games.friends.labels import friends_words, handing_words
from games.friends.queries import books_for_friends, tables_to_hand_in
from games.scoring.labels import scorer_words
from games.scoring.services.refusals import phone_words
from games.scoring.views import Short
from league.access.permissions import user_of
from league.club.queries import club_name
from league.web.views import may_be_kept


@require_safe
@never_cache
@may_be_kept("at-once")
@gzip_page
def friends(request: HttpRequest) -> HttpResponse:
    """Show a game on one phone, for all. After it was loaded it asks for nothing more."""
    words = {**scorer_words(), **phone_words(), **friends_words()}
    return render(
        request,
        "games/friends.html",
        {
            "words": json_script(words, "scorer-words", Short),
            "settings": {
                "local": True,
                "table": "friends",
                "title": _("Friends"),
                "place": club_name(),
                "game": None,
                "books": books_for_friends(),
                "rulebooks": _rulebooks(),
                "links": {
                    "evening": reverse("home"),
                    "club": {"href": reverse("games:hand_in"), "label": _("Add games to the club")},
                },
            },
        },
    )


@require_safe
@never_cache
@login_required
def hand_in(request: HttpRequest) -> HttpResponse:
    """Hand in games of this phone to the club: which table, who is who, what it becomes."""
    words = {**scorer_words(), **handing_words()}
    return render(
        request,
        "games/hand_in.html",
        {
            "words": json_script(words, "handin-words", Short),
            "settings": {
                "rulebooks": _rulebooks(),
                "tables": tables_to_hand_in(user_of(request), timezone.localdate()),
            },
        },
    )


def _rulebooks() -> str:
    return reverse("games:rulebooks_data", args=[rulebooks_digest()])
