"""A phone without network comes back when the evening is signed: its game is a late card."""

from uuid import uuid4

from django.test import Client

from finance.books.services.reconcile import reconcile
from finance.close.queries import changed_since, last_close
from league.results.models.results import Result
from tests.finance.club import NOW


def test_a_game_arrives_after_the_signatures_and_what_it_costs_is_shown_as_a_change(closed):
    client = Client()
    client.force_login(closed.club.user("kim"))
    seats, key = [seat.pk for seat in closed.seats.values()], str(uuid4())

    def send(path, body):
        answer = client.post(f"/api/{path}", body, content_type="application/json")
        assert answer.status_code in (200, 201), answer.json()
        return answer.json()

    send(
        f"tables/{closed.table.pk}/games/",
        {"id": key, "seats": seats, "starter": seats[0], "number": 2},
    )
    lost = {"id": "l", "type": "round", "loser": str(seats[0]), "penalty": 1, "best": None}
    fine = {"id": "f", "type": "infraction", "player": str(seats[0]), "code": "dice_off_table"}
    tapped = "2026-03-06T21:05:00+01:00"
    send(f"games/{key}/events/", {"seen": 0, "events": [fine, lost], "tapped_at": tapped})
    send(f"games/{key}/abandon/", {"seen": 2, "id": "end", "reason": "letzter Bus"})
    assert Result.objects.get(number=2).is_current
    reconcile(event_id=closed.event.pk, now=NOW)
    # It waits for the treasurer's decision, and the paper that was signed stays what it is.
    assert {change.what for change in changed_since(last_close(closed.event))} == {"undecided"}
    assert last_close(closed.event).is_closed
