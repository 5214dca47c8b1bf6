"""Several phones at the same moment: one of them is first, and nothing happens twice."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from django.db import connection

from league.access.actors import Actor
from league.errors import LeagueError
from league.evenings.models import Notice
from league.evenings.services import answers, calendars
from league.evenings.services.series import create_series
from league.events.models import Participation
from league.events.queries import participations
from league.kings import services as kings
from league.kings.models import King
from league.links import services as access
from league.links.models import Holder, TableLink
from league.results.models.results import Charge, Result
from league.results.models.second_look import Objection, RefereeCall
from league.results.queries.results import current_result
from league.results.services import confirming
from league.tournaments.models.tournaments import Registration
from league.tournaments.registration.services import checking_in, identities, registering
from tests import builders

pytestmark = pytest.mark.slow

NOW = builders.NIGHT


@pytest.fixture
def table(transactional_db, club):
    return builders.table(builders.evening(), club.anke, club.bernd, club.jette)


def at_once(*calls: Callable[[], object]) -> list[object]:
    """Run the calls in threads of their own that start together; an error is its answer."""
    start = Barrier(len(calls))

    def run(call: Callable[[], object]) -> object:
        start.wait()
        try:
            return call()
        except LeagueError as error:
            return error.code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(run, calls))


def phones(link, count):
    for n in range(count):
        holder = access.name_holder(
            link=link, device=f"phone-{n}", name=f"Gast {n}", seat=None, now=NOW
        )
        yield Actor(device=holder.device, holder_id=holder.pk, table_id=link.table_id)


def test_of_many_who_confirm_at_once_one_signs(club, table, link):
    result = builders.card(table, club.anke, club.anke)
    answers = at_once(
        *[
            lambda actor=actor: confirming.confirm_result(result=result, actor=actor, now=NOW)
            for actor in phones(link, 4)
        ]
    )
    assert sorted(map(str, answers)) == sorted([str(result), *["already_confirmed"] * 3])
    assert Result.objects.get().confirmed_holder is not None


def test_many_calls_of_a_table_at_once_are_one(table, link):
    answers = at_once(
        *[
            lambda actor=actor: confirming.call_referee(
                table=table, client_id=actor.device, note="", actor=actor, now=NOW
            )
            for actor in phones(link, 4)
        ]
    )
    assert len(set(answers)) == RefereeCall.objects.count() == 1


def test_a_problem_and_a_correction_at_once_never_both_hold(club, table, link):
    for number in range(1, 5):
        first = builders.card(table, club.anke, club.anke, number=number)
        (actor,) = phones(link, 1)
        at_once(
            lambda first=first, actor=actor: confirming.raise_objection(
                result=first, client_id="o", text="falsch", actor=actor, now=NOW
            ),
            lambda number=number: builders.card(
                table, club.bernd, club.bernd, number=number, seen=1, reason="doch anders"
            ),
        )
        version = current_result(table, number).version
        frozen = Objection.objects.filter(result=first).exists()
        assert (version, frozen) in {(1, True), (2, False)}


def test_a_name_tapped_twice_is_one_holder_and_a_link_made_twice_one_link(table, link):
    holders = at_once(
        *[
            lambda: access.name_holder(link=link, device="p", name="Anke", seat=None, now=NOW)
            for _ in range(4)
        ]
    )
    assert len(set(holders)) == Holder.objects.count() == 1
    links = at_once(
        *[lambda: access.make_link(table=table, by=None, now=NOW, replaces=link) for _ in range(4)]
    )
    assert len(set(links)) == 1
    assert TableLink.objects.count() == 2


# --- the club year --------------------------------------------------------------------------
def test_of_many_workers_one_sends_the_reminder(club, table):
    own = participations(table.block.event).first()
    claims = at_once(
        *[lambda: calendars.claim_reminder(participation=own, now=NOW) for _ in range(4)]
    )
    assert sum(claim is not None for claim in claims) == 1


def test_of_many_workers_one_tells_that_an_evening_falls_out(club, transactional_db):
    event = builders.evening()
    answers.reply(event=event, person=club.bernd, answer="yes", now=NOW - timedelta(days=2))
    answers.cancel_event(event=event, reason="Kirmes", by=None, now=NOW)
    notice = Notice.objects.get()
    claims = at_once(*[lambda: calendars.claim_notice(notice=notice, now=NOW) for _ in range(4)])
    assert claims.count(True) == 1


def test_two_who_move_and_call_off_at_once_leave_one_story(club, transactional_db):
    event = builders.evening()
    answers.reply(event=event, person=club.bernd, answer="yes", now=NOW - timedelta(days=2))
    day = builders.DAY + timedelta(days=7)
    at_once(
        lambda: answers.move_evening(event=event, day=day, by=None, now=NOW, today=NOW.date()),
        lambda: answers.cancel_event(event=event, reason="Kirmes", by=None, now=NOW),
        lambda: answers.move_evening(event=event, day=day, by=None, now=NOW, today=NOW.date()),
    )
    event.refresh_from_db()
    notice = Notice.objects.get()
    assert event.is_cancelled
    assert (notice.kind, notice.was_on) == ("cancelled", builders.DAY)
    assert event.revision == (1 if event.business_date == builders.DAY else 2)


def test_two_who_plan_the_same_series_make_it_once(club, transactional_db):
    days = [builders.DAY + timedelta(weeks=week) for week in range(1, 4)]
    made = at_once(
        *[
            lambda name=name: create_series(
                days=days, name=name, venue="pub", rulebook="rsc2003", start_time=None
            )
            for name in ("Spielabend", "Kneipenabend")
        ]
    )
    assert sorted(len(series) for series in made) == [0, 3]


def test_two_who_enter_another_winner_of_the_play_off_crown_one(club, table):
    builders.card(table, club.anke, club.bernd, club.bernd, aus={club.anke: 1, club.jette: 1})
    event = table.block.event
    answers = at_once(
        *[
            lambda person=person: kings.crown(
                event=event, person=person, seen=None, by=None, now=NOW
            )
            for person in (club.anke, club.jette)
        ]
    )
    assert sum(answer == "king_is_newer" for answer in answers) == 1
    assert King.objects.filter(event=event).count() == 1


def test_a_calendar_renewed_twice_at_once_has_one_link(club, transactional_db):
    first = calendars.renew_calendar(person=club.bernd, seen=None, now=NOW)
    links = at_once(
        *[
            lambda: calendars.renew_calendar(person=club.bernd, seen=first.pk, now=NOW)
            for _ in range(3)
        ]
    )
    assert len(set(links)) == 1


# --- tournaments ----------------------------------------------------------------------------
def register(event, name, client_id):
    return registering.register(
        event=event, name=name, client_id=client_id, is_adult=True, person=None, now=NOW
    )


def test_of_many_who_take_the_last_place_at_once_one_has_it(club, transactional_db):
    event = builders.tournament(places=2)
    register(event, "Gast", "first")
    at_once(*[lambda n=n: register(event, f"Gast {n}", f"tap{n}") for n in range(4)])
    states = sorted(Registration.objects.values_list("state", flat=True))
    assert states == [*["registered"] * 2, *["waiting"] * 3]
    at_once(*[lambda: identities.accept_everybody(event=event, now=NOW) for _ in range(4)])
    assert Participation.objects.filter(event=event).count() == 2


def test_a_form_sent_twice_at_once_is_one_registration(club, transactional_db):
    event = builders.tournament(places=2)
    answers = at_once(*[lambda: register(event, "Gast", "tap") for _ in range(4)])
    assert len(set(answers)) == Registration.objects.count() == 1


def test_two_at_the_desk_check_somebody_in_once_and_nobody_gets_a_number_twice(
    club, transactional_db
):
    event = builders.tournament(places=8)
    own = [register(event, f"Gast {n}", f"tap{n}") for n in range(3)]
    at_once(
        *[
            lambda registration=registration: checking_in.receive(
                registration=registration, by=None, now=NOW
            )
            for registration in (*own, *own)
        ]
    )
    numbers = Participation.objects.filter(event=event).values_list("start_number", flat=True)
    assert sorted(numbers) == [1, 2, 3]
    assert Charge.objects.filter(event=event).count() == 6


def test_two_who_cancel_at_once_move_two_up(club, transactional_db):
    event = builders.tournament(places=2)
    own = [register(event, f"Gast {n}", f"tap{n}") for n in range(5)]
    at_once(
        *[
            lambda registration=registration: registering.cancel(registration=registration, now=NOW)
            for registration in own[:2]
        ]
    )
    states = Registration.objects.order_by("pk").values_list("state", flat=True)
    assert list(states) == ["cancelled", "cancelled", "registered", "registered", "waiting"]
