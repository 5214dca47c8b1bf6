"""Play tournaments through the services, as a direction and its tables would. Seeded."""

import random
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from games.cards.services.cards import enter_card
from games.rules import outcomes as cards
from league.access.actors import NOBODY
from league.events.models import Block, Event, Participation, Table
from league.events.queries import seats_of
from league.results.models.results import Result
from league.results.queries.results import row_of_result
from league.tournaments.core.queries.block_state import TableState
from league.tournaments.core.queries.reading import lives_at_start
from league.tournaments.core.queries.state import TournamentState
from league.tournaments.direction.services import rounds
from league.tournaments.draws.services import drawing, releasing
from league.tournaments.models.tournaments import Registration, Tournament
from league.tournaments.ranking.services import finishing, ranking, ties
from league.tournaments.registration.services.checking_in import check_in
from league.tournaments.registration.services.identities import settle_identity
from league.tournaments.registration.services.registering import add_at_desk, register
from tests.builders import NIGHT


def seen(event: Event) -> int:
    """Return the revision that a director sees who has just opened the page."""
    return Tournament.objects.get(event=event).revision


def people(event: Event, *names: str, team_size: int = 0) -> list[Participation]:
    """Register and check in these people, in this order; in teams of so many if wanted."""
    people = []
    for at, name in enumerate(names):
        team = f"Mannschaft {at // team_size + 1}" if team_size else ""
        own = registered(event, name, team).participation
        people.append(check_in(participation=own, by=None, now=NIGHT))
    return people


def registered(event: Event, name: str, team: str = "") -> Registration:
    """Register by the form; once the tournament runs, at the desk."""
    if event.blocks.filter(released_at__isnull=False).exists():
        return add_at_desk(
            event=event, client_id=uuid4().hex, name=name, team_name=team, shown="full", now=NIGHT
        )
    own = register(
        event=event,
        client_id=uuid4().hex,
        name=name,
        team_name=team,
        shown="full",
        consented=True,
        is_adult=True,
        person=None,
        now=NIGHT - timedelta(days=3),
    )
    if own.state == Registration.State.REGISTERED:
        settle_identity(registration=own, person=None, name=name, now=NIGHT)
        own.refresh_from_db()
    return own


def block_of(event: Event, number: int) -> Block:
    block = event.blocks.get(number=number)
    block.event = event
    return block


def draw(event: Event, number: int, seed: str = "Bierdeckel", now: datetime = NIGHT) -> Block:
    """Draw and release a block, and start it."""
    block = block_of(event, number)
    proposal = drawing.propose_draw(block=block, seen=seen(event), seed=seed, by=None, now=now)
    releasing.release_draw(draw=proposal, seen=seen(event), by=None, now=now)
    rounds.start_block(block=block_of(event, number), seen=seen(event), now=now)
    return block_of(event, number)


def tables(event: Event, number: int) -> list[TableState]:
    return list(TournamentState(event).blocks[number].played)


def circle(table: Table) -> list[str]:
    """Return the names around the table, the first thrower first."""
    return [seat.participation.person.name for seat in seats_of(table)]


def game(
    table: Table,
    number: int,
    first: str | None,
    second: str | None,
    loser: str | None = None,
    aus: dict[str, int] | None = None,
    out: Collection[str] = (),
    **more: Any,
) -> Result:
    """Enter a card of one game by its losers' names; players who are `out` look on."""
    seats = {seat.participation.person.name: seat.pk for seat in seats_of(table)}
    replaces = row_of_result(table, number)
    fields = {
        "reason": "", "seen": replaces.version if replaces else None, "now": NIGHT, **more,
    }  # fmt: skip
    return enter_card(
        table=table,
        number=number,
        replaces=replaces,
        client_id=uuid4().hex,
        card=cards.Card(
            seats=[seat for name, seat in seats.items() if name not in out],
            lost_first=seats[first] if first else None,
            lost_second=seats[second] if second else None,
            lost_game=seats[loser] if loser else None,
            ending=fields.pop("ending", cards.NORMAL),
            schock_aus={seats[name]: count for name, count in (aus or {}).items()},
        ),
        actor=NOBODY,
        **fields,
    )


def play(event: Event, number: int, rng: random.Random) -> None:
    """Let every table of the block play until its card is full, by chance. The out sit along."""
    blocks = TournamentState(event).blocks[number]
    scoring, begun = blocks.setting.scoring, lives_at_start(block_of(event, number))
    for state in blocks.played:
        lives = {
            seat.participation.person.name: begun.get(seat.participation_id, scoring.lives)
            for seat in seats_of(state.table)
        }
        names = list(lives)
        played = 0
        while played < (state.expected or 99):
            if scoring.lives and sum(left > 0 for left in lives.values()) <= scoring.leave:
                break
            played += 1
            alive = [name for name in names if not scoring.lives or lives[name]]
            loser = random_game(state.table, played, names, alive, rng)
            lives[loser] -= 1


def random_game(
    table: Table, number: int, names: list[str], alive: list[str], rng: random.Random
) -> str:
    """Play one game among those still in it; return the loser."""
    first, second = rng.choice(alive), rng.choice(alive)
    loser = first if first == second else rng.choice([first, second])
    unbeaten = [name for name in alive if name not in {first, second}]
    aus = {rng.choice(unbeaten): 1} if unbeaten and rng.random() < 0.4 else {}
    final = loser if first != second else None
    game(table, number, first, second, final, aus, out=set(names) - set(alive))
    return loser


def close(event: Event, number: int, rng: random.Random, now: datetime = NIGHT) -> None:
    """Lock the block, play off ties, release the ranking."""
    rounds.lock_block(block=block_of(event, number), seen=seen(event), now=now)
    while True:
        blocks = TournamentState(event).blocks[number]
        open_ties = [*(blocks.advancing.ties if blocks.advancing else ()), *blocks.podium_ties]
        if not open_ties:
            break
        order = list(open_ties[0].people)
        rng.shuffle(order)
        ties.enter_playoff(
            block=block_of(event, number),
            order=order,
            client_id=uuid4().hex,
            seen=seen(event),
            by=None,
            now=now,
        )
    rounds.release_ranking(block=block_of(event, number), seen=seen(event), now=now)


def counted(event: Event) -> Event:
    """Compute the ranking as the worker does once something has changed."""
    ranking.compute_tournament(event=event, now=NIGHT)
    return event


def finish(event: Event) -> None:
    finishing.finish_tournament(event=event, seen=seen(event), by=None, now=NIGHT)
