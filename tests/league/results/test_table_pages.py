"""Pages of getting to a table, of the second pair of eyes, and what the public sees."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from config.errors import is_way_to_login
from league.access import tokens
from league.access.actors import Actor
from league.events.services import evenings
from league.links import services as access
from league.links.models import Holder, LinkUse
from league.links.queries import link_in_force
from league.people.queries.names import public_naming
from league.results.models.second_look import Objection, RefereeCall
from league.results.queries.confirming import open_call
from league.results.queries.results import PublicGame, current_result, public_tables
from league.results.services import confirming
from league.results.services.results import record_charge
from tests import builders
from tests.html import one_line

pytestmark = pytest.mark.once

NOW = builders.NIGHT
PHONE = {"headers": {"user-agent": "phone"}}


@pytest.fixture(autouse=True)
def tonight(time_machine):
    time_machine.move_to(NOW, tick=False)
    return time_machine


@pytest.fixture
def as_():
    def login(person):
        client = Client()
        client.force_login(person.user)
        return client

    return login


def address(link):
    token = tokens.LinkToken(link.pk, link.table_id, link.ends_at)
    return reverse("league:enter_table", args=[tokens.sign_link(token)])


def play(table):
    return reverse("games:play", args=[table.pk])


def phone_at(link, name="Anke"):
    """Return a phone without a login that scanned the card and gave a name."""
    client = Client()
    response = client.post(address(link), {"name": name})
    assert response.status_code == 302, response.content.decode()
    return client


# --- the link --------------------------------------------------------------------------------


def test_the_code_on_the_table_asks_once_who_holds_the_phone(link, table, client):
    page = one_line(client.get(address(link)))
    assert "Wer hält das Handy?" in page
    assert all(name in page for name in ("Anke", "Bernd", "Jette"))
    seat = table.seats.get(participation__person__name="Bernd")
    answer = client.post(address(link), {"seat": seat.pk})
    assert (answer.status_code, answer.url) == (302, play(table))
    again = client.get(address(link))
    assert (again.status_code, again.url) == (302, play(table))
    assert Holder.objects.get().name == "Bernd"


def test_a_phone_keeps_its_table_over_a_closed_browser_and_another_network(link, table):
    client = phone_at(link)
    cookie = client.cookies[f"tisch_{table.pk}"]
    assert cookie["max-age"] > 12 * 3600
    assert cookie["httponly"]
    elsewhere = client.get(play(table), REMOTE_ADDR="198.51.100.7")
    assert elsewhere.status_code == 200


def test_the_page_of_a_link_is_never_kept_nor_listed(link, client):
    for response in (client.get(address(link)), client.get("/t/erfunden/")):
        assert "no-store" in response.headers["Cache-Control"]
        assert "noindex" in response.headers["X-Robots-Tag"]
        assert response.headers["Referrer-Policy"] == "same-origin"


def test_a_login_is_not_asked_and_stays_verified(link, table, as_, club):
    client = as_(club.oemer)
    assert client.get(play(table)).status_code == 200
    assert client.get(address(link)).url == play(table)
    assert Holder.objects.get().name == "Ömer"


def test_a_wrong_name_is_asked_for_again(link, client):
    response = client.post(address(link), {"name": " "})
    assert response.status_code == 422
    assert "wer das Handy hält" in response.content.decode()
    assert client.post(address(link), {"seat": "99999"}).status_code == 422


def test_the_phone_changes_hands_on_its_own_page(link, table):
    client = phone_at(link, "Anke")
    url = reverse("league:phone", args=[table.pk])
    assert client.get(url).status_code == 200
    client.post(url, {"name": "Enno"})
    assert [holder.name for holder in Holder.objects.all()] == ["Anke", "Enno"]
    assert Client().get(url).status_code == 404


@pytest.mark.parametrize("change", [lambda t: "x" + t[1:], lambda t: t[:-1], lambda t: "erfunden"])
def test_a_forged_link_says_what_to_do(link, table, client, change):
    token = address(link).split("/")[2]
    response = client.get(f"/t/{change(token)}/")
    assert response.status_code == 403
    assert "neuen QR-Karte" in response.content.decode()
    assert "Anke" not in response.content.decode()
    assert client.get(play(table)).status_code in (302, 404)


def test_an_ended_or_revoked_link_is_gone_and_the_log_knows(link, table, client, club, tonight):
    tonight.move_to(link.ends_at, tick=False)
    over = client.get(address(link))
    assert over.status_code == 410
    assert "abgelaufen" in over.content.decode()
    tonight.move_to(NOW, tick=False)
    access.revoke_link(link=link, by=club.rolf.user, now=NOW)
    gone = client.get(address(link))
    assert gone.status_code == 410
    assert "gesperrt" in gone.content.decode()
    assert client.post(address(link), {"name": "Anke"}).status_code == 410
    assert set(LinkUse.objects.values_list("kind", flat=True)) == {"refused"}
    assert not Holder.objects.exists()


def test_a_token_of_another_key_is_forged(link, client, settings):
    old = address(link)
    settings.SECRET_KEY = "another"
    assert client.get(old).status_code == 403


def test_a_revoked_link_stops_every_phone_within_a_second(link, table, club, tonight):
    phones = [phone_at(link, "Anke"), phone_at(link, "Bernd")]
    assert [phone.get(play(table)).status_code for phone in phones] == [200, 200]
    access.revoke_link(link=link, by=club.rolf.user, now=NOW)
    tonight.move_to(NOW + timedelta(seconds=1), tick=False)
    for phone in phones:
        refused = phone.get(play(table))
        assert refused.status_code == 403
        assert "gilt nicht mehr" in refused.content.decode()
    tonight.move_to(link.ends_at + timedelta(hours=1), tick=False)
    assert phones[0].get(play(table)).status_code == 403


def test_the_api_knows_the_phone_by_its_table_until_the_link_is_revoked(link, table, club, tonight):
    other = builders.table(table.block.event, club.oemer, club.stine)
    client = phone_at(link, "Wiebke")
    lobby = client.get(f"/api/tables/{table.pk}/")
    me = lobby.json()["me"]
    assert re.fullmatch(rf"link-{table.pk}-[0-9a-f]{{20}}", me.pop("sender"))
    assert me == {"name": "Wiebke", "verified": False}
    assert client.get(f"/api/tables/{other.pk}/").status_code == 404
    result = played(club, table)
    confirmed = client.post(f"/api/results/{result.pk}/confirm/", {}, "application/json")
    assert confirmed.json()["result"]["confirmed_by"] == {"name": "Wiebke", "verified": False}
    access.revoke_link(link=link, by=club.rolf.user, now=NOW)
    tonight.move_to(NOW + timedelta(seconds=1), tick=False)
    for answer in (
        client.get(f"/api/tables/{table.pk}/"),
        client.post(f"/api/results/{result.pk}/confirm/", {}, "application/json"),
        client.post(f"/api/tables/{table.pk}/call/", {"id": "c"}, "application/json"),
    ):
        assert answer.status_code == 403
        assert answer.json()["code"] == "link_over"
        assert "gilt nicht mehr" in answer.json()["sentence"]


def test_a_link_opens_its_table_and_nothing_else(link, table, club):
    other = builders.table(table.block.event, club.oemer, club.stine)
    foreign = builders.card(other, club.oemer, club.stine, club.stine)
    client = phone_at(link)
    assert client.get(play(table)).status_code == 200
    event = table.block.event_id
    closed = [
        play(other),
        reverse("league:evening", args=[event]),
        reverse("league:table_link", args=[table.pk]),
        reverse("league:table_cards", args=[event]),
        reverse("league:referee"),
        reverse("league:evenings"),
        reverse("league:people"),
        reverse("league:result", args=[foreign.pk]),
        reverse("league:phone", args=[other.pk]),
        reverse("finance:till"),
    ]
    for url in closed:
        answer = client.get(url)
        assert answer.status_code in (302, 403, 404), url
        assert "Ömer" not in answer.content.decode(), url
    assert is_way_to_login(client.post(reverse("league:call", args=[other.pk])))
    assert is_way_to_login(client.post(reverse("league:confirm", args=[foreign.pk])))


def test_a_token_moved_to_another_tables_cookie_opens_nothing(link, table, club):
    other = builders.table(table.block.event, club.oemer, club.stine)
    client = phone_at(link)
    client.cookies[f"tisch_{other.pk}"] = client.cookies[f"tisch_{table.pk}"].value
    assert client.get(play(other)).status_code in (302, 403, 404)


def test_wrong_links_in_a_row_are_told_to_wait_and_right_ones_are_not(link, client, table):
    codes = [client.get(f"/t/erfunden-{n}/").status_code for n in range(32)]
    assert codes == [403] * 30 + [429] * 2
    assert client.get(address(link)).status_code == 200
    assert Client().get("/t/erfunden/", REMOTE_ADDR="198.51.100.7").status_code == 403


def test_no_page_of_ours_names_a_token_to_elsewhere(link, client):
    page = one_line(client.get(address(link)))
    assert re.findall(r'(?:src|href|action)="(https?:)?//', page) == []


# --- making links and cards ------------------------------------------------------------------


def test_whoever_runs_the_evening_makes_prints_and_revokes_links(as_, club, table):
    client = as_(club.kadir)
    url = reverse("league:table_link", args=[table.pk])
    assert "gilt gerade kein Link" in client.get(url).content.decode()
    page = one_line(client.post(url, follow=True))
    assert "<svg" in page
    assert "Samstag, 7. März, 12:00" in page
    first = link_in_force(table, NOW)
    phone_at(first, "Wiebke")
    page = one_line(client.get(url))
    assert "Ein Handy kann dann nicht weiterschreiben" in page
    assert "„Wiebke“" in page
    assert "Link gemacht von Kadir" in page
    client.post(url, {"replaces": first.pk})
    client.post(url, {"replaces": first.pk})
    second = link_in_force(table, NOW)
    assert second.pk == first.pk + 1
    client.post(reverse("league:revoke_link", args=[table.pk]), {"link": second.pk})
    assert link_in_force(table, NOW) is None
    assert "Link gesperrt von Kadir" in client.get(url).content.decode()


def test_a_link_of_another_table_is_not_revoked_here(as_, club, table, link):
    other = builders.table(table.block.event, club.oemer, club.stine)
    url = reverse("league:revoke_link", args=[other.pk])
    for sent in (link.pk, "", "abc", "9" * 30):
        assert as_(club.rolf).post(url, {"link": sent}).status_code == 404
    assert link_in_force(table, NOW) == link


def test_members_make_no_links(as_, club, table, link):
    client = as_(club.bernd)
    for name, pk in [
        ("league:table_link", table.pk),
        ("league:table_cards", table.block.event_id),
    ]:
        assert client.get(reverse(name, args=[pk])).status_code == 403
    url = reverse("league:revoke_link", args=[table.pk])
    assert client.post(url, {"link": link.pk}).status_code == 403


def test_every_table_gets_its_card_to_print(as_, club, table, django_assert_max_num_queries):
    builders.table(table.block.event, club.oemer, club.stine)
    client = as_(club.rolf)
    url = reverse("league:table_cards", args=[table.block.event_id])
    assert "Für 2 Tische gilt noch kein Link" in client.get(url).content.decode()
    page = one_line(client.post(url, follow=True))
    assert page.count('class="qr"') == 2
    assert "Ömer" in page
    only = one_line(client.get(f"{url}?table=2"))
    assert only.count('class="qr"') == 1
    with django_assert_max_num_queries(12):
        client.get(url)


def test_a_code_drawn_on_this_machine_alone_warns(as_, club, table, link, settings):
    settings.ALLOWED_HOSTS = ["*"]
    url = reverse("league:table_link", args=[table.pk])
    client = as_(club.rolf)
    assert "nur dieses Gerät kennt" in client.get(url, HTTP_HOST="localhost:8000").content.decode()
    assert (
        "nur dieses Gerät kennt" not in client.get(url, HTTP_HOST="club.invalid").content.decode()
    )


def test_the_page_of_a_link_asks_few_queries(as_, club, table, link, django_assert_max_num_queries):
    for n in range(5):
        phone_at(link, f"Gast {n}")
    rolf = as_(club.rolf)
    with django_assert_max_num_queries(14):
        rolf.get(reverse("league:table_link", args=[table.pk]))


# --- the second pair of eyes -----------------------------------------------------------------


def actor(person, device="laptop"):
    return Actor(device=device, user_id=person.user.pk, name=person.name)


def played(club, table, by=None, **fields):
    by = by or actor(club.anke)
    return builders.card(table, club.anke, club.bernd, club.bernd, actor=by, **fields)


def page_of(client, result):
    return one_line(client.get(reverse("league:result", args=[result.pk])))


def test_a_phone_on_the_link_confirms_what_another_entered(club, table, link):
    result = played(club, table)
    client = phone_at(link, "Wiebke")
    page = page_of(client, result)
    assert "Stimmt so: bestätigen" in page
    assert f'href="{play(table)}"' in page
    url = reverse("league:confirm", args=[result.pk])
    done = one_line(client.post(url, follow=True))
    assert "Bestätigt von „Wiebke“" in done
    assert "Name vom Tisch" in done
    assert "Eingetragen von Anke" in done
    assert client.post(url).status_code == 302


def test_the_phone_that_entered_is_told_who_may_confirm(club, table, link):
    client = phone_at(link, "Wiebke")
    holder = Holder.objects.get()
    by = Actor(device=holder.device, holder_id=holder.pk, table_id=table.pk, name="Wiebke")
    result = played(club, table, by)
    page = page_of(client, result)
    assert "Stimmt so" not in page
    assert "Bestätigen muss es jemand anders am Tisch" in page
    assert "„Wiebke“" in page
    refused = client.post(reverse("league:confirm", args=[result.pk]))
    assert refused.status_code == 403
    assert "jemand anders am Tisch" in refused.content.decode()


def test_members_who_sit_elsewhere_look_and_do_nothing(as_, club, table):
    result = played(club, table)
    client = as_(club.gustav)
    page = page_of(client, result)
    assert "Bernd hat verloren" in page
    assert "Problem melden" not in page
    assert client.post(reverse("league:confirm", args=[result.pk])).status_code == 403
    assert client.post(reverse("league:object", args=[result.pk])).status_code == 403
    assert is_way_to_login(Client().get(reverse("league:result", args=[result.pk])))


def test_a_problem_freezes_and_the_referee_rules(as_, club, table, link):
    result = played(club, table)
    at_table, rolf = phone_at(link, "Wiebke"), as_(club.rolf)
    url = reverse("league:object", args=[result.pk])
    empty = at_table.post(url, {"client_id": "o-1", "text": ""})
    assert empty.status_code == 422
    at_table.post(url, {"client_id": "o-1", "text": "Jette <war> Letzte"})
    for page in (
        rolf.get(reverse("league:evening", args=[table.block.event_id])),
        rolf.get(reverse("games:card", args=[table.pk, 1])),
    ):
        assert "Problem gemeldet" in page.content.decode()
        assert "„Wiebke“" in page.content.decode()
        assert "21:30" in page.content.decode()
    lists = one_line(rolf.get(reverse("league:referee")))
    assert escape("Jette <war> Letzte") in lists
    rule = reverse("league:rule", args=[Objection.objects.get().pk])
    assert as_(club.bernd).post(rule, {"outcome": "stands"}).status_code == 404
    assert rolf.post(rule, {"outcome": "vielleicht", "ruling": "Ja"}).status_code == 422
    for wanting in ({"outcome": "stands"}, {"ruling": "Nachgezählt"}):
        again = rolf.post(rule, wanting)
        assert again.status_code == 422
        assert 'class="errors"' in again.content.decode()
        assert "entschieden von" not in again.content.decode()
    done = rolf.post(rule, {"outcome": "stands", "ruling": "Nachgezählt"}, follow=True)
    assert "Nachgezählt" in done.content.decode()
    assert "Entschieden: Das Ergebnis bleibt, wie es ist." in done.content.decode()
    assert "entschieden von Rolf" in done.content.decode()
    assert "Stimmt so: bestätigen" in done.content.decode()


def test_two_phones_confirm_at_once_and_one_hears_of_the_other(club, table, link):
    result = played(club, table)
    url = reverse("league:confirm", args=[result.pk])
    assert phone_at(link, "Wiebke").post(url).status_code == 302
    second = phone_at(link, "Enno").post(url)
    assert second.status_code == 409
    assert "Wiebke hat das schon bestätigt" in second.content.decode()


def test_a_table_calls_and_the_referee_comes(as_, club, table, tonight):
    bernd, rolf = as_(club.bernd), as_(club.rolf)
    url = reverse("league:call", args=[table.pk])
    bernd.post(url, {"client_id": "c-1", "note": "Würfel am Boden"})
    as_(club.jette).post(url, {"client_id": "c-2", "note": "noch einmal"})
    assert RefereeCall.objects.count() == 1
    tonight.move_to(NOW + timedelta(minutes=4), tick=False)
    page = one_line(rolf.get(reverse("league:referee")))
    assert "Ein Tisch ruft" in page
    assert "Würfel am Boden" in page
    assert "4 Minuten" in page
    call = RefereeCall.objects.get()
    assert bernd.post(reverse("league:answer", args=[call.pk])).status_code == 404
    page = one_line(rolf.post(reverse("league:answer", args=[call.pk]), follow=True))
    assert "Rolf kommt" in page
    assert "Würfel am Boden" in page
    tonight.move_to(NOW + timedelta(minutes=5, seconds=1), tick=False)
    assert "Gerade ruft niemand" in rolf.get(reverse("league:referee")).content.decode()


def test_a_table_takes_its_call_back_and_strangers_call_nobody(as_, club, table, client):
    url = reverse("league:call", args=[table.pk])
    assert is_way_to_login(client.post(url, {"client_id": "c-1"}))
    assert not RefereeCall.objects.exists()
    assert as_(club.gustav).post(url, {"client_id": "c-1"}).status_code == 403
    bernd = as_(club.bernd)
    page = one_line(bernd.post(url, {"client_id": "c-1"}, follow=True))
    assert "Schiedsrichter gerufen um 21:30" in page
    bernd.post(url, {"back": "1"})
    assert open_call(table) is None


def test_the_referees_page_answers_only_when_something_changed(as_, club, table, link, tonight):
    rolf = as_(club.rolf)
    page = one_line(rolf.get(reverse("league:referee")))
    again = re.search(r'hx-get="([^"]+mark=\w+)"', page)[1]
    assert rolf.get(again).status_code == 204
    phone_at(link, "Wiebke").post(reverse("league:call", args=[table.pk]), {"client_id": "c"})
    assert rolf.get(again).status_code == 200
    assert as_(club.kadir).get(again).status_code == 403
    logged_out = Client().get(again, headers={"hx-request": "true"})
    assert logged_out.headers["HX-Redirect"].endswith("?next=/schiedsrichter/")
    assert Client().get(again).status_code == 302


def test_the_referees_page_asks_few_queries(as_, club, table, django_assert_max_num_queries):
    rolf = as_(club.rolf)
    for number in range(1, 6):
        result = played(club, table, number=number)
    confirming.raise_objection(
        result=result, client_id="o", text="falsch", actor=actor(club.bernd), now=NOW
    )
    with django_assert_max_num_queries(13):
        page = one_line(rolf.get(reverse("league:referee")))
    assert page.count("eingetragen von") == 4


def test_the_page_of_a_result_asks_few_queries(as_, club, table, django_assert_max_num_queries):
    result = played(club, table)
    for version in range(1, 5):
        builders.card(
            table,
            *[club.anke, club.jette][version % 2 :][:1] * 2,
            seen=version,
            reason="hin und her",
            actor=actor(club.anke),
        )
    rolf = as_(club.rolf)
    with django_assert_max_num_queries(20):
        page = page_of(rolf, result)
    assert page.count("überholt") == 4


def test_the_evening_asks_the_same_with_calls_problems_and_confirmations(
    as_, club, table, django_assert_max_num_queries
):
    other = builders.table(table.block.event, club.oemer, club.stine, club.hilde)
    for number in range(1, 4):
        result = played(club, table, number=number)
        confirming.confirm_result(result=result, actor=actor(club.rolf, "x"), now=NOW)
        strange = builders.card(other, club.oemer, club.oemer, number=number)
        confirming.raise_objection(
            result=strange, client_id="o", text="?", actor=actor(club.stine), now=NOW
        )
    for each_table in (table, other):
        confirming.call_referee(
            table=each_table, client_id="c", note="", actor=actor(club.oemer), now=NOW
        )
    rolf = as_(club.rolf)
    with django_assert_max_num_queries(22):
        rolf.get(reverse("league:evening", args=[table.block.event_id]))


# --- what the public sees --------------------------------------------------------------------

MONEY = ["€", "Kasse", "Einsatz", "Strafe", "Spende", "stake", "cup_off_table", "zahlt", "Runde"]
INSIDE = ["Ömer", "eingetragen", "Eingetragen", "bestätig", "Problem", "Grund", "verwechselt"]


@pytest.fixture
def public(club, table):
    event = table.block.event
    first = played(club, table)
    confirming.raise_objection(
        result=first, client_id="o", text="Ömer hat geschummelt", actor=actor(club.anke), now=NOW
    )
    confirming.rule_on_objection(
        objection=Objection.objects.get(), outcome="correct", ruling="Strafe", by=None, now=NOW
    )
    builders.card(
        table, club.anke, club.bernd, club.anke, seen=1, reason="verwechselt", aus={club.jette: 1}
    )
    record_charge(
        event=event,
        person=club.bernd,
        code="cup_off_table",
        kind="fine",
        cents=200,
        note="Strafe für Ömer",
        client_id="x",
        by=club.rolf.user,
        now=NOW,
    )
    return evenings.set_public(event=event, is_public=True)


def test_a_public_evening_shows_strangers_tables_and_results_alone(client, public, table):
    page = one_line(client.get(reverse("league:evening", args=[public.pk])))
    main = page[page.index("<main") : page.index("</main>")]
    assert all(name in main for name in ("Anke", "Bernd", "Jette", "Tisch 1", "Spiel 1"))
    assert [word for word in [*MONEY, *INSIDE] if word in page] == []
    assert "<form" not in main
    assert "<button" not in main


def test_the_public_is_told_what_the_query_says_and_no_more(public):
    (table,) = public_tables(public, public_naming())
    assert table.names == ("Anke", "Bernd", "Jette")
    assert table.games == (PublicGame(1, "Anke", "Bernd", "Anke", provisional=True),)


def test_what_is_not_settled_is_provisional_to_the_public(client, club, public, table, tonight):
    def page():
        return client.get(reverse("league:evening", args=[public.pk])).content.decode()

    assert page().count("vorläufig") == 1
    assert f'href="{play(table)}"' in page()
    result = current_result(table, 1)
    confirming.confirm_result(result=result, actor=actor(club.jette), now=NOW)
    assert "vorläufig" not in page()
    confirming.raise_objection(
        result=result, client_id="o2", text="Doch nicht", actor=actor(club.anke), now=NOW
    )
    assert page().count("vorläufig") == 1
    tonight.move_to(NOW + timedelta(days=2), tick=False)
    assert f'href="{play(table)}"' not in page()


def test_everything_else_of_a_public_evening_stays_closed(client, public, table):
    result = current_result(table, 1)
    for name, pk, code in [
        ("league:evenings", None, 302),
        ("games:breaches", public.pk, 302),
        ("games:card", None, None),
        ("league:result", result.pk, 302),
        ("league:table_cards", public.pk, 302),
        ("finance:evening", public.pk, 302),
    ]:
        if name == "games:card":
            answer = client.get(reverse(name, args=[table.pk, 1]))
            assert answer.status_code in (302, 404)
        else:
            answer = client.get(reverse(name, args=[pk] if pk else []))
            assert answer.status_code == code, name
    assert client.post(reverse("league:publish", args=[public.pk])).status_code == 302


def test_a_private_evening_sends_strangers_to_the_login_and_others_nowhere(
    as_, client, table, club
):
    url = reverse("league:evening", args=[table.block.event_id])
    assert client.get(url).status_code == 302
    assert client.get(reverse("league:evening", args=[9999])).status_code == 302
    outsider = builders.member("Wiebke", since=builders.DAY)
    outsider.memberships.get().delete()
    assert as_(outsider).get(url).status_code == 404


def test_whoever_runs_the_evening_makes_it_public_and_private_again(as_, club, table, client):
    url = reverse("league:publish", args=[table.block.event_id])
    evening = reverse("league:evening", args=[table.block.event_id])
    assert as_(club.bernd).post(url, {"public": "1"}).status_code == 403
    rolf = as_(club.rolf)
    page = one_line(rolf.post(url, {"public": "1"}, follow=True))
    assert "Geld, Strafen und Abstimmungen nie" in page
    assert client.get(evening).status_code == 200
    rolf.post(url, {"public": "0"})
    assert client.get(evening).status_code == 302


def test_a_public_evening_asks_few_queries(client, public, club, django_assert_max_num_queries):
    for _ in range(3):
        builders.table(public, *[builders.member(f"G{n}{_}", kind="") for n in range(4)])
    with django_assert_max_num_queries(9):
        client.get(reverse("league:evening", args=[public.pk]))


def test_one_person_with_two_browsers_is_said_to_the_referee(as_, club, table, link):
    """The table's link opened twice: one writes the card as Anke, the other confirms as Bernd."""
    for name in ("Anke", "Bernd"):
        phone_at(link, name)
    actors = [
        Actor(device=f"browser-{n}", holder_id=holder.pk, table_id=table.pk, network="kneipe")
        for n, holder in enumerate(Holder.objects.order_by("pk"))
    ]
    result = builders.card(table, club.anke, club.anke, actor=actors[0])
    confirming.confirm_result(result=result, actor=actors[1], now=NOW)
    page = one_line(as_(club.rolf).get(reverse("league:referee")))
    assert "Aus einem Netz eingetragen und bestätigt" in page
    assert reverse("league:result", args=[result.pk]) in page


def test_two_logins_or_two_networks_are_nothing_to_say(as_, club, table):
    for number, networks in ((1, ("kneipe", "kneipe")), (2, ("kneipe", "funk"))):
        first_phone, other = (
            Actor(device=who.name, user_id=who.user.pk, network=network)
            for who, network in zip((club.anke, club.bernd), networks, strict=True)
        )
        result = builders.card(table, club.anke, club.anke, number=number, actor=first_phone)
        confirming.confirm_result(result=result, actor=other, now=NOW)
    assert "Aus einem Netz" not in as_(club.rolf).get(reverse("league:referee")).content.decode()


def test_the_address_itself_is_not_kept(club, table, link):
    phone = phone_at(link, "Anke")
    path = reverse("games:new_card", args=[table.pk])
    fields = {"lost_first": "", "lost_second": "", "lost_game": ""}
    page = phone.get(path).content.decode()  # with the id that the page made
    hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page))
    seat = str(table.seats.first().pk)
    sent = {**hidden, **fields, "lost_first": seat, "lost_second": seat, "ending": "normal"}
    assert phone.post(path, sent, REMOTE_ADDR="203.0.113.7").status_code == 302
    result = current_result(table, 1)
    assert re.fullmatch("[0-9a-f]{16}", result.entered_network)
