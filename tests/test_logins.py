"""Test the login of a request: one fixed statement reads what the ORM reads."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from config.logins import ClubBackend
from league.people.models.people import Person, User
from league.people.services.people import create_person

pytestmark = pytest.mark.django_db


def values(row):
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


def test_a_login_comes_with_its_person_in_one_statement():
    person = create_person(name="Robin", email="robin@club.invalid")
    with CaptureQueriesContext(connection) as asked:
        user = ClubBackend().get_user(person.user_id)
        assert user.person.user is user
    assert len(asked) == 1
    assert values(user) == values(User.objects.get(pk=person.user_id))
    assert values(user.person) == values(Person.objects.get(pk=person.pk))
    user.full_clean(exclude=["password"])
    user.person.save()


def test_a_login_without_a_person_asks_for_none_again():
    pk = User.objects.create_user(email="niemand@club.invalid").pk
    user = ClubBackend().get_user(pk)
    with CaptureQueriesContext(connection) as asked:
        assert not hasattr(user, "person")
    assert len(asked) == 0


def test_a_login_that_ended_is_none():
    pk = User.objects.create_user(email="ende@club.invalid", is_active=False).pk
    assert ClubBackend().get_user(pk) is None
    assert ClubBackend().get_user(pk + 1) is None


def test_a_page_asks_for_its_reader_once(client):
    person = create_person(name="Robin", email="robin@club.invalid")
    client.force_login(person.user)
    assert client.session["_auth_user_backend"] == "config.logins.ClubBackend"
    with CaptureQueriesContext(connection) as asked:
        assert client.get("/mehr/").status_code in (200, 302, 404)
    assert sum('"league_user"' in query["sql"] for query in asked) == 1
