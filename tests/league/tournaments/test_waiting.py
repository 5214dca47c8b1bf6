"""Matters that wait for the direction are told on its page until they are settled."""

import random
from dataclasses import replace
from datetime import timedelta

import pytest
from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils import timezone

from league import formats
from league.mail import services as outbox
from league.mail.models import Mail
from league.tournaments.direction.services import rounds, setting_up
from tests import builders
from tests import tournaments as day
from tests.directing import NAMES, address, all_play, browser, page, send, who

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def enter(desk, table, **games):
    answer = desk.post(
        reverse("games:score_card", args=[table.pk]), {"client_id": "k", **games}, follow=True
    )
    return answer.content.decode()


def test_a_wish_to_go_waits_on_the_page_until_it_is_released(desk, event):
    day.draw(event, 1)
    send(desk, event, "change_draw", 1, change="leave", person=who(event, "Anna").pk)
    text = page(desk, event)
    assert "Ein Vorschlag wartet auf die Freigabe: Vorrunde, gegangen." in text
    proposal = day.block_of(event, 1).draws.get(released_at=None)
    send(desk, event, "release_draw", 1, draw=proposal.pk)
    assert "Ein Vorschlag wartet" not in page(desk, event)


def test_the_step_that_is_next_is_not_said_twice(desk, event):
    send(desk, event, "propose_draw", 1)
    text = page(desk, event)
    assert "Auslosung ansehen und freigeben" in text
    assert "Wartet auf dich" not in text


def test_a_card_half_in_is_not_the_last_card(club, desk, event):
    day.draw(event, 1)
    first, second = day.tables(event, 1)
    all_play(event, 1, [first])
    text = enter(browser(club.rolf), second.table, game_1="122")
    assert "letzte Karte" not in text
    assert f"Auf der Karte von Tisch {second.table.number} fehlen noch Spiele." in text
    waits = f"Auf der Karte von Tisch {second.table.number} ist 1 Spiel von 2."
    assert waits in page(desk, event)
    done = enter(browser(club.rolf), second.table, game_1="122", seen_1="1", game_2="122")
    assert waits not in page(desk, event)
    assert "letzte Karte" in done


def test_mails_that_do_not_go_out_are_said(desk, event):
    day.draw(event, 1)
    assert "hinausgegangen" not in page(desk, event)
    letter = EmailMessage("Dein Platz", "Tisch 5", to=["anna@example.org"])
    outbox.put(kind=Mail.Kind.NOTICE, letter=letter, now=timezone.now() - timedelta(hours=1))
    assert "Seit " in (text := page(desk, event))
    assert "ist keine Mail hinausgegangen." in text


def test_a_tie_beside_the_next_step_is_said_with_the_way_to_it(desk, club):
    event = builders.tournament(template="leevmarie")
    day.people(event, *NAMES)
    chain = formats.fitted(formats.load("leevmarie"), 8)
    blocks = [replace(block, games=formats.Games(1)) for block in chain.blocks[:-1]]
    setting_up.set_chain(
        event=event, seen=day.seen(event), blocks=[*blocks, chain.blocks[-1]], team=None
    )
    rng = random.Random(3)
    for number in (1, 2, 3):
        day.draw(event, number)
        day.play(event, number, rng)
        day.close(event, number, rng)
    day.draw(event, 5)
    (final,) = day.tables(event, 5)
    one, other = day.circle(final.table)
    day.game(final.table, 1, one, other, one)
    day.game(final.table, 2, other, one, other)
    rounds.lock_block(block=day.block_of(event, 5), seen=day.seen(event), now=builders.NIGHT)
    text = page(desk, event)
    assert f"{address('direct_block', event, 5)}#gleichstand" in text
    assert "In „Finale“ ist ein Gleichstand offen." in text
    day.close(event, 5, rng)
    assert "Gleichstand offen" not in page(desk, event)
