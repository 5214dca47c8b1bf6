"""Give every page its context: the club, its reader, the addresses of the tabs."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _

from config.errors import page_before
from finance.books.queries.access import reads_with
from league.access.queries.rights import is_member, person_of, roles_of
from league.club.queries import the_club
from league.people.queries.names import naming

THEMES = ("light", "dark")
# Of the tabs: the same for every page of this process.
_url_of = cache(reverse)


@dataclass(frozen=True)
class Tab:
    word: str
    icon: str
    url: str
    here: bool


def page_context(request: HttpRequest) -> dict[str, Any]:
    me = person_of(getattr(request, "user", None))
    theme = request.COOKIES.get("theme", "")
    club = SimpleLazyObject(the_club)  # it is called by its name
    return {
        "club": club,
        "club_name": club,
        "theme": theme if theme in THEMES else "",
        # Where the look and the language are changed from: never the address of a form.
        "here": request.get_full_path() if request.method == "GET" else page_before(request),
        "me": me,
        # Asked for at most once a page, and only where it says a name that is not public.
        "naming": SimpleLazyObject(lambda: naming(request.user, timezone.localdate())),
        "tabs": _tabs(request) if me else [],
    }


def _tabs(request: HttpRequest) -> list[Tab]:
    today = timezone.localdate()
    roles = roles_of(request.user, today)
    till = "finance:till" if reads_with(roles) else "finance:own_account"
    word = _("Till") if till == "finance:till" else _("My account")
    tabs = [
        (_("Home"), "house", "home"),
        (_("Evenings"), "beer", "league:evenings"),
        (_("Standings"), "list-ordered", "league:table"),
        (_("Figures"), "chart-column", "club_figures"),
        (word, "wallet", till),
        (_("People"), "users", "league:people"),
    ]
    # A guest has evenings and an account. The holder of an office is a member: no need to ask.
    if not roles and not is_member(request.user, today):
        inside = {"league:table", "club_figures", "league:people"}
        tabs = [tab for tab in tabs if tab[-1] not in inside]
    made = [(title, icon, _url_of(name)) for title, icon, name in tabs]
    # The longest address that begins ours is where we are.
    here = max((url for *_rest, url in made if request.path.startswith(url)), key=len, default="")
    if here == _url_of("home") != request.path:
        here = ""
    return [Tab(title, icon, url, url == here) for title, icon, url in made]
