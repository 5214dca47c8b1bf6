"""Changes after people registered: the fee, name and day, and the tournament cancelled."""

from datetime import date, datetime, timedelta

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from games.rules.rulebooks import load
from league import formats, tasks
from league.errors import IllegalError, InvalidError, StaleError
from league.events.models import Event
from league.links import services as access
from league.links.queries import links_in_force
from league.results.queries.results import standing_charges
from league.results.services.results import withdraw_charge
from league.tournaments.core.queries.state import format_of
from league.tournaments.direction.services import dating, setting_up
from league.tournaments.models.registration_mails import RegistrationMail
from league.tournaments.registration.services import registering
from tests import builders
from tests import tournaments as day
from tests.builders import BERLIN, DAY, NIGHT
from tests.directing import changed, longer
from tests.plugins.built import built_once
from tests.registering import NOON, charges, come, letters, register

SUNDAY = DAY + timedelta(days=2)


@built_once
def event(club):
    return builders.tournament(places=None, fee_cents=0, pot_cents=0)


@built_once
def dora(club):
    return builders.member("Dora", "director")


@pytest.fixture
def desk(dora, time_machine):
    time_machine.move_to(NOON, tick=False)
    client = Client(headers={"accept-language": "de"})
    client.force_login(dora.user)
    return client


def describe(event, **details):
    return setting_up.describe(event=event, seen=day.seen(event), now=NIGHT, **details)


def call_off(event, reason="Kirmes", now=NOON):
    dating.call_off(event=event, reason=reason, by=None, now=now)


def move(event, **changes):
    changes = {"start_time": None, "place": "", **changes}
    dating.set_when(event=event, seen=day.seen(event), now=NOON, **changes)


def send(client, event, route, **data):
    data = {"seen": day.seen(event), **data}
    return client.post(reverse(f"league:{route}", args=[event.pk]), data, follow=True)


def now_of(event):
    return Event.objects.select_related("tournament").get(pk=event.pk)


# --- the fee --------------------------------------------------------------------------------
def test_a_fee_set_after_the_check_in_is_charged(event):
    come(register(event, "Kai Berger"))
    register(event, "Mia Sommer")
    assert describe(event, fee_cents=500) == 1
    assert charges(event) == [("Kai Berger", "entry_fee", 500)]
    assert describe(event, fee_cents=500, pot_cents=0) == 0
    assert describe(event, fee_cents=700, pot_cents=300) == 1
    assert charges(event) == [("Kai Berger", "entry_fee", 700), ("Kai Berger", "prize_pot", 300)]
    assert describe(event, fee_cents=0, pot_cents=300) == 1
    assert charges(event) == [("Kai Berger", "prize_pot", 300)]
    assert describe(event, fee_cents=500) == 1
    assert ("Kai Berger", "entry_fee", 500) in charges(event)


def test_other_words_charge_nobody_again(event):
    own = come(register(event, "Kai Berger"))
    describe(event, fee_cents=500)
    charge = standing_charges(event).get()
    withdraw_charge(charge=charge, reason="Helfer", by=None, now=NIGHT)
    assert describe(event, fee_cents=500, words="Parken im Hof") == 0
    assert charges(event) == []
    assert own.start_number == 1


def test_the_page_says_who_owes_now(event, desk):
    for name in ("Kai Berger", "Mia Sommer"):
        come(register(event, name))
    html = send(desk, event, "describe_tournament", fee_cents="5").content.decode()
    assert "2 Eingecheckte schulden jetzt 5,00\xa0€. Was bezahlt ist" in html


# --- name and day ---------------------------------------------------------------------------
def test_a_tournament_gets_another_name_and_day(event):
    event.tournament.registration_until = datetime(2026, 3, 5, 18, tzinfo=BERLIN)
    event.tournament.save()
    register(event, "Kai Berger", email="kai@gast.invalid")
    assert letters() == [("kai", "Anmeldung für Schockturnier")]
    before = now_of(event).revision
    move(event, name="Frühlingscup", business_date=date(2027, 3, 6))
    moved = now_of(event)
    assert (moved.name, moved.business_date) == ("Frühlingscup", date(2027, 3, 6))
    assert (moved.season.name, moved.revision) == ("2027", before + 1)
    assert moved.tournament.registration_until.date() == date(2027, 3, 5)
    assert letters() == [("kai", "Neuer Tag: Frühlingscup")]
    move(event, name="Frühlingscup", business_date=date(2027, 3, 6), place="Zum Anker")
    assert letters() == []


def test_links_of_tables_end_with_the_day(club, event):
    table = builders.table(event, club.bernd)
    access.make_link(table=table, by=None, now=NIGHT)
    assert links_in_force(event, NIGHT)
    move(event, business_date=SUNDAY)
    assert links_in_force(event, NIGHT) == {}


def test_two_events_of_a_day_have_two_names(event):
    builders.evening(day=SUNDAY, name="Cup")
    with pytest.raises(IllegalError) as refused:
        move(event, name="Cup", business_date=SUNDAY)
    assert (refused.value.code, refused.value.field) == ("name_is_taken", "name")
    assert now_of(event).business_date == DAY


def test_what_was_played_stays_on_its_day(club, event, desk):
    builders.card(builders.table(event, club.bernd, club.anke), club.bernd, club.anke, club.bernd)
    for change in ({"name": "Cup"}, {"business_date": SUNDAY}):
        with pytest.raises(IllegalError) as refused:
            move(event, **change)
        assert refused.value.code == "tournament_has_begun"
    move(event, name=event.name, business_date=DAY, place="Zum Anker")
    assert now_of(event).place == "Zum Anker"
    page = desk.get(reverse("league:tournament_settings", args=[event.pk])).content.decode()
    assert 'name="business_date"' not in page
    assert "Turnier absagen" not in page


def test_the_slower_of_two_is_told(event):
    with pytest.raises(StaleError):
        dating.set_when(
            event=event, seen=day.seen(event) - 1, start_time=None, place="Hof", now=NOON
        )


@pytest.mark.parametrize(("day_typed", "status"), [("2026-01-29", 422), ("2026-02-01", 200)])
def test_a_day_long_ago_is_a_slip(event, desk, day_typed, status):
    typed = {"name": "Cup", "business_date": day_typed, "venue": "pub", "template": "werl"}
    answer = desk.post(reverse("league:new_tournament"), typed, follow=True)
    assert answer.status_code == status
    assert ("länger als 30 Tage vorbei" in answer.content.decode()) == (status == 422)
    answer = send(desk, event, "tournament_when", name="Pokal", business_date=day_typed)
    assert answer.status_code == status


# --- called off -----------------------------------------------------------------------------
def test_everybody_hears_that_it_is_called_off_and_owes_nothing(club, event):
    describe(event, fee_cents=500)
    come(register(event, "Kai Berger", email="kai@gast.invalid"))
    register(event, person=club.bernd)
    register(event, "Mia Sommer")
    gone = register(event, "Nils Ohne", email="nils@gast.invalid")
    registering.cancel(registration=gone, now=NOON)
    letters()
    for _ in range(2):
        call_off(event)
    assert charges(event) == []
    assert sorted(letters()) == [
        ("bernd", "Abgesagt: Schockturnier"),
        ("kai", "Abgesagt: Schockturnier"),
    ]
    assert "Kirmes" in mail.outbox[0].body
    tasks.send_notices()
    assert len(mail.outbox) == 2


def test_whoever_heard_of_it_hears_that_it_takes_place_after_all(event):
    describe(event, fee_cents=500)
    come(register(event, "Kai Berger", email="kai@gast.invalid"))
    letters()
    for number in range(2):
        call_off(event)
        assert letters() == [("kai", "Abgesagt: Schockturnier")], number
        for _ in range(2):
            dating.take_place(event=event, by=None, now=NIGHT)
        assert charges(event) == [("Kai Berger", "entry_fee", 500)]
        assert letters() == [("kai", "Findet doch statt: Schockturnier")], number
    call_off(event)
    dating.take_place(event=event, by=None, now=NIGHT)
    assert letters() == []
    assert not RegistrationMail.objects.filter(claimed_at=None).exists()


def test_calling_off_leaves_the_other_letters_that_are_owed(event):
    register(event, "Kai Berger", email="kai@gast.invalid")
    owed = set(RegistrationMail.objects.values_list("pk", "kind"))
    assert owed
    call_off(event)
    assert owed < set(RegistrationMail.objects.values_list("pk", "kind"))


def test_a_reason_is_needed_and_nobody_may_sit(club, event):
    with pytest.raises(InvalidError):
        call_off(event, reason="  ")
    builders.table(event, club.bernd, club.anke)
    with pytest.raises(IllegalError) as refused:
        call_off(event)
    assert refused.value.code == "tournament_has_begun"
    assert not now_of(event).is_cancelled


def test_nothing_is_decided_about_what_does_not_take_place(event):
    call_off(event)
    with pytest.raises(IllegalError) as refused:
        describe(event, words="Parken im Hof")
    assert refused.value.code == "event_cancelled"


def test_everybody_reads_why_it_is_called_off(event, desk):
    assert send(desk, event, "call_off", reason="").status_code == 422
    html = send(desk, event, "call_off", reason="Kirmes").content.decode()
    assert "Dieses Turnier ist abgesagt: Kirmes" in html
    public = Client(headers={"accept-language": "de"}).get(
        reverse("league:tournament", args=[event.pk])
    )
    assert "Dieses Turnier ist abgesagt" in public.content.decode()
    assert "Kirmes" in public.content.decode()
    send(desk, event, "call_off", back="1")
    assert not now_of(event).is_cancelled


# --- the settings ---------------------------------------------------------------------------
def test_what_is_wrong_stands_at_the_top_and_leads_to_its_field(event, desk):
    answer = send(desk, event, "describe_tournament", fee_cents="viel", places="1")
    html = answer.content.decode()
    assert answer.status_code == 422
    for field in ("id_fee_cents", "id_places"):
        assert html.index(f'href="#{field}"') < html.index('id="ablauf"')
        assert f'id="{field}"' in html
    assert send(desk, event, "describe_tournament", fee_cents="5", seen="").status_code == 409
    html = send(desk, event, "add_prize", award="last", place="x").content.decode()
    assert 'href="#prize_place"' in html
    assert html.count('id="prize_place"') == html.count('id="when_place"') == 1


def test_weeks_before_nobody_is_missing_yet(event, desk, time_machine):
    register(event, "Kai Berger")
    address = reverse("league:direction", args=[event.pk])
    html = desk.get(address).content.decode()
    assert "1 ist angemeldet" in html
    assert "fehlt noch" not in html
    time_machine.move_to(NIGHT, tick=False)
    assert "1 fehlt noch" in desk.get(address).content.decode()


def test_two_blocks_have_two_names(event):
    chain = format_of(event)
    twin = chain.block(1).name.upper()
    with pytest.raises(InvalidError) as refused:
        changed(event, 2, name=twin)
    assert (refused.value.code, refused.value.field) == ("block_name_twice", "name")


def test_a_longer_chain_finds_a_name_that_is_free(event):
    for _ in range(3):
        longer(event)
    names = [block.name for block in format_of(event).blocks]
    assert len(set(names)) == len(names)


def test_the_templates_rulebook_is_proposed_and_otherwise_the_last_ones(event, desk):
    builders.evening(rulebook="rsc2003", day=date(2026, 2, 27), house_rules={})
    for template, rulebook in (("werl", "rsc2003"), ("schockfreunde", "schockfreunde")):
        typed = {"name": template, "business_date": "2026-03-02", "venue": "pub"}
        desk.post(reverse("league:new_tournament"), {**typed, "template": template})
        assert Event.objects.get(name=template).rulebook == rulebook


def test_a_rulebook_named_by_a_template_is_one_there_is():
    named = [
        template.rulebook for template in map(formats.load, formats.slugs()) if template.rulebook
    ]
    assert set(named) == {"schockfreunde", "jule"}
    for slug in named:
        assert load(slug).slug == slug
