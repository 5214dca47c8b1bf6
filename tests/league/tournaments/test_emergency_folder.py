"""The emergency folder: printed before, played with a pencil, typed in afterwards."""

import random
from io import BytesIO

import pytest
from django.urls import reverse
from pypdf import PdfReader

from league.errors import LeagueError
from league.events.models import Participation
from league.tournaments.core.queries.draws import draw_in_force, proposed_draw, tables_of
from league.tournaments.direction.views.folder import read_seating
from league.tournaments.draws.services.changes import propose_leave
from league.tournaments.draws.services.releasing import release_draw
from tests import tournaments as day
from tests.builders import NIGHT, member, tournament

pytestmark = [pytest.mark.django_db, pytest.mark.once]
NAMES = ("Anna", "Bert", "Cleo", "Dirk", "Emil", "Fine", "Gerd", "Hanna", "Ines", "Jörg")


def folder(client, event) -> list[str]:
    answer = client.get(reverse("league:emergency_folder", args=[event.pk]))
    assert answer["Content-Type"] == "application/pdf"
    pages = PdfReader(BytesIO(answer.content)).pages
    return [" ".join(page.extract_text().split()) for page in pages]


def test_one_tap_prints_plan_and_cards_of_every_round_that_is_drawn(client, rosi):
    event = tournament(template="gonzerath")
    day.people(event, *NAMES)
    day.draw(event, 1)  # the next rounds seat the same people and are drawn at once
    pages = folder(client, event)
    assert "Nicht aushängen" in pages[0] or "nicht aushängen" in pages[0]
    text = " ".join(pages)
    for number in (1, 2, 3):
        assert f"Plan: {number}. Durchgang" in text
        assert f"Karte {number}-1" in text
        assert f"Karte {number}-2" in text
    # The rounds to come are secret: they are what the direction will release.
    rng = random.Random(1)
    day.play(event, 1, rng)
    day.close(event, 1, rng)
    second = day.draw(event, 2)
    one = tables_of(draw_in_force(second))[1]
    names = [Participation.objects.get(pk=person).person.name for person in one]
    (card,) = [page for page in pages if "Karte 2-1" in page and "Plan" not in page]
    assert all(name in card for name in names)
    assert sum("Karte ____" in page for page in pages) == 2  # blank cards, two on a sheet
    assert "Summenblatt" in pages[-1]
    assert all(name in pages[-1] for name in NAMES)
    assert "LAUFKARTE" not in text.upper()
    # A player who leaves is not lined up any more, and what was played until then still counts.
    gone = event.participations.get(person__name=NAMES[0])
    draw = propose_leave(
        block=second, participation=gone, seen=day.seen(event), seed="x", by=None, now=NIGHT
    )
    release_draw(draw=draw, seen=day.seen(event), by=None, now=NIGHT)
    assert NAMES[0] in folder(client, event)[-1]


def test_before_anybody_is_there_it_has_tables_to_draw_for_by_hand_and_lives_to_carry(client, rosi):
    event = tournament(template="silschede")
    for name in NAMES:
        day.registered(event, name)
    text = " ".join(folder(client, event))
    assert "von Hand auslosen" in text
    assert "Karte 1-2" in text
    assert text.upper().count("LAUFKARTE") >= len(NAMES)
    stranger = member("Nora", "treasurer")
    client.force_login(stranger.user)
    address = reverse("league:emergency_folder", args=[event.pk])
    assert client.get(address).status_code == 404


def test_what_was_drawn_on_paper_is_entered_and_found_by_the_number_of_the_card(client, rosi):
    event = tournament(template="gonzerath")
    people = day.people(event, *NAMES[:7])
    number = {person.start_number: person.pk for person in people}
    address = reverse("league:draw_by_hand", args=[event.pk, 1])
    seen = {"seen": day.seen(event)}
    answer = client.post(address, {**seen, "seating": "1: 4 2 7\n2: 1 3 5 5"})
    assert answer.status_code == 422
    assert "Startnummer 5 steht doppelt da." in answer.content.decode()
    assert "1: 4 2 7" in answer.content.decode()  # what was typed stays
    answer = client.post(address, {**seen, "seating": "1: 4 2 7\n5: 1, 3, 5"}, follow=True)
    assert "Startnummer 6 fehlt." in answer.content.decode()
    found = client.get(reverse("league:find_card", args=[event.pk]), {"card": "1-5"}, follow=True)
    assert "Durchgang 1 ist noch nicht ausgelost" in found.content.decode()
    client.post(address, {**seen, "seating": "1: 4 2 7\n\n5: 1, 3, 5 6"})
    draw = proposed_draw(day.block_of(event, 1))
    release = reverse("league:release_draw", args=[event.pk, 1])
    client.post(release, {"draw": draw.pk, "seen": day.seen(event)})
    block = day.block_of(event, 1)
    wanted = {1: [4, 2, 7], 5: [1, 3, 5, 6]}
    assert tables_of(draw_in_force(block)) == {
        table: tuple(number[n] for n in seats) for table, seats in wanted.items()
    }
    table = block.tables.get(number=5)
    for typed in ("1-5", " 1 – 5 ", "1/5"):
        answer = client.get(reverse("league:find_card", args=[event.pk]), {"card": typed})
        assert answer.url == reverse("games:score_card", args=[table.pk])
    card = client.get(answer.url).content.decode()
    assert card.index("Anna") < card.index("Cleo") < card.index("Emil") < card.index("Fine")
    page = client.get(reverse("league:tournament_draw", args=[event.pk, 1])).content.decode()
    assert "Auf Papier ausgelost" in page
    # The next rounds are drawn as ever, and no one meets again whom they met on paper.
    rng = random.Random(1)
    day.play(event, 1, rng)
    day.close(event, 1, rng)
    day.draw(event, 2)


@pytest.mark.parametrize("line", ["", "1 2 3", "1: a b", "0: 1 2", "1: 1 2\n1: 3 4"])
def test_a_line_that_is_not_clear_is_named(line):
    with pytest.raises(LeagueError):
        read_seating(line)
    assert read_seating("3: 14 2;5\n 4) 1,9") == {3: [14, 2, 5], 4: [1, 9]}
