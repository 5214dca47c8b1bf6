"""Test the pages and the JSON of a public evening: what they show, and what they never do.

The public sees what the club made public, and never money, infractions or votes. A person to be
seen by a number only is nowhere called by the name. The pages of an actor are opened once for all
of these; what members see is in `tests/test_offers.py`.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.urls import reverse

from tests.rights.decisions import (
    AUDIT,
    BREACHES,
    CONFIRM,
    DECISIONS,
    EVERYBODY,
    FEED,
    GIVE_BACK,
    HAND_IN_MOTION,
    INVITED,
    LOGIN_LINK,
    OBJECT,
    OPEN_LINK,
    OTHERS_NOTICE,
    OWN_ACCOUNT,
    OWN_ADDRESS,
    OWN_CALENDAR,
    OWN_DATA,
    OWN_DETAILS,
    OWN_DEVICES,
    OWN_MAILS,
    OWN_PASSKEYS,
    OWN_POSTAL,
    OWN_REGISTRATION,
    OWN_REQUEST,
    OWN_TOKEN,
    OWN_TOKENS,
    PAY_FORGED,
    POST,
    PRESIDE,
    REGISTER,
    REGISTER_INSIDE,
    REPLY,
    RULE_OBJECTIONS,
    SEE_REPORTS,
    SET_TILL,
    SHOW_ONESELF,
)
from tests.rights.public import (
    MAIL,
    MONEY,
    OTHER_GAME,
    WORDS,
    infractions,
    opened,
    play_it_all,
    told,
    without_her_mails,
)
from tests.rights.stage import method_of, undone
from tests.rights.world import GAME, browser

pytestmark = [
    *(pytest.mark.django_db, pytest.mark.once),
    pytest.mark.usefixtures("refused_in_a_word"),
]
Opened = Callable[..., dict[str, str]]


@pytest.fixture(scope="module")
def built_evening(whole_club: SimpleNamespace) -> Iterator[SimpleNamespace]:
    """Show Mara by her number only; she plays, enters cards and is charged as ever."""
    with undone():
        whole_club.mara.participations.update(shown_as="Startnummer 12")
        play_it_all(whole_club)
        yield whole_club


@pytest.fixture
def evening(built_evening: SimpleNamespace) -> Iterator[SimpleNamespace]:
    with undone():
        yield built_evening


@pytest.fixture(scope="module")
def pages_of(built_evening: SimpleNamespace) -> Opened:
    """Return the pages of an actor, in a language: `opened` once, however many tests look at it."""
    return cache(partial(opened, built_evening))


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize("actor", ["stranger", "phone_elsewhere", "guest_other"])
def test_the_public_sees_no_money_no_infractions_no_votes(evening, pages_of, actor, lang):
    pages = pages_of(actor, lang)
    for name, args in (
        ("league:evening", [evening.event.pk]),
        ("games:play", [evening.here.pk]),
        ("games:api_lobby", [evening.here.pk]),
        ("games:api_game", [GAME]),
    ):
        assert reverse(name, args=args) in pages
    if actor == "phone_elsewhere":  # whose table is the other one
        pages = {url: page for url, page in pages.items() if OTHER_GAME not in url}
        pages.pop(reverse("games:api_lobby", args=[evening.there.pk]))
        pages.pop(reverse("games:play", args=[evening.there.pk]))
    own = [reverse(f"finance:{name}") for name in ("own_account", "balance", "transfer")]
    own += [reverse("league:own_address"), reverse("my_mails")]
    if actor in evening.persons:  # what it cost oneself
        own.append(reverse("person_figures", args=[evening.persons[actor].pk]))
        own.append(reverse("league:person", args=[evening.persons[actor].pk]))  # the own address
    public = {url: page for url, page in pages.items() if url not in own}
    assert told(public, MAIL, *infractions(), *WORDS) == []
    # The fee of a tournament is said before the registration, and nothing else.
    registration_pages = {url: page for url, page in public.items() if url.startswith("/turniere/")}
    assert (
        told({url: page for url, page in public.items() if url not in registration_pages}, MONEY)
        == []
    )
    assert reverse("league:register", args=[evening.cup.pk]) in registration_pages
    for url, page in registration_pages.items():
        amounts = re.findall(r"[\d,.]+(?=\s?€)|(?<=€)[\d,.]+", page)
        assert {amount.replace(".", ",") for amount in amounts} <= {"10,00", "5,00"}, url


def test_all_that_strangers_do_not_see_is_there_to_be_seen(evening, pages_of):
    """All that is looked for above is found where it belongs; so the looking is worth something."""
    pages = pages_of("all", "de")
    missing = [text for text in WORDS if not told(pages, text)]
    assert missing == []
    assert told(pages, MONEY)
    assert told(pages, MAIL)
    assert {"early_lift", "spinksen"} <= {
        infraction for infraction in infractions() if told(pages, infraction)
    }


def test_the_public_hears_that_a_game_ended_but_not_that_there_was_a_vote(evening):
    view = browser(evening, "stranger").get(f"/api/games/{OTHER_GAME}/").json()["view"]
    assert (view["status"], view["ended_by"], view["charges"]) == ("finished", "ruling", [])
    assert view["result"] is None
    assert not any(view["can"].values())


@pytest.mark.parametrize("actor", ["stranger", "phone_elsewhere", "guest_other"])
def test_whoever_hides_the_name_is_nowhere_called_by_it(evening, pages_of, actor):
    pages = without_her_mails(evening, pages_of(actor, "de"))
    assert told(pages, re.compile(r"\bMara\b")) == []
    assert told(pages, "Startnummer 12")


# Of all actors alike: one's own attendance and games, one's own calendar, account, access and
# name in public, reports, and a motion to the meeting.
OWN_AFFAIRS = (
    *(REPLY, OWN_CALENDAR, FEED, REGISTER, REGISTER_INSIDE),
    *(OWN_REGISTRATION, OWN_REQUEST),
    *(INVITED, OBJECT, OWN_ACCOUNT, OWN_ADDRESS, OWN_POSTAL, SEE_REPORTS, OWN_TOKEN, OWN_TOKENS),
    *(
        SHOW_ONESELF,
        OWN_DATA,
        OWN_DETAILS,
        CONFIRM,
        OWN_DEVICES,
        OWN_MAILS,
        OWN_PASSKEYS,
        LOGIN_LINK,
        HAND_IN_MOTION,
    ),
)
# The auditors' writings are about the books and not in them.
AUDITING = (AUDIT, GIVE_BACK)
# Forms that others than the treasurer send to the till's pages: they move no money.
BY_OTHERS = (*OWN_AFFAIRS, *AUDITING, PRESIDE, BREACHES, RULE_OBJECTIONS, OTHERS_NOTICE, SET_TILL)


# --- only the treasurer posts ---------------------------------------------------------------
def test_the_auditor_reads_all_money_and_writes_nothing():
    for key, rule in DECISIONS.items():
        if (
            key.startswith("finance:")
            and rule not in (POST, BREACHES, PAY_FORGED)
            and method_of(key) == "GET"
        ):
            assert rule.answer("auditor") == "yes", key
        others = (EVERYBODY, OPEN_LINK, *OWN_AFFAIRS, *AUDITING)
        if method_of(key) != "GET" and rule not in others:
            assert rule.answer("auditor") != "yes", key


def test_only_the_treasurer_posts():
    for key, rule in DECISIONS.items():
        if key.startswith("finance:") and method_of(key) != "GET":
            assert rule.may == {"treasurer"} or rule in BY_OTHERS, key


def test_what_writes_in_the_till_is_called_by_its_own_pages_alone():
    """The doors of the till stand before every view that imports one of its services."""
    root = Path(__file__).parent.parent
    collected = {
        path.relative_to(root).as_posix()
        for app in ("config", "league", "games", "finance")
        for path in (root / app).rglob("*.py")
        if re.search(r"^\s*from finance\.\w+(\.| import )services", path.read_text(), re.MULTILINE)
    }
    pages = re.compile(r"finance/\w+/(services|views)\b")
    assert {text for text in collected if not pages.match(text)} == {
        # Between two accounts of one person, and no money: behind the door of the people's list.
        "config/merging/services.py",
        "finance/bank/forms.py",  # what one of them is told, in its own shape
        "finance/reminders/forms.py",  # likewise
        "finance/sepa/forms.py",  # likewise
        "finance/books/opening_forms.py",  # likewise
        "finance/bank/approving.py",
        "finance/cash/approving.py",
        "finance/catalogue/approving.py",
        "finance/dues/approving.py",
        "finance/books/cashbook_forms.py",
        "finance/apps.py",  # says who books what a list of people brings
        "finance/books/approving.py",  # what a second person has confirmed
        "finance/books/receivers.py",  # proposals follow what happened at the tables
        "finance/management/commands/reconcile.py",  # the same, for the administrator
        "config/demo/till.py",  # the demo club plays its treasurer
        "config/demo/books.py",  # and the rest of that
        "config/demo/last_year.py",  # the year before, to its discharge
        "finance/till/api/records.py",  # on which day a Storno would be, as its page says
        "config/demo/statutes.py",  # what it decided and whom it fines
        "config/site/club/sections.py",  # the club's first account at a bank, named by the chair
    }
