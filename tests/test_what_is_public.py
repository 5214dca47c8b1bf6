"""What stands on the pages and in the JSON that somebody may open, and what never does.

The public sees what the club made public, and never money, infractions or votes; members see their
own money; a phone on a table's link sees the table and not the till.
"""

import re
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest

from finance.services.claims import confirm_evening
from games import rulebooks as books
from league.actors import Actor
from league.services import confirming
from tests import builders
from tests.rights import asking
from tests.rights.asking import asked, url_of
from tests.rights.decisions import DECISIONS
from tests.rights.stage import answer_of, method_of, undone
from tests.rights.world import GAME, NOW, browser

pytestmark = pytest.mark.django_db

OTHER_GAME = "6a1a2f0e-0000-4000-8000-000000000002"
WORDS = (
    "Streit um den Becher",  # a call's note
    "Falsch gezählt",  # a reported problem
    "Der Wurf gilt nicht.",  # a ruling in a game
    "Bleibt, wie es war",  # a ruling on a problem
    "verwechselt",  # why a card was corrected
    "Notiz zur Strafe",  # what somebody noted beside a charge
    "Wer auch immer",  # who says to hold a phone
    "War krank",  # why the treasurer refused a claim
)
MONEY = re.compile(
    r"\d,\d\d|€|\bEuro?\b|\bEUR\b|\"cents\": ?[1-9]|Einsatz|stake\": ?{", re.IGNORECASE
)
MAIL = re.compile(r"[\w.-]+@club\.invalid")


def infractions() -> set[str]:
    """Codes and labels of all that costs or is voted on, in both languages, of all rulebooks."""
    found = set()
    for book in books.all_rulebooks():
        for one in book.infractions.values():
            found |= {one.code, one.label.de, one.label.en}
        found |= {one.label for one in books.breaches(book)}
    return {str(one) for one in found} | {"votes_for", "votes_against", "spinksen", "Gespinkst"}


def play_it_all(w: SimpleNamespace) -> None:
    """A public evening with everything on it that is nobody's business."""
    kadir, rolf = w.persons["treasurer"].user, w.persons["referee"].user
    asking.public(w)
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
    asking.running(w)
    first, second, third = (str(seat.pk) for seat in asking._seats(w))
    asking.add(w, {"type": "infraction", "player": second, "code": "early_lift"})
    asking.add(w, {"type": "infraction", "player": third, "code": "left_table", "cents": 7777})
    asking.add(w, {"type": "infraction", "player": first, "code": "too_many_throws"})
    asking.add(w, asking.ruling(w))
    confirming.call_referee(
        table=w.here, client_id="c", note="Streit um den Becher", actor=hilde, now=NOW
    )
    charges_of_the_evening(w)
    ready = asking.ready(w)
    confirm_evening(event=w.event, seen=ready, by=kadir, now=NOW)


def charges_of_the_evening(w: SimpleNamespace) -> None:
    """Mara owes 77,77 €, which is an amount that nothing else costs."""
    from league.services.results import record_charge

    record_charge(
        event=w.event,
        person=w.mara,
        code="late",
        kind="fine",
        cents=7777,
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
    found = {}
    for key in DECISIONS:
        if method_of(key) != "GET" or key.startswith(("account_", "league:enter_table")):
            continue
        ask = asked(key, w, actor)
        for more in ("", "?rounds=1") if key.startswith("games:api_game") else ("",):
            response = browser(w, actor).get(
                url_of(key, ask) + more, headers={"accept-language": lang}
            )
            if answer_of(response) == "yes" and response.status_code == 200:
                found[url_of(key, ask) + more] = response.content.decode()
    return found


def visible(text: str) -> str:
    """What a page says: without its tokens, and without the scorer's words, always the same."""
    text = re.sub(r'name="(csrfmiddlewaretoken|client_id)" value="[^"]*"', "", text)
    return re.sub(r'<script id="scorer-words".*?</script>', "", text, flags=re.DOTALL)


def told(pages: dict[str, str], *patterns: Any) -> list[str]:
    """Which page says what it should not."""
    return [
        f"{url}: {text[max(0, found.start() - 60) : found.end() + 40]!r}"
        for url, page in pages.items()
        for text in [visible(page)]
        for pattern in patterns
        for found in re.finditer(pattern, text)
    ]


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize("actor", ["stranger", "phone_elsewhere", "guest_other"])
def test_the_public_sees_no_money_no_infractions_no_votes(evening, actor, lang):
    pages = opened(evening, actor, lang)
    assert f"/abende/{evening.event.pk}/" in pages
    assert f"/api/games/{GAME}/?rounds=1" in pages
    assert f"/tische/{evening.here.pk}/spiel/" in pages
    own = f"/leute/{asking._self(evening, actor).pk}/"
    public = {url: page for url, page in pages.items() if url != own and "konto" not in url}
    secrets = [re.escape(one) for one in (*infractions(), *WORDS)]
    assert not told(public, MAIL, MONEY, *secrets)
