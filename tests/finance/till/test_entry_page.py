"""The page of a tournament's door: one tap for each who pays, prizes beside the pot."""

import re

import pytest
from django.urls import reverse

from finance.books.models.payouts import Payout
from finance.books.queries.ledger import balance
from finance.books.queries.tournaments import pot_of
from league.events.services.attendance import add_participant
from league.tournaments.models.tournaments import Prize
from tests.finance.pages import hidden, text, url

pytestmark = pytest.mark.once


def page(browser, entry_desk):
    return browser.get(url("tournament", entry_desk.event.pk))


def tap(browser, entry_desk, name, **more):
    """Tap the button beside a name as it is on the page; return the answer and the fields sent."""
    person = entry_desk.club.persons[name]
    address = url("take_entry", entry_desk.event.pk, person.pk)
    form = re.search(
        rf'action="{address}".*?name="client_id" value="([^"]+)".*?name="cents" value="(\d+)"',
        page(browser, entry_desk).content.decode(),
        re.DOTALL,
    )
    data = {"client_id": form[1], "cents": form[2], **more}
    return browser.post(address, data, follow=True), data


def test_one_tap_beside_the_name_and_it_is_paid(kim, entry_desk):
    page_text = text(page(kim, entry_desk))
    assert "je Kopf 10,00 € Startgeld und 5,00 € in den Preistopf" in page_text
    assert "1 Robin 15,00 € bar 2 Sascha 15,00 € bar" in page_text
    assert "Noch offen 45,00 €" in page_text
    answer, data = tap(kim, entry_desk, "robin")
    page_text = text(answer)
    assert "15,00 € von Robin gebucht." in page_text
    assert "Eine Person hat bezahlt" in page_text
    assert "Startgelder, für die Kosten 10,00 € Im Preistopf 5,00 € Noch offen 30,00 €" in page_text
    again = kim.post(
        url("take_entry", entry_desk.event.pk, entry_desk.club.robin.pk), data, follow=True
    )
    assert "15,00 € von Robin gebucht." in text(again)
    assert balance("cash") == 1500


def test_who_paid_at_the_other_desk_is_named(kim, entry_desk):
    address = url("take_entry", entry_desk.event.pk, entry_desk.club.robin.pk)
    entry_desk.pays("robin")
    answer = kim.post(address, {"client_id": "other", "cents": "1500"}, follow=True)
    assert "Robin hat schon bezahlt" in text(answer)
    assert balance("cash") == 1500


def test_a_credit_is_offered_at_the_door(kim, club, evening, pay):
    pay("robin", 1500)
    entry_desk = club.tournament("robin")
    assert "Robin: mit Guthaben verrechnen" in page(kim, entry_desk).content.decode()
    answer, _data = tap(kim, entry_desk, "robin")
    assert "Robin hat mit Guthaben bezahlt." in text(answer)
    assert balance("cash") == 1500


def test_whoever_owes_something_else_than_the_others_is_told_what(kim, entry_desk):
    entry_desk.fee = 0
    entry_desk.club.join("dana", guest=True)
    entry_desk.checks_in("dana")
    assert "4 Dana Einsatz für den Preistopf 5,00 € 5,00 € bar" in text(page(kim, entry_desk))


def test_whoever_is_charged_with_nothing_is_never_called_paid(kim, club):
    free = club.tournament("robin", "sascha", fee=0, pot=0)
    page_text = text(page(kim, free))
    assert "bezahlt" not in page_text.replace("Noch nicht bezahlt", "")
    assert "Ohne Forderung 2 Dieses Turnier kostet nichts" in page_text
    # The fee was set when they were in already.
    free.event.tournament.fee_cents = 1000
    free.event.tournament.save()
    free.fee = 1000
    free.checks_in("gabi")
    page_text = text(page(kim, free))
    assert "3 Gabi 10,00 € bar" in page_text
    assert "Ohne Forderung 2 Eingecheckt, aber ohne Startgeld in der Kasse" in page_text
    free.pays("gabi")
    page_text = text(page(kim, free))
    assert "Alle, die eingecheckt sind, haben bezahlt" not in page_text
    assert "Eine Person hat bezahlt" in page_text


def test_nobody_there_yet(kim, club):
    page_text = text(page(kim, club.tournament()))
    assert "Noch ist niemand eingecheckt." in page_text
    assert "Noch sind keine Preise festgelegt." in page_text


def test_stakes_and_prizes_in_money_bring_a_notice(kim, club):
    assert "§ 284 StGB" in text(page(kim, club.tournament(pot=500)))


def test_without_a_pot_there_is_no_notice_and_nothing_to_pay_out(kim, club):
    entry_desk = club.tournament("robin", pot=0)
    Prize.objects.create(
        event=entry_desk.event, award="place", place=1, thing="Schinken", sponsor="Metzgerei Wurst"
    )
    page_text = text(page(kim, entry_desk))
    assert "§ 284" not in page_text
    assert "Auszahlen" not in page_text
    assert "1. Platz Sachpreis: Schinken, gestiftet von Metzgerei Wurst" in page_text


@pytest.mark.usefixtures("that_day")
def test_a_prize_is_paid_out_with_what_the_page_suggests(kim, all_paid):
    prize = Prize.objects.create(event=all_paid.event, award="place", place=1, pot_percent=33)
    answer = page(kim, all_paid)
    assert "1. Platz 33 % vom Topf 4,95 €" in text(answer)
    assert "keinem Preis zugeteilt sind 10,05 €" in text(answer)
    assert 'value="4,95"' in answer.content.decode()
    data = {
        "client_id": hidden(answer),
        "person": all_paid.club.gabi.pk,
        "amount": "4,95",
        "for_what": "1. Platz",
        "prize": prize.pk,
    }
    answer = kim.post(url("pay_prize", all_paid.event.pk), data, follow=True)
    page_text = text(answer)
    assert "4,95 € an Gabi ausgezahlt." in page_text
    assert "15,00 € eingezahlt, 4,95 € ausgezahlt 10,05 €" in page_text
    assert "1. Platz auszahlen" not in page_text
    assert "Gabi: 1. Platz Kasse 2026/4" in page_text


def test_what_a_prize_was_paid_for_is_said_in_the_language_of_the_reader(kim, all_paid):
    english = {"accept-language": "en"}
    address = url("tournament", all_paid.event.pk)
    winners = {"place": all_paid.club.gabi, "last": all_paid.club.robin}
    for award, winner in winners.items():
        prize = Prize.objects.create(
            event=all_paid.event, award=award, place=1 if award == "place" else None, pot_percent=20
        )
        suggested = kim.get(address, headers=english).content.decode()
        # These words are not typed: they go with the form, in whatever language it was opened.
        [*_others, words] = re.findall(r'name="for_what" value="([^"]+)"', suggested)
        data = {
            "client_id": f"for {award}",
            "person": winner.pk,
            "amount": "2",
            "for_what": words,
            "prize": prize.pk,
        }
        kim.post(url("pay_prize", all_paid.event.pk), data)
    paid = text(kim.get(address, headers=english))
    assert "Gabi: Place 1 Till" in paid
    assert "Robin: Last Till" in paid
    paid = text(kim.get(address))
    assert "Gabi: 1. Platz Kasse" in paid
    assert "Robin: Letzter Kasse" in paid
    book = text(kim.get(url("journal", "cash"), headers=english))
    assert "Place 1" in book
    assert "1. Platz" not in book


def test_a_prize_that_belongs_to_another_by_now_is_reversed_before_it_is_paid(
    kim, all_paid, storno
):
    prize = Prize.objects.create(event=all_paid.event, award="place", place=1, pot_percent=60)
    payout = all_paid.wins("robin", 700, prize=prize)
    all_paid.ends([(1, "gabi", 0), (2, "robin", 0)])
    answer = page(kim, all_paid)
    assert "7,00 € sind an Robin ausgezahlt." in text(answer)
    assert "Der Preis gehört jetzt Gabi." in text(answer)
    assert url("storno", payout.transaction.pk) in answer.content.decode()
    assert "1. Platz auszahlen" not in text(answer)
    storno(payout.transaction)
    answer = page(kim, all_paid)
    assert "Der Preis gehört jetzt" not in text(answer)
    assert 'value="9,00"' in answer.content.decode()
    assert f'value="{all_paid.club.gabi.pk}" selected' in answer.content.decode()


def test_more_is_paid_out_than_came_in_is_said_with_how_much(kim, all_paid):
    Prize.objects.create(event=all_paid.event, award="place", place=1, pot_percent=100)
    all_paid.wins("robin", 500, "Runde für alle")
    assert "ergeben zusammen 5,00 € mehr, als in den Topf kam" in text(page(kim, all_paid))


def test_only_who_was_checked_in_is_offered_a_prize(kim, all_paid):
    add_participant(event=all_paid.event, person=all_paid.club.toni)
    all_paid.checks_out("sascha")
    offered = page(kim, all_paid).content.decode()
    offered = offered[offered.index("<select") : offered.index("</select>")]
    assert re.findall(r">(\w+)</option>", offered) == ["Gabi", "Robin"]


def test_more_than_the_pot_is_said_beside_the_amount(kim, all_paid):
    data = {"client_id": "x", "person": all_paid.club.gabi.pk, "amount": "99", "for_what": "Sieg"}
    answer = kim.post(url("pay_prize", all_paid.event.pk), data)
    assert answer.status_code == 422
    assert "So viel ist nicht im Topf: Es sind noch 15,00 €." in text(answer)
    assert not Payout.objects.exists()


def test_a_prize_goes_to_nobody_of_another_list(kim, all_paid):
    data = {"client_id": "x", "person": all_paid.club.toni.pk, "amount": "1", "for_what": "Sieg"}
    assert kim.post(url("pay_prize", all_paid.event.pk), data).status_code == 422
    assert not Payout.objects.exists()


def test_a_pot_paid_out_and_given_back_is_shown(kim, all_paid):
    all_paid.wins("robin", 1500)
    all_paid.checks_out("sascha")
    assert "Aus dem Topf sind 5,00 € mehr ausgezahlt, als darin war" in text(page(kim, all_paid))


def test_a_storno_of_a_prize_by_its_page(kim, all_paid):
    payout = all_paid.wins("robin", 1500)
    address = url("storno", payout.transaction.pk)
    assert "kommen wieder in die Kasse und in den Topf von „Kirmespokal“" in text(kim.get(address))
    kim.post(address, {"reason": "Falsches Team"})
    assert pot_of(all_paid.event).left == 1500
    assert "storniert durch Kasse 2026/5" in text(page(kim, all_paid))


def test_the_auditor_sees_the_entry_list_and_has_no_button(as_, all_paid):
    page_text = text(page(as_("alex"), all_paid))
    assert "3 haben bezahlt" in page_text
    assert "Auszahlen" not in page_text


def test_an_evening_has_no_entry_list_and_a_tournament_is_linked(kim, entry_desk, evening):
    assert kim.get(url("tournament", evening.event.pk)).status_code == 404
    address = url("tournament", entry_desk.event.pk)
    assert address in kim.get(url("evening", entry_desk.event.pk)).content.decode()
    assert "/kasse/turnier/" not in kim.get(url("evening", evening.event.pk)).content.decode()


def test_the_page_costs_the_same_for_few_and_for_many(kim, club, django_assert_max_num_queries):
    names = [f"gast{n}" for n in range(1, 13)]
    for name in names:
        club.join(name, guest=True)
    entry_desk = club.tournament(*names)
    for name in names[:6]:
        entry_desk.pays(name)
    for n in range(1, 7):
        entry_desk.wins(names[n - 1], 100, f"{n}. Platz")
    with django_assert_max_num_queries(20):
        page(kim, entry_desk)


def test_a_prize_that_was_paid_out_is_not_taken_off_the_list(as_, all_paid):
    prize = Prize.objects.create(event=all_paid.event, award="place", place=1, pot_percent=50)
    all_paid.wins("gabi", 500, prize=prize)
    way = reverse("league:remove_prize", args=[all_paid.event.pk, prize.pk])
    answer = as_("chris").post(way, follow=True)
    assert "schon Geld ausgezahlt" in answer.content.decode()
    assert Prize.objects.filter(pk=prize.pk).exists()
