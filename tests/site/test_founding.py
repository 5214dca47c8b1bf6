"""The first person of an empty club, by command and by service."""

import threading

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from league.access.queries.rights import is_member, roles_of
from league.errors import IllegalError
from league.people.models.people import Person
from league.people.services.founding import found_club
from tests import builders
from tests.waiting import LIMIT

pytestmark = pytest.mark.django_db


def _found(name="Wilma Erste", email="wilma@club.invalid"):
    return found_club(club="Becher", name=name, email=email, today=builders.DAY)


def test_the_first_person_holds_the_chair_and_can_log_in():
    person = _found()
    assert roles_of(person.user, builders.DAY) == {"chair"}
    assert is_member(person.user, builders.DAY)
    assert person.user.email == "wilma@club.invalid"


def test_a_club_is_founded_once():
    _found()
    with pytest.raises(IllegalError, match="schon gegründet"):
        _found("Zweiter", "zweiter@club.invalid")
    assert Person.objects.count() == 1


def test_a_name_that_is_none_founds_nothing():
    with pytest.raises(CommandError, match="Namen"):
        call_command("found_club", club="Becher", name="  ", email="wilma@club.invalid")
    with pytest.raises(CommandError, match="keine E-Mail-Adresse"):
        call_command("found_club", club="Becher", name="Wilma", email="wilma")
    assert not Person.objects.exists()


def test_the_command_says_who_has_the_chair(capsys):
    call_command("found_club", club="Becher", name="Wilma Erste", email="wilma@club.invalid")
    assert "Wilma Erste hat den Vorsitz" in capsys.readouterr().out
    with pytest.raises(CommandError, match="schon gegründet"):
        call_command("found_club", club="Becher", name="Zweiter", email="zweiter@club.invalid")


@pytest.mark.django_db(transaction=True)
def test_of_many_founders_at_the_same_moment_one_founds():
    gate, told = threading.Barrier(6), []

    def found(number):
        try:
            gate.wait(timeout=LIMIT)
            told.append(_found(f"Gründer {number}", f"g{number}@club.invalid").name)
        except IllegalError as error:
            told.append(error.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=found, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=LIMIT)
    assert sorted(told)[1:] == ["already_founded"] * 5
    assert Person.objects.count() == 1


def test_before_the_club_is_founded_crawlers_are_kept_out_as_well(client):
    answer = client.get("/robots.txt")
    assert answer.status_code == 200
    assert "Disallow: /" in answer.content.decode().splitlines()
