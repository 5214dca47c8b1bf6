"""What stands on the pages and in the JSON that somebody may open, and what never does.

The public sees what the club made public, and never money, infractions or votes; members see their
own money; a phone on a table's link sees the table and not the till.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any
from uuid import uuid4
from zipfile import ZipFile

import pytest
from django.urls import reverse
from django.utils import translation
from pypdf import PdfReader

from finance.books.models.claims import Claim
from finance.books.services.claims import confirm_evening
from games.rules import rulebooks as books
from games.scoring.queries import live_game
from games.scoring.services.closing import finish_game
from games.scoring.services.play import append_events
from games.scoring.services.start import start_game
from league.access.actors import NOBODY, Actor
from league.access.tokens import sign_reminder
from league.events.queries import seats_of
from league.people.services import people
from league.results.services import confirming
from league.results.services.results import record_charge
from tests import builders
from tests import tournaments as day
from tests.rights import asking
from tests.rights.asking import asked, url_of
from tests.rights.decisions import (
    AUDIT,
    BREACHES,
    DECISIONS,
    EVERYBODY,
    FEED,
    GIVE_BACK,
    INVITED,
    OBJECT,
    OPEN_LINK,
    OTHERS_NOTICE,
    OWN_ACCOUNT,
    OWN_ADDRESS,
    OWN_CALENDAR,
    OWN_POSTAL,
    OWN_REGISTRATION,
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
from tests.rights.stage import method_of, undone
from tests.rights.world import GAME, NOW, browser

pytestmark = [pytest.mark.django_db, pytest.mark.once]

OTHER_GAME = "6a1a2f0e-0000-4000-8000-000000000002"
LOGGING_IN = {key for key in DECISIONS if key.startswith(("account_", "league:enter_table"))}
# What the API says about itself, and the rules for phones, have the words for everything and
# nothing of anybody.
LOGGING_IN |= {key for key in DECISIONS if key.startswith(("api_page", "api_schema", "api_yaml"))}
LOGGING_IN |= {"games:rulebooks_data GET", "worker GET"}
WORDS = (
    "Streit um den Becher",  # a call's note
    "Falsch gezählt",  # a reported problem
    "Der Wurf gilt nicht.",  # a ruling in a game
    "Bleibt, wie es war",  # a ruling on a problem
    "verwechselt",  # why a card was corrected
    "Notiz zur Strafe",  # what somebody noted beside a charge
    "Wer auch immer",  # who says to hold a phone
    "War krank",  # why the treasurer refused a claim
    "Das war der Wind",  # why a member objects
    "Markthalle",  # who got money from the club
    "Irrläufer",  # what somebody wrote to the bank
    "Zettelwirtschaft",  # what the auditors found
)
MONEY = re.compile(
    r"\d,\d\d|€|\bEuro?\b|\bEUR\b|\"cents\": ?[1-9]|Einsatz|stake\": ?{", re.IGNORECASE
)
MAIL = re.compile(r"[\w.-]+@club\.invalid")


def infractions() -> set[str]:
    """Codes and labels of all that costs or is voted on, in both languages, of all rulebooks."""
    found = set()
    for book in books.all_rulebooks():
        for infraction in book.infractions.values():
            found |= {infraction.code, infraction.label.de, infraction.label.en}
        found |= {breach.label for breach in books.breaches(book)}
    return {str(one) for one in found} | {"votes_for", "votes_against", "spinksen", "Gespinkst"}


def play_it_all(w: SimpleNamespace) -> None:
    """A public evening with everything on it that is nobody's business."""
    kadir, rolf = w.persons["treasurer"].user, w.persons["referee"].user
    asking.public(w)
    asking.registering(w)
    w.nora.email = "nora@club.invalid"
    w.nora.save()
    day.people(w.cup, "Kuno", "Edda", "Veit", "Gesa")
    day.draw(w.cup, 1)
    asking.disputed(w)
    objection = w.objection
    confirming.rule_on_objection(
        objection=objection, outcome="correct", ruling="Bleibt, wie es war", by=rolf, now=NOW
    )
    hilde = Actor(user_id=w.hilde.user.pk, device="hildes-phone", name="Hilde")
    builders.card(
        w.here, w.mara, w.mara, seen=1, reason="verwechselt", client_id="again", actor=hilde
    )
    asking.booked(w)
    asking.own_kind(w)
    asking.objected(w)
    asking.vouched(w)
    asking.on_the_account(w)
    asking.drafted(w)
    asking.reported(w)
    asking.appointed_himself(w)
    asking.running(w)
    asking.on_the_wall(w)
    first, second, third = (str(seat.pk) for seat in asking._seats(w))
    asking.add(w, {"type": "infraction", "player": second, "code": "early_lift"})
    asking.add(w, {"type": "infraction", "player": third, "code": "left_table", "cents": 7777})
    asking.add(w, {"type": "infraction", "player": first, "code": "too_many_throws"})
    asking.add(w, asking.ruling(w))
    vote(w)
    confirming.call_referee(
        table=w.here, client_id="c", note="Streit um den Becher", actor=hilde, now=NOW
    )
    charges_of_the_evening(w)
    ready = asking.ready(w)
    confirm_evening(event=w.event, seen=ready, by=kadir, now=NOW)


def vote(w: SimpleNamespace) -> None:
    """At the other table somebody is voted out of the game for having peeked."""
    w.there.rulebook = "schock4life"
    w.there.save()
    seats = [seat.pk for seat in seats_of(w.there)]
    start_game(
        table=w.there,
        key=OTHER_GAME,
        seats=seats,
        starter=seats[0],
        options={},
        actor=NOBODY,
        now=NOW,
        rng=Random(1),
    )
    peeked = {"type": "infraction", "player": str(seats[0]), "code": "spinksen", "id": "vote"}
    game = live_game(OTHER_GAME)
    append_events(
        game=game,
        seen=0,
        events=[{**peeked, "votes_for": 2, "votes_against": 0}],
        actor=NOBODY,
        may_rule=False,
        now=NOW,
    )
    game.refresh()
    finish_game(game=game, seen=1, client_id="end", actor=NOBODY, now=NOW)


def charges_of_the_evening(w: SimpleNamespace) -> None:
    """Mara owes 88,88 €, which is an amount that nothing else costs."""
    record_charge(
        event=w.event,
        person=w.mara,
        code="late",
        kind="fine",
        cents=8888,
        note="Notiz zur Strafe",
        client_id=uuid4().hex,
        by=None,
        now=NOW,
    )


@pytest.fixture
def evening(whole_club: SimpleNamespace) -> Any:
    with undone():
        play_it_all(whole_club)
        yield whole_club


def opened(w: SimpleNamespace, actor: str, lang: str = "de") -> dict[str, str]:
    """Whatever of the routes this person may open at this public evening, by its address."""
    opened = {}
    for url in sorted(addresses(w, actor)):
        response = browser(w, actor).get(url, headers={"accept-language": lang})
        assert no_cache_shows_it_to_others(response), url
        if response.status_code == 200:
            opened[url] = text_of(b"".join(response) if response.streaming else response.content)
    return opened


def no_cache_shows_it_to_others(response: Any) -> bool:
    """Whether a cache on the way keeps what it passes to the one who asked for it."""
    private = {"private", "no-store"} & set(response.get("Cache-Control", "").split(", "))
    return bool(private) or "Cookie" in response.get("Vary", "")


PICTURES = (b"\xff\xd8\xff", b"\x89PNG")


@lru_cache(maxsize=100)
def text_of(content: bytes) -> str:
    """What stands in the answer, also on paper and in a file."""
    if content.startswith(b"%PDF-"):
        return " ".join(page.extract_text() for page in PdfReader(BytesIO(content)).pages)
    if content.startswith(b"PK"):
        with ZipFile(BytesIO(content)) as packed:
            return " ".join(packed.read(name).decode() for name in packed.namelist())
    if content.startswith(PICTURES):
        return ""  # a picture says nothing in words
    return str(content.decode())


def addresses(w: SimpleNamespace, actor: str) -> set[str]:
    """What the matrix asks with GET, the other table and its game too."""
    keys = [key for key in DECISIONS if method_of(key) == "GET" and key not in LOGGING_IN]
    asked_for = {url_of(key, asked(key, w, actor)) for key in keys}
    there = {
        reverse("games:play", args=[w.there.pk]),
        reverse("games:api_lobby", args=[w.there.pk]),
        reverse("games:api_game", args=[OTHER_GAME]),
        *(reverse("finance:claim", args=[claim.pk]) for claim in Claim.objects.all()),
    }
    return asked_for | there | {f"{reverse('games:api_game', args=[GAME])}?rounds=1"}


def visible(text: str) -> str:
    """What a page says: without its tokens, and without the scorer's words, always the same."""
    text = re.sub(r'name="(csrfmiddlewaretoken|client_id)" value="[^"]*"', "", text)
    return re.sub(
        r'<script id="(?:scorer|scanned|handin)-words".*?</script>', "", text, flags=re.DOTALL
    )


def told(pages: dict[str, str], *wanted: str | re.Pattern[str]) -> list[str]:
    """Which page says what it should not: a word, or what a pattern finds."""
    return [
        f"{url}: {text[max(0, at - 60) : at + 60]!r}"
        for url, page in pages.items()
        for text in [visible(page)]
        for at in places(text, wanted)
    ]


def places(text: str, wanted: Iterable[str | re.Pattern[str]]) -> Iterator[int]:
    for one in wanted:
        if isinstance(one, re.Pattern):
            yield from (found.start() for found in one.finditer(text))
        elif one in text:
            yield text.index(one)


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize("actor", ["stranger", "phone_elsewhere", "guest_other"])
def test_the_public_sees_no_money_no_infractions_no_votes(evening, actor, lang):
    pages = opened(evening, actor, lang)
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
    own.append(reverse("league:own_address"))
    if actor in evening.persons:  # what it cost oneself
        own.append(reverse("person_figures", args=[evening.persons[actor].pk]))
    public = {url: page for url, page in pages.items() if url not in own}
    assert told(public, MAIL, *infractions(), *WORDS) == []
    # What it costs to play at a tournament is said before somebody registers, and nothing else.
    door = {url: page for url, page in public.items() if url.startswith("/turniere/")}
    assert told({url: page for url, page in public.items() if url not in door}, MONEY) == []
    assert reverse("league:register", args=[evening.cup.pk]) in door
    for url, page in door.items():
        amounts = re.findall(r"[\d,.]+(?=\s?€)|(?<=€)[\d,.]+", visible(page))
        assert {amount.replace(".", ",") for amount in amounts} <= {"10,00", "5,00"}, url


def test_all_that_strangers_do_not_see_is_there_to_be_seen(evening):
    """What is looked for above is found where it belongs; so the looking is worth something."""
    pages = opened(evening, "all")
    missing = [one for one in WORDS if not told(pages, one)]
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


@pytest.mark.parametrize(
    "actor", ["guest_here", "member_here", "member", "supporting", "referee", "former", "future"]
)
def test_nobody_but_the_till_sees_what_somebody_else_owes(evening, actor):
    pages = opened(evening, actor)
    charges = {
        reverse(f"games:{name}", args=[evening.event.pk]) for name in ("breaches", "api_charges")
    }
    # Whoever runs the evening enters its charges, and so sees these.
    pages = {url: page for url, page in pages.items() if url not in charges}
    assert told(pages, "88,88", "8888", "War krank") == []
    own = evening.persons[actor].user.email
    assert told(pages, re.compile(rf"(?!{re.escape(own)})\b{MAIL.pattern}")) == []
    assert "Mara" not in pages[reverse("finance:own_account")]


@pytest.mark.parametrize("actor", ["phone", "guest_tonight"])
def test_a_phone_on_the_link_sees_the_table_and_not_the_till(evening, actor):
    pages = opened(evening, actor)
    assert told(pages, "88,88", "8888", "War krank", *([MAIL] if actor == "phone" else [])) == []
    inside = browser(evening, actor).get(f"/api/games/{GAME}/").json()
    assert inside["view"]["charges"]  # of the game at this table
    assert inside["game"]["rulebook"]["infractions"]


@pytest.mark.parametrize("actor", ["treasurer", "auditor"])
def test_treasurer_and_auditor_see_all_money(evening, actor):
    pages = opened(evening, actor)
    for name, args in (
        ("finance:till", []),
        ("finance:evening", [evening.event.pk]),
        ("finance:account", [evening.mara.pk]),
    ):
        assert "Mara" in pages[reverse(name, args=args)]
    assert "88,88" in pages[reverse("finance:account", args=[evening.mara.pk])]


# Of everybody alike: whether one comes or plays oneself, one's own calendar, account, access and
# name in public, and reports.
OWN_AFFAIRS = (
    *(REPLY, OWN_CALENDAR, FEED, REGISTER, REGISTER_INSIDE, OWN_REGISTRATION),
    *(INVITED, OBJECT, OWN_ACCOUNT, OWN_ADDRESS, OWN_POSTAL, SEE_REPORTS, OWN_TOKEN, OWN_TOKENS),
    SHOW_ONESELF,
)
# What the auditors write is about the books and not in them.
AUDITING = (AUDIT, GIVE_BACK)
# What others than the treasurer send to the till's pages: no money moves by any of it.
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
    found = {
        path.relative_to(root).as_posix()
        for app in ("config", "league", "games", "finance")
        for path in (root / app).rglob("*.py")
        if re.search(r"^\s*from finance\.\w+(\.| import )services", path.read_text(), re.MULTILINE)
    }
    pages = re.compile(r"finance/\w+/(services|views)\b")
    assert {one for one in found if not pages.match(one)} == {
        "finance/bank/forms.py",  # what one of them is told, in its own shape
        "finance/reminders/forms.py",  # likewise
        "finance/sepa/forms.py",  # likewise
        "finance/books/opening_forms.py",  # likewise
        "finance/catalogue/approving.py",
        "finance/dues/approving.py",
        "finance/books/waiting.py",  # likewise: a file that waits for its form
        "finance/books/cashbook_forms.py",
        "finance/books/approving.py",  # what a second person has confirmed
        "finance/books/receivers.py",  # proposals follow what happened at the tables
        "finance/management/commands/reconcile.py",  # the same, for whoever runs the server
        "config/demo/till.py",  # the demo club plays its treasurer
        "config/demo/books.py",  # and the rest of that
        "config/demo/last_year.py",  # the year before, to its discharge
        "finance/till/api/records.py",  # on which day a Storno would be, as its page says
        "config/demo/statutes.py",  # what it decided and whom it fines
    }


# --- named as one allowed -------------------------------------------------------------------
def without_her_mails(w: SimpleNamespace, pages: dict[str, str]) -> dict[str, str]:
    """Who has one of these addresses has Mara's mail."""
    reminders = reverse("league:no_reminders", args=[sign_reminder(w.mara.pk)])
    reports = reverse("no_report_mails", args=["x"]).removesuffix("x/")
    return {
        url: page for url, page in pages.items() if url != reminders and not url.startswith(reports)
    }


@pytest.fixture
def hidden(whole_club: SimpleNamespace) -> Any:
    """Mara is to be seen by her number only; she plays, enters cards and is charged as ever."""
    with undone():
        whole_club.mara.participations.update(shown_as="Startnummer 12")
        play_it_all(whole_club)
        yield whole_club


@pytest.mark.parametrize("actor", ["stranger", "phone", "phone_elsewhere", "guest_other"])
def test_whoever_hides_the_name_is_nowhere_called_by_it(hidden, actor):
    pages = opened(hidden, actor)
    pages = without_her_mails(hidden, pages)
    assert told(pages, re.compile(r"\bMara\b")) == []
    assert told(pages, "Startnummer 12")


def test_the_desk_and_the_till_know_who_plays_as_number_twelve(hidden):
    pages = opened(hidden, "treasurer")
    for name, args in (("finance:till", []), ("games:breaches", [hidden.event.pk])):
        assert "Mara" in pages[reverse(name, args=args)]


@pytest.fixture
def discreet(whole_club: SimpleNamespace) -> Any:
    """Mara is hidden and Bernd has a nickname, wherever anybody may look."""
    with undone():
        people.show_as(person=whole_club.mara, seen_as="hidden")
        bernd = whole_club.persons["member_here"]
        people.show_as(person=bernd, seen_as="nickname", nickname="Klappermax")
        play_it_all(whole_club)
        whole_club.cup.host = bernd
        whole_club.cup.save(update_fields=["host"])
        yield whole_club


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize("actor", ["stranger", "phone_elsewhere"])
def test_who_wants_no_name_or_another_in_public_gets_it_on_every_page(discreet, actor, lang):
    pages = opened(discreet, actor, lang)
    with translation.override(lang):
        nobody = translation.gettext("Somebody")
    pages = without_her_mails(discreet, pages)
    assert told(pages, re.compile(r"\b(Mara|Bernd)\b")) == []
    for name, args in (
        ("league:evening", [discreet.event.pk]),
        ("games:api_lobby", [discreet.here.pk]),
        ("games:api_game", [GAME]),
    ):
        page = pages[reverse(name, args=args)]
        assert nobody in page, name
        assert "Klappermax" in page, name
    assert "Klappermax" in pages[reverse("league:tournament", args=[discreet.cup.pk])]


def test_members_read_the_names_of_those_the_public_does_not_see(discreet):
    pages = opened(discreet, "member")
    evening = pages[reverse("league:evening", args=[discreet.event.pk])]
    assert "Mara" in evening
    assert "Bernd" in evening
    assert told({"": evening}, "Klappermax", "Jemand") == []
