"""The demo club's tournaments: one that is over, one in the middle of it, one to register for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo
from random import Random
from typing import Any

from config.demo.scored import new_id
from config.demo.till import Till, pay_to_play, pay_winner
from finance.books.queries.tournaments import pot_of
from games.cards.services.cards import enter_card
from games.rules import outcomes as cards
from league import formats
from league.access.actors import Actor
from league.events.models import Block, Event, Table
from league.events.queries import participations
from league.events.services import evenings
from league.people.models.people import Person, User
from league.tournaments.core.queries.block_state import TableState
from league.tournaments.core.queries.state import TournamentState
from league.tournaments.direction.services import rounds, setting_up
from league.tournaments.draws.services import drawing, releasing
from league.tournaments.models.tournaments import Prize, Tournament
from league.tournaments.ranking.services import finishing, ties
from league.tournaments.registration.services.checking_in import check_in
from league.tournaments.registration.services.identities import settle_identity
from league.tournaments.registration.services.registering import register

GUESTS = (
    "Alma Bierfilz",
    "Bosse Brink",
    "Conny Dreier",
    "Dilara Fass",
    "Enno Grog",
    "Frauke Hopfen",
    "Götz Irrtum",
    "Heiner Joker",
    "Inga Korn",
    "Jost Lokal",
    "Karla Malz",
    "Lasse Nippes",
    "Maike Obstler",
    "Norbert Pils",
    "Oda Quast",
)
ANKE = "Anke Brettschneider"
FINISHED, RUNNING = "Herbstturnier", "Schankraumturnier"
CONSENT = "Name und Ergebnis dürfen auf den Seiten dieses Turniers stehen, so wie oben gewählt."
FEE, POT = 800, 500
OVER_SINCE, COMING_IN = timedelta(days=21), timedelta(days=19)
STARTS = time(14)
LONGEST = 40
"""Games at a table where lives decide; more than any needs."""
AUS = 0.3
"""How often somebody has a Schock-Aus in a game."""


@dataclass(frozen=True)
class Stage:
    """A tournament of the demo club and its writers."""

    event: Event
    rng: Random
    till: Till
    director: User | None

    @property
    def seen(self) -> int:
        return Tournament.objects.get(event=self.event).revision

    def seed(self) -> str:
        return f"{self.rng.getrandbits(128):032x}"

    def block(self, number: int) -> Block:
        block = self.event.blocks.get(number=number)
        block.event = self.event
        return block


def _announce(name: str, day: date, template: str, till: Till, **details: Any) -> Stage:
    event = setting_up.create_tournament(
        name=name,
        business_date=day,
        venue="pub",
        rulebook="schockfreunde",
        template=template,
        start_time=STARTS,
        place="Saal vom „Goldenen Deckel“",
        fee_cents=FEE,
        pot_cents=POT,
        consent=CONSENT,
        words="Einlass eine Stunde vorher. Würfel und Becher stellen wir.",
        **details,
    )
    evenings.set_public(event=event, is_public=True)
    for place, percent in ((1, 50), (2, 30), (3, 20)):
        setting_up.add_prize(event=event, award="place", place=place, thing="", pot_percent=percent)
    setting_up.add_prize(
        event=event,
        award=Prize.Award.SCHOCK_AUS,
        place=None,
        thing="ein Lederbecher",
        sponsor="Sattlerei Riemann",
    )
    return _stage(event, till)


def _announced(name: str, till: Till) -> Stage:
    """Return the tournament that an earlier part announced."""
    return _stage(Event.objects.filter(kind=Event.Kind.TOURNAMENT, name=name).earliest("pk"), till)


def _stage(event: Event, till: Till) -> Stage:
    director = till.people[ANKE].user
    return Stage(event, Random(till.rng.random()), till, director)  # noqa: S311 - a game


def _register(stage: Stage, who: Mapping[str, Person | None], now: datetime) -> None:
    """Register people, shown in different ways; one who has played before is known again."""
    for at, (name, person) in enumerate(who.items()):
        shown = ("full", "short", "full", "alias", "short", "full", "full", "number")[at % 8]
        own = register(
            event=stage.event,
            client_id=str(new_id(stage.rng)),
            name=name,
            team_name=f"Tresen {at // 4 + 1}" if stage.event.tournament.team else "",
            shown=shown,
            alias=name.split()[0][:3] + "o" if shown == "alias" else "",
            consented=True,
            is_adult=True,
            person=person,
            now=now,
        )
        if own.participation is None and own.state == own.State.REGISTERED:
            known = Person.objects.filter(name=name).first()
            settle_identity(registration=own, person=known, name=name, now=now)


def _open_doors(stage: Stage, now: datetime) -> None:
    """Check all in, take their money, and cut the chain to those present."""
    for own in participations(stage.event):
        check_in(participation=own, by=stage.director, now=now)
        pay_to_play(stage.till, stage.event, own.person, FEE + POT, now)
    setting_up.fit_to_people(event=stage.event, seen=stage.seen)


def _draw(stage: Stage, number: int, now: datetime) -> None:
    draw = drawing.propose_draw(
        block=stage.block(number), seen=stage.seen, seed=stage.seed(), by=stage.director, now=now
    )
    releasing.release_draw(draw=draw, seen=stage.seen, by=stage.director, now=now)
    rounds.start_block(block=stage.block(number), seen=stage.seen, now=now)


def _play(stage: Stage, number: int, now: datetime, least: int | None = None) -> None:
    """Enter the cards of a block; with `least` each table has come so far, or a little further."""
    block = TournamentState(stage.event).blocks[number]
    for state in block.played:
        most = state.expected or LONGEST
        if least is not None:
            most = min(most, least + stage.rng.randrange(3))
        _play_table(stage, state, block.setting.scoring, most, now)


def _play_table(
    stage: Stage, state: TableState, scoring: formats.Scoring, most: int, now: datetime
) -> None:
    """Play so many games, or until the lives have decided; a seat without lives looks on."""
    lives = {seat.pk: scoring.lives or LONGEST for seat in state.seats}
    for game in range(1, most + 1):
        alive = [seat for seat, left in lives.items() if left]
        if len(alive) <= scoring.leave:
            break
        lives[_card(stage, state.table, game, alive, now)] -= 1


def _card(stage: Stage, table: Table, number: int, seats: Sequence[int], now: datetime) -> int:
    """Enter one game on a card, by chance; return the seat that lost it."""
    rng = stage.rng
    first, second = rng.choice(seats), rng.choice(seats)
    loser = rng.choice((first, second))
    others = [seat for seat in seats if seat not in {first, second}]
    aus = {rng.choice(others): 1} if others and rng.random() < AUS else {}
    enter_card(
        table=table,
        number=number,
        replaces=None,
        seen=None,
        client_id=str(new_id(rng)),
        card=cards.Card(
            seats=list(seats),
            lost_first=first,
            lost_second=second,
            lost_game=loser if first != second else None,
            schock_aus=aus,
        ),
        actor=Actor(user_id=stage.director.pk if stage.director else None),
        now=now,
    )
    return loser


def _close(stage: Stage, number: int, now: datetime) -> None:
    """Lock the block, play off the ties, and release the ranking."""
    rounds.lock_block(block=stage.block(number), seen=stage.seen, now=now)
    while open_ties := _open_ties(stage, number):
        order = list(open_ties[0].people)
        stage.rng.shuffle(order)
        ties.enter_playoff(
            block=stage.block(number),
            order=order,
            client_id=str(new_id(stage.rng)),
            seen=stage.seen,
            by=stage.director,
            now=now,
        )
    rounds.release_ranking(block=stage.block(number), seen=stage.seen, now=now)


def _open_ties(stage: Stage, number: int) -> Sequence[formats.OpenTie]:
    block = TournamentState(stage.event).blocks[number]
    return [*(block.advancing.ties if block.advancing else ()), *block.podium_ties]


def _begins(today: date, zone: tzinfo) -> datetime:
    """Return the start of the finished tournament, three weeks ago."""
    return datetime.combine(today - OVER_SINCE, STARTS, zone)


def open_finished(till: Till, today: date, zone: tzinfo) -> None:
    """Announce the finished tournament, register for it, check all in and take their money."""
    begins = _begins(today, zone)
    stage = _announce(FINISHED, begins.date(), "gonzerath", till, registration_open=True)
    members = [name for name, person in till.people.items() if person.user_id][:13]
    who = {name: till.people[name] for name in members} | dict.fromkeys(GUESTS[:3])
    _register(stage, who, begins - timedelta(days=10))
    _open_doors(stage, begins - timedelta(minutes=30))


def play_finished(till: Till, today: date, zone: tzinfo, *, blocks: slice) -> None:
    """Play these of its blocks, from the draw to the ranking."""
    stage = _announced(FINISHED, till)
    for number in sorted(TournamentState(stage.event).blocks)[blocks]:
        now = _begins(today, zone) + number * timedelta(minutes=70)
        _draw(stage, number, now - timedelta(minutes=60))
        _play(stage, number, now)
        _close(stage, number, now)


def pay_prizes(till: Till, today: date, zone: tzinfo) -> None:
    """End the tournament and pay the pot to the best."""
    stage, end = _announced(FINISHED, till), _begins(today, zone) + timedelta(hours=6)
    finishing.finish_tournament(event=stage.event, seen=stage.seen, by=stage.director, now=end)
    pot = pot_of(stage.event).paid_in
    best = stage.event.placings.select_related("participation__person")
    for prize, placing in zip(
        stage.event.prizes.filter(award=Prize.Award.PLACE), best, strict=False
    ):
        cents = pot * (prize.pot_percent or 0) // 100
        pay_winner(till, stage.event, placing.participation.person, prize, cents, end)


def open_running(till: Till, today: date, now: datetime) -> None:
    """Announce today's tournament, register for it, check all in and take their money."""
    stage = _announce(RUNNING, today, "schockfreunde", till, registration_open=True)
    _register(stage, dict.fromkeys(GUESTS), now - timedelta(days=5))
    _open_doors(stage, now - timedelta(hours=3))


def play_running(till: Till, now: datetime) -> None:
    """Play the first block to its end, and the second until some cards are back."""
    stage = _announced(RUNNING, till)
    _draw(stage, 1, now - timedelta(minutes=150))
    _play(stage, 1, now - timedelta(minutes=70))
    _close(stage, 1, now - timedelta(minutes=65))
    _draw(stage, 2, now - timedelta(minutes=50))
    _play(stage, 2, now, least=4)


def plan_next(till: Till, today: date, now: datetime) -> None:
    """Announce one in some weeks: registration is open, and so few places that people wait."""
    day = today + COMING_IN
    stage = _announce("Wintercup", day, "schockfreunde", till, registration_open=True, places=12)
    members = [name for name, person in till.people.items() if person.user_id][6:14]
    _register(stage, {name: till.people[name] for name in members}, now)
    _register(stage, dict.fromkeys(("Rita Schank", "Sven Tablett")), now)
