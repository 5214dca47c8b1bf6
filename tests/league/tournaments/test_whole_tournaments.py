"""Whole tournaments, from the registration to the certificates."""

import random
from collections import Counter
from dataclasses import replace
from io import BytesIO
from uuid import uuid4

import pytest
from django.db import transaction
from django.urls import reverse
from pypdf import PdfReader

from games.cards.sheets import sheet_of
from league import formats
from league.events import queries
from league.events.models import Seat, Table
from league.results.models.results import Charge, Result
from league.tournaments.core.queries import draws
from league.tournaments.core.queries.state import TournamentState
from league.tournaments.direction.services import setting_up
from league.tournaments.models.tournaments import Draw, Registration
from league.tournaments.registration.services.checking_in import receive
from league.tournaments.registration.services.registering import cancel
from tests import tournaments as day
from tests.builders import NIGHT, member, tournament
from tests.directing import browser, message_of, page, send, who

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def names(number: int) -> list[str]:
    return [f"Gast {at:03}" for at in range(1, number + 1)]


def played_through(event, rng: random.Random) -> TournamentState:
    """Draw, play, lock and rank every block, the parallel ones too, and close the day."""
    for number in sorted(TournamentState(event).blocks):
        day.draw(event, number, seed=f"Bierdeckel {number}")
        day.play(event, number, rng)
        day.close(event, number, rng)
    day.finish(event)
    return TournamentState(event)


def check_day(state: TournamentState, people: int) -> None:
    """Assert what must hold after any tournament, counted without the scoring."""
    event = state.event
    assert [placing.position for placing in event.placings.all()] == list(range(1, people + 1))
    for number, block in state.blocks.items():
        sat = [person for table in block.draw.tables for person in table["people"]]
        assert len(sat) == len(set(sat)), f"nobody sits twice in block {number}"
        assert all(table.state == "in" for table in block.played)
        results = Result.objects.filter(table__block=block.block, is_current=True)
        losers = results.filter(lines__lost_game=True)
        lost = Counter(losers.values_list("lines__seat__participation", flat=True))
        assert {row.person: row.here.games_lost for row in block.rows} == {
            row.person: lost[row.person] for row in block.rows
        }
    winner = event.placings.get(position=1).participation_id
    final = state.blocks[state.format.main_line()[-1]]
    assert final.row_of(winner).lives > 0
    assert [row.lives for row in final.rows if row.person != winner].count(0) == len(final.rows) - 1


@pytest.mark.parametrize("template", ["werl", "steele"])
def test_other_formats_are_played_too(template):
    event = tournament(template=template)
    day.people(event, *names(16))
    setting_up.fit_to_people(event=event, seen=day.seen(event))
    for number in sorted(TournamentState(event).blocks):
        day.draw(event, number)
        assert day.tables(event, number)
        if TournamentState(event).blocks[number].setting.advance is not None:
            break


# --- a day on which everything happens ------------------------------------------------------
class Day:
    """Forty-seven after Gonzerath, directed by its pages: who came, who went, what went wrong."""

    def __init__(self) -> None:
        self.desk = browser(member("Dora", "director"))
        self.event = tournament(template="gonzerath")
        day.people(self.event, *names(46))
        setting_up.fit_to_people(event=self.event, seen=day.seen(self.event))
        self.rng = random.Random(47)
        self.texts: dict[int, dict[int, str]] = {}  # of each table's card

    def tap(self, route: str, /, *args: object, **data: object):
        answer = send(self.desk, self.event, route, *args, follow=True, **data)
        assert answer.status_code == 200, message_of(answer)
        return answer

    def draw(self, number: int) -> None:
        self.tap("propose_draw", number)
        self.release(number)

    def release(self, number: int) -> None:
        proposal = draws.proposed_draw(day.block_of(self.event, number))
        self.tap("release_draw", number, draw=proposal.pk)

    def leaves(self, number: int, who: int) -> None:
        self.tap("change_draw", number, change="leave", person=who)
        self.release(number)

    def card(self, table: Table, texts: dict[int, str], **more: object) -> None:
        """Typed in whole at the desk, as it lies there."""
        data = {"client_id": uuid4().hex, "complete": "on", **more}
        seen = {
            f"seen_{column.number}": column.result.version
            for column in sheet_of(table).columns
            if column.result
        }
        data |= seen | {f"game_{number}": text for number, text in texts.items()}
        answer = self.desk.post(reverse("games:score_card", args=[table.pk]), data)
        assert answer.status_code == 302, answer.content.decode()

    def cards(self, number: int, lost: int | None = None) -> None:
        """Enter a full card of every table; at each table another one loses, by chance."""
        for state in day.tables(self.event, number):
            if state.table.number == lost or state.state == "in":
                continue
            size = len(state.seats)
            games = {}
            for game in range(1, (state.expected or 1) + 1):
                first, second = self.rng.randint(1, size), self.rng.randint(1, size)
                games[game] = f"{first}{second}" + ("" if first == second else f"{first}")
            self.card(state.table, games)
            self.texts[state.table.pk] = games

    def advancing(self, number: int) -> set[int]:
        return set(TournamentState(self.event).blocks[number].advancing.people)

    def corrects_one(self, number: int) -> tuple[int, int]:
        """Correct a misread card of this block; return the player who goes on by it, and the one
        who now stays behind.
        """
        before = self.advancing(number)
        for out in sorted(before):
            state = next(table for table in day.tables(self.event, number) if out in table.people)
            at = 1 + [seat.participation_id for seat in sheet_of(state.table).seats].index(out)
            texts = self.texts[state.table.pk]
            for game in texts:
                texts = texts | {game: f"{at}{at}"}
                with transaction.atomic():
                    self.card(queries.table(state.table.pk), texts, reason="falsch gelesen")
                    now = self.advancing(number)
                    if len(now) == len(before) and len(now - before) == 1:
                        return (now - before).pop(), (before - now).pop()
                    transaction.set_rollback(True)
        raise AssertionError("no card moves just one")

    def close(self, number: int) -> None:
        day.close(self.event, number, self.rng)

    def standing(self, number: int) -> dict[str, formats.Row]:
        state = TournamentState(self.event)
        return {state.people[row.person].person.name: row for row in state.blocks[number].rows}

    def name(self, who: int) -> str:
        return TournamentState(self.event).people[who].person.name


def certificates_of(desk, event) -> list[str]:
    made = desk.get(reverse("league:papers", args=[event.pk, "urkunden"]))
    texts = [
        " ".join(page_object.extract_text().split())
        for page_object in PdfReader(BytesIO(made.content)).pages
    ]
    return [next(name for name in [*names(46), "Peter"] if name in text) for text in texts]


def test_forty_seven_with_a_leaver_a_late_arrival_a_lost_card_and_a_correction(club):
    cup = Day()
    event = cup.event
    # The first round: a player goes after two games, and the card of table 8 never comes back.
    cup.draw(1)
    table = day.tables(event, 1)[0]
    gone = table.people[0]
    cup.leaves(1, gone)
    seat = Seat.objects.get(participation=gone)
    texts = dict.fromkeys((1, 2), "232") | dict.fromkeys((3, 4, 5), "343")
    cup.card(table.table, texts, **{f"until_{seat.pk}": 2})
    cup.cards(1, lost=8)
    lost = day.tables(event, 1)[7]
    cup.tap("give_up_card", lost.table.pk, kind="own", reason="im Bier ertrunken")
    cup.close(1)
    # Two games count for a player who went: with those without a card, behind all others.
    assert cup.standing(1)[cup.name(gone)].position > 46 - 1 - len(lost.people)

    # A player comes while the second round is played, and sits down with one tap.
    cup.draw(2)
    (late,) = day.people(event, "Peter")
    assert "1 ohne Tisch" in page(cup.desk, event)
    cup.tap("change_draw", 2, change="seat", person=late.pk)
    cup.cards(2)
    cup.close(2)
    cup.tap("credit", 1, late.pk, kind="table", reason="kam nach der ersten Runde")
    cup.draw(3)
    cup.cards(3)
    cup.close(3)
    rows = cup.standing(3)
    assert len(rows) == 46
    assert {row.total.blocks for row in rows.values()} == {3}  # no one is behind for want of one

    # The final is drawn, then a card of the third round turns out to be wrong.
    cup.draw(4)
    instead, out = cup.corrects_one(3)
    text = page(cup.desk, event)
    assert f"Richtigstellen: {cup.name(instead)} für {cup.name(out)}" in text
    cup.tap("change_draw", 4, change="right")
    cup.release(4)
    final = day.tables(event, 4)[0]
    assert set(final.people) == cup.advancing(3)
    assert TournamentState(event).people[out].is_here

    # One of them goes home after the first game with both lives; the others play it out.
    circle = day.circle(final.table)
    leaver, *others = circle
    day.game(final.table, 1, others[0], others[1], others[0])
    cup.leaves(4, who(event, leaver).pk)
    lives = dict.fromkeys(others, 2) | {others[0]: 1}
    number = 1
    while sum(left > 0 for left in lives.values()) > 1:
        number += 1
        alive = [name for name in others if lives[name]]
        dead = set(others) - set(alive)
        day.game(final.table, number, alive[0], alive[1], alive[0], out=dead)
        lives[alive[0]] -= 1
    cup.close(4)
    cup.tap("finish_tournament")

    # The right names: the last with a life first, then as they went out, then the leaver.
    expected = [*reversed(others), leaver]
    papers = certificates_of(cup.desk, event)
    assert papers[: len(expected)] == expected
    assert papers[len(expected)] == cup.name(
        next(
            row.person
            for row in TournamentState(event).blocks[3].rows
            if row.person not in final.people
        )
    )
    assert papers.index(cup.name(gone)) == 46
    assert sorted(papers[:47]) == sorted([*names(46), "Peter"])


def with_two_games(event) -> None:
    """Set two games a round in place of more, where no lives are played for."""
    chain = TournamentState(event).format
    blocks = [
        block if block.scoring.lives else replace(block, games=formats.Games(2))
        for block in chain.blocks
    ]
    setting_up.set_chain(event=event, seen=day.seen(event), blocks=blocks, team=chain.team)


def run_from_registration_to_certificates(client, number: int, *, is_short: bool) -> None:
    director = member("Rosi", "director", "treasurer")
    event = tournament(template="schockfreunde", places=number)
    guests = day.people(event, *names(number - 1), team_size=5)
    late = [day.registered(event, name) for name in ("Zuletzt Einer", "Zuletzt Zwei")]
    assert [registration.state for registration in late] == ["registered", "waiting"]
    cancel(registration=late[0], now=NIGHT)
    moved = Registration.objects.get(pk=late[1].pk)
    assert moved.state == "registered"
    receive(registration=moved, by=None, now=NIGHT)
    fees = Charge.objects.filter(event=event, kind="entry_fee", withdrawal=None)
    assert fees.count() == number
    setting_up.fit_to_people(event=event, seen=day.seen(event))
    if is_short:
        with_two_games(event)
    state = played_through(event, random.Random(number))
    check_day(state, number)
    assert len(guests) + 1 == number
    assert len(state.teams) == number // 5
    lives_lost = sum(member.lives_lost for team in state.teams for member in team.members)
    assert lives_lost
    assert lives_lost == sum(
        row.here.lives_lost
        for block in state.blocks.values()
        for row in block.rows
        if state.people[row.person].team_id
    )
    repeats = TournamentState(event).blocks[3].draw
    assert repeats.kind == Draw.Kind.DRAW
    client.force_login(director.user)
    page = client.get(reverse("league:papers", args=[event.pk, "urkunden"]))
    assert page.status_code == 200
    assert page["Content-Type"] == "application/pdf"
    assert len(PdfReader(BytesIO(page.content)).pages) >= number
    assert page.content.startswith(b"%PDF-")
    for paper, query in (
        ("sitzplan", "?block=1"),
        ("tabelle", "?block=3"),
        ("tabelle", ""),
    ):
        made = client.get(reverse("league:papers", args=[event.pk, paper]) + query)
        assert made.content.startswith(b"%PDF-"), paper


def test_forty_guests_from_the_registration_to_the_certificates(client):
    run_from_registration_to_certificates(client, 40, is_short=True)


@pytest.mark.long
def test_four_hundred_guests_from_the_registration_to_the_certificates(client):
    run_from_registration_to_certificates(client, 400, is_short=False)
