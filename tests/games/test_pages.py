"""The pages that know the rulebook: agreeing on rules, cards, breaches."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.core.management import call_command
from django.db import Error, transaction
from django.urls import reverse

from finance.books.queries.claims import current_claims
from games.rules.services import agree_on_rules
from league.access.actors import NOBODY, Actor
from league.club.models import StakeAnswer
from league.errors import InvalidError
from league.events.queries import participations
from league.results.models.results import Charge, Result
from league.results.queries.results import standing_charges
from league.results.services import confirming
from league.results.services.results import SeatCharge, SeatLine, record_result
from tests import builders
from tests.html import one_line
from tests.plugins.built import built_once

pytestmark = pytest.mark.once


@pytest.fixture(autouse=True)
def _at_night(time_machine):
    time_machine.move_to(builders.NIGHT, tick=True)


@built_once
@time_machine.travel(builders.NIGHT)
def table(club):
    return builders.table(builders.evening(), club.anke, club.bernd, club.jette)


@pytest.fixture
def referee(client, club):
    client.force_login(club.rolf.user)
    return client


def card_of(table, first, second, game="", **more):
    def seat(person):
        return builders.seat_of(table, person) if person else ""

    return {
        "client_id": "tap-1",
        "number": 1,
        "ending": "normal",
        "lost_first": seat(first),
        "lost_second": seat(second),
        "lost_game": seat(game),
        **more,
    }


def test_a_card_in_five_taps_and_the_next_one_is_open(referee, club, table):
    url = reverse("games:new_card", args=[table.pk])
    anke = builders.seat_of(table, club.anke)
    sent = card_of(table, club.anke, club.bernd, club.bernd, **{f"aus_{anke}": ["1"]})
    response = referee.post(url, sent, follow=True)
    page = response.content.decode()
    assert "Spiel 1 ist gespeichert: Bernd hat verloren." in page
    assert "Tisch 1, Spiel 2" in page
    result = Result.objects.get()
    assert result.entered_by == club.rolf.user
    assert result.lines.get(seat=anke).schock_aus == 1


def test_a_jule_table_that_keeps_cards_writes_the_rounds_for_an_aus_from_the_tube(referee, club):
    table = builders.table(builders.evening("jule"), club.anke, club.bernd, club.jette)
    url = reverse("games:new_card", args=[table.pk])
    anke = builders.seat_of(table, club.anke)
    strokes = {f"aus_{anke}": ["1"], f"rohr_{anke}": ["1"]}
    sent = card_of(table, club.jette, club.bernd, club.bernd, **strokes)
    refused = referee.post(url, sent)
    assert refused.status_code == 422
    assert "Worauf habt ihr euch geeinigt?" in refused.content.decode()
    too_many = referee.post(url, {**sent, "drink": "Bier", f"rohr_{anke}": ["1", "2"]})
    assert "Für jede Runde braucht es einen Strich" in too_many.content.decode()
    assert referee.post(url, {**sent, "drink": "Bier"}).status_code == 302
    charge = Charge.objects.get()
    assert (charge.code, charge.kind, charge.count, charge.drink, charge.person) == (
        "aus_round",
        "drinks_round",
        1,
        "Bier",
        club.anke,
    )
    card = reverse("games:card", args=[table.pk, 1])
    page = one_line(referee.get(card))
    assert f'name="rohr_{anke}" value="1" checked' in page
    again = {**sent, "seen": 1, "client_id": "tap-2", "reason": "doch nicht"}
    del again[f"rohr_{anke}"]
    assert referee.post(card, again).status_code == 302
    assert list(standing_charges(table.block.event)) == []


def test_elsewhere_no_card_asks_for_such_rounds_and_peeking_is_among_its_ends(referee, club):
    table = builders.table(builders.evening("schock4life"), club.anke, club.bernd)
    page = referee.get(reverse("games:new_card", args=[table.pk])).content.decode()
    assert "aus dem Rohr" not in page
    assert "mit Ausschluss beendet (Spinksen)" in page


def test_a_card_that_cannot_be_keeps_every_tick_and_says_why(referee, club, table):
    url = reverse("games:new_card", args=[table.pk])
    response = referee.post(url, card_of(table, club.anke, club.bernd, club.jette))
    page = one_line(response)
    assert response.status_code == 422
    assert "Das Finale spielen nur die beiden" in page
    for part, person in (
        ("lost_first", club.anke),
        ("lost_second", club.bernd),
        ("lost_game", club.jette),
    ):
        seat = builders.seat_of(table, person)
        assert f'name="{part}" value="{seat}" checked' in page
    assert Result.objects.count() == 0


def test_a_double_tap_enters_one_game(referee, club, table):
    url = reverse("games:new_card", args=[table.pk])
    for _ in range(2):
        referee.post(url, card_of(table, club.anke, club.anke))
    assert Result.objects.count() == 1
    assert Charge.objects.count() == 1


def test_two_phones_enter_the_same_game_and_the_second_loses_nothing(referee, club, table):
    builders.card(table, club.jette, club.jette)
    url = reverse("games:new_card", args=[table.pk])
    response = referee.post(url, card_of(table, club.anke, club.anke))
    page = one_line(response)
    assert response.status_code == 422
    assert "Spiel 1 hat ? schon eingetragen: Jette hat verloren." in page
    assert "speichere es als Spiel 2" in page
    assert f'name="lost_first" value="{builders.seat_of(table, club.anke)}" checked' in page
    assert 'name="number" value="2"' in page


def test_a_correction_shows_both_versions_who_when_and_why(referee, club, table):
    builders.card(table, club.anke, club.bernd, club.bernd)
    url = reverse("games:card", args=[table.pk, 1])
    without = referee.post(url, card_of(table, club.anke, club.bernd, club.anke, seen=1))
    assert without.status_code == 422
    assert "warum die Karte geändert wird" in without.content.decode()
    sent = card_of(table, club.anke, club.bernd, club.anke, seen=1, reason="Finale verwechselt")
    page = one_line(referee.post(url, sent, follow=True))
    assert "Anke hat verloren" in page
    assert "Fassung 1, überholt" in page
    assert "Grund: Finale verwechselt" in page
    assert "Eingetragen von Rolf" in page


def test_a_member_elsewhere_may_look_at_a_card_and_not_change_it(client, club, table):
    builders.card(table, club.anke, club.bernd, club.bernd)
    client.force_login(club.hilde.user)
    url = reverse("games:card", args=[table.pk, 1])
    page = client.get(url).content.decode()
    assert "Bernd hat verloren" in page
    assert "Karte korrigieren" not in page
    assert client.post(url, card_of(table, club.anke, club.anke)).status_code == 403


def test_somebody_sat_out_and_is_on_no_line(referee, club, table):
    out = builders.seat_of(table, club.jette)
    url = reverse("games:new_card", args=[table.pk])
    referee.post(url, card_of(table, club.anke, club.anke, sat_out=[out]))
    assert Result.objects.get().lines.count() == 2
    lost = card_of(table, club.jette, club.anke, club.anke, sat_out=[out], client_id="tap-2")
    refused = referee.post(url, {**lost, "number": 2}).content.decode()
    assert "Jette setzte aus und kann nichts verloren haben." in refused
    stroke = card_of(table, club.anke, club.anke, sat_out=[out], client_id="tap-3")
    stroke[f"aus_{out}"] = ["1"]
    refused = referee.post(url, {**stroke, "number": 2}).content.decode()
    assert "Jette setzte aus und kann kein Schock-Aus haben." in refused


def test_the_stake_counts_those_who_play(referee, club):
    event = builders.evening("schock4life")
    six = [club.anke, club.bernd, club.jette, club.rolf, club.oemer, club.stine]
    table = builders.table(event, *six)
    url = reverse("games:new_card", args=[table.pk])
    assert "bis 5 Spieler 5,00\xa0€, ab 6 10,00\xa0€" in referee.get(url).content.decode()
    out = [builders.seat_of(table, person) for person in six[3:]]
    refused = referee.post(url, card_of(table, club.rolf, club.anke, club.anke, sat_out=out))
    assert refused.status_code == 422
    assert "der Verlierer zahlt 5,00\xa0€" in refused.content.decode()
    builders.card(table, club.anke, club.anke)
    card = referee.get(reverse("games:card", args=[table.pk, 1])).content.decode()
    assert "der Verlierer zahlt 10,00\xa0€" in card


@pytest.mark.parametrize(
    ("slug", "label"),
    [
        ("jule", "Drei Dicke schlägt Max 2"),
        ("jule", "Zahl der Strafscheiben"),
        ("schockfreunde", "Jennie schlägt Schock 2"),
        ("schockfreunde", "Jennie und Straße nur in einem Wurf"),
    ],
)
def test_house_rules_speak_as_their_rulebook_does(referee, table, slug, label):
    url = reverse("games:rules", args=[table.block.event_id])
    assert label in referee.get(f"{url}?rulebook={slug}").content.decode()


def test_the_rulebook_is_agreed_with_house_rules_and_locked_ones_are_grey(referee, table):
    event = table.block.event
    url = reverse("games:rules", args=[event.pk])
    page = referee.get(url + "?rulebook=schock4life").content.decode()
    assert 'name="reenter"' not in page
    (deckel,) = re.findall(r'<select name="deckel"[^>]*>', page)
    assert "disabled" not in deckel
    assert "Steht fest im Regelwerk: Z. 39" in page
    response = referee.post(
        url + "?rulebook=schock4life", {"venue": "pub", "deckel": "11", "reenter": "none"}
    )
    assert response.status_code == 302
    event.refresh_from_db()
    assert (event.rulebook, event.venue, event.house_rules) == (
        "schock4life",
        "pub",
        {"deckel": 11},
    )


@pytest.mark.parametrize(
    ("slug", "clauses"),
    [
        ("schock4life", ["Z. 154", "Z. 160–166", "Z. 168", "Z. 172–174"]),
        ("rsc2003", ["§ 22", "§ 23"]),
        ("dortmund", ["Z. 7"]),
    ],
)
def test_how_the_text_is_read_is_seen_where_the_rulebook_is_chosen(referee, table, slug, clauses):
    url = reverse("games:rules", args=[table.block.event_id])
    page = referee.get(url, {"rulebook": slug}).content.decode()
    _rules, readings = page.split("So lesen wir den Text")
    assert all(clause in readings for clause in clauses)


def test_a_locked_house_rule_is_refused_with_its_clause(club, table):
    with pytest.raises(InvalidError) as refused:
        agree_on_rules(
            event=table.block.event,
            rulebook="schock4life",
            venue="pub",
            house_rules={"reenter": "none"},
        )
    assert refused.value.code == "locked_house_rule"
    assert "Z. 39" in str(refused.value)


def test_the_evening_says_by_which_rules_it_is_played(referee, table):
    url = reverse("games:running", args=[table.block.event_id])
    assert "RSC 2003</a> </p>" in one_line(referee.get(url))
    event = table.block.event
    event.house_rules = {"deckel": 11}
    event.save(update_fields=["house_rules"])
    assert "RSC 2003</a>, mit Hausregeln </p>" in one_line(referee.get(url))


def test_a_member_looks_at_the_rules_and_does_not_set_them(client, club, table):
    client.force_login(club.jette.user)
    url = reverse("games:rules", args=[table.block.event_id])
    page = one_line(client.get(url))
    assert "1-1-1" in page
    assert "spielen </button>" not in page
    assert client.post(url, {"venue": "pub"}).status_code == 403


def breach_of(table, person, code, **more):
    who = participations(table.block.event).get(person=person)
    return {"client_id": "b-1", "person": who.pk, "code": code, "count": 1, **more}


def test_a_no_show_in_three_taps(referee, club, table):
    url = reverse("games:breaches", args=[table.block.event_id])
    page = referee.post(url, breach_of(table, club.oemer, "no_show"), follow=True).content.decode()
    charge = Charge.objects.get()
    assert (charge.person, charge.kind, charge.cents) == (club.oemer, "fine", 500)
    assert "5,00\u00a0€" in page
    page = referee.post(reverse("games:withdraw", args=[charge.pk]), follow=True).content.decode()
    assert "zurückgenommen" in page
    assert list(standing_charges(table.block.event)) == []


def test_the_charges_of_a_game_say_which_and_lead_there(referee, club, table):
    builders.card(table, club.anke, club.bernd, club.bernd)
    lost = builders.seat_of(table, club.jette)
    record_result(
        table=table,
        number=2,
        replaces=None,
        client_id="scored",
        source="game",
        ended_by="final",
        rulebook="jule",
        house_rules={},
        lines={seat.pk: SeatLine(lost_game=seat.pk == lost) for seat in table.seats.all()},
        charges=[SeatCharge(lost, "aus_round", "drinks_round", None)],
        actor=NOBODY,
        now=builders.NIGHT,
    )
    url = reverse("games:breaches", args=[table.block.event_id])
    referee.post(url, breach_of(table, club.oemer, "no_show"))
    page = one_line(referee.get(url))
    carded = Result.objects.get(number=1)
    links = dict(re.findall(r'<a href="([^"]+)"> <span class="grow"> \w+ <br> (.*?)</span>', page))
    card_link = reverse("league:result", args=[carded.pk])
    game_link = reverse("games:game", args=[table.pk, 2])
    assert set(links) == {card_link, game_link}
    assert "Tisch 1, Spiel 1" in links[card_link]
    assert "Runde für ein Aus aus dem Rohr · Tisch 1, Spiel 2" in links[game_link]
    assert "aus_round" not in page
    assert page.count("Zurücknehmen") == 1


def test_dice_off_the_table_cost_each(referee, club, table):
    url = reverse("games:breaches", args=[table.block.event_id])
    referee.post(url, breach_of(table, club.bernd, "dice_off_table", count=3))
    assert Charge.objects.get().cents == 300
    response = referee.post(
        url, breach_of(table, club.bernd, "dice_off_table", count=4, client_id="b-2")
    )
    assert response.status_code == 422
    assert "höchstens 3" in response.content.decode()


def test_leaving_the_table_costs_what_the_table_says_or_stays_open(referee, club, table):
    url = reverse("games:breaches", args=[table.block.event_id])
    without = referee.post(url, breach_of(table, club.bernd, "left_table"))
    assert "Schreib dazu, was war" in without.content.decode()
    went = {"note": "Handy"}
    referee.post(url, breach_of(table, club.bernd, "left_table", **went))
    paid = {**went, "amount": "2,50", "client_id": "b-2"}
    referee.post(url, breach_of(table, club.jette, "left_table", **paid))
    assert list(Charge.objects.order_by("pk").values_list("kind", "cents")) == [
        ("donation", None),
        ("donation", 250),
    ]


def test_a_code_from_nowhere_and_a_missing_person_are_refused(referee, club, table):
    url = reverse("games:breaches", args=[table.block.event_id])
    assert referee.post(url, breach_of(table, club.bernd, "humming")).status_code == 422
    assert referee.post(url, {"client_id": "x", "code": "no_show"}).status_code == 422
    assert Charge.objects.count() == 0


@pytest.mark.parametrize("number", ["0", "-1", "99999999999", "eins", ""])
def test_a_game_without_a_sensible_number_is_refused(referee, club, table, number):
    url = reverse("games:new_card", args=[table.pk])
    sent = {**card_of(table, club.anke, club.anke), "number": number}
    assert referee.post(url, sent).status_code == 422
    assert Result.objects.count() == 0


def test_whoever_is_here_was_no_no_show_and_nobody_is_twice(referee, club, table):
    url = reverse("games:breaches", args=[table.block.event_id])
    here = referee.post(url, breach_of(table, club.bernd, "no_show"))
    assert "Bernd ist heute da" in here.content.decode()
    referee.post(url, breach_of(table, club.oemer, "no_show"))
    twice = referee.post(url, breach_of(table, club.oemer, "no_show", client_id="b-2"))
    assert "schon eingetragen" in twice.content.decode()
    assert Charge.objects.count() == 1


def test_a_correction_that_changes_nothing_is_no_version(referee, club, table):
    builders.card(table, club.anke, club.bernd, club.bernd)
    url = reverse("games:card", args=[table.pk, 1])
    sent = card_of(table, club.anke, club.bernd, club.bernd, seen=1, reason="nur so")
    response = referee.post(url, sent)
    assert response.status_code == 422
    assert "nichts geändert" in response.content.decode()
    assert Result.objects.count() == 1


def test_the_back_button_brings_no_played_card_back(referee, table):
    response = referee.get(reverse("games:new_card", args=[table.pk]))
    assert "no-store" in response.headers["Cache-Control"]
    assert 'autocomplete="off"' in response.content.decode()


def test_what_two_people_confirmed_is_corrected_by_the_referee_alone(client, club, table):
    anke = Actor(device="ankes-phone", user_id=club.anke.user.pk, name="Anke")
    result = builders.card(table, club.anke, club.bernd, club.bernd, actor=anke)
    jette = Actor(device="jettes-phone", user_id=club.jette.user.pk, name="Jette")
    confirming.confirm_result(result=result, actor=jette, now=builders.NIGHT)
    sent = card_of(table, club.anke, club.bernd, club.anke, seen=1, reason="verwechselt")
    client.force_login(club.bernd.user)
    # Not by the game's own page, nor by a form that only names the game.
    for url in (
        reverse("games:card", args=[table.pk, 1]),
        reverse("games:new_card", args=[table.pk]),
    ):
        response = client.post(url, sent)
        assert response.status_code == 403
        assert "Nur der Schiedsrichter öffnet es wieder" in response.content.decode()
    assert Result.objects.count() == 1
    client.force_login(club.rolf.user)
    assert client.post(reverse("games:card", args=[table.pk, 1]), sent).status_code == 302
    assert Result.objects.count() == 2


# --- what the loser pays ----------------------------------------------------------------------
@pytest.fixture
def asked(db):
    """Return the open question of a founded club whether it plays for money."""
    return StakeAnswer.objects.create(kind="asked")


def claimed(table):
    return [claim.amount for claim in current_claims(table.block.event)]


def lost(table, club):
    builders.card(table, club.anke, club.anke)


def test_choosing_a_rulebook_shows_what_the_loser_pays(referee, table):
    url = reverse("games:rules", args=[table.block.event_id])
    page = referee.get(url, {"rulebook": "schock4life"}).content.decode()
    assert "Der Verlierer zahlt:" in page
    assert "5,00" in page
    assert "10,00" in page
    assert 'name="money"' not in page
    page = referee.get(url, {"rulebook": "schockfreunde"}).content.decode()
    assert "kostet ein verlorenes Spiel nichts" in page


def test_until_the_club_has_answered_a_loss_is_noted_and_nothing_claimed(club, table, asked):
    lost(table, club)
    assert Charge.objects.filter(code="stake").count() == 1
    assert claimed(table) == []


def test_the_answer_holds_from_then_on_and_for_earlier_games_only_where_that_is_said(
    client, club, table, asked, time_machine
):
    lost(table, club)
    time_machine.move_to(builders.NIGHT + timedelta(days=1), tick=True)
    client.force_login(club.kadir.user)
    url = reverse("games:rules", args=[table.block.event_id])
    page = client.get(url).content.decode()
    assert "auch für das eine Spiel der Abende davor" in page
    assert 'name="earlier" checked' not in page
    assert client.post(url, {"money": "rulebook"}).status_code == 302
    assert claimed(table) == []
    assert "der Abende davor" not in client.get(url).content.decode()
    # Offered once: what those games cost is said, and a page from before says no other.
    refused = client.post(url, {"money": "amount", "stake": "2,50", "earlier": "on"})
    assert refused.status_code == 422
    assert "Für die Abende davor ist schon geantwortet." in refused.content.decode()
    assert [stake_answer.kind for stake_answer in StakeAnswer.objects.all()] == [
        "asked",
        "rulebook",
    ]


def proposed(client, table):
    """Return what the treasurer reads on the till's page of the evening."""
    return one_line(client.get(reverse("finance:evening", args=[table.block.event_id])))


def test_with_the_answer_the_till_proposes_what_was_lost_on_the_same_evening(
    client, club, table, asked
):
    lost(table, club)
    client.force_login(club.kadir.user)
    assert "Noch ist nichts eingetragen." in proposed(client, table)
    url = reverse("games:rules", args=[table.block.event_id])
    client.post(url, {"money": "amount", "stake": "2,50"})
    page = proposed(client, table)
    assert "Anke" in page
    assert "2,50" in page
    assert "so will es der Club; Regelwerk 1,00" in page
    call_command("check_books", verbosity=0)
    client.post(url, {"money": "none"})
    assert "Noch ist nichts eingetragen." in proposed(client, table)
    call_command("check_books", verbosity=0)


def test_with_the_answer_the_till_proposes_earlier_games_where_that_is_said(
    client, club, table, asked, time_machine
):
    lost(table, club)
    time_machine.move_to(builders.NIGHT + timedelta(days=1), tick=True)
    client.force_login(club.kadir.user)
    url = reverse("games:rules", args=[table.block.event_id])
    fields = {"money": "amount", "stake": "2,50", "earlier": "on"}
    assert client.post(url, fields).status_code == 302
    assert "Es gilt auch für die Abende davor." in client.get(url).content.decode()
    assert "2,50" in proposed(client, table)
    assert client.post(url, fields).status_code == 302
    assert StakeAnswer.objects.count() == 2
    call_command("check_books", verbosity=0)


def test_a_club_that_was_never_asked_pays_as_its_rulebook_says(club, table):
    lost(table, club)
    assert claimed(table) == [100]


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        ({"kind": "asked"}, "1,00\xa0€, nur notiert"),
        ({"kind": "none"}, "ohne Geld"),
        ({"kind": "amount", "cents": 250}, "2,50\xa0€"),
        ({"kind": "rulebook"}, "1,00\xa0€"),
    ],
)
def test_the_evenings_charges_say_what_the_loser_really_pays(referee, club, table, answer, shown):
    StakeAnswer.objects.create(**answer)
    lost(table, club)
    page = referee.get(reverse("games:breaches", args=[table.block.event_id])).content.decode()
    assert f">{shown}</strong>" in page


def test_guests_are_spoken_of_only_where_games_cost_money(client, club, table, asked):
    client.force_login(club.kadir.user)
    url = reverse("games:rules", args=[table.block.event_id])
    page = client.get(url).content.decode()
    assert "Die Antwort gilt für alle Spiele von heute an." in page
    assert "Bei Gästen" not in page
    client.post(url, {"money": "none"})
    assert "Bei Gästen" not in client.get(url).content.decode()
    client.post(url, {"money": "rulebook"})
    assert "Bei Gästen" in client.get(url).content.decode()


def test_who_holds_no_till_does_not_set_the_stake(client, club, table, asked):
    client.force_login(club.jette.user)
    url = reverse("games:rules", args=[table.block.event_id])
    assert client.post(url, {"money": "none"}).status_code == 403
    client.force_login(club.kadir.user)
    refused = client.post(url, {"money": "amount", "stake": ""})
    assert refused.status_code == 422
    assert "Schreib dazu, wie viel." in refused.content.decode()
    assert client.post(url, {"money": "viel"}).status_code == 422
    assert StakeAnswer.objects.get() == asked


def test_what_the_club_said_about_money_is_never_rewritten(asked):
    with pytest.raises(Error), transaction.atomic():
        StakeAnswer.objects.update(kind="none")
    with pytest.raises(Error), transaction.atomic():
        asked.delete()
