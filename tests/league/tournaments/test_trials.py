"""A tournament that was only a trial goes again, with its draw and its cards, while unpaid."""

from uuid import uuid4

import pytest
from django.urls import reverse

from finance.books.queries.tournaments import entry_claims
from finance.books.services.entry_fees import take_entry
from league.events.models import Event, Seat, Table
from league.figures.queries import games_of
from league.links.queries import links_in_force
from league.results.queries.results import standing_charges
from league.results.services.results import set_playing
from league.tournaments.models.tournaments import Placing
from tests import builders
from tests import tournaments as day
from tests.directing import address, all_play, browser, page, phone_at, send, who
from tests.html import one_line

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def played(event):
    day.draw(event, 1)
    all_play(event)


def test_a_trial_with_cards_is_deleted_and_counts_nowhere(desk, event):
    played(event)
    table = day.tables(event, 1)[0].table
    phone_at(table)
    anna = who(event, "Anna").person
    assert games_of(anna).exists()
    assert standing_charges(event).exists()
    assert entry_claims(event).exists()
    assert "Turnier löschen" in page(desk, event, "tournament_settings")
    way = f"{address('tournament_settings', event)}#loeschen"
    assert way in page(desk, event, "closing")
    answer = send(desk, event, "remove_tournament", reason="Nur eine Probe", follow=True)
    assert f"„{event.name}“ ist gelöscht." in answer.content.decode()
    assert desk.get(address("direction", event)).status_code == 404
    assert event.name not in one_line(desk.get(reverse("league:tournaments")))
    assert not games_of(anna).exists()
    assert not standing_charges(event).exists()
    assert not entry_claims(event).exists()
    assert not Seat.objects.filter(table__block__event=event, active=True).exists()
    assert not links_in_force(event, builders.NIGHT)
    gone = Event.objects.get(pk=event.pk)
    assert (gone.cancel_reason, gone.removed_at is not None) == ("Nur eine Probe", True)


def test_a_trial_that_was_only_drawn_is_deleted(desk, event):
    day.draw(event, 1)
    text = page(desk, event, "tournament_settings")
    assert "Turnier löschen" in text
    assert "Turnier absagen" not in text  # people sit already
    send(desk, event, "remove_tournament", reason="Probe")
    assert desk.get(address("tournament", event)).status_code == 404


def test_a_trial_is_not_deleted_without_a_reason(desk, event):
    played(event)
    answer = send(desk, event, "remove_tournament", reason=" ")
    assert (answer.status_code, "Gib kurz an, warum." in answer.content.decode()) == (422, True)
    assert Event.objects.get(pk=event.pk).removed_at is None
    assert games_of(who(event, "Anna").person).exists()


def test_after_a_payment_a_played_tournament_stays(desk, event):
    played(event)
    treasurer = builders.member("Karl", "treasurer")
    take_entry(
        event=event,
        person=who(event, "Anna").person,
        amount=1500,
        client_id=uuid4().hex,
        by=treasurer.user,
        today=builders.DAY,
        now=builders.NIGHT,
    )
    assert "Turnier löschen" not in page(desk, event, "tournament_settings")
    assert "#loeschen" not in page(desk, event, "closing")
    answer = send(desk, event, "remove_tournament", reason="Probe")
    assert (answer.status_code, "schon gezahlt" in answer.content.decode()) == (409, True)
    assert games_of(who(event, "Anna").person).exists()


def test_a_game_that_is_being_scored_is_ended_first(desk, event):
    played(event)
    table = Table.objects.filter(block__event=event).first()
    set_playing(table_id=table.pk, number=3)
    answer = send(desk, event, "remove_tournament", reason="Probe")
    assert answer.status_code == 409
    assert f"An Tisch {table.number} wird gerade" in answer.content.decode()
    assert Event.objects.get(pk=event.pk).removed_at is None


def test_a_closed_tournament_is_opened_again_before_it_is_deleted(desk, event):
    played(event)
    send(desk, event, "finish_tournament", early="1", reason="Saal zu")
    assert "Turnier löschen" not in page(desk, event, "tournament_settings")
    answer = send(desk, event, "remove_tournament", reason="Probe")
    assert answer.status_code == 409
    send(desk, event, "reopen_tournament")
    send(desk, event, "remove_tournament", reason="Probe")
    assert Event.objects.get(pk=event.pk).removed_at is not None
    assert not Placing.objects.filter(event=event).exists()


def test_a_late_card_of_a_deleted_trial_is_refused(desk, club, event):
    played(event)
    table = day.tables(event, 1)[0].table
    send(desk, event, "remove_tournament", reason="Probe")
    card = reverse("games:score_card", args=[table.pk])
    answer = browser(club.rolf).post(card, {"client_id": "spät", "game_1": "122"})
    assert answer.status_code in (404, 409)
    assert not table.results.filter(is_current=True).exists()
