"""Test that transactions PostgreSQL throws back are repeated, whole; after the third time a 503."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event as Signal

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import OperationalError, connection, transaction
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import include, path, reverse

import config.urls
from league.events.models import Event, Table
from league.people.models.people import Person
from league.results.models.second_look import RefereeCall
from league.seasons.models import Season
from league.standings.models import Standing
from league.standings.queries.standings import stale_standings
from league.standings.services import mark_stale
from league.tasks import compute_season
from league.tournaments.models.card_photos import CardPhoto
from tests import builders
from tests import tournaments as day
from tests.league.tournaments.test_card_photos import photo
from tests.waiting import LIMIT, wait_for_one_that_waits

pytestmark = [
    pytest.mark.slow,
    pytest.mark.postgresql,
    pytest.mark.django_db(transaction=True),
    pytest.mark.locks_by_hand,
]


def twice(request: HttpRequest) -> HttpResponse:
    """Write in two transactions, as a page does that calls two services."""
    with transaction.atomic():
        Person.objects.create(name=f"Gast {Person.objects.count()}")
    with transaction.atomic():
        Season.objects.select_for_update(no_key=True).get()
    return HttpResponse()


urlpatterns = [path("zweimal/", twice), path("", include("config.urls"))]
handler500 = config.urls.handler500


@contextmanager
def thrown_back(rows: object, *, times: int) -> Iterator[list[str]]:
    """Hold the rows in another transaction until our connection was refused them so many times.

    Yields the statements that were refused.
    """
    refused: list[str] = []
    held, let_go = Signal(), Signal()

    def hold() -> None:
        try:
            with transaction.atomic():
                list(rows.select_for_update(no_key=True))  # type: ignore[attr-defined]
                held.set()
                assert let_go.wait(LIMIT)
        finally:
            held.set()
            connection.close()

    with ThreadPoolExecutor(1) as thread:
        holding = thread.submit(hold)

        def note(execute: Callable[..., object], sql: str, *more: object) -> object:
            try:
                return execute(sql, *more)
            except OperationalError:
                refused.append(sql)
                if len(refused) == times:
                    let_go.set()
                    holding.result()
                raise

        assert held.wait(LIMIT)
        try:
            with connection.cursor() as cursor:
                cursor.execute("SET lock_timeout = '100ms'")
            with connection.execute_wrapper(note):
                yield refused
        finally:
            let_go.set()
            with connection.cursor() as cursor:
                cursor.execute("RESET lock_timeout")


def visitor(person: Person) -> Client:
    client = Client(raise_request_exception=False)
    assert person.user is not None
    client.force_login(person.user)
    return client


@pytest.fixture
def season(club) -> Season:
    event = builders.evening()
    builders.card(builders.table(event, club.anke, club.bernd), club.anke, club.anke)
    return event.season


def count_otherwise(client: Client, season: Season) -> HttpResponse:
    return client.post(
        reverse("league:season_scoring", args=[season.pk]), {"min_games": 3, "place_points_of": ""}
    )


def test_a_form_without_any_id_is_stored_once_after_a_deadlock(club, season):
    """The worker holds the table and asks for the season; the form holds the season."""
    client = visitor(club.anke)
    wanted = Standing.objects.get(scope=Standing.Scope.SEASON).wanted
    held = Signal()

    def ring() -> None:
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute("SET LOCAL deadlock_timeout = '100s'")  # the other one is refused
                list(Standing.objects.select_for_update(no_key=True).order_by("pk"))
                held.set()
                wait_for_one_that_waits()
                list(Season.objects.select_for_update(no_key=True))
        finally:
            connection.close()

    refused = []

    def note(execute, sql, *more):
        try:
            return execute(sql, *more)
        except OperationalError as error:
            refused.append(str(error))
            raise

    with ThreadPoolExecutor(1) as thread:
        worker = thread.submit(ring)
        assert held.wait(LIMIT)
        with connection.execute_wrapper(note):
            answer = count_otherwise(client, season)
        worker.result()
    assert ["deadlock detected" in error for error in refused] == [True]
    assert answer.status_code == 302
    season.refresh_from_db()
    assert season.min_games == 3
    assert Standing.objects.get(scope=Standing.Scope.SEASON).wanted == wanted + 1


@pytest.mark.parametrize("times", [1, 2])
def test_a_photo_is_read_from_its_start_again(club, settings, tmp_path, times):
    settings.CARD_PHOTO_DIR = tmp_path
    event = builders.tournament()
    day.people(event, *(f"Gast {n}" for n in "ABCD"))
    day.draw(event, 1)
    table = day.tables(event, 1)[0].table
    client = visitor(club.stine)
    address = reverse("league:add_card_photo", args=[event.pk, table.pk])
    sent = {"client_id": "a", "photo": SimpleUploadedFile("karte.jpg", photo())}
    with thrown_back(Table.objects.filter(pk=table.pk), times=times) as refused:
        answer = client.post(address, sent)
    assert (answer.status_code, len(refused)) == (302, times)
    assert CardPhoto.objects.count() == 1


def test_what_a_program_sends_as_json_is_read_once_more(club, season, at_ten):
    table = Table.objects.get()
    with thrown_back(Table.objects.all(), times=2) as refused:
        answer = visitor(club.bernd).post(
            f"/api/tables/{table.pk}/call/", {"id": "c"}, "application/json"
        )
    assert (answer.status_code, len(refused)) == (200, 2)
    assert RefereeCall.objects.count() == 1


def test_after_three_times_the_page_says_that_nothing_is_stored(club, season):
    with thrown_back(Season.objects.all(), times=4) as refused:
        answer = count_otherwise(visitor(club.anke), season)
    assert (answer.status_code, len(refused)) == (503, 3)
    assert int(answer.headers["Retry-After"]) > 0
    page = answer.content.decode()
    assert "Nichts davon ist gespeichert" in page
    assert "send it once more" in page
    season.refresh_from_db()
    assert season.min_games != 3


def test_after_three_times_a_program_hears_a_code(club, season, at_ten):
    table = Table.objects.get()
    with thrown_back(Table.objects.all(), times=4) as refused:
        answer = visitor(club.bernd).post(
            f"/api/tables/{table.pk}/call/", {"id": "c"}, "application/json"
        )
    assert (answer.status_code, len(refused)) == (503, 3)
    assert answer.json()["code"] == "database_busy"
    assert int(answer.headers["Retry-After"]) > 0
    assert not RefereeCall.objects.exists()


@pytest.mark.urls(__name__)
def test_what_has_been_committed_is_not_done_twice(club, season):
    people = Person.objects.count()
    with thrown_back(Season.objects.all(), times=4) as refused:
        answer = visitor(club.anke).get("/zweimal/")
    assert (answer.status_code, len(refused)) == (503, 1)
    assert Person.objects.count() == people + 1


# --- tasks ----------------------------------------------------------------------------------
def test_a_task_is_repeated_and_does_what_is_owed(season):
    mark_stale(event=Event.objects.get())
    with thrown_back(Standing.objects.filter(scope=Standing.Scope.SEASON), times=2) as refused:
        compute_season(season.pk)
    assert len(refused) == 2
    assert not stale_standings().exists()


def test_a_task_gives_up_after_three_times(season):
    mark_stale(event=Event.objects.get())
    with (
        thrown_back(Standing.objects.filter(scope=Standing.Scope.SEASON), times=4) as refused,
        pytest.raises(OperationalError),
    ):
        compute_season(season.pk)
    assert len(refused) == 3
    compute_season(season.pk)
    assert not stale_standings().exists()


def test_within_a_transaction_of_its_caller_a_task_is_not_repeated(season):
    mark_stale(event=Event.objects.get())
    with (
        thrown_back(Standing.objects.filter(scope=Standing.Scope.SEASON), times=4) as refused,
        pytest.raises(OperationalError),
        transaction.atomic(),
    ):
        compute_season(season.pk)
    assert len(refused) == 1
