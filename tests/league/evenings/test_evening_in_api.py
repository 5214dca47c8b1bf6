"""An evening and its results in the API: the same person reads what the pages show, and no more."""

from datetime import datetime, time, timedelta

import pytest
from django.urls import reverse

from league.kings import services as kings
from league.people.services.people import give_login, show_as
from tests import builders
from tests.builders import BERLIN, DAY, NIGHT

pytestmark = [pytest.mark.django_db, pytest.mark.once]
BEFORE_THE_END = datetime.combine(DAY, time(20, 30), BERLIN)


@pytest.fixture
def table(club):
    """Timo, a guest, plays at the table of Anke and Bernd; the second card came after the end."""
    event = builders.evening(start_time=time(20), end_time=time(21))
    made = builders.table(event, club.anke, club.bernd, club.timo)
    builders.card(made, club.anke, club.anke, aus={club.bernd: 1}, now=BEFORE_THE_END)
    builders.card(made, club.bernd, club.bernd, number=2, aus={club.anke: 2}, now=NIGHT)
    return made


def ask(client, name, pk):
    answer = client.get(reverse(f"league:api_{name}", args=[pk]))
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_a_guest_reads_who_sat_there_by_the_names_of_the_page(client, club, table, time_machine):
    time_machine.move_to(NIGHT + timedelta(hours=1))
    show_as(person=club.bernd, seen_as="nickname", nickname="Klappermax")
    client.force_login(give_login(person=club.timo, email="timo@club.invalid"))
    result = table.results.get(number=1)
    page = client.get(reverse("league:result", args=[result.pk])).content.decode()
    body = ask(client, "result", result.pk)
    for line in body["lines"]:
        assert line["name"] in page
    assert {line["name"] for line in body["lines"]} == {"Anke", "Bernd", "Timo"}


def test_the_king_is_told_with_who_crowned_him_and_whether_the_cards_differ(
    client, club, table, time_machine
):
    time_machine.move_to(NIGHT + timedelta(hours=1))
    event = table.block.event
    kings.crown(event=event, person=club.anke, seen=None, by=club.rolf.user, now=NIGHT)
    client.force_login(club.bernd.user)
    king = ask(client, "evening", event.pk)["king"]
    assert (king["name"], king["decided_by"], king["differs"]) == ("Anke", "Rolf", False)
    late = table.results.get(number=2)
    kings.say_in_time(result=late, in_time=False, by=club.rolf.user, now=NIGHT)
    body = ask(client, "evening", event.pk)
    assert body["king"]["differs"]
    # Which cards count is for those who run evenings to say, and to see.
    assert body["race"]["late_cards"] == []
    client.force_login(club.rolf.user)
    assert ask(client, "evening", event.pk)["race"]["late_cards"] == [
        {"result": late.pk, "counts": False, "phone_time": None}
    ]
