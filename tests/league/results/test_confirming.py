"""The second pair of eyes, problems with a result, and calling the referee."""

from dataclasses import replace
from datetime import timedelta

import pytest
import time_machine
from django.db import IntegrityError, transaction

from league.access.actors import NOBODY, Actor
from league.access.queries.tables import TableRights, may_correct
from league.errors import IllegalError, InvalidError, NotAllowedError, StaleError
from league.links import services as access
from league.results.models.results import Result
from league.results.models.second_look import Objection, RefereeCall
from league.results.queries import results as results_queries
from league.results.queries.confirming import (
    Hand,
    hands,
    open_call,
    open_calls,
    signature,
    state_of,
)
from league.results.services import confirming
from league.results.services.results import mark_in_correction
from tests import builders
from tests import tournaments as day

pytestmark = pytest.mark.rules

NOW = builders.NIGHT


def login(person, device="laptop"):
    return Actor(device=device, user_id=person.user.pk, name=person.name)


def phone(link, name="", device="phone-1", seat=None):
    holder = access.name_holder(link=link, device=device, name=name, seat=seat, now=NOW)
    return Actor(device=device, holder_id=holder.pk, table_id=link.table_id, name=holder.name)


def entered(club, table, by, **fields):
    return builders.card(table, club.anke, club.bernd, club.bernd, actor=by, **fields)


def confirm(result, by):
    return confirming.confirm_result(result=result, actor=by, now=NOW)


def refused(result, by):
    before = Result.objects.values().get(pk=result.pk)
    with pytest.raises((NotAllowedError, IllegalError, StaleError)) as error:
        confirm(result, by)
    assert Result.objects.values().get(pk=result.pk) == before
    return error.value.code


def test_a_result_is_entered_by_one_and_confirmed_by_another(club, table, link):
    result = confirm(entered(club, table, phone(link, "Anke")), login(club.rolf))
    signed = signature(result)
    assert signed.entered == Hand("Anke", verified=False)
    assert signed.confirmed == Hand("Rolf", verified=True)
    assert state_of(result) == "confirmed"


def test_a_repeated_confirmation_answers_the_same(club, table):
    result = entered(club, table, login(club.anke))
    first = confirm(result, login(club.rolf, "phone"))
    later = confirming.confirm_result(
        result=result, actor=login(club.rolf, "phone"), now=NOW + timedelta(hours=1)
    )
    assert first.confirmed_at == later.confirmed_at


def test_a_third_hears_who_was_faster(club, table):
    result = entered(club, table, login(club.anke))
    confirm(result, login(club.rolf, "phone"))
    with pytest.raises(IllegalError, match="Rolf hat das schon"):
        confirm(result, login(club.bernd, "other"))


def test_nobody_confirms_the_own_entry(club, table):
    result = entered(club, table, login(club.anke))
    assert refused(result, login(club.anke, "another")) == "same_user"
    assert refused(result, login(club.rolf)) == "same_device"


def test_one_phone_is_one_pair_of_eyes_whatever_name_it_gives(club, table, link):
    result = entered(club, table, phone(link, "Anke"))
    assert refused(result, phone(link, "Anke")) == "same_holder"
    assert refused(result, phone(link, "Bernd")) == "same_device"
    assert refused(result, login(club.rolf, "phone-1")) == "same_device"


def test_one_person_is_one_pair_of_eyes_by_login_and_by_seat(club, table, link):
    seat = table.seats.get(participation__person=club.anke)
    by_seat = entered(club, table, phone(link, seat=seat))
    assert refused(by_seat, login(club.anke)) == "same_person"
    assert refused(by_seat, phone(link, seat=seat, device="phone-2")) == "same_person"
    assert refused(by_seat, phone(link, "anke", "phone-2")) == "same_person"
    by_login = entered(club, table, login(club.anke), number=2)
    assert refused(by_login, phone(link, seat=seat)) == "same_person"
    assert confirm(by_seat, phone(link, "Bernd", "phone-3")).confirmed_at == NOW


def test_a_phone_of_another_table_confirms_nothing_here(club, table, link):
    result = entered(club, table, login(club.anke))
    other = builders.table(table.block.event, club.oemer, club.stine)
    strange = phone(access.make_link(table=other, by=None, now=NOW), "Ömer")
    assert refused(result, strange) == "not_at_this_table"
    assert refused(result, replace(strange, holder_id=None)) == "not_at_this_table"


def test_what_a_command_entered_anybody_confirms_who_has_a_device(club, table):
    result = entered(club, table, NOBODY)
    assert refused(result, NOBODY) == "not_at_this_table"
    assert refused(result, login(club.rolf, "")) == "device_unknown"
    assert confirm(result, login(club.anke)).confirmed_by == club.anke.user


def test_an_old_version_is_not_confirmed_and_a_new_one_starts_over(club, table):
    first = confirm(entered(club, table, login(club.anke)), login(club.rolf, "phone"))
    second = builders.card(
        table, club.anke, club.anke, seen=1, reason="so war es", actor=login(club.anke)
    )
    assert second.confirmed_at is None
    assert refused(first, login(club.bernd, "other")) == "result_superseded"
    old = results_queries.result(first.pk)
    assert signature(old).confirmed == Hand("Rolf", verified=True)


def test_a_game_that_is_open_again_is_not_confirmed(club, table):
    result = entered(club, table, login(club.anke))
    mark_in_correction(result=result)
    assert refused(result, login(club.rolf, "phone")) == "result_in_correction"
    assert state_of(results_queries.result(result.pk)) == "correcting"


def object_to(result, by, client_id="o-1", text="Jette hatte den Letzten"):
    return confirming.raise_objection(
        result=result, client_id=client_id, text=text, actor=by, now=NOW
    )


def rule(objection, outcome, by, ruling="Würfel nachgezählt"):
    return confirming.rule_on_objection(
        objection=objection, outcome=outcome, ruling=ruling, by=by.user, now=NOW
    )


def test_a_reported_problem_freezes_the_result_until_it_is_ruled_on(club, table, link):
    result = entered(club, table, login(club.anke))
    objection = object_to(result, phone(link, "Bernd"))
    assert refused(result, login(club.rolf, "phone")) == "result_frozen"
    for change in (
        lambda: builders.card(table, club.anke, club.anke, seen=1, reason="doch anders"),
        lambda: mark_in_correction(result=result),
    ):
        with pytest.raises(IllegalError) as error:
            change()
        assert error.value.code == "result_frozen"
    rule(objection, "stands", club.rolf)
    assert confirm(result, login(club.rolf, "phone")).confirmed_by == club.rolf.user


@pytest.mark.both
def test_the_database_holds_a_frozen_result_too(club, table):
    result = entered(club, table, login(club.anke))
    object_to(result, login(club.bernd))
    for change in ({"is_current": False}, {"in_correction": True}, {"confirmed_at": NOW}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Result.objects.filter(pk=result.pk).update(**change)


def test_a_ruling_to_correct_changes_nothing_by_itself_and_opens_what_was_confirmed(club, table):
    result = confirm(entered(club, table, login(club.anke)), login(club.rolf, "phone"))
    playing = TableRights(see=True, score=True)
    assert not may_correct(playing, result)
    assert may_correct(replace(playing, rule=True), result)
    rule(object_to(result, login(club.bernd)), "correct", club.rolf)
    result = results_queries.result(result.pk)
    assert (result.is_current, result.version) == (True, 1)
    assert may_correct(playing, result)
    builders.card(table, club.anke, club.anke, seen=1, reason="Entscheidung")


def test_a_problem_sent_twice_is_one_and_a_second_one_hears_of_the_first(club, table):
    result = entered(club, table, login(club.anke))
    assert object_to(result, login(club.bernd)) == object_to(result, login(club.bernd))
    with pytest.raises(IllegalError) as error:
        object_to(result, login(club.jette), "o-2")
    assert error.value.code == "already_disputed"
    with pytest.raises(InvalidError):
        object_to(result, login(club.jette), "o-3", "  ")


def test_an_old_version_or_a_game_being_corrected_has_no_problem_to_report(club, table, link):
    first = entered(club, table, login(club.anke))
    second = builders.card(table, club.anke, club.anke, seen=1, reason="vertauscht")
    with pytest.raises(StaleError):
        object_to(first, login(club.bernd))
    mark_in_correction(result=second)
    with pytest.raises(IllegalError):
        object_to(second, login(club.bernd))
    other = builders.table(table.block.event, club.oemer, club.stine)
    strange = phone(access.make_link(table=other, by=None, now=NOW), "Ömer")
    with pytest.raises(NotAllowedError):
        object_to(second, strange)


@pytest.mark.both
def test_a_ruling_is_final(club, table):
    objection = object_to(entered(club, table, login(club.anke)), login(club.bernd))
    ruled = rule(objection, "stands", club.rolf)
    assert rule(objection, "stands", club.anke, "später").ruled_by == club.rolf.user
    with pytest.raises(IllegalError) as error:
        rule(objection, "correct", club.rolf)
    assert error.value.code == "already_ruled"
    with pytest.raises(InvalidError):
        rule(objection, "vielleicht", club.rolf)
    with pytest.raises(IntegrityError), transaction.atomic():
        Objection.objects.filter(pk=ruled.pk).update(outcome="correct")


def call(table, by, client_id="c-1"):
    return confirming.call_referee(
        table=table, client_id=client_id, note="Würfel am Boden", actor=by, now=NOW
    )


def test_a_second_call_of_a_table_is_the_first(club, table, link):
    first = call(table, phone(link, "Anke"))
    assert call(table, login(club.bernd), "c-2") == first
    assert [call.table for call in open_calls()] == [table]
    (pair,) = hands(open_calls())
    assert pair[1] == Hand("Anke", verified=False)


def test_an_answered_call_makes_room_for_the_next(club, table):
    first = call(table, login(club.anke))
    confirming.answer_call(call=first, by=club.rolf.user, now=NOW)
    confirming.answer_call(call=first, by=club.anke.user, now=NOW + timedelta(minutes=1))
    first.refresh_from_db()
    assert (first.answered_by, first.answered_at) == (club.rolf.user, NOW)
    # The first message, late and once more, calls no one back.
    assert call(table, login(club.anke)) == first
    assert open_call(table) is None
    assert call(table, login(club.anke), "c-2") != first


@pytest.mark.both
def test_a_table_takes_its_call_back(club, table):
    call(table, login(club.anke))
    for _ in range(2):
        confirming.take_back_call(table=table, actor=login(club.bernd), now=NOW)
    assert open_call(table) is None
    assert RefereeCall.objects.get().taken_back


@pytest.mark.both
def test_the_database_refuses_a_second_open_call_and_a_changed_answer(club, table):
    first = call(table, login(club.anke))
    with pytest.raises(IntegrityError), transaction.atomic():
        RefereeCall.objects.create(table=table, client_id="c-2", called_at=NOW)
    confirming.answer_call(call=first, by=club.rolf.user, now=NOW)
    with pytest.raises(IntegrityError), transaction.atomic():
        RefereeCall.objects.update(answered_at=None)


@pytest.mark.both
@pytest.mark.parametrize("fields", [{}, {"confirmed_device": "laptop"}])
def test_the_database_refuses_to_confirm_from_nowhere_or_from_the_same_device(club, table, fields):
    result = entered(club, table, login(club.anke, "laptop"))
    with pytest.raises(IntegrityError), transaction.atomic():
        Result.objects.filter(pk=result.pk).update(confirmed_at=NOW, **fields)


# --- a whole card ---------------------------------------------------------------------------
def card_of(club, table, *by):
    return [entered(club, table, loser, number=at) for at, loser in enumerate(by, start=1)]


def confirm_all(table, results, by):
    card = confirming.confirm_card(
        table=table, results=[result.pk for result in results], actor=by, now=NOW
    )
    return [result.number for result in card]


@pytest.mark.both
def test_a_card_is_confirmed_at_once_but_for_what_one_entered_oneself(club, table):
    rolf, anke = login(club.rolf, "phone"), login(club.anke)
    card = card_of(club, table, anke, rolf, anke)
    assert confirm_all(table, card, rolf) == [1, 3]
    assert Result.objects.get(pk=card[1].pk).confirmed_at is None
    assert confirm_all(table, card[::2], rolf) == []
    with pytest.raises(NotAllowedError, match="selbst eingetragen"):
        confirm_all(table, card, rolf)


@pytest.mark.both
def test_only_what_somebody_saw_is_confirmed(club, table):
    anke = login(club.anke)
    first, second = card_of(club, table, anke, anke)
    builders.card(
        table, club.anke, club.bernd, club.anke, number=1, seen=1, reason="Doch", actor=anke
    )
    assert confirm_all(table, [first, second], login(club.rolf, "phone")) == [2]


@pytest.mark.both
def test_the_referees_page_has_a_card_per_table_and_says_where_it_stands(client, club):
    event = builders.tournament("Kneipenpokal")
    day.people(event, "Kai", "Jenny", "Ute", "Ole")
    table = day.draw(event, 1).tables.get()
    for number in (1, 2):
        day.game(table, number, "Kai", "Ute", "Ute")
    raised = day.game(table, 3, "Kai", "Ute", "Ute")
    objection = {"client_id": "o", "text": "Es war Ole", "actor": login(club.bernd)}
    confirming.raise_objection(result=raised, now=NOW, **objection)
    confirming.call_referee(table=table, client_id="c", note="Streit", actor=NOBODY, now=NOW)
    client.force_login(club.rolf.user)
    with time_machine.travel(NOW, tick=False):
        page = client.get("/schiedsrichter/").content.decode()
        assert page.count(f"Kneipenpokal, {table.block.settings['name']}") == 3
        assert page.count("Ganze Karte bestätigen") == 1
        keys = [result.pk for result in Result.objects.exclude(pk=raised.pk)]
        answer = client.post(f"/tische/{table.pk}/bestaetigen/", {"result": [*keys, "x"]})
        assert answer.url == "/schiedsrichter/"
        assert "2 Spiele von Tisch 1 sind bestätigt." in client.get(answer.url).content.decode()
    assert Result.objects.exclude(confirmed_at=None).count() == 2
