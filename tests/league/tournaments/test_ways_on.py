"""From every state that the direction's own forms reach, its forms lead to an end.

The walk presses each button of the pages of a small tournament once in each state, enters cards,
and lets people go home; then it asks of every state it met whether one of its ways ends with a
tournament that is closed or deleted.
"""

from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
from django.db import transaction
from django.urls import resolve

from league import formats
from league.events.models import Event
from league.tournaments.core.queries import agenda
from league.tournaments.core.queries.state import TournamentState
from league.tournaments.direction.services import setting_up
from league.tournaments.registration.services import leaving
from tests import builders
from tests import tournaments as day
from tests.directing import address, all_play
from tests.plugins.locks import around_tests

pytestmark = [pytest.mark.django_db, pytest.mark.once]

# What moves a tournament on or back; who plays, what it costs and the clock are other matters.
MOVES = {
    *("propose_draw", "release_draw", "discard_draw", "block_step", "decide_tie"),
    *("finish_tournament", "reopen_tournament", "call_off", "remove_tournament"),
}
PAGES = ("direction", "closing", "tournament_settings")
DELETED = ("deleted",)


class Forms(HTMLParser):
    """Each way to send a form of a page: address, fields as they are filled, the button."""

    def __init__(self, text):
        super().__init__()
        self.sent = []
        self.action = None
        self.fields = {}
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag == "form":
            self.action = given.get("action") if given.get("method") == "post" else None
            self.fields = {}
        elif self.action is None:
            return
        elif tag == "input" and given.get("name") and given.get("type") not in ("checkbox", "file"):
            self.fields[given["name"]] = given.get("value") or "Der Saal schließt"
        elif tag == "button":
            pressed = {given["name"]: given.get("value", "")} if given.get("name") else {}
            self.sent.append((given.get("formaction", self.action), self.fields, pressed))

    def handle_endtag(self, tag):
        if tag == "form":
            self.action = None


def state_of(event: Event) -> tuple[object, ...]:
    """Return the part of a tournament's state that decides what can be done next."""
    event = Event.objects.select_related("tournament").get(pk=event.pk)
    if event.removed_at is not None:
        return DELETED
    state = TournamentState(event)
    here = sum(person.is_here for person in state.people.values())
    blocks = tuple(
        (block.step, block.is_proposed, bool(block.outstanding), bool(agenda.open_ties(block)))
        for block in state.blocks.values()
    )
    over = event.tournament.finished_at is not None
    return over, bool(event.tournament.end_reason), event.is_cancelled, here < 3, blocks


def is_end(state: tuple[object, ...]) -> bool:
    return state == DELETED or bool(state[0])


def moves(desk, event) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the forms that move it on, from all pages of its direction."""
    addresses = [address(name, event) for name in PAGES]
    addresses += [address("direct_block", event, n) for n in (1, 2)]
    known = set()
    for page in addresses:
        for action, fields, pressed in Forms(desk.get(page).content.decode()).sent:
            sent = {**fields, **pressed}
            sent.pop("csrfmiddlewaretoken", None)
            sent.pop("from", None)
            name = resolve(action.partition("?")[0]).url_name
            key = (action, tuple(sorted(pressed.items())))
            if name in MOVES and sent.get("step") != "minutes" and key not in known:
                known.add(key)
                yield action, sent


def cards_and_leavers(event):
    """Yield the acts of the hall: the cards come in, or nearly all go home."""
    state = TournamentState(event)
    for number, block in state.blocks.items():
        if block.outstanding and block.block.locked_at is None:
            yield lambda number=number: all_play(event, number)
    seated = agenda.seats_now(state)
    here = [who for who in state.people.values() if who.is_here and who.pk not in seated]
    if len(here) > 2 and not event.is_cancelled:
        yield lambda: [leaving.go_home(participation=who, seen=day.seen(event)) for who in here[2:]]


class Walk:
    def __init__(self, desk, event):
        self.desk, self.event = desk, event
        self.leads = {}

    def go(self):
        """Take every way out of this state, and each back after it; states met before end it."""
        here = state_of(self.event)
        if here in self.leads:
            return here
        self.leads[here] = set()
        if is_end(here):
            return here
        for action, sent in list(moves(self.desk, self.event)):
            self.take(here, lambda action=action, sent=sent: self.desk.post(action, sent))
        event = Event.objects.select_related("tournament").get(pk=self.event.pk)
        for happens in list(cards_and_leavers(event)):
            self.take(here, happens)
        return here

    def take(self, here, act):
        with around_tests():  # each act below is a transaction of its own
            act()
            self.leads[here].add(self.go())
            transaction.set_rollback(True)

    def ending(self):
        """Return the states from which an end is reached."""
        good = {state for state in self.leads if is_end(state)}
        while more := {s for s, to in self.leads.items() if s not in good and to & good}:
            good |= more
        return good


@pytest.fixture
def small(club):
    """Four at one table, the best three of them in the final, no clock."""
    event = builders.tournament(template="steele", fee_cents=0, pot_cents=0)
    table = {"target": 4, "least": 3, "most": 4}
    order = ["points", "playoff", "lot"]
    common = {"tables": table, "games": {"default": 1}, "scoring": {"half_kept": 1}, "ties": order}
    best = {"kind": "best", "number": 3}
    blocks = [
        {"name": "Vorrunde", "who": {"kind": "all"}, "advance": best, **common},
        {"name": "Finale", "who": {"kind": "advancing", "of": 1}, **common},
    ]
    chain = [formats.Block.from_dict(block) for block in blocks]
    setting_up.set_chain(event=event, seen=day.seen(event), blocks=chain, team=None)
    day.people(event, "Anna", "Boris", "Cem", "Doro")
    return event


def test_every_state_of_a_tournament_has_a_way_to_its_end(desk, small):
    walk = Walk(desk, small)
    walk.go()
    assert len(walk.leads) > 15
    assert DELETED in walk.leads
    assert [state for state in walk.leads if state not in walk.ending()] == []
