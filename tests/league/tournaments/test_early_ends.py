"""Ends that no format foresees: the hall closes, the final falls out, too few are left."""

import random
from uuid import uuid4

import pytest
from django.urls import reverse

from finance.books.services.entry_fees import take_entry
from league import formats
from league.events.models import Event
from league.tournaments.core.queries.state import TournamentState, format_of
from league.tournaments.core.queries.stored_state import StoredState
from league.tournaments.direction.services import setting_up
from league.tournaments.direction.services.setting_up import set_chain
from league.tournaments.models.tournaments import Placing
from league.tournaments.registration.services import leaving
from tests import builders
from tests import tournaments as day
from tests.directing import address, all_play, message_of, page, send, who
from tests.html import one_line

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def ranked(event):
    day.draw(event, 1)
    all_play(event)
    day.close(event, 1, random.Random(1))


def test_a_final_that_falls_out_leaves_the_released_places(desk, event):
    ranked(event)
    released = [placed.person for placed in TournamentState(event).ranking]
    day.draw(event, 2)
    all_play(event, 2)
    assert f'href="{address("closing", event)}"' in page(desk, event)
    assert "Es gelten die Plätze nach „Vorrunde“." in page(desk, event, "closing")
    answer = send(desk, event, "finish_tournament", early="1", reason="Der Saal schließt")
    assert answer.status_code == 302
    kept = Placing.objects.filter(event=event).order_by("position")
    assert [row.participation_id for row in kept] == released
    assert "Vorzeitig beendet: Der Saal schließt" in page(desk, event, "closing")
    over = Event.objects.get(pk=event.pk)
    assert [placed.person for placed in StoredState(over).ranking] == released


def test_an_early_end_needs_a_reason(desk, event):
    ranked(event)
    answer = send(desk, event, "finish_tournament", early="1", reason=" ")
    assert (answer.status_code, message_of(answer)) == (422, "Gib kurz an, warum.")
    assert "Vorzeitig beenden" in answer.content.decode()
    assert not Placing.objects.filter(event=event).exists()


def test_fewer_than_three_left_are_led_to_the_end(desk, event):
    ranked(event)
    for placed in TournamentState(event).ranking[:2]:
        person = TournamentState(event).people[placed.person]
        leaving.go_home(participation=person, seen=day.seen(event))
    for name in ("Anna", "Boris", "Cem", "Doro", "Ede", "Fritz"):
        person = who(event, name)
        if person.is_here:
            leaving.go_home(participation=person, seen=day.seen(event))
    text = page(desk, event)
    assert "Leute einchecken" in text
    assert f'href="{address("closing", event)}"' in text
    send(desk, event, "finish_tournament", early="1", reason="Alle heimgegangen")
    assert Placing.objects.filter(event=event).count() == 8


def test_without_a_released_result_nobody_gets_a_place(desk, event):
    day.draw(event, 1)
    text = page(desk, event, "closing")
    assert "Noch ist kein Ergebnis freigegeben: Niemand bekommt einen Platz." in text
    send(desk, event, "finish_tournament", early="1", reason="Stromausfall")
    assert not Placing.objects.filter(event=event).exists()
    assert "Vorzeitig beendet: Stromausfall" in page(desk, event, "closing")


def test_a_tournament_ended_early_is_opened_again_and_goes_on(desk, event):
    ranked(event)
    send(desk, event, "finish_tournament", early="1", reason="Der Saal schließt")
    send(desk, event, "reopen_tournament")
    assert "Vorzeitig beendet" not in page(desk, event, "closing")
    day.draw(event, 2)
    all_play(event, 2)
    day.close(event, 2, random.Random(1))
    send(desk, event, "finish_tournament")
    over = Event.objects.get(pk=event.pk)
    assert over.tournament.end_reason == ""
    assert Placing.objects.filter(event=event).count() == 8


def test_before_the_first_draw_it_is_called_off_instead(desk, event):
    text = page(desk, event, "closing")
    assert "Vorzeitig beenden" not in text
    assert f"{address('tournament_settings', event)}#absage" in text
    answer = send(desk, event, "finish_tournament", early="1", reason="Regen")
    assert answer.status_code == 409


def test_an_early_end_locks_the_tables_and_opening_again_frees_them(desk, event):
    ranked(event)
    day.draw(event, 2)
    send(desk, event, "finish_tournament", early="1", reason="Der Saal schließt")
    assert day.block_of(event, 2).locked_at is not None
    send(desk, event, "reopen_tournament")
    assert day.block_of(event, 2).locked_at is None
    assert day.block_of(event, 1).locked_at is not None


def test_a_played_out_tournament_is_not_ended_early(desk, event):
    ranked(event)
    day.draw(event, 2)
    all_play(event, 2)
    day.close(event, 2, random.Random(1))
    assert "Vorzeitig beenden" not in page(desk, event, "closing")
    answer = send(desk, event, "finish_tournament", early="1", reason="Müde")
    assert answer.status_code == 409


def test_an_early_end_is_said_to_everybody(desk, event):
    ranked(event)
    send(desk, event, "finish_tournament", early="1", reason="Der Saal schließt")
    assert "Vorzeitig beendet: Der Saal schließt" in page(desk, event, "tournament")
    assert page(desk, event, "tournament_table").count("vorläufig") == 0


def test_a_released_result_goes_back_until_the_next_round_is_drawn(desk, event):
    ranked(event)
    assert "Ergebnis zurücknehmen" in page(desk, event, "direct_block", 1)
    send(desk, event, "block_step", 1, step="unrank")
    assert day.block_of(event, 1).ranked_at is None
    send(desk, event, "block_step", 1, step="rank")
    day.draw(event, 2)
    answer = send(desk, event, "block_step", 1, step="unrank")
    assert answer.status_code == 409
    assert "„Finale“ ist aus diesem Ergebnis ausgelost." in message_of(answer)


def test_a_result_that_goes_back_takes_the_round_it_added_along(desk, event):
    lives = {"scoring": {"lives": 3}, "again": True, "ties": ["lives", "lot"]}
    settings = {**format_of(event).block(1).to_dict(), **lives}
    settings.pop("advance")
    block = formats.Block.from_dict(settings)
    set_chain(event=event, seen=day.seen(event), blocks=[block], team=None)
    ranked(event)
    assert event.blocks.count() == 2
    send(desk, event, "block_step", 1, step="unrank")
    assert event.blocks.count() == 1
    send(desk, event, "block_step", 1, step="rank")
    assert event.blocks.count() == 2


def test_a_trial_is_called_off_and_deleted_and_its_name_is_free(desk, event):
    assert "Turnier löschen" not in page(desk, event, "tournament_settings")
    assert send(desk, event, "remove_tournament").status_code == 409
    send(desk, event, "call_off", reason="Nur ein Versuch")
    assert "Das Turnier ist abgesagt." in page(desk, event)
    assert "Turnier löschen" in page(desk, event, "tournament_settings")
    answer = send(desk, event, "remove_tournament", follow=True)
    assert f"„{event.name}“ ist gelöscht." in answer.content.decode()
    assert event.name not in one_line(desk.get(reverse("league:tournaments")))
    assert desk.get(address("tournament", event)).status_code == 404
    anew = setting_up.create_tournament(
        name=event.name,
        business_date=event.business_date,
        venue="pub",
        template="steele",
        rulebook=event.rulebook,
    )
    assert anew.pk != event.pk


def test_a_tournament_that_was_paid_for_is_not_deleted(desk, club):
    event = builders.tournament(template="steele")
    treasurer = builders.member("Karl", "treasurer")
    own = day.people(event, "Anna")[0]
    take_entry(
        event=event,
        person=own.person,
        amount=1500,
        client_id=uuid4().hex,
        by=treasurer.user,
        today=builders.DAY,
        now=builders.NIGHT,
    )
    send(desk, event, "call_off", reason="Regen")
    assert "Turnier löschen" not in page(desk, event, "tournament_settings")
    answer = send(desk, event, "remove_tournament")
    assert "Für dieses Turnier wurde schon gezahlt" in message_of(answer)
