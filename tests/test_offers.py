"""Test the pages of a busy club: their readers, their contents, and that they offer nothing in
vain.

Every link opens, every form would be taken. Members see their own money; a phone on a table's link
sees the table and not the till. Each page is asked for once by every actor, for all of these.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache, partial
from types import SimpleNamespace
from urllib.parse import urlsplit

import pytest
from django.urls import resolve, reverse
from lxml import html

from league.results.queries.results import current_result
from tests.rights.asking import asked, asked_alike, steps_of, url_of
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
from tests.rights.public import (
    LOGGING_IN,
    MAIL,
    looked_at,
    more_addresses,
    text_of,
    told,
    visible,
    without_her_mails,
)
from tests.rights.stage import answer_of, done, method_of, undone
from tests.rights.world import GAME, browser

# In cents; a digest has these digits by chance.
OWED = re.compile(r"\b8888\b")
pytestmark = [
    *(pytest.mark.django_db, pytest.mark.once),
    pytest.mark.usefixtures("refused_in_a_word"),
]
Answered = Callable[[str, str], Answer]
Seen = Callable[[str], dict[str, str]]


@pytest.fixture(scope="module")
def busy_club(whole_club: SimpleNamespace) -> Iterator[SimpleNamespace]:
    with undone():
        make_busy(whole_club)
        yield whole_club


@pytest.fixture(scope="module")
def answers(busy_club: SimpleNamespace) -> Answered:
    """Return an actor's answer by a row: asked for once, however often it is looked at."""
    return cache(lambda key, actor: answered(busy_club, key, actor))


@pytest.mark.parametrize("key", WHILE_BUSY)
def test_everybody_gets_the_page_that_was_decided(
    busy_club: SimpleNamespace, answers: Answered, key: str
) -> None:
    with undone(), asked_alike(key, busy_club):
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


@pytest.fixture(scope="module")
def opened(busy_club: SimpleNamespace, answers: Answered) -> Callable[[str], list[Answer]]:
    """Return all that an actor may open of all rows, found out once."""
    return cache(partial(all_opened, busy_club, answers))


def all_opened(w: SimpleNamespace, answers: Answered, actor: str) -> list[Answer]:
    """Return all pages with content; rows that need another club at new addresses only."""
    asked_for: set[str] = set()
    opened: dict[str, Answer] = {}
    for key in sorted(DECISIONS, key=lambda key: key not in WHILE_BUSY):
        if method_of(key) != "GET":
            continue
        if key in WHILE_BUSY:
            answer = answers(key, actor)
        elif address(w, key, actor) not in asked_for:
            answer = answered(w, key, actor)
        else:
            continue
        asked_for.add(answer.url)
        if answer.content:
            opened[answer.url] = answer
    return list(opened.values())


def address(w: SimpleNamespace, key: str, actor: str) -> str:
    with undone():
        return url_of(key, asked(key, w, actor))


@pytest.fixture(scope="module")
def seen_by(busy_club: SimpleNamespace, opened: Callable[[str], list[Answer]]) -> Seen:
    """Return all that an actor sees, by address, and on pages that no row is about."""

    def seen(actor: str) -> dict[str, str]:
        shown = [answer for answer in opened(actor) if answer.key not in LOGGING_IN]
        pages = {answer.url: visible(text_of(answer.content)) for answer in shown}
        with undone():
            pages |= looked_at(busy_club, actor, more_addresses(busy_club) - set(pages))
        return pages | seen_once_released(busy_club, actor)

    return cache(seen)


# The busy club's meeting is open; members read its minutes once it is over.
RELEASED = "league:assembly_minutes GET of what is released"


def seen_once_released(w: SimpleNamespace, actor: str) -> dict[str, str]:
    """Return the visible text of the meeting when its minutes are released, by address and that
    word.
    """
    to_come = steps_of(RELEASED)[len(steps_of("league:assembly_evening GET")) :]
    routes = ("assembly", "assembly_minutes", "assembly_minutes_pdf")
    with ExitStack() as happened:
        for step in to_come:
            happened.enter_context(done(step, w))
        addresses = [reverse(f"league:{name}", args=[w.assembly.pk]) for name in routes]
        pages = looked_at(w, actor, addresses)
    assert (addresses[1] in pages) == (DECISIONS[RELEASED].answer(actor) == "yes")
    return {f"{url} released": page for url, page in pages.items()}


# --- offers ---------------------------------------------------------------------------------
# A list is read anew each time it is asked for, and gone after it; its links lead to its people.
MADE_ANEW = ("league:people_import GET",)


@pytest.mark.parametrize(
    "actor",
    [
        *("stranger", "phone", "guest_tonight", "guest_here", "guest_other", "left"),
        *("member", "member_here", "member_phone", "supporting", "auditor", "treasurer"),
        *("secretary", "referee", "director", "chair"),
    ],
)
def test_what_a_page_offers_may_be_done(
    busy_club: SimpleNamespace, opened: Callable[[str], list[Answer]], actor: str
) -> None:
    w, wrong = busy_club, []
    # The matrix is about the other table. Who plays at this one confirms its card.
    elsewhere = [f"/tische/{w.there.pk}/"]
    if actor == "member":
        elsewhere.append(f"/ergebnisse/{current_result(w.there, 1).pk}/")
    shown = opened(actor)
    with undone():
        anew = [sent(w, key, actor) for key in MADE_ANEW]
        shown = [*shown, *(answer for answer in anew if answer.content)]
        pages = {answer.url: answer.page for answer in shown if answer.page}
        pages.pop(reverse("account_logout"), None)
        tried = dict.fromkeys((answer.url for answer in shown), "yes")
        for url, page in pages.items():
            offers = Offers(page, url)
            for link in offers.links:
                if link not in tried:
                    tried[link] = answer_of(browser(w, actor).get(link, follow=True))
                if tried[link] != "yes":
                    wrong.append(f"{url} links to {link}: {tried[link]}")
            for form in offers.forms:
                if form.startswith(tuple(elsewhere)):
                    continue
                key = f"{resolve(urlsplit(form).path).view_name} POST"
                rules = [rule for text, rule in DECISIONS.items() if text.startswith(key)]
                if not any(rule.answer(actor) == "yes" for rule in rules):
                    wrong.append(f"{url} has a form for {form}: {key}")
    assert not wrong, "\n".join(wrong)


# --- visible texts --------------------------------------------------------------------------
@pytest.mark.parametrize(
    "actor", ["guest_here", "member_here", "member", "supporting", "referee", "former", "future"]
)
def test_nobody_but_the_till_sees_what_somebody_else_owes(busy_club, seen_by, actor):
    pages = seen_by(actor)
    charges = {
        reverse(f"games:{name}", args=[busy_club.event.pk]) for name in ("breaches", "api_charges")
    }
    # Those who run the evening enter its charges, and so see these.
    pages = {url: page for url, page in pages.items() if url not in charges}
    assert told(pages, "88,88", OWED, "War krank") == []
    own = busy_club.persons[actor].user.email
    assert told(pages, re.compile(rf"(?!{re.escape(own)})\b{MAIL.pattern}")) == []
    for name in ("Mara", "Startnummer 12"):
        assert name not in pages[reverse("finance:own_account")]


@pytest.mark.parametrize("actor", ["phone", "guest_tonight"])
def test_a_phone_on_the_link_sees_the_table_and_not_the_till(busy_club, seen_by, actor):
    pages = seen_by(actor)
    assert told(pages, "88,88", OWED, "War krank", *([MAIL] if actor == "phone" else [])) == []
    inside = browser(busy_club, actor).get(f"/api/games/{GAME}/").json()
    assert inside["view"]["charges"]  # of the game at this table
    assert inside["game"]["rulebook"]["infractions"]


@pytest.mark.parametrize("actor", ["treasurer", "auditor"])
def test_treasurer_and_auditor_see_all_money(busy_club, seen_by, actor):
    pages = seen_by(actor)
    for name, args in (
        ("finance:till", []),
        ("finance:evening", [busy_club.event.pk]),
        ("finance:account", [busy_club.mara.pk]),
    ):
        assert "Mara" in pages[reverse(name, args=args)]
    assert "88,88" in pages[reverse("finance:account", args=[busy_club.mara.pk])]
    assert told(pages, "War krank")
    assert told(pages, MAIL)


def test_a_phone_is_told_the_number_of_whoever_hides_the_name(busy_club, seen_by):
    pages = without_her_mails(busy_club, seen_by("phone"))
    assert told(pages, re.compile(r"\bMara\b")) == []
    assert told(pages, "Startnummer 12")


def test_the_desk_and_the_till_know_who_plays_as_number_twelve(busy_club, seen_by):
    pages = seen_by("treasurer")
    for name, args in (("finance:till", []), ("games:breaches", [busy_club.event.pk])):
        assert "Mara" in pages[reverse(name, args=args)]
