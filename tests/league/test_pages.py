"""The league's pages: who sees them, what they say, how many queries they ask."""

import re
from datetime import date, timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from league.access.queries.rights import is_member
from league.events.queries import events_for, participations
from league.events.services import attendance
from league.people.queries import people as people_queries
from league.people.services import people
from league.standings.services import compute_standing
from tests import builders
from tests.mail_server import sent
from tests.plugins.built import built_once

pytestmark = pytest.mark.once


@pytest.fixture
def as_(client):
    def login(person):
        client.force_login(person.user)
        return client

    return login


@pytest.fixture
def today(time_machine):
    time_machine.move_to(builders.NIGHT, tick=True)
    return builders.DAY


@built_once
@time_machine.travel(builders.NIGHT)
def table(club):
    table = builders.table(builders.evening(), club.anke, club.bernd, club.jette)
    builders.card(table, club.anke, club.bernd, club.bernd, aus={club.jette: 1})
    compute_standing(season=table.block.event.season, now=builders.NIGHT)
    return table


@pytest.fixture
def played(table, today):
    return table


def test_strangers_are_sent_to_the_login(client, played):
    for name, args in [
        ("league:evenings", []),
        ("league:evening", [played.block.event_id]),
        ("league:season_table", [played.block.event.season_id]),
        ("league:people", []),
        ("games:new_card", [played.pk]),
        ("games:breaches", [played.block.event_id]),
    ]:
        response = client.get(reverse(name, args=args))
        assert response.status_code == 302, name
        assert response.url.startswith(reverse("account_login")), name


def test_a_stranger_sees_no_name_on_the_start_page(client, played):
    page = client.get("/").content.decode()
    assert "Anke" not in page
    assert "Einloggen" in page


def test_a_member_sees_the_table_and_the_games_behind_each_number(as_, club, played):
    season = played.block.event.season
    client = as_(club.jette)
    page = client.get(reverse("league:season_table", args=[season.pk])).content.decode()
    assert page.index("Anke") < page.index("Bernd")
    assert "Stand 6. März 2026, 21:30:00 Uhr" in page
    behind = client.get(reverse("league:season_person", args=[season.pk, club.bernd.pk]))
    assert "Spiel verloren" in behind.content.decode()


def test_a_member_does_not_run_the_evening_but_enters_the_own_tables_card(as_, club, played):
    client = as_(club.jette)
    event = played.block.event
    assert client.get(reverse("games:breaches", args=[event.pk])).status_code == 403
    assert client.post(reverse("league:add_table", args=[event.pk])).status_code == 403
    assert client.get(reverse("games:new_card", args=[played.pk])).status_code == 200
    elsewhere = as_(club.oemer).get(reverse("games:new_card", args=[played.pk]))
    assert elsewhere.status_code == 403
    assert "darfst du" in elsewhere.content.decode()


@pytest.mark.parametrize(("days", "offered"), [(6, True), (7, False)])
def test_the_own_table_offers_only_what_its_players_may_still_do(
    as_, club, played, time_machine, days, offered
):
    time_machine.move_to(builders.NIGHT + timedelta(days=days), tick=True)
    card = reverse("games:new_card", args=[played.pk])
    client = as_(club.jette)
    told = client.get(reverse("league:evening", args=[played.block.event_id])).content.decode()
    assert (card in told) is offered
    assert ("Schiedsrichter rufen" in told) is offered
    assert client.get(card).status_code == (200 if offered else 403)


def test_only_the_board_takes_people_in(as_, club, today):
    assert as_(club.rolf).get(reverse("league:new_person")).status_code == 403
    made = as_(club.stine).post(
        reverse("league:new_person"),
        {"name": "Wiebke Neu", "email": "wiebke@club.invalid", "kind": "active"},
    )
    assert made.status_code == 302
    person = people_queries.people(builders.DAY).get(name="Wiebke Neu")
    assert is_member(person.user, builders.DAY)


def test_whoever_takes_people_in_mostly_takes_in_members_and_goes_on_at_once(as_, club, today):
    stine, url = as_(club.stine), reverse("league:new_person")
    assert '<option value="active" selected>' in stine.get(url).content.decode()
    again = stine.post(url, {"name": "Wiebke Neu", "kind": "active", "another": "1"}, follow=True)
    assert again.redirect_chain[-1][0] == url
    assert "Wiebke Neu ist aufgenommen." in again.content.decode()


def test_the_same_evening_a_second_time_is_said_to_be_there(as_, club, today):
    sent = {"name": "Spielabend", "business_date": builders.DAY, "venue": "pub"}
    rolf, url = as_(club.rolf), reverse("league:new_evening")
    assert "/regeln/" in rolf.post(url, sent).url
    again = rolf.post(url, {**sent, "venue": "private"}, follow=True)
    event = events_for(club.rolf.user, builders.DAY).get()
    assert again.redirect_chain[-1][0] == reverse("league:evening", args=[event.pk])
    assert "Diesen Abend gibt es schon" in again.content.decode()
    assert event.venue == "pub"


def test_whoever_comes_later_is_not_counted_as_here(as_, club, played, today):
    later = participations(played.block.event).get(person=club.stine)
    attendance.mark_attendance(participation=later, attendance="late")
    url = reverse("league:evening", args=[played.block.event_id])
    page = " ".join(as_(club.jette).get(url).content.decode().split())
    assert re.search(r'Wer ist da\? <span class="soft"> \d+, einer kommt später </span>', page)
    here = sum(
        participation.attendance == "present" for participation in participations(later.event)
    )
    assert f'<span class="soft"> {here}, einer' in page
    assert re.search("Stine ?<span class=.tag.> ?kommt später ?</span>", page)


def test_a_wrong_entry_keeps_what_was_typed_and_says_what_to_do(as_, club, today):
    response = as_(club.stine).post(
        reverse("league:new_person"), {"name": "Doppelt", "email": "anke@club.invalid"}
    )
    page = response.content.decode()
    assert response.status_code == 422
    assert 'value="Doppelt"' in page
    assert "loggt sich schon jemand ein" in page


def test_an_evening_that_is_not_there_is_a_plain_page(as_, club, today):
    response = as_(club.anke).get(reverse("league:evening", args=[999]))
    assert response.status_code == 404
    assert "Hier ist nichts" in response.content.decode()


def test_a_refusal_of_a_tap_is_a_sentence_and_not_a_stack_trace(as_, club, played):
    client = as_(club.rolf)
    bernd = participations(played.block.event).get(person=club.bernd)
    url = reverse("league:attendance", args=[bernd.pk])
    plain = client.post(url, {"attendance": "absent"})
    assert plain.status_code == 409
    assert "Bernd sitzt noch an einem Tisch" in plain.content.decode()
    tapped = client.post(url, {"attendance": "absent"}, headers={"HX-Request": "true"})
    assert tapped.status_code == 409
    assert tapped.headers["HX-Retarget"] == "#messages"
    assert "<html" not in tapped.content.decode()
    assert client.post(url, {"attendance": "verschwunden"}).status_code == 422


def test_eight_at_a_table_are_fine_nine_are_a_warning(as_, club, today):
    guests = [builders.member(f"Gast {n}", kind="") for n in range(9)]
    table = builders.table(builders.evening(), *guests[:8])
    url = reverse("league:evening", args=[table.block.event_id])
    client = as_(club.rolf)
    assert "Mit mehr als 8" not in client.get(url).content.decode()
    ninth = attendance.add_participant(event=table.block.event, person=guests[8])
    client.post(reverse("league:seat", args=[table.pk]), {"participation": ninth.pk})
    assert "Mit mehr als 8" in client.get(url).content.decode()


def test_the_page_of_an_evening_asks_the_same_number_of_queries_however_many_sit_there(
    as_, club, played, django_assert_max_num_queries
):
    client = as_(club.rolf)
    url = reverse("league:evening", args=[played.block.event_id])
    for number in range(2, 6):
        builders.card(played, club.anke, club.anke, number=number)
    builders.table(played.block.event, club.oemer, club.stine, club.hilde)
    with django_assert_max_num_queries(24):
        client.get(url)


def test_the_seasons_table_asks_few_queries(as_, club, played, django_assert_max_num_queries):
    client = as_(club.rolf)
    with django_assert_max_num_queries(15):
        client.get(reverse("league:season_table", args=[played.block.event.season_id]))


def test_every_page_comes_in_english_too(as_, club, played):
    client = as_(club.rolf)
    page = client.get(
        reverse("league:evening", args=[played.block.event_id]), headers={"accept-language": "en"}
    ).content.decode()
    assert '<html lang="en"' in page
    assert "Who is here?" in page


def test_the_policy_forbids_everything_inline(client, db):
    policy = client.get("/").headers["Content-Security-Policy"]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy


def test_the_demo_lets_in_nobody_from_elsewhere(client, club, settings):
    url, data = reverse("demo_login"), {"user": club.kadir.user.pk}
    assert client.post(url, data).status_code == 404
    settings.DEMO = True
    assert client.post(url, data, REMOTE_ADDR="192.0.2.7").status_code == 404
    assert client.post(url, data, headers={"x-forwarded-for": "192.0.2.7"}).status_code == 404
    assert (
        "Kadir"
        not in client.get(reverse("account_login"), REMOTE_ADDR="192.0.2.7").content.decode()
    )
    assert client.post(url, data, REMOTE_ADDR="127.0.0.1").status_code == 302


def test_a_code_by_mail_logs_in_and_strangers_get_none(client, club):
    client.post(reverse("account_login"), {"email": "niemand@club.invalid"})
    assert sent() == []
    # „Andere Adresse“ gives up the code that never came.
    client.post(reverse("account_logout"), {"next": reverse("account_login")})
    client.post(reverse("account_login"), {"email": "anke@club.invalid"})
    (mail,) = sent()
    code = next(line for line in mail.body.splitlines() if "-" in line or line.isupper())
    client.post(reverse("account_confirm_login_code"), {"code": code.strip()})
    assert client.session["_auth_user_id"] == str(club.anke.user.pk)


def test_a_passkey_is_offered_once_after_the_first_login(club):
    def page_after_login():
        client = Client()
        client.post(reverse("account_login"), {"email": "jette@club.invalid"}, secure=True)
        code = next(line for line in sent()[-1].body.splitlines() if line.isupper())
        confirm = reverse("account_confirm_login_code")
        first = client.post(confirm, {"code": code.strip()}, secure=True, follow=True)
        return first.content.decode(), client.get("/", secure=True).content.decode()

    offered = f'ohne E-Mail. <a href="{reverse("passkeys")}">Einrichten</a>'
    first, next_page = page_after_login()
    assert offered in first
    assert offered not in next_page
    assert offered not in page_after_login()[0]


def test_where_no_browser_makes_a_passkey_none_is_offered(client, club):
    client.post(reverse("account_login"), {"email": "jette@club.invalid"})
    code = next(line for line in sent()[-1].body.splitlines() if line.isupper())
    answer = client.post(reverse("account_confirm_login_code"), {"code": code.strip()}, follow=True)
    assert "Passkey: mit Finger" not in answer.content.decode()


def test_who_is_no_member_any_more_sees_no_table(as_, club, played):
    people.end_membership(person=club.jette, end=date(2026, 3, 1))
    response = as_(club.jette).get(
        reverse("league:season_table", args=[played.block.event.season_id])
    )
    assert response.status_code == 404


@pytest.mark.parametrize("day", ["9999-12-31", "1900-01-01", "31.02.2026", ""])
def test_a_day_that_no_club_plays_on_is_refused_beside_its_field(as_, club, today, day):
    response = as_(club.rolf).post(
        reverse("league:new_evening"),
        {"name": "Spielabend", "business_date": day, "venue": "club_night"},
    )
    assert response.status_code == 422
    assert 'id="id_business_date_error"' in response.content.decode()


@pytest.mark.parametrize("sent", ["", "abc", "-1", "99999999999999999999", "²"])
def test_a_seat_for_nobody_is_a_plain_page(as_, club, played, sent):
    response = as_(club.rolf).post(
        reverse("league:seat", args=[played.pk]), {"participation": sent}
    )
    assert response.status_code == 404


def test_whoever_was_logged_out_hears_that_nothing_was_stored(client, played):
    url = reverse("games:new_card", args=[played.pk])
    came_from = {"referer": f"http://testserver{url}"}
    response = client.post(url, {}, headers=came_from, follow=True)
    page = response.content.decode()
    assert "Du warst ausgeloggt" in page
    assert f'value="{url}"' in page
    tapped = client.post(url, {}, headers={**came_from, "hx-request": "true"})
    assert tapped.headers["HX-Redirect"].startswith(reverse("account_login"))


def test_an_address_that_only_takes_forms_is_a_plain_page(as_, club, played):
    url = reverse("league:add_table", args=[played.block.event_id])
    response = as_(club.rolf).get(url)
    assert response.status_code == 405
    assert "nur etwas abgeschickt" in response.content.decode()


def test_the_language_is_changed_from_the_page_before_a_refused_form(as_, club, played):
    guest = reverse("league:add_guest", args=[played.block.event_id])
    evening = reverse("league:evening", args=[played.block.event_id])
    response = as_(club.rolf).post(
        guest, {"name": "Bernd"}, headers={"referer": f"http://testserver{evening}"}
    )
    assert response.status_code == 422
    assert f'name="next" value="{evening}"' in response.content.decode()


def test_a_changed_address_logs_out_and_the_old_one_gets_no_code(client, as_, club):
    def ask(email):
        client.post(reverse("account_logout"), {"next": reverse("account_login")})
        client.post(reverse("account_login"), {"email": email})
        return sent()

    (letter,) = ask("jette@club.invalid")
    code = next(line for line in letter.body.splitlines() if line.isupper())
    client.post(reverse("account_confirm_login_code"), {"code": code.strip()})
    assert "_auth_user_id" in client.session
    people.give_login(person=club.jette, email="neu@club.invalid")
    assert client.get(reverse("league:evenings")).status_code == 302
    assert ask("jette@club.invalid") == []
    (letter,) = ask("neu@club.invalid")
    assert letter.to == ["neu@club.invalid"]
