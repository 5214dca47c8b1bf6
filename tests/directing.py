"""Act as the direction at its pages: open them, send forms, read the answers."""

import random
import re
from datetime import timedelta

from django.test import Client
from django.urls import reverse

from league import formats
from league.access.tokens import HolderToken, sign_holder
from league.events.models import Event, Participation, Table
from league.links import services as access
from league.links.models import Holder
from league.tournaments.core.queries.state import format_of
from league.tournaments.direction.services import rounds, setting_up
from league.tournaments.direction.services.setting_up import set_chain
from tests import builders
from tests import tournaments as day
from tests.builders import NIGHT
from tests.html import one_line

NAMES = ["Anna", "Boris", "Cem", "Doro", "Ede", "Fritz", "Gabi", "Heinz"]
FOUR = {"target": 4, "least": 3, "most": 4}
POINTS = {"half_kept": 1}


def cup() -> Event:
    """Make a cup of two tables of one game each; the best four go on to the final."""
    event = builders.tournament(template="steele")
    blocks = [
        {
            "name": "Vorrunde",
            "who": {"kind": "all"},
            "tables": FOUR,
            "games": {"default": 2},
            "minutes": 30,
            "scoring": POINTS,
            "advance": {"kind": "best", "number": 4},
            "ties": ["points", "playoff", "lot"],
        },
        {
            "name": "Finale",
            "who": {"kind": "advancing", "of": 1},
            "tables": FOUR,
            "games": {"default": 1},
            "scoring": POINTS,
            "ties": ["points", "playoff", "lot"],
        },
    ]
    chain = [formats.Block.from_dict(block) for block in blocks]
    set_chain(event=event, seen=day.seen(event), blocks=chain, team=None)
    day.people(event, *NAMES)
    return event


def two_beside() -> tuple[Event, int, int]:
    """Let eight of twenty play the knock-out at two tables, and the others play on beside them."""
    event = builders.tournament(template="schockfreunde")
    day.people(event, *(f"Gast {at:02}" for at in range(1, 21)))
    setting_up.fit_to_people(event=event, seen=day.seen(event))
    chain = format_of(Event.objects.get(pk=event.pk))
    knock_out = next(n for n, block in enumerate(chain.blocks, 1) if block.who.kind == "advancing")
    rest = next(n for n, block in enumerate(chain.blocks, 1) if block.who.kind == "rest")
    for number in range(1, knock_out):
        day.draw(event, number)
        day.play(event, number, random.Random(number))
        day.close(event, number, random.Random(number))
    for number in (knock_out, rest):
        day.draw(event, number)
    return event, knock_out, rest


def final_of_lives() -> Table:
    """Play up to the final of four who came through three blocks, with two lives each."""
    event = builders.tournament(template="gonzerath")
    day.people(event, *(f"Gast {at}" for at in range(1, 9)))
    setting_up.fit_to_people(event=event, seen=day.seen(event))
    rng = random.Random(1)
    for number in (1, 2, 3):
        day.draw(event, number)
        day.play(event, number, rng)
        day.close(event, number, rng)
    return day.draw(event, 4).tables.get()


def phone_at(table: Table) -> Client:
    """Return a phone on the table's link."""
    now = builders.datetime.now(builders.BERLIN)
    link = access.make_link(table=table, by=None, now=now, ends_at=now + timedelta(hours=1))
    holder = Holder.objects.create(link=link, device="p", name="Kai", since=now)
    token = HolderToken(link.pk, table.pk, link.ends_at, holder.pk, holder.name)
    client = Client(headers={"accept-language": "de"})
    client.cookies[f"tisch_{table.pk}"] = sign_holder(token)
    return client


def browser(person):
    client = Client(headers={"accept-language": "de"})
    client.force_login(person.user)
    return client


def address(name, event, *args):
    return reverse(f"league:{name}", args=[event.pk, *args])


def page(client, event, name="direction", *args, **asked):
    return one_line(client.get(address(name, event, *args), asked))


def send(client, event, route, /, *args, seen=None, follow=False, **data):
    """Send a form; with `follow` return the page to which the answer leads."""
    data["seen"] = day.seen(event) if seen is None else seen
    return client.post(address(route, event, *args), data, follow=follow)


def message_of(response):
    """Return the sentence of a refusal, as the page has it."""
    match = re.search(r'role="alert">(.*?)</p>', response.content.decode(), re.DOTALL)
    return match[1] if match else ""


def who(event, name):
    return Participation.objects.get(event=event, person__name=name)


def all_play(event, number=1, tables=None):
    """Let the first two of each table lose a half each and the first the game, in every game.

    `tables`: their states; all of the block without it.
    """
    for state in tables or day.tables(event, number):
        first, second = day.circle(state.table)[:2]
        for game in range(1, state.expected + 1):
            day.game(state.table, game, first, second, first)


def locked(event):
    day.draw(event, 1)
    all_play(event)
    rounds.lock_block(block=day.block_of(event, 1), seen=day.seen(event), now=NIGHT)


def changed(event, number, **settings):
    """Change the settings of one round, taken over at once."""
    chain = format_of(event)
    block = formats.Block.from_dict({**chain.block(number).to_dict(), **settings})
    blocks = [*chain.blocks[: number - 1], block, *chain.blocks[number:]]
    set_chain(event=event, seen=day.seen(event), blocks=blocks, team=chain.team)


def longer(event):
    """Add one more round at the end."""
    chain = formats.longer(format_of(event))
    set_chain(event=event, seen=day.seen(event), blocks=chain.blocks, team=chain.team)
