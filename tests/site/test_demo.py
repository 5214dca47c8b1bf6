"""The demo club as it lies in the database: who, what, and that nothing of it is broken."""

import io
import json
import re
import threading
import zipfile
import zlib
from collections import Counter
from dataclasses import replace
from datetime import date, datetime, timedelta
from functools import partial
from io import StringIO

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.test import Client

from config.demo import fill as club
from config.demo.cast import CAST
from config.demo.management.commands.demo import SEED
from config.demo.season import SEASON
from config.privacy import archive_keys, columns, queries, register
from config.privacy.models import Erasure
from config.privacy.services import retention
from config.privacy.services.erasing import erase_again
from finance.bank.models.bank import BankLine
from finance.bank.models.notices import PaymentNotice
from finance.books.models.catalogue import Tariff
from finance.books.models.claims import Claim
from finance.books.models.ledger import Transaction
from finance.books.models.payments import Payment
from finance.books.models.vouchers import Voucher
from finance.books.queries.people import who_owes
from finance.books.queries.tournaments import pot_of
from finance.cash.models import CashCount
from finance.checks.books import check_books
from finance.close.models import CloseSignature, EveningClose
from finance.close.queries import changed_since
from finance.years.models import AuditAnswer
from finance.years.queries.audits import audited_bookings, findings_of, standings
from games.engine import card
from games.scoring.live import Live
from games.scoring.models import Entry, Game
from league.assemblies.models.minutes import Minutes
from league.club.models import Club
from league.errors import IllegalError
from league.events.models import Event, Participation, Seat
from league.kings.models import King
from league.mail.models import Mail
from league.people.models.people import Membership, Office, Person, User
from league.people.models.postal import PostalAddress
from league.people.queries.people import logins
from league.people.services import people
from league.people.services.details import save_details
from league.reports.models import Report
from league.results.models.results import Charge, Result, ResultLine
from league.results.models.second_look import Objection, RefereeCall
from league.seasons.models import Season
from league.standings.models import StandingRow
from league.standings.queries.standings import standing_of
from league.standings.services import compute_standing
from league.tournaments.core.queries.state import TournamentState
from league.tournaments.models.tournaments import Placing, Registration
from tests import builders
from tests.finance.files import picture
from tests.plugins.locks import around_tests
from tests.site.test_privacy_columns import text_columns
from tests.waiting import LIMIT

pytestmark = pytest.mark.once

TODAY = date(2027, 1, 1)
EVENINGS = Event.objects.filter(kind=Event.Kind.EVENING)
NOW = datetime(2027, 1, 1, 22, 15, tzinfo=builders.BERLIN)


def _fill(seed=SEED, today=TODAY):
    return [step.words() for step in _filling(seed, today)]


def _filling(seed=SEED, today=TODAY):
    now = datetime.combine(today, NOW.time(), builders.BERLIN)
    return club.fill(now=now, seed=seed, zone=builders.BERLIN)


@pytest.fixture(scope="module")
def built_demo(stays):
    """Yield the club, filled once for this file; every test takes back what it writes."""
    with stays(_fill) as built:
        yield built


@pytest.fixture
def filled(built_demo, django_db_blocker):
    with django_db_blocker.unblock(), around_tests():
        yield built_demo
        transaction.set_rollback(True)


def test_it_says_how_far_it_is(filled):
    assert filled[0] == "28 Leute, heute Abend zwei Tische mitten im Spiel"
    assert "Abend 7 von 12" in filled
    assert len(set(filled)) == len(filled)
    assert filled[-1] == "28 Leute, 12 Abende, der von heute, drei Turniere, eine Liga"


def test_two_dozen_members_and_some_guests(filled):
    names = set(Person.objects.values_list("name", flat=True))
    assert len(CAST) == 28
    assert {part.name for part in CAST} < names
    assert Person.objects.filter(user=None, name__in=[part.name for part in CAST]).count() == 4
    assert all(user.email.endswith("@demo.invalid") for user, _offices in logins(TODAY))
    assert Membership.objects.exclude(end=None).count() == 2


def test_every_office_is_held_and_one_has_ended(filled):
    offices = Counter(Office.objects.on(TODAY).values_list("role", flat=True))
    assert offices == {
        "chair": 1,
        "treasurer": 1,
        "secretary": 1,
        "auditor": 2,
        "referee": 2,
        "director": 1,
    }
    ended = Office.objects.get(end__isnull=False)
    assert (ended.person.name, ended.role) == ("Hilde Tresen", "treasurer")


def test_a_dozen_evenings_under_two_rulebooks_and_one_tonight(filled):
    past = EVENINGS.filter(business_date__lt=TODAY)
    assert Counter(past.values_list("rulebook", flat=True)) == {"rsc2003": 6, "schock4life": 6}
    tonight = EVENINGS.get(business_date=TODAY)
    assert {season.pk for season in Season.objects.all()} == {tonight.season_id}
    participations = Participation.objects.filter(
        event__kind="evening", event__business_date__lte=TODAY
    )
    assert "" not in participations.values_list("attendance", flat=True)
    attendance = Counter(Participation.objects.values_list("attendance", flat=True))
    assert attendance["present"] > 150
    assert attendance["late"] >= 5
    assert attendance["absent"] >= 20
    assert Participation.objects.filter(person__user=None).count() >= 4


def test_the_next_evenings_are_planned_and_some_have_answered(filled):
    coming = EVENINGS.filter(business_date__gt=TODAY)
    assert coming.count() == 4
    assert coming.exclude(cancelled_at=None).count() == 1
    participations = Counter(
        Participation.objects.filter(event__in=coming).values_list("answer", flat=True)
    )
    assert set(participations) == {"", "yes", "no", "maybe"}


def test_one_tournament_is_over_one_runs_and_one_takes_registrations(filled):
    over, running, coming = Event.objects.filter(kind="tournament").order_by("business_date")
    assert over.tournament.finished_at is not None
    assert [placing.position for placing in over.placings.all()] == list(range(1, 17))
    assert pot_of(over).left == 0
    states = [table.state for table in TournamentState(running).blocks[2].played]
    assert set(states) <= {"in", "playing"}
    assert "playing" in states
    assert coming.registrations.filter(state="registered").count() == 10
    assert coming.tournament.registration_open


def test_each_evening_of_the_past_has_its_koenig(filled):
    past = EVENINGS.filter(business_date__lt=TODAY)
    assert King.objects.filter(event__in=past, is_current=True).count() == past.count()
    assert Participation.objects.filter(minutes_late=25).count() >= 5


def test_every_way_a_game_ends_happened(filled):
    current = Result.objects.filter(is_current=True)
    ends = Counter(current.values_list("ended_by", flat=True))
    assert {"final", "sweep", "exclusion", "overtime", "abandoned"} <= set(ends)
    assert ends["sweep"] >= 5
    assert set(current.values_list("depth", flat=True)) == {"card", "hands", "throws"}
    assert current.count() > 90


def test_a_figure_that_a_depth_cannot_know_is_null(filled):
    cards = ResultLine.objects.filter(result__depth="card")
    assert set(cards.values_list("deckel_taken", flat=True)) == {None}
    throws = ResultLine.objects.filter(result__depth="throws")
    assert None not in throws.values_list("deckel_taken", flat=True)


def test_results_were_corrected_with_a_reason(filled):
    corrected = Result.objects.filter(version=2)
    assert Counter(corrected.values_list("source", flat=True)) == {"card": 2, "game": 2}
    assert "" not in corrected.values_list("reason", flat=True)
    assert not Result.objects.filter(in_correction=True, is_current=True).exists()


def test_most_results_were_seen_by_two_with_a_device_each(filled):
    current = Result.objects.filter(is_current=True, table__block__event__kind="evening")
    confirmed = current.exclude(confirmed_at=None)
    assert 0.4 * current.count() < confirmed.count() < 0.8 * current.count()
    assert not current.filter(entered_by=None).exists()


def test_two_tables_are_in_the_middle_of_a_game_scored_throw_by_throw(filled):
    running = Game.objects.filter(status="running")
    assert {game.table.block.event.business_date for game in running} == {TODAY}
    assert running.count() == 2
    for game in running:
        live = Live(game)
        live.refresh()
        assert live.state.step == "throwing"
        assert live.state.throws > 0
        assert live.depth(live.sequence) == "throws"
        assert game.number == 3
    assert RefereeCall.objects.filter(answered_at=None).count() == 1
    assert Objection.objects.filter(ruled_at=None).count() == 1


def test_every_log_leads_to_its_result(filled):
    """Played again from what is stored, each game ends as its result says."""
    finished = Game.objects.filter(status="finished")
    assert finished.count() > 80
    for game in finished:
        live = Live(game)
        live.refresh()
        result = Result.objects.get(table=game.table_id, number=game.number, is_current=True)
        written = card(live.state)
        assert written["ended_by"] == result.ended_by
        lost = {str(line.seat_id) for line in result.lines.all() if line.lost_game}
        assert lost == {seat for seat, line in written["seats"].items() if line["lost_game"]}


def test_breaches_and_those_who_stayed_away_are_charged(filled):
    codes = Counter(Charge.objects.values_list("code", flat=True))
    assert 6 <= codes["no_show"] <= 9
    for code in ("early_lift", "dice_off_table", "cup_off_table", "too_many_throws", "left_table"):
        assert codes[code] >= 1, code
    absent = Charge.objects.filter(code="no_show").values_list("event", "person")
    here = set(Participation.objects.exclude(attendance="absent").values_list("event", "person"))
    assert not here & set(absent)


def test_the_till_has_all_that_happens_in_a_till(filled):
    states = Counter(Claim.objects.values_list("state", flat=True))
    for state in ("proposed", "confirmed", "settled", "refused", "waived"):
        assert states[state] >= 1, state
    assert set(Payment.objects.values_list("method", flat=True)) == {
        "cash",
        "bank",
        "given",
        "transfer",
        "waiver",
    }
    assert Transaction.objects.filter(reverses__isnull=False).count() >= 1
    rounds = sum(line.rounds for line in who_owes())
    assert rounds >= 3
    assert sum(line.cents > 0 for line in who_owes()) >= 3
    undecided = Event.objects.filter(claims__state="proposed").distinct()
    assert undecided.filter(business_date__lt=TODAY).count() >= 2


def test_the_books_hold_all_that_a_year_of_a_club_brings(filled):
    kinds = Counter(Transaction.objects.values_list("kind", flat=True))
    for kind in ("opening", "expense", "income", "transfer", "difference"):
        assert kinds[kind] >= 1, kind
    assert kinds["expense"] == Voucher.objects.filter(links__isnull=False).distinct().count()
    assert {voucher.media_type for voucher in Voucher.objects.all()} >= {"application/pdf", ""}
    lines = BankLine.objects.all()
    assert [line.left > 0 for line in lines if line.cents > 0].count(True) >= 1
    assert lines.filter(done__gt=0).count() >= 2
    assert PaymentNotice.objects.filter(state="pending").count() == 1
    assert Tariff.objects.on(TODAY).filter(kind="average").count() == 1


def test_most_evenings_were_counted_and_signed_by_two(filled):
    closed = [
        evening_close for evening_close in EveningClose.objects.all() if evening_close.is_closed
    ]
    assert len(closed) == sum(plan.confirmed == "all" for plan in SEASON)
    assert CashCount.objects.exclude(transaction=None).count() == 2
    # What the treasurer put in order after the ninth evening shows as a change.
    assert len([evening_close for evening_close in closed if changed_since(evening_close)]) == 1
    assert not CloseSignature.objects.filter(person__offices__role="auditor").exists()


def test_the_year_before_was_audited_and_discharged(filled):
    (year,) = standings()
    assert standings()[year].state == "discharged"
    minutes = Minutes.objects.get()
    assert minutes.released_at is not None
    bookings = audited_bookings(year)
    assert len(bookings) == sum(audited_booking.drawn for audited_booking in bookings) >= 5
    assert all(audited_booking.is_settled for audited_booking in bookings)
    assert AuditAnswer.objects.count() == 1
    assert findings_of(year).filter(settled_at__isnull=False).count() == 1
    assert not EVENINGS.filter(business_date__year__lte=year).exists()


def test_some_reports_are_done(filled):
    made = Report.objects.values_list("kind", "state")
    kinds = ("season", "evening", "review", "tournament", "cash", "audit")
    assert sorted(made) == sorted((kind, "done") for kind in kinds)


def test_nothing_is_booked_on_a_day_to_come(filled):
    assert not Transaction.objects.filter(date__gt=TODAY).exists()
    assert not Result.objects.filter(entered_at__gt=NOW).exists()


def test_the_books_are_right(filled):
    out = StringIO()
    call_command("check_books", stdout=out)
    assert "Alles stimmt" in out.getvalue()


def test_the_table_is_what_a_computation_anew_gives(filled):
    def rows():
        return list(StandingRow.objects.values_list("position", "rank", "person", "games_lost"))

    (season,) = Season.objects.all()
    assert not standing_of(season).is_stale
    before = rows()
    assert len(before) > 20
    compute_standing(season=season, now=NOW + timedelta(hours=1))
    assert rows() == before


STREET = "Am Knobelbecher 77"


@pytest.fixture
def private(filled, settings, tmp_path):
    settings.ERASURE_DIR, settings.REPORT_DIR = tmp_path / "erasures", tmp_path / "reports"
    settings.BACKUP_DIR, settings.PHOTO_DIR = tmp_path / "backups", tmp_path / "photos"


def found(words):
    """Return {table.column: keys of rows} that hold one of the words, in whatever case."""
    hits, search = {}, re.compile("|".join(re.escape(word.casefold()) for word in words)).search
    for model, column in text_columns():
        for pk, value in model._base_manager.values_list("pk", column.attname):
            if isinstance(value, bytes | memoryview):
                value = bytes(value)
                value = zlib.decompress(value) if value[:1] == b"x" else value
                text = value.decode("utf-8", "ignore")
            else:
                text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
            if search(text.casefold()):
                hits.setdefault(f"{model._meta.label}.{column.name}", []).append(pk)
    return hits


KEPT = {f"{label}.{word}" for label, kept in columns.RETAINED.items() for word in kept.words}


def browser_of(name):
    client = Client()
    client.force_login(Person.objects.get(name=name).user)
    return client


def seen_in(page):
    return re.search(r'name="seen" value="([0-9a-f]{64})"', page.content.decode())[1]


PHONE = "0651 / 4711-77"


def posts_at(person):
    """Give the person an address and a phone, and mention both in other places; return the words to
    be found.
    """
    PostalAddress.objects.create(person=person, street=STREET, postcode="99999", town="Filzhausen")
    values = {"phone": PHONE, "notes": f"{person.name}: ruft an"}
    details = save_details(person=person, values=values, photo=picture(), now=NOW)
    assert len(details.photo) == 64
    people.correct_person(person=person, name="Hieß Früher-Anders")
    Event.objects.filter(pk=EVENINGS.last().pk).update(place="bei Hieß Früher-Anders")
    people.correct_person(person=person, name=values["notes"].split(":")[0])
    Event.objects.filter(pk=EVENINGS.first().pk).update(place=f"bei {person.name}, {PHONE}")
    person.refresh_from_db()
    return [person.name, person.user.email, STREET, PHONE, "Früher-Anders"]


def test_the_secretary_erases_who_left_and_the_name_is_in_no_column(
    private, django_capture_on_commit_callbacks, settings
):
    piet = Person.objects.get(name="Piet Umtrunk")
    words = posts_at(piet)
    assert set(found(words)) >= {"league.Person.name", "league.User.email"}
    own, stine = browser_of(piet.name), browser_of("Stine Federkiel")
    assert "gefragt" in own.post(f"/leute/{piet.pk}/daten/loeschung/", follow=True).content.decode()
    assert "Piet Umtrunk bittet um Löschung" in stine.get("/").content.decode()
    archive = own.post(f"/leute/{piet.pk}/daten/archiv/")
    with zipfile.ZipFile(io.BytesIO(archive.content)) as parts:
        page, said = (parts.read(f"meine-daten.{kind}").decode() for kind in ("html", "json"))
        assert parts.read("foto.jpg").startswith(b"\xff\xd8")
    assert STREET in page
    # Read by people: names of columns, codes and evenings in words.
    assert "Öffentlich zu sehen" in page
    assert "<td>aktiv</td>" in page
    assert "Saisonauftakt, " in page
    assert not re.search(r"<h2>[a-z]+\.[A-Z]", page)
    tables = json.loads(said)["tables"]
    assert tables["league.PostalAddress"][0]["street"] == STREET
    assert {"league.Membership", "league.Participation", "finance.Claim"} <= set(tables)
    assert "digest" not in said
    assert "password" not in said

    address = f"/leute/{piet.pk}/daten/loeschen/"
    seen = seen_in(stine.get(address))
    piet.postal_address.street = "Woanders 1"
    piet.postal_address.save()
    late = stine.post(address, {"seen": seen, "meant": "on"})
    assert late.status_code == 422
    assert "Seitdem hat sich etwas geändert" in late.content.decode()
    assert Person.objects.filter(name="Piet Umtrunk").exists()

    with django_capture_on_commit_callbacks(execute=True):
        seen = seen_in(stine.get(address))
        assert stine.post(address, {"seen": seen, "meant": "on"}).status_code == 302
    assert [place for place in found([*words, "Umtrunk", "Woanders 1"]) if place not in KEPT] == []
    assert check_books().wrong == []
    assert own.get("/leute/").status_code == 302  # logged out, for good
    assert stine.get(f"/leute/{piet.pk}/daten/").status_code == 404
    assert [path for path in settings.PHOTO_DIR.rglob("*") if path.is_file()] == []
    assert [entry.person for entry in register.entries(settings.ERASURE_DIR)] == [piet.pk]
    log = stine.get("/sicherheit/?kind=erased").content.decode()
    assert "Daten einer Person gelöscht · weil die Person es wollte" in " ".join(log.split())


def led_to(person):
    """{table: keys} of the rows from which a key leads to the person: walked row by row."""
    tables = {
        model: {row.pk: row for row in model._base_manager.all()} for model in apps.get_models()
    }
    found, theirs = {}, {Person: {person.pk}, User: {person.user_id}}

    def of(model):
        if model not in theirs:
            names = archive_keys.THEIRS.get(model._meta.label, ())
            theirs[model] = {pk for pk, row in tables[model].items() if leads(row, names)}
        return theirs[model]

    def leads(row, names):
        keys = [row._meta.get_field(name) for name in names]
        return any(getattr(row, key.attname) in of(key.related_model) for key in keys)

    for label in {*archive_keys.THEIRS, *archive_keys.NAMING}:
        names = [*archive_keys.THEIRS.get(label, ()), *archive_keys.NAMING.get(label, ())]
        found[label] = {
            pk for pk, row in tables[apps.get_model(label)].items() if leads(row, names)
        }
    return {label: pks for label, pks in found.items() if pks}


def taken_along(person):
    archive = browser_of(person.name).post(f"/leute/{person.pk}/daten/archiv/")
    with zipfile.ZipFile(io.BytesIO(archive.content)) as parts:
        page, said = (parts.read(f"meine-daten.{kind}").decode() for kind in ("html", "json"))
    return page, json.loads(said)["tables"]


def test_the_archive_holds_every_row_that_leads_to_the_person(private):
    """Places, throws and luck at the own seat, and which payment settled what; none of others."""
    placed = Placing.objects.exclude(participation__person__user=None)
    person = placed.order_by("position").first().participation.person
    mail = {"to": person.user.email.upper(), "subject": "Morgen", "body": "um acht"}
    Mail.objects.create(kind="notice", queued_at=NOW, due_at=NOW, until=NOW, **mail)
    page, tables = taken_along(person)
    leading = led_to(person)
    del leading["privacy.DataRequest"]  # the row of this very archive
    held = {
        label: {row[apps.get_model(label)._meta.pk.attname] for row in tables[label]}
        for label in {*archive_keys.THEIRS, *archive_keys.NAMING} & set(tables)
    }
    assert held == leading
    assert {"league.Placing", "league.PlaceRow", "finance.Allocation", "games.SeatThrows"} <= {
        *tables
    }
    assert [row["kind"] for row in tables["league.Mail"]] == ["notice"]
    assert not re.search(r"<h2>[a-z]+\.[A-Z]", page)


def test_the_archive_holds_the_throws_that_another_phone_entered(private):
    seat = Seat.objects.filter(throws__throws__gt=20).exclude(participation__person__user=None)
    person = seat.first().participation.person
    own = {str(seat.pk) for seat in Seat.objects.filter(participation__person=person)}
    logged = [
        entry.data
        for entry in Entry.objects.order_by("game", "sequence")
        if own & {entry.data.get("player"), entry.data.get("loser"), entry.data.get("best")}
    ]
    page, tables = taken_along(person)
    told = [event for game in tables["games.Entry"] for event in game["events"]]
    assert [{**event, "type": ""} for event in told] == [{**data, "type": ""} for data in logged]
    dice = next(data["dice"] for data in logged if data.get("dice"))
    assert "-".join(map(str, dice)) in page


def test_what_the_books_keep_of_a_treasurer_goes_when_its_time_is_up(
    private, django_capture_on_commit_callbacks, monkeypatch
):
    """A restore does it as well, without asking: he signed evenings and is in the books."""
    kadir = Person.objects.get(name="Kadir Münzer")
    words = posts_at(kadir)
    entry = register.Entry(kadir.pk, kadir.created_at, NOW, Erasure.Cause.ASKED)
    assert not erase_again(entry=replace(entry, since=NOW))  # another person's number now
    assert erase_again(entry=entry)
    left = found(words)
    assert "finance.CloseSignature.name" in left
    assert set(left) <= KEPT
    assert check_books().wrong == []
    page = browser_of("Paula Haken").get("/kasse/aufbewahrt/").content.decode()
    assert all(words in page for words in ("§ 147 AO, 10 Jahre", "31.12.2036"))
    assert "Kadir" not in page

    monkeypatch.setattr(retention, "GUESTS_A_NIGHT", 0)  # the next test is about them
    retention.let_go(now=NOW.replace(year=2036))
    assert "finance.CloseSignature.name" in found(words)
    retention.let_go(now=NOW.replace(year=2037))
    assert found(words) == {}
    assert check_books().wrong == []


def test_a_night_lets_go_what_has_had_its_time_and_says_so(private):
    anke = browser_of("Anke Brettschneider")
    mette = Person.objects.get(name="Mette Besuch")
    Person.objects.update(created_at=NOW)
    assert anke.get("/club/daten/").status_code == 200
    Club.objects.update(table=True)
    assert Client().get(f"/tabelle/{Season.objects.get().pk}/").status_code == 200
    typed = {"clause": "§ 147 AO", "book_years": 10, "voucher_years": 8, "backup_years": 10}
    typed["mail_days"] = 30
    sent = anke.post("/club/daten/", {**typed, "registration_months": 1, "public_months": 2})
    assert sent.status_code == 302
    assert anke.post("/club/daten/", {**typed, "book_years": 0}).status_code == 422
    late = NOW + timedelta(days=400)
    run = retention.let_go(now=late)
    assert (
        not Registration.objects.exclude(email="")
        .filter(event__business_date__lt=late.date() - timedelta(days=40))
        .exists()
    )
    assert run.counts["public"] > 0
    assert not Event.objects.filter(is_public=True).exists()
    old = Season.objects.get()
    assert Client().get(f"/tabelle/{old.pk}/").status_code == 404
    assert browser_of("Anke Brettschneider").get(f"/tabelle/{old.pk}/").status_code == 200
    assert not Erasure.objects.exists()  # no end was set for guests
    anke = browser_of("Anke Brettschneider")  # the old session had ended by then
    anke.post("/club/daten/", {**typed, "guest_months": 6})
    run = retention.let_go(now=late)
    mette.refresh_from_db()
    owes = "schuldet" in " ".join(queries.preview(mette, late.date()).refusals)
    assert run.counts["guests"] > 0
    assert owes or mette.name == f"Jemand Nr. {mette.pk}"
    assert "Gäste: " in browser_of("Anke Brettschneider").get("/club/daten/").content.decode()


def test_who_objects_is_named_to_nobody_outside(private):
    jette = Person.objects.get(name="Jette Klapper")
    assert jette.public_name == "Jette Klapper"
    own = browser_of(jette.name)
    assert own.post(f"/leute/{jette.pk}/daten/widerspruch/").status_code == 302
    jette.refresh_from_db()
    assert (jette.public_name, jette.wants_reminders) == ("Jemand", False)
    assert "Widerspruch" in own.get(f"/leute/{jette.pk}/daten/").content.decode()


def test_a_full_database_is_refused_whatever_it_holds(db):
    builders.member("Wilma")
    with pytest.raises(CommandError, match="ist nicht leer"):
        call_command("demo")
    assert Person.objects.count() == 1


def test_a_season_alone_is_not_empty_either(db):
    from league.events.services.evenings import create_season

    create_season(name="2026", start=date(2026, 1, 1), end=date(2027, 1, 1))
    with pytest.raises(IllegalError) as error:
        _fill()
    assert error.value.code == "not_empty"
    assert not Person.objects.exists()


def _told(today):
    """Return the club without keys, hashes and the moments at which it was written; days as days
    ago.
    """
    lines = Result.objects.order_by("pk").values_list(
        "table__block__event__business_date", "number", "version", "ended_by", "client_id"
    )
    claims = Claim.objects.order_by("pk").values_list("person__name", "code", "amount", "state")
    paid = Payment.objects.order_by("pk").values_list("person__name", "method", "amount")
    table = StandingRow.objects.values_list("rank", "person__name", "games", "games_lost")
    ago = [((today - day).days, *rest) for day, *rest in lines]
    return ago, list(claims), list(paid), list(table)


# Two evenings, on the leap day in two years, and what else a day before or after can change.
PART = {"people", "year_before", "evening_3", "evening_12", "bank", "figures"}
PART |= {"running_doors", "running", "coming"}


def test_any_day_will_do_and_the_same_seed_makes_the_same_club_another_another(db, monkeypatch):
    """Whole on New Year, as all other tests see it; a part of it on this and on other days."""
    part = [step for step in club.steps() if step.name in PART]
    monkeypatch.setattr(club, "steps", partial(list, part))
    clubs, leap_day = [], date(2028, 2, 29)
    for today in (date(2026, 3, 6), date(2026, 12, 31), TODAY, leap_day):
        point = transaction.savepoint()
        next(_filling(today=today))
        tonight = _told(today)
        assert len(list(_filling(today=today))) == len(PART) - 1
        assert EVENINGS.filter(business_date=today).count() == 1
        call_command("check_books", stdout=StringIO())
        clubs.append(_told(today))
        transaction.savepoint_rollback(point)
    assert all(clubs[0])
    assert clubs == clubs[:1] * len(clubs)
    assert tonight[0]
    next(_filling(SEED + 1, leap_day))
    assert _told(leap_day) != tonight


@pytest.mark.django_db(transaction=True)
def test_of_two_at_the_same_moment_one_begins_and_the_other_is_refused():
    gate, told = threading.Barrier(2), []

    def began():
        try:
            gate.wait(timeout=LIMIT)
            told.append(next(_filling()).name)
        except IllegalError as error:
            told.append(error.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=began) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=LIMIT)
    assert sorted(told) == ["not_empty", "people"]
    assert Person.objects.filter(name=CAST[0].name).count() == 1
