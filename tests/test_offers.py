"""No page offers what whoever reads it may not do: every link opens, every form would be taken."""

from collections.abc import Iterator
from html.parser import HTMLParser
from types import SimpleNamespace
from urllib.parse import urlsplit

import pytest
from django.urls import resolve

from tests.rights import asking
from tests.rights.asking import asked, url_of
from tests.rights.decisions import DECISIONS
from tests.rights.stage import answer_of, method_of, undone
from tests.rights.world import browser

pytestmark = [pytest.mark.django_db, pytest.mark.once]


class Offers(HTMLParser):
    """The links of a page, and the addresses its forms are sent to."""

    def __init__(self, page: str, here: str) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.forms: set[str] = set()
        self.here = here
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = dict(attrs)
        if tag == "a" and (known.get("href") or "").startswith("/"):
            self.links.add(str(known["href"]).split("#")[0])
        if tag == "form" and known.get("method", "").lower() == "post":
            self.forms.add(known.get("action") or self.here)


def pages(w: SimpleNamespace, actor: str) -> dict[str, str]:
    """The pages of the matrix that this person may open."""
    pages = {}
    for key in DECISIONS:
        if method_of(key) != "GET" or key.startswith(
            (
                "account_logout",
                "api_nothing",
                "games:api",
                "league:api",
                "finance_api:",
                "desk_api:",
            )
        ):
            continue
        url = url_of(key, asked(key, w, actor))
        response = browser(w, actor).get(url)
        if response.status_code == 200 and "html" in response.headers["Content-Type"]:
            pages[url] = response.content.decode()
    return pages


@pytest.fixture(scope="module")
def busy_club(whole_club: SimpleNamespace) -> Iterator[SimpleNamespace]:
    """With all on the pages that there is to decide, to confirm and to answer."""
    w = whole_club
    with undone():
        for happened in (
            *(asking.booked, asking.own_kind, asking.objected, asking.vouched),
            *(asking.on_the_account, asking.drafted, asking.running, asking.drawn),
            *(asking.reported, asking.appointed_himself, asking.on_the_wall),
            *(asking.all_sets_played, asking.meeting_opened),
        ):
            happened(w)
        yield w


@pytest.mark.parametrize(
    "actor",
    [
        *("stranger", "phone", "guest_tonight", "guest_here", "guest_other", "left"),
        *("member", "member_here", "member_phone", "supporting", "auditor", "treasurer"),
        *("secretary", "referee", "director", "chair"),
    ],
)
def test_what_a_page_offers_may_be_done(busy_club: SimpleNamespace, actor: str) -> None:
    w, wrong = busy_club, []
    with undone():
        opened = pages(w, actor)
        tried = dict.fromkeys(opened, "yes")
        for url, page in opened.items():
            offers = Offers(page, url)
            for link in offers.links:
                if link not in tried:
                    tried[link] = answer_of(browser(w, actor).get(link, follow=True))
                if tried[link] != "yes":
                    wrong.append(f"{url} links to {link}: {tried[link]}")
            for form in offers.forms:
                resolver_match = resolve(urlsplit(form).path)
                if resolver_match.kwargs.get("pk") == w.there.pk and "tische" in form:
                    continue  # the matrix is about the other table
                key = f"{resolver_match.view_name} POST"
                rules = [rule for text, rule in DECISIONS.items() if text.startswith(key)]
                if not any(rule.answer(actor) == "yes" for rule in rules):
                    wrong.append(f"{url} has a form for {form}: {key}")
    assert not wrong, "\n".join(wrong)
