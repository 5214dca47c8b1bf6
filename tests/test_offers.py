"""Who sees which page of a busy club, and that no page offers what whoever reads it may not do.

Every link opens, every form would be taken. Each page is asked for once by everybody, for both.
"""

from collections.abc import Callable, Iterator
from functools import cache
from types import SimpleNamespace
from urllib.parse import urlsplit

import pytest
from django.urls import resolve
from lxml import html

from tests.rights.asking import asked, url_of
from tests.rights.busy import WHILE_BUSY, make_busy
from tests.rights.by_token import token_answered_otherwise
from tests.rights.decisions import DECISIONS
from tests.rights.matrix import (
    Answer,
    answered,
    head_answered_otherwise,
    not_as_decided,
    sent,
    undecided_methods,
)
from tests.rights.stage import answer_of, method_of, undone
from tests.rights.world import browser

pytestmark = [pytest.mark.django_db, pytest.mark.once]
Answered = Callable[[str, str], Answer]


@pytest.fixture(scope="module")
def busy_club(whole_club: SimpleNamespace) -> Iterator[SimpleNamespace]:
    with undone():
        make_busy(whole_club)
        yield whole_club


@pytest.fixture(scope="module")
def answers(busy_club: SimpleNamespace) -> Answered:
    """What somebody is answered by a row: asked for once, however often it is looked at."""
    return cache(lambda key, actor: answered(busy_club, key, actor))


@pytest.mark.usefixtures("refused_in_a_word")
@pytest.mark.parametrize("key", WHILE_BUSY)
def test_everybody_gets_the_page_that_was_decided(
    busy_club: SimpleNamespace, answers: Answered, key: str
) -> None:
    with undone():
        wrong = [
            *not_as_decided(key, answers),
            *head_answered_otherwise(busy_club, key),
            *undecided_methods(busy_club, key),
            *token_answered_otherwise(busy_club, key),
        ]
    assert not wrong, "\n".join([f"{key} ({DECISIONS[key].deed})", *wrong])


class Offers:
    """The links of a page, and the addresses its forms are sent to."""

    def __init__(self, page: str, here: str) -> None:
        root = html.document_fromstring(page)
        to = [link.get("href", "") for link in root.iter("a")]
        self.links = {address.split("#")[0] for address in to if address.startswith("/")}
        forms = [form for form in root.iter("form") if form.get("method", "").lower() == "post"]
        self.forms = {form.get("action") or here for form in forms}


NO_PAGES = (
    *("account_logout", "api_nothing", "games:api", "league:api", "finance_api:", "desk_api:"),
)
# A list is read anew each time it is asked for, and gone after it; its links lead to its people.
MADE_ANEW = {"league:people_import GET"}


def pages(w: SimpleNamespace, answers: Answered, actor: str) -> dict[str, str]:
    """The pages of the matrix that this person may open, those of all other rows too.

    The address of another row is asked for unless a page was opened there already.
    """
    pages: dict[str, str] = {}
    for key in sorted(DECISIONS, key=lambda key: key not in WHILE_BUSY):
        if method_of(key) != "GET" or key.startswith(NO_PAGES):
            continue
        if key in MADE_ANEW:
            answer = sent(w, key, actor)
        elif key in WHILE_BUSY:
            answer = answers(key, actor)
        elif address(w, key, actor) not in pages:
            answer = answered(w, key, actor)
        else:
            continue
        if answer.page:
            pages[answer.url] = answer.page
    return pages


def address(w: SimpleNamespace, key: str, actor: str) -> str:
    with undone():
        return url_of(key, asked(key, w, actor))


@pytest.mark.usefixtures("refused_in_a_word")
@pytest.mark.parametrize(
    "actor",
    [
        *("stranger", "phone", "guest_tonight", "guest_here", "guest_other", "left"),
        *("member", "member_here", "member_phone", "supporting", "auditor", "treasurer"),
        *("secretary", "referee", "director", "chair"),
    ],
)
def test_what_a_page_offers_may_be_done(
    busy_club: SimpleNamespace, answers: Answered, actor: str
) -> None:
    w, wrong = busy_club, []
    with undone():
        opened = pages(w, answers, actor)
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
