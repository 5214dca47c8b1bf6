"""A tournament as it stood at some past minute is what was seen in that minute."""

import random
import re
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from league.errors import IllegalError
from league.events.models import Event
from league.tournaments.core.queries.past import PastState
from league.tournaments.core.queries.state import TournamentState
from league.tournaments.direction.services import setting_up
from league.tournaments.draws.services import changes, drawing, releasing
from league.tournaments.ranking.services import finishing
from league.tournaments.registration.services.checking_in import check_in
from tests import builders
from tests import tournaments as day
from tests.builders import NIGHT
from tests.html import one_line
from tests.plugins.built import built_once

pytestmark = [pytest.mark.slow, pytest.mark.rules]

GUESTS = ["Kai", "Jenny", "Uwe", "Rosi", "Bea", "Olli", "Tina", "Max"]


@pytest.fixture(scope="module", autouse=True)
def _next_week():
    # No test here waits for the best draw.
    a_week_later = time_machine.travel(NIGHT + timedelta(days=7), tick=False)
    with pytest.MonkeyPatch.context() as patch, a_week_later:
        patch.setattr(drawing, "MANY_ROUNDS", 5_000)
        patch.setattr(drawing, "ONE_ROUND", 5_000)
        yield


def standing(state):
    """Return every ranking, without what is only needed to reckon on."""
    return (
        {n: [replace(row, met=()) for row in block.rows] for n, block in state.blocks.items()},
        [(placing.person, placing.rank, placing.block) for placing in state.ranking],
        state.teams,
        {code: list(rows) for code, rows in state.honours.items()},
        {n: block.step for n, block in state.blocks.items()},
        {n: block.cards_in for n, block in state.blocks.items()},
    )


class Evening:
    """A tournament whose standing is noted every few minutes."""

    def __init__(self, rng, template):
        self.rng, self.now, self.seen = rng, NIGHT, {}
        self.event = builders.tournament(template=template)
        day.people(self.event, *GUESTS, team_size=2)
        setting_up.fit_to_people(event=self.event, seen=day.seen(self.event))

    def later(self):
        """Note the standing at the end of the last minute, and go on to the next."""
        self.event = Event.objects.get(pk=self.event.pk)
        self.seen[self.now] = standing(TournamentState(self.event))
        self.now += timedelta(minutes=1)

    def game(self, state, number, again=False):
        names = day.circle(state.table)
        first, second = self.rng.choice(names), self.rng.choice(names)
        loser = None if first == second else self.rng.choice([first, second])
        reason = "verzählt" if again else ""
        with suppress(IllegalError):  # a correction that says the same
            day.game(state.table, number, first, second, loser, reason=reason, now=self.now)
        self.later()

    def play(self, number, games):
        day.draw(self.event, number, now=self.now)
        self.later()
        for at in range(1, games + 1):
            for state in day.tables(self.event, number):
                self.game(state, at)
                if self.rng.random() < 0.3:
                    self.game(state, self.rng.randint(1, at), again=True)

    def come_late(self, number):
        """Seat a late player at a table that is already playing."""
        own = day.registered(self.event, "Nina").participation
        own = check_in(participation=own, by=None, now=self.now)
        proposal = changes.propose_join(
            block=day.block_of(self.event, number),
            participation=own,
            seen=day.seen(self.event),
            seed="neu",
            by=None,
            now=self.now,
        )
        releasing.release_draw(draw=proposal, seen=day.seen(self.event), by=None, now=self.now)
        self.later()

    def close(self, number):
        for state in day.tables(self.event, number):
            for at in range(state.played + 1, (state.expected or 0) + 1):
                self.game(state, at)
        day.close(self.event, number, self.rng, now=self.now)
        self.later()


@pytest.mark.django_db
@pytest.mark.parametrize("seed", [pytest.param(0, marks=pytest.mark.both), 1])
def test_each_minute_is_found_again_as_it_was(club, seed):
    evening = Evening(random.Random(seed), ["schockfreunde", "werl"][seed])
    evening.play(1, 2)
    if seed == 0:
        evening.come_late(1)
    evening.close(1)
    evening.play(2, 1)
    evening.game(day.tables(evening.event, 1)[0], 1, again=True)
    assert len(evening.seen) > 15
    for moment, seen in evening.seen.items():
        assert standing(PastState(evening.event, moment)) == seen


def drawn():
    made = builders.tournament()
    day.people(made, *GUESTS)
    setting_up.fit_to_people(event=made, seen=day.seen(made))
    day.draw(made, 1)
    return made


@built_once
def event(club):
    """Return a tournament with one game on the night, which is corrected the next day."""
    made = drawn()
    table = day.tables(made, 1)[0].table
    names = day.circle(table)
    day.game(table, 1, names[0], names[0], now=NIGHT)
    tomorrow = NIGHT + timedelta(days=1)
    day.game(table, 1, names[1], names[1], reason="vertauscht", now=tomorrow)
    return day.counted(made)


def page(event, person=None, status=200, **asked):
    client = Client(headers={"accept-language": "de"})
    if person is not None:
        client.force_login(person.user)
    answer = client.get(reverse("league:tournament_table", args=[event.pk]), asked)
    assert answer.status_code == status
    return one_line(answer)


def order(html):
    body = html.split("<tbody>")[1].split("</tbody>")[0]
    return sorted((re.search(rf">\s*{name}\s*</a>", body).start(), name) for name in GUESTS)


@pytest.mark.once
@pytest.mark.parametrize(
    ("typed", "as_of"),
    [("2026-03-06T22:00", "6. März 2026, 22:00"), ("2026-03-06", "7. März 2026, 06:00")],
)
def test_members_read_how_it_stood_at_a_minute_or_at_the_end_of_a_day(club, event, typed, as_of):
    first, second = day.circle(day.tables(event, 1)[0].table)[:2]
    then, now = page(event, club.bernd, as_of=typed), page(event, club.bernd)
    assert f"Stand vom {as_of} Uhr" in then
    assert "data-stand" not in then
    assert order(then)[-1][1] == first
    assert order(now)[-1][1] == second


@pytest.mark.once
def test_before_the_first_game_nothing_was_played(club, event):
    assert "Da war noch nichts gespielt." in page(event, club.bernd, as_of="2026-03-05")


@pytest.mark.once
@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("2026-12-24", "Dieser Moment kommt erst noch."),
        ("2036-12-24", "Dieser Moment kommt erst noch."),
        ("2026-03-13T23:59", "Dieser Moment kommt erst noch."),
        ("1066-10-14T12:00", "So weit zurück reichen keine Abende."),
        ("gestern", "gültige"),
    ],
)
def test_a_moment_that_cannot_be_gets_a_sentence_and_the_table_of_now(club, event, typed, sentence):
    html = page(event, club.bernd, status=422, as_of=typed)
    assert sentence in html.split("<table")[0]
    assert order(html) == order(page(event, club.bernd))


@pytest.mark.once
def test_strangers_read_how_it_stands_now(event):
    assert "Wie es früher stand" not in page(event)
    assert order(page(event, as_of="2026-03-06")) == order(page(event))


@pytest.mark.both
def test_what_was_finished_stood_still(club):
    event, rng = drawn(), random.Random(5)
    for number in sorted(TournamentState(event).blocks):
        if number > 1:
            day.draw(event, number)
        day.play(event, number, rng)
        day.close(event, number, rng)
    end = NIGHT + timedelta(days=2)
    finishing.finish_tournament(event=event, seen=day.seen(event), by=None, now=end)
    event = Event.objects.get(pk=event.pk)
    before = standing(PastState(event, end))
    table = day.tables(event, 1)[0].table
    name = day.circle(table)[3]
    day.game(table, 2, name, name, reason="doch", now=end + timedelta(hours=1))
    assert (
        standing(PastState(event, end + timedelta(days=2)))
        == before
        != standing(TournamentState(event))
    )
