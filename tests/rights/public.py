"""Open all that an actor may of a public evening, and read it."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from io import BytesIO
from random import Random
from types import SimpleNamespace
from typing import Any
from uuid import uuid4
from zipfile import ZipFile

from django.urls import reverse
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
from league.results.services import confirming
from league.results.services.results import record_charge
from tests import builders
from tests import tournaments as day
from tests.html import without_tokens
from tests.rights import asking
from tests.rights.asking import asked, url_of
from tests.rights.decisions import (
    DECISIONS,
)
from tests.rights.stage import method_of
from tests.rights.world import GAME, NOW, browser

OTHER_GAME = "6a1a2f0e-0000-4000-8000-000000000002"
LOGGING_IN = {key for key in DECISIONS if key.startswith(("account_", "league:enter_table"))}
# The API's description of itself, and the rules for phones, have the words for everything and
# nothing about any person.
LOGGING_IN |= {key for key in DECISIONS if key.startswith(("api_page", "api_schema", "api_yaml"))}
LOGGING_IN |= {"games:rulebooks_data GET", "worker GET"}
WORDS = (
    "Streit um den Becher",  # a call's note
    "Falsch gezählt",  # a reported problem
    "Der Wurf gilt nicht.",  # a ruling in a game
    "Bleibt, wie es war",  # a ruling on a problem
    "verwechselt",  # why a card was corrected
    "Notiz zur Strafe",  # a note beside a charge
    "Wer auch immer",  # who says to hold a phone
    "War krank",  # why the treasurer refused a claim
    "Das war der Wind",  # why a member objects
    "Markthalle",  # who got money from the club
    "Irrläufer",  # the words of a transfer
    "Zettelwirtschaft",  # what the auditors found
)
MONEY = re.compile(
    r"\d,\d\d|€|\bEuro?\b|\bEUR\b|\"cents\": ?[1-9]|Einsatz|stake\": ?{", re.IGNORECASE
)
MAIL = re.compile(r"[\w.-]+@club\.invalid")


def infractions() -> set[str]:
    """Return codes and labels of all that costs or is voted on, in both languages.

    Those of all rulebooks.
    """
    codes = set()
    for book in books.all_rulebooks():
        for infraction in book.infractions.values():
            codes |= {infraction.code, infraction.label.de, infraction.label.en}
        codes |= {breach.label for breach in books.breaches(book)}
    return {str(text) for text in codes} | {"votes_for", "votes_against", "spinksen", "Gespinkst"}


def play_it_all(w: SimpleNamespace) -> None:
    """Play a public evening with everything on it that is no business of the public."""
    asking.public(w)
    asking.registering(w)
    day.people(w.cup, "Kuno", "Edda", "Veit", "Gesa")
    day.draw(w.cup, 1)
    disputed(w)
    asking.booked(w)
    asking.own_kind(w)
    asking.all_sets_played(w)
    asking.minutes_released(w)
    asking.objected(w)
    asking.vouched(w)
    asking.on_the_account(w)
    asking.drafted(w)
    asking.reported(w)
    asking.appointed_himself(w)
    asking.running(w)
    asking.on_the_wall(w)
    misplayed(w)


def disputed(w: SimpleNamespace) -> None:
    """Dispute game 1, and correct it."""
    asking.disputed(w)
    confirming.rule_on_objection(
        objection=w.objection,
        outcome="correct",
        ruling="Bleibt, wie es war",
        by=w.persons["referee"].user,
        now=NOW,
    )
    builders.card(
        w.here, w.mara, w.mara, seen=1, reason="verwechselt", client_id="again", actor=_hilde(w)
    )


def misplayed(w: SimpleNamespace) -> None:
    """Add infractions to the game under way, a vote, a call for the referee, and Mara's debt."""
    w.nora.email = "nora@club.invalid"
    w.nora.save()
    first, second, third = (str(seat.pk) for seat in asking._seats(w))
    asking.add(w, {"type": "infraction", "player": second, "code": "early_lift"})
    asking.add(w, {"type": "infraction", "player": third, "code": "left_table", "cents": 7777})
    asking.add(w, {"type": "infraction", "player": first, "code": "too_many_throws"})
    asking.add(w, asking.ruling(w))
    vote(w)
    confirming.call_referee(
        table=w.here, client_id="c", note="Streit um den Becher", actor=_hilde(w), now=NOW
    )
    charges_of_the_evening(w)
    ready = asking.ready(w)
    confirm_evening(event=w.event, seen=ready, by=w.persons["treasurer"].user, now=NOW)


def _hilde(w: SimpleNamespace) -> Actor:
    return Actor(user_id=w.hilde.user.pk, device="hildes-phone", name="Hilde")


def vote(w: SimpleNamespace) -> None:
    """Vote a player out of the game at the other table for having peeked."""
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
    """Charge Mara 88,88 €, which is an amount that nothing else costs."""
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


def opened(w: SimpleNamespace, actor: str, lang: str = "de") -> dict[str, str]:
    """Return the visible text of all routes this actor may open at a public evening, by address."""
    keys = [key for key in DECISIONS if method_of(key) == "GET" and key not in LOGGING_IN]
    asked_for = {url_of(key, asked(key, w, actor)) for key in keys}
    return looked_at(w, actor, asked_for | more_addresses(w), lang)


def looked_at(
    w: SimpleNamespace, actor: str, addresses: Iterable[str], lang: str = "de"
) -> dict[str, str]:
    """Return the visible text of those addresses that this actor may open."""
    opened = {}
    for url in sorted(addresses):
        response = browser(w, actor).get(url, headers={"accept-language": lang})
        assert no_cache_shows_it_to_others(response), url
        if response.status_code == 200:
            opened[url] = visible(text_of(b"".join(response)))
    return opened


def no_cache_shows_it_to_others(response: Any) -> bool:
    """Return True if a cache on the way keeps the answer to the one who asked for it."""
    private = {"private", "no-store"} & set(response.get("Cache-Control", "").split(", "))
    return bool(private) or "Cookie" in response.get("Vary", "")


PICTURES = (b"\xff\xd8\xff", b"\x89PNG")


@lru_cache(maxsize=100)
def text_of(content: bytes) -> str:
    """Return the text of the answer, also on paper and in a file."""
    if content.startswith(b"%PDF-"):
        return " ".join(page.extract_text() for page in PdfReader(BytesIO(content)).pages)
    if content.startswith(b"PK"):
        with ZipFile(BytesIO(content)) as packed:
            return " ".join(packed.read(name).decode() for name in packed.namelist())
    if content.startswith(PICTURES):
        return ""  # a picture says nothing in words
    return str(content.decode())


def more_addresses(w: SimpleNamespace) -> set[str]:
    """Return addresses outside the matrix: the other table, its game, each claim, the rounds."""
    return {
        reverse("games:play", args=[w.there.pk]),
        reverse("games:api_lobby", args=[w.there.pk]),
        reverse("games:api_game", args=[OTHER_GAME]),
        *(reverse("finance:claim", args=[claim.pk]) for claim in Claim.objects.all()),
        f"{reverse('games:api_game', args=[GAME])}?rounds=1",
    }


def visible(text: str) -> str:
    """Return a page's text without its tokens and the scorer's words, which are always the same."""
    words = r'<script id="(?:scorer|scanned|handin)-words".*?</script>'
    return re.sub(words, "", without_tokens(text), flags=re.DOTALL)


def told(pages: dict[str, str], *wanted: str | re.Pattern[str]) -> list[str]:
    """Return the pages that say what they should not: a word, or a match of a pattern."""
    return [
        f"{url}: {text[max(0, at - 60) : at + 60]!r}"
        for url, text in pages.items()
        for at in places(text, wanted)
    ]


def places(text: str, wanted: Iterable[str | re.Pattern[str]]) -> Iterator[int]:
    for term in wanted:
        if isinstance(term, re.Pattern):
            yield from (match.start() for match in term.finditer(text))
        elif term in text:
            yield text.index(term)


def without_her_mails(w: SimpleNamespace, pages: dict[str, str]) -> dict[str, str]:
    """Leave out the pages whose addresses only come with Mara's mail."""
    reminders = reverse("league:no_reminders", args=[sign_reminder(w.mara.pk)])
    reports = reverse("no_report_mails", args=["x"]).removesuffix("x/")
    return {
        url: page for url, page in pages.items() if url != reminders and not url.startswith(reports)
    }
