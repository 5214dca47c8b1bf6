"""Ends that no format foresees: the hall closes, the final falls out, too few are left."""

import random

import pytest

from league.events.models import Event
from league.tournaments.core.queries.state import TournamentState
from league.tournaments.core.queries.stored_state import StoredState
from league.tournaments.models.tournaments import Placing
from league.tournaments.registration.services import leaving
from tests import tournaments as day
from tests.directing import address, all_play, message_of, page, send, who

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
    assert f'{address("tournament_settings", event)}#absage' in text
    answer = send(desk, event, "finish_tournament", early="1", reason="Regen")
    assert answer.status_code == 409
