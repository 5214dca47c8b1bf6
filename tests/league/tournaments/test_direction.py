"""The direction of a tournament: what its pages say, and what two directors hear at once."""

import random
import re
from dataclasses import replace
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from league import formats
from league.events.models import Event, Seat
from league.links import services as access
from league.results.models.results import Result
from league.tournaments.core.queries import draws
from league.tournaments.core.queries.state import TournamentState, format_of
from league.tournaments.direction.services import rounds, setting_up
from league.tournaments.models.tournaments import Draw, Placing
from tests import builders
from tests import tournaments as day
from tests.builders import NIGHT
from tests.directing import (
    NAMES,
    address,
    all_play,
    browser,
    locked,
    longer,
    message_of,
    page,
    send,
    who,
)
from tests.html import markup, one_line

pytestmark = [pytest.mark.django_db, pytest.mark.once]


# --- what is next ---------------------------------------------------------------------------
def test_the_page_says_what_to_do_next_from_the_draw_to_the_end(desk, event):
    assert "Vorrunde auslosen (8 Leute)" in page(desk, event)
    send(desk, event, "propose_draw", 1)
    assert "Auslosung ansehen und freigeben" in page(desk, event)
    proposal = draws.proposed_draw(day.block_of(event, 1))
    send(desk, event, "release_draw", 1, draw=proposal.pk)
    assert "Uhr starten (30 Minuten)" in page(desk, event)
    send(desk, event, "block_step", 1, step="start")
    assert "Noch 2 Karten eingeben" in page(desk, event)
    assert "0 von 2 Karten sind da" in page(desk, event)
    for state in day.tables(event, 1):
        names = day.circle(state.table)
        day.game(state.table, 1, names[0], names[1], names[0])
        day.game(state.table, 2, names[0], names[1], names[0])
    assert "Alle Karten da: Vorrunde sperren" in page(desk, event)
    send(desk, event, "block_step", 1, step="lock")
    assert "Ergebnis von Vorrunde freigeben" in page(desk, event)
    send(desk, event, "block_step", 1, step="rank")
    assert "Finale auslosen (4 Leute)" in page(desk, event)


def test_the_open_page_asks_again_and_hears_nothing_where_nothing_is_new(desk, event):
    day.draw(event, 1)
    mark = re.search(r"mark=(\w+)", page(desk, event))[1]
    assert desk.get(address("direction", event), {"mark": mark}).status_code == 204
    first = day.tables(event, 1)[0].table
    names = day.circle(first)
    day.game(first, 1, names[0], names[1], names[0])
    assert desk.get(address("direction", event), {"mark": mark}).status_code == 200


def test_too_few_people_are_sent_to_the_door(desk):
    empty = builders.tournament(name="Leer")
    assert "Leute einchecken" in page(desk, empty)


# --- two directors --------------------------------------------------------------------------
def test_the_slower_of_two_directors_hears_it_and_sees_the_new_state(desk, club, event):
    before = day.seen(event)
    send(browser(club.anke), event, "propose_draw", 1)
    answer = send(desk, event, "propose_draw", 1, seen=before)
    assert answer.status_code == 409
    assert message_of(answer).startswith("Inzwischen hat jemand anders entschieden.")
    assert Draw.objects.filter(block__event=event).count() == 1
    answer = send(desk, event, "block_step", 1, step="start", seen=before)
    assert "Freigeben: So sitzen wir" in answer.content.decode()


def test_a_button_pressed_on_the_control_page_is_refused_on_the_control_page(desk, event):
    answer = send(desk, event, "block_step", 1, step="start", **{"from": "direction"})
    assert message_of(answer) == "Gib erst die Auslosung frei."
    assert "Vorrunde auslosen" in answer.content.decode()


def test_a_discarded_proposal_is_not_released_from_an_old_page(desk, event):
    send(desk, event, "propose_draw", 1)
    old = draws.proposed_draw(day.block_of(event, 1))
    answer = send(desk, event, "propose_draw", 1, reason=" ")
    assert message_of(answer) == "Bitte sag, warum noch einmal ausgelost wird."
    send(desk, event, "propose_draw", 1, reason="Ede saß falsch")
    answer = send(desk, event, "release_draw", 1, draw=old.pk)
    assert message_of(answer) == "Diese Auslosung wurde verworfen. Sieh dir die neue an."
    assert not Seat.objects.filter(table__block__event=event).exists()


def test_whoever_discards_a_draw_says_why_it_is_drawn_again(desk, event):
    send(desk, event, "propose_draw", 1)
    proposal = draws.proposed_draw(day.block_of(event, 1))
    send(desk, event, "discard_draw", 1, draw=proposal.pk)
    assert "Warum noch einmal?" in page(desk, event)
    answer = send(desk, event, "propose_draw", 1)
    assert message_of(answer) == "Bitte sag, warum noch einmal ausgelost wird."
    send(desk, event, "propose_draw", 1, reason="Gabi kam dazu")
    assert draws.proposed_draw(day.block_of(event, 1)).reason == "Gabi kam dazu"


# --- cards ----------------------------------------------------------------------------------
def test_a_table_that_never_hands_in_its_card_is_given_up_with_a_reason(desk, event):
    day.draw(event, 1)
    first, second = day.tables(event, 1)
    names = day.circle(first.table)
    for game in (1, 2):
        day.game(first.table, game, names[0], names[1], names[0])
    answer = send(desk, event, "block_step", 1, step="lock")
    assert message_of(answer).startswith("Von diesen Tischen fehlt noch die Karte: 2.")
    answer = send(desk, event, "give_up_card", second.table.pk, reason=" ")
    assert (answer.status_code, message_of(answer)) == (
        422,
        "Bitte sag, warum es ohne diese Spiele weitergeht.",
    )
    send(desk, event, "give_up_card", second.table.pk, reason="im Bier ertrunken")
    text = page(desk, event)
    assert "ohne Karte" in text
    assert "1 von 2 Karten sind da, 1 aufgegeben" in text
    assert "1 Karte da, 1 aufgegeben: Vorrunde sperren" in text
    assert "im Bier ertrunken" in page(desk, event, "direct_table", second.table.pk)
    send(desk, event, "block_step", 1, step="lock")
    assert day.block_of(event, 1).locked_at is not None


def test_a_card_handed_in_early_counts_as_it_is_until_it_is_taken_back(club, event):
    day.draw(event, 1)
    state = day.tables(event, 1)[0]
    names = day.circle(state.table)
    treasurer = browser(club.kadir)
    answer = send(treasurer, event, "table_card", state.table.pk)
    assert message_of(answer) == "Auf dieser Karte steht kein Spiel. Trag erst eines ein."
    day.game(state.table, 1, names[0], names[1], names[0])
    send(treasurer, event, "table_card", state.table.pk)
    assert "1 von 2 Karten sind da" in page(treasurer, event)
    send(treasurer, event, "table_card", state.table.pk, do="back")
    assert "0 von 2 Karten sind da" in page(treasurer, event)


def test_who_only_runs_evenings_enters_cards_and_decides_nothing(club, event):
    day.draw(event, 1)
    text = page(browser(club.kadir), event)
    assert reverse("games:score_card", args=[day.tables(event, 1)[0].table.pk]) in text
    assert "schritt/" not in text
    assert "Als Nächstes" not in text


# --- ties -----------------------------------------------------------------------------------
def tied(event):
    """Return a tie: at one table two lose everything, at the other all lose the same: five for two
    places.
    """
    day.draw(event, 1)
    first, second = day.tables(event, 1)
    circle = day.circle(first.table)
    day.game(first.table, 1, circle[0], circle[1], circle[0])
    day.game(first.table, 2, circle[0], circle[1], circle[0])
    other = day.circle(second.table)
    day.game(second.table, 1, other[0], other[1], other[0])
    day.game(second.table, 2, other[2], other[3], other[2])
    rounds.lock_block(block=day.block_of(event, 1), seen=day.seen(event), now=NIGHT)
    return TournamentState(event).blocks[1].advancing.ties[0]


def test_a_tie_at_the_cut_is_played_off_before_the_ranking_is_released(desk, event):
    tie = tied(event)
    assert "Gleichstand entscheiden" in page(desk, event)
    text = page(desk, event, "direct_block", 1)
    assert f"{tie.places} von diesen kommen weiter, alles steht gleich." in text
    answer = send(desk, event, "block_step", 1, step="rank")
    assert message_of(answer).startswith("Ein Gleichstand entscheidet noch, wer weiterkommt.")
    places = {f"place-{person}": 1 for person in tie.people}
    answer = send(desk, event, "decide_tie", 1, do="playoff", person=tie.people, **places)
    assert message_of(answer) == "Gib jedem genau einen Platz: 1 für den, der gewonnen hat."
    places = {f"place-{person}": at for at, person in enumerate(tie.people, start=1)}
    given = {"do": "playoff", "person": tie.people, "client_id": "stechen", **places}
    send(desk, event, "decide_tie", 1, **given)
    send(desk, event, "decide_tie", 1, **given)  # a second press changes nothing
    assert event.blocks.get(number=1).tie_decisions.count() == 1
    send(desk, event, "block_step", 1, step="rank")
    assert "Finale auslosen (4 Leute)" in page(desk, event)


def test_a_lot_shows_its_seed_and_can_be_withdrawn(desk, event):
    tie = tied(event)
    send(desk, event, "decide_tie", 1, do="lot", person=tie.people)
    decision = event.blocks.get(number=1).tie_decisions.get()
    assert decision.seed in page(desk, event, "direct_block", 1)
    send(desk, event, "withdraw_tie", 1, decision=decision.pk)
    assert "alles steht gleich" in page(desk, event, "direct_block", 1)


def test_every_card_stays_one_tap_away_also_after_the_end(desk, event):
    locked(event)
    rounds.release_ranking(block=day.block_of(event, 1), seen=day.seen(event), now=NIGHT)
    cards = [reverse("games:score_card", args=[state.table.pk]) for state in day.tables(event, 1)]
    table = day.tables(event, 1)[0].table
    for text in (page(desk, event), page(desk, event, "direct_block", 1)):
        assert all(f'href="{card}"' in text for card in cards)
    assert f'href="{cards[0]}"' in page(desk, event, "direct_table", table.pk)
    day.draw(event, 2)
    all_play(event, 2)
    day.close(event, 2, random.Random(1))
    day.finish(event)
    text = page(desk, event)
    assert all(f'href="{card}"' in text for card in cards)
    assert desk.get(cards[0]).status_code == 200


def test_who_only_runs_evenings_is_not_sent_to_a_card_that_is_locked(club, event):
    locked(event)
    card = reverse("games:score_card", args=[day.tables(event, 1)[0].table.pk])
    assert card not in page(browser(club.stine), event)


# --- players come, go, sit wrong ------------------------------------------------------------
def test_a_leaver_is_shown_before_he_is_gone(desk, event):
    day.draw(event, 1)
    state = day.tables(event, 1)[0]
    cem = who(event, "Cem")
    seat = Seat.objects.get(participation=cem, active=True)
    text = one_line(send(desk, event, "change_draw", 1, follow=True, change="leave", person=cem.pk))
    assert f"steht an Tisch {seat.table.number} auf" in text
    seat.refresh_from_db()
    assert seat.active
    proposal = draws.proposed_draw(day.block_of(event, 1))
    send(desk, event, "release_draw", 1, draw=proposal.pk)
    seat.refresh_from_db()
    cem.refresh_from_db()
    assert (seat.active, cem.is_here) == (False, False)
    assert state.table.seats.count() == 4
    text = page(desk, event, "direct_block", 1)
    assert "Fassung 1: ausgelost" in text
    assert "überholt" in text
    assert "Cem" in page(desk, event, "draw_version", 1, 1)


def test_a_late_arrival_gets_a_seat_and_nobody_else_moves(desk, event):
    day.draw(event, 1)
    gone = who(event, "Gabi")
    for step in ("leave", "join"):
        if step == "join":
            send(desk, event, "gone", person=gone.pk, do="back")
        text = one_line(
            send(desk, event, "change_draw", 1, follow=True, change=step, person=gone.pk)
        )
        version = draws.proposed_draw(day.block_of(event, 1))
        send(desk, event, "release_draw", 1, draw=version.pk)
    assert re.search(r"<strong>Gabi</strong>.*?kommt an Tisch \d", text, re.DOTALL)
    assert text.count("kommt an Tisch") == 1
    assert "von Tisch" not in text
    assert Seat.objects.filter(participation=gone, active=True).count() == 1


def test_who_is_checked_in_without_a_seat_is_seated_with_one_tap(desk, club, event):
    day.draw(event, 1)
    assert "ohne Tisch" not in page(desk, event)
    gone = who(event, "Gabi")
    send(desk, event, "change_draw", 1, change="leave", person=gone.pk)
    send(desk, event, "release_draw", 1, draw=draws.proposed_draw(day.block_of(event, 1)).pk)
    send(desk, event, "gone", person=gone.pk, do="back")
    text = page(desk, event)
    assert re.search(
        r"1 ohne Tisch.*?<strong>Gabi</strong>.*?An einen Tisch setzen", text, re.DOTALL
    )
    assert "An einen Tisch setzen" not in page(browser(club.kadir), event)
    seen = day.seen(event)
    asked = {"change": "seat", "person": gone.pk, "from": "direction"}
    text = one_line(send(desk, event, "change_draw", 1, follow=True, **asked))
    seat = Seat.objects.get(participation=gone, active=True)
    assert f"Gabi sitzt an Tisch {seat.table.number}." in text
    assert "ohne Tisch" not in text
    answer = send(desk, event, "change_draw", 1, change="seat", person=gone.pk, seen=seen)
    assert answer.status_code in {409, 422}


def test_who_comes_late_is_seated_where_the_card_is_still_out(desk, event):
    day.draw(event, 1)
    done, out = day.tables(event, 1)

    def leaves(person: int) -> None:
        send(desk, event, "change_draw", 1, change="leave", person=person)
        send(desk, event, "release_draw", 1, draw=draws.proposed_draw(day.block_of(event, 1)).pk)

    leaves(done.people[0])
    all_play(
        event, tables=[next(table for table in day.tables(event, 1) if table.table == done.table)]
    )
    (late,) = day.people(event, "Zora")
    answer = send(desk, event, "change_draw", 1, change="seat", person=late.pk)
    assert message_of(answer).startswith(
        "An allen Tischen, die noch spielen, sind die Plätze besetzt."
    )
    leaves(out.people[0])
    send(desk, event, "change_draw", 1, change="seat", person=late.pk)
    assert Seat.objects.get(participation=late).table_id == out.table.pk


def test_who_comes_when_all_cards_are_in_waits_for_the_next_round(desk, event):
    day.draw(event, 1)
    gone = who(event, "Gabi")
    send(desk, event, "change_draw", 1, change="leave", person=gone.pk)
    send(desk, event, "release_draw", 1, draw=draws.proposed_draw(day.block_of(event, 1)).pk)
    all_play(event)
    send(desk, event, "gone", person=gone.pk, do="back")
    assert "ohne Tisch" not in page(desk, event)
    answer = send(desk, event, "change_draw", 1, change="seat", person=gone.pk)
    assert message_of(answer).startswith("Alle Karten dieses Durchgangs sind da.")


def test_nobody_is_seated_behind_a_proposal_that_waits(desk, event):
    day.draw(event, 1)
    (late,) = day.people(event, "Ida")
    send(desk, event, "change_draw", 1, change="leave", person=who(event, "Gabi").pk)
    answer = send(desk, event, "change_draw", 1, change="seat", person=late.pk)
    assert message_of(answer).startswith("Hier wartet ein Vorschlag.")


def test_a_final_at_two_tables_is_refused_when_it_is_drawn(desk, event):
    chain = format_of(event)
    final = replace(chain.blocks[1], tables=formats.Tables(2, 2, 4))
    setting_up.set_chain(
        event=event, seen=day.seen(event), blocks=[chain.blocks[0], final], team=None
    )
    locked(event)
    rounds.release_ranking(block=day.block_of(event, 1), seen=day.seen(event), now=NIGHT)
    answer = send(desk, event, "propose_draw", 2)
    assert message_of(answer).startswith("Im Finale säßen 4 Leute an mehr als einem Tisch.")
    # The way it names is one: with another round before it the final has one table again.
    longer(event)
    send(desk, event, "propose_draw", 2)
    assert draws.proposed_draw(day.block_of(event, 2)) is not None


def test_whoever_sat_wrong_for_two_games_takes_them_along(desk, event):
    day.draw(event, 1)
    first, second = day.tables(event, 1)
    name, other = day.circle(first.table)[0], day.circle(second.table)[2]
    for game in (1, 2):
        day.game(first.table, game, name, day.circle(first.table)[1], name)
    asked = {"first": who(event, name).pk, "second": who(event, other).pk, "when": "start"}
    text = page(desk, event, "swap", 1, **asked)
    assert f"2 Spiele, die auf {name} an Tisch 1 standen, zählen dann für {other}." in text
    assert TournamentState(event).blocks[1].row_of(who(event, name).pk).here.games == 2
    send(desk, event, "change_places", 1, client_id="tausch", **asked)
    send(desk, event, "change_places", 1, client_id="tausch", **asked)
    blocks = TournamentState(event).blocks[1]
    assert blocks.row_of(who(event, name).pk).here.games == 0
    assert blocks.row_of(who(event, other).pk).here.games_lost == 2
    assert other in day.circle(first.table)
    assert Result.objects.filter(table=first.table).count() == 2


def test_whoever_swaps_with_himself_is_asked_again(desk, event):
    day.draw(event, 1)
    anna = who(event, "Anna").pk
    answer = desk.get(address("swap", event, 1), {"first": anna, "second": anna})
    assert (answer.status_code, message_of(answer)) == (
        422,
        "Wähle zwei verschiedene Personen aus.",
    )


def test_only_tables_that_have_not_played_are_drawn_anew(desk, event):
    day.draw(event, 1)
    first = day.tables(event, 1)[0]
    names = day.circle(first.table)
    day.game(first.table, 1, names[0], names[1], names[0])
    answer = send(desk, event, "change_draw", 1, change="redraw", keep=[2], reason="Streit")
    assert message_of(answer) == "An Tisch 1 ist schon gespielt worden. Der bleibt, wie er ist."
    answer = send(desk, event, "change_draw", 1, change="redraw", keep=[1])
    assert message_of(answer) == "Bitte sag, warum noch einmal ausgelost wird."
    send(desk, event, "change_draw", 1, change="redraw", keep=[1], reason="Streit")
    version = draws.proposed_draw(day.block_of(event, 1))
    assert draws.tables_of(version)[1] == tuple(seat.participation_id for seat in first.seats)


def test_between_blocks_whoever_goes_home_makes_room(desk, event):
    locked(event)
    rounds.release_ranking(block=day.block_of(event, 1), seen=day.seen(event), now=NIGHT)
    leader = TournamentState(event).people[TournamentState(event).blocks[1].rows[0].person]
    assert leader.person.name in page(desk, event, "direct_people")
    send(desk, event, "gone", person=leader.pk)
    leader.refresh_from_db()
    assert not leader.is_here
    state = TournamentState(event)
    assert leader.pk not in state.blocks[1].advancing.people
    assert state.blocks[1].row_of(leader.pk) is not None
    send(desk, event, "gone", person=leader.pk, do="back")
    assert leader.pk in TournamentState(event).blocks[1].advancing.people


def test_whoever_sits_at_a_table_goes_only_with_a_preview(desk, event):
    day.draw(event, 1)
    answer = send(desk, event, "gone", person=who(event, "Doro").pk)
    assert message_of(answer).startswith("Doro sitzt noch an einem Tisch.")


def test_the_direction_reads_the_real_name_with_the_public_one_beside_it(desk, event):
    day.draw(event, 1)
    state = day.tables(event, 1)[0]
    name = day.circle(state.table)[0]
    own = who(event, name)
    own.shown_as = "Würfelkönig"
    own.save(update_fields=["shown_as"])
    day.game(state.table, 1, name, day.circle(state.table)[1], name)
    both = f"{name} (Würfelkönig)"
    text = page(desk, event, "direct_table", state.table.pk)
    assert text.count(both) >= 2
    assert f"{both} hat verloren" in text
    for where in ((), ("direct_block", 1), ("direct_people",), ("closing",)):
        assert both in page(desk, event, *where)
    assert name not in page(Client(), event, "tournament_draw", 1)


# --- a proposed draw is the direction's alone -----------------------------------------------
def everywhere(event, others):
    """Return the pages that might show it to another user, by reader and address, without what is
    new each time.
    """
    pages = {}
    table = day.tables(event, 1)[0].table
    urls = [
        reverse("home"),
        reverse("league:evenings"),
        reverse("league:tournaments"),
        *(
            address(name, event)
            for name in ("tournament", "tournament_table", "my_table", "direction")
        ),
        *(address("tournament_draw", event, number) for number in (1, 2)),
        *(address("direct_block", event, number) for number in (1, 2)),
        reverse("games:api_lobby", args=[table.pk]),
        reverse("games:play", args=[table.pk]),
        reverse("games:running", args=[event.pk]),
    ]
    for name, client in others.items():
        for url in urls:
            text = markup(client.get(url, follow=True))
            printed = r'<p class="printed">.*?</p>'  # says the minute, for the printer
            pages[name, url] = re.sub(rf'content="[^"]{{64}}"|"csrf[^,]*|{printed}', "", text)
    return pages


def test_nobody_else_sees_a_proposed_draw(desk, club, event):
    locked(event)
    rounds.release_ranking(block=day.block_of(event, 1), seen=day.seen(event), now=NIGHT)
    table = day.tables(event, 1)[0].table
    phone = Client(headers={"accept-language": "de"})
    link = access.make_link(table=table, by=club.rolf.user, now=NIGHT)
    others = {"stranger": Client(headers={"accept-language": "de"}), "phone": phone}
    others["member"], others["treasurer"] = browser(club.bernd), browser(club.kadir)
    assert link.table_id == table.pk
    before = everywhere(event, others)
    send(desk, event, "propose_draw", 2)
    proposal = draws.proposed_draw(day.block_of(event, 2))
    assert "Vorschlag" in page(desk, event, "direct_block", 2)
    after = everywhere(event, others)
    runs = ("treasurer", address("direction", event))  # reads that there is one, and no more
    changed = [where for where in before if before[where] != after[where] and where != runs]
    assert changed == []
    for text in after.values():
        assert proposal.seed not in text
        assert draws.seed_of(proposal).fingerprint not in text


# --- a card corrected after the next draw ---------------------------------------------------
@pytest.fixture
def corrected(event):
    """Draw the final, then change a card of the first table, so that two others go on."""
    locked(event)
    rounds.release_ranking(block=day.block_of(event, 1), seen=day.seen(event), now=NIGHT)
    day.draw(event, 2, now=NIGHT - timedelta(minutes=5))
    table = day.tables(event, 1)[0].table
    names = day.circle(table)
    for number in (1, 2):
        day.game(table, number, names[2], names[3], names[2], reason="Namen vertauscht")
    return event


def finalists(event):
    return {name for state in day.tables(event, 2) for name in day.circle(state.table)}


def advancing(event):
    state = TournamentState(event)
    return {state.people[person].person.name for person in state.blocks[1].advancing.people}


SWITCHED = r"Nach der Korrektur an Tisch 1 wären \w+ und \w+ statt \w+ und \w+ weiter\."


def test_a_card_corrected_after_the_next_draw_brings_who_goes_on_with_one_tap(desk, corrected):
    event = corrected
    text = page(desk, event)
    assert re.search(SWITCHED, text)
    assert re.search(r"Richtigstellen: \w+ für \w+, \w+ für \w+", text)
    before = finalists(event)
    assert before != advancing(event)
    text = one_line(send(desk, event, "change_draw", 2, follow=True, change="right"))
    assert text.count("steht an Tisch 1 auf") == text.count("kommt an Tisch 1") == 2
    assert finalists(event) == before  # so far only the direction has seen it
    proposal = draws.proposed_draw(day.block_of(event, 2))
    send(desk, event, "release_draw", 2, draw=proposal.pk)
    assert finalists(event) == advancing(event)
    assert all(participation.is_here for participation in event.participations.all())
    assert "Richtigstellen" not in page(desk, event)
    assert "statt" not in page(desk, event)
    answer = send(desk, event, "change_draw", 2, change="right")
    assert message_of(answer).startswith("Hier sitzen alle richtig")


def test_who_gave_the_seat_away_before_playing_is_not_on_the_card(desk, corrected):
    gone = finalists(corrected) - advancing(corrected)
    send(desk, corrected, "change_draw", 2, change="right")
    proposal = draws.proposed_draw(day.block_of(corrected, 2))
    send(desk, corrected, "release_draw", 2, draw=proposal.pk)
    (final,) = day.tables(corrected, 2)
    text = one_line(desk.get(reverse("games:score_card", args=[final.table.pk])))
    card = text[text.index('id="score-card"') :]
    assert "nicht mehr am Tisch" not in card
    assert not [name for name in gone if name in card]
    assert all(name in card for name in advancing(corrected))


def test_who_stays_keeps_the_seat_when_others_are_put_right(desk, corrected):
    before = day.circle(day.tables(corrected, 2)[0].table)
    send(desk, corrected, "change_draw", 2, change="right")
    proposal = draws.proposed_draw(day.block_of(corrected, 2))
    send(desk, corrected, "release_draw", 2, draw=proposal.pk)
    after = day.circle(day.tables(corrected, 2)[0].table)
    assert [a == b for a, b in zip(before, after, strict=True)].count(True) == 2


def test_drawn_anew_it_brings_who_goes_on_by_now(desk, corrected):
    send(desk, corrected, "change_draw", 2, change="redraw", reason="Karte korrigiert")
    proposal = draws.proposed_draw(day.block_of(corrected, 2))
    send(desk, corrected, "release_draw", 2, draw=proposal.pk)
    assert finalists(corrected) == advancing(corrected)
    assert all(participation.is_here for participation in corrected.participations.all())


def test_once_the_table_has_played_nobody_gets_up(desk, corrected):
    final = day.tables(corrected, 2)[0].table
    there = day.circle(final)
    day.game(final, 1, there[0], there[1], there[0])
    text = page(desk, corrected)
    assert "Wer am Tisch gespielt hat, bleibt sitzen" in text
    assert "Richtigstellen" not in text
    answer = send(desk, corrected, "change_draw", 2, change="right")
    assert message_of(answer).startswith("Hier sitzen alle richtig, oder")


# --- why, and the figures -------------------------------------------------------------------
def test_the_page_answers_why_together_again(desk):
    event = builders.tournament(template="schockfreunde")
    day.people(event, *NAMES)
    day.draw(event, 1)
    all_play(event)
    day.draw(event, 2)
    tables = draws.tables_of(draws.draw_in_force(day.block_of(event, 2)))
    first = draws.tables_of(draws.draw_in_force(day.block_of(event, 1)))
    number, other = next(
        (a, b)
        for people in tables.values()
        for a in people
        for b in people
        if a < b and any(a in table and b in table for table in first.values())
    )
    text = page(desk, event, "direct_block", 2, first=number, second=other)
    assert "saßen schon einmal zusammen." in text
    assert "Paare wieder treffen" in text
    assert '<table class="matrix">' in text
    assert "Fingerabdruck" in text  # a third round of this seed is to come


def test_a_draw_by_lot_says_that_it_was_the_lot(desk):
    event = builders.tournament(template="steele")
    day.people(event, *NAMES[:4])
    for number in (1, 2):
        day.draw(event, number)
        all_play(event, number)
    first, other = (who(event, name).pk for name in NAMES[:2])
    text = page(desk, event, "direct_block", 2, first=first, second=other)
    assert "Beide saßen schon einmal zusammen. In diesem Durchgang entscheidet allein" in text


# --- what it is to be -----------------------------------------------------------------------
def test_a_new_tournament_leads_to_its_rules_and_asks_for_consent(desk):
    answer = desk.post(
        reverse("league:new_tournament"),
        {"name": "Cup", "business_date": "2026-12-05", "venue": "pub", "template": "werl"},
    )
    event = Event.objects.get(name="Cup")
    assert answer.headers["Location"] == reverse("games:rules", args=[event.pk])
    assert "Ich bin einverstanden" in event.tournament.consent
    assert not event.is_public
    assert "Cup" in desk.get(reverse("league:tournaments")).content.decode()
    assert "Cup" not in one_line(desk.get(reverse("league:evenings")))


def test_a_template_has_to_be_chosen(desk):
    answer = desk.post(
        reverse("league:new_tournament"),
        {"name": "Cup", "business_date": "2026-12-05", "venue": "pub"},
    )
    assert answer.status_code == 422
    assert "Wähle, wie gespielt wird." in answer.content.decode()


def test_fees_are_typed_in_euros_and_a_pot_brings_the_notice(desk):
    event = builders.tournament(fee_cents=0, pot_cents=0)
    assert "§ 284" not in page(desk, event, "tournament_settings")
    send(desk, event, "describe_tournament", fee_cents="7,50", pot_cents="5", adults_only="on")
    event = Event.objects.get(pk=event.pk)
    assert (event.tournament.fee_cents, event.tournament.pot_cents) == (750, 500)
    text = page(desk, event, "tournament_settings")
    assert 'value="7,50"' in text
    assert "§ 284" in text
    answer = send(desk, event, "describe_tournament", fee_cents="7,5")
    assert answer.status_code == 422
    assert "Meinst du 7,50 oder 7,05?" in answer.content.decode()


def test_the_chain_is_fitted_to_who_is_here(desk):
    event = builders.tournament(template="werl")
    day.people(event, *NAMES)
    assert "An 8 Leute anpassen" in page(desk, event, "tournament_settings")
    send(desk, event, "fit_format")
    assert format_of(Event.objects.get(pk=event.pk)).block(2).advance.number == 4


def test_prizes_come_and_go_and_the_pot_is_given_away_once(desk, event):
    given = {"award": "place", "place": "1", "pot_percent": "70", "thing": "Pokal"}
    send(desk, event, "add_prize", **given, sponsor="Brauerei")
    assert "gestiftet von Brauerei" in page(desk, event, "tournament_settings")
    answer = send(desk, event, "add_prize", **{**given, "place": "2"})
    assert "Vom Topf sind schon 70 % vergeben." in answer.content.decode()
    send(desk, event, "remove_prize", event.prizes.get().pk)
    assert not event.prizes.exists()


# --- the end --------------------------------------------------------------------------------
def test_the_places_are_shown_kept_and_opened_again(desk, event):
    locked(event)
    rounds.release_ranking(block=day.block_of(event, 1), seen=day.seen(event), now=NIGHT)
    answer = send(desk, event, "finish_tournament")
    assert message_of(answer).startswith("„Finale“ ist noch nicht fertig.")
    day.draw(event, 2)
    all_play(event, 2)
    day.close(event, 2, random.Random(1))
    assert "Plätze ansehen und abschließen" in page(desk, event)
    text = one_line(send(desk, event, "finish_tournament", follow=True))
    assert "stehen die Plätze fest" in text
    assert Placing.objects.filter(event=event).count() == 8
    assert message_of(send(desk, event, "block_step", 2, step="unlock")).startswith(
        "Das Turnier ist ab"
    )
    send(desk, event, "reopen_tournament")
    assert "Plätze ansehen und abschließen" in page(desk, event)


def test_whoever_is_out_does_not_come_late_to_the_final(desk, event):
    locked(event)
    rounds.release_ranking(block=day.block_of(event, 1), seen=day.seen(event), now=NIGHT)
    day.draw(event, 2)
    out = TournamentState(event).blocks[1].rows[-1].person
    answer = send(desk, event, "change_draw", 2, change="join", person=out)
    assert message_of(answer).endswith("ist in diesem Durchgang nicht dabei.")
    assert 'value="join"' not in page(desk, event, "direct_block", 2)


def test_the_control_page_asks_few_queries(desk, event, django_assert_max_num_queries):
    day.draw(event, 1)
    with django_assert_max_num_queries(40):
        page(desk, event)
    all_play(event)
    with django_assert_max_num_queries(40):
        page(desk, event)


@pytest.mark.parametrize("name", ["direction", "direct_people", "tournament_settings", "closing"])
def test_the_language_is_changed_back_to_the_same_page(desk, event, name):
    assert f'name="next" value="{address(name, event)}"' in page(desk, event, name)


def test_the_rulebook_of_a_tournament_asks_for_no_stake_and_leads_back_to_the_direction(
    desk, event
):
    """Players there have paid to enter; „Wer verliert, gibt eine Runde“ was written there."""
    text = one_line(desk.get(reverse("games:rules", args=[event.pk])))
    assert "Was zahlt, wer verliert?" not in text
    assert f'class="back" href="{address("direction", event)}"' in text
    evening = builders.evening()
    assert "Was zahlt, wer verliert?" in one_line(
        desk.get(reverse("games:rules", args=[evening.pk]))
    )
