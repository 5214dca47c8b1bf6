"""Test that a letter and its accent are stored as one sign, wherever a name comes in."""

from importlib import import_module
from unicodedata import normalize

import pytest
from django.apps import apps
from django.db import connection, models

from league.guards.fields import NameField
from league.people.models.people import Person, User

pytestmark = pytest.mark.rules

NAMES = {"name", "nickname", "alias", "holder", "shown_as", "team_name", "sponsor"}
# Kept as the bank or the file wrote it: digests are made of it.
AS_IT_CAME = {"finance.BankLineText.name", "finance.VoucherText.name"}


def columns_of_names() -> dict[str, models.Field]:
    return {
        f"{model._meta.label}.{field.name}": field
        for model in apps.get_models()
        if model.__module__.startswith(("league.", "games.", "finance.", "config."))
        for field in model._meta.local_fields
        if field.name in NAMES and isinstance(field, models.CharField) and not field.choices
    }


def test_every_column_of_a_name_composes_it():
    columns = columns_of_names()
    loose = {name for name, field in columns.items() if not isinstance(field, NameField)}
    assert loose == AS_IT_CAME
    assert len(columns) > 25


def test_a_name_typed_with_a_loose_accent_is_stored_whole_and_found(client, club):
    client.force_login(club.anke.user)
    typed = normalize("NFD", "Jürgen Größmann")
    client.post(f"/leute/{club.bernd.pk}/name/", {"name-name": typed})
    club.bernd.refresh_from_db()
    assert club.bernd.name == "Jürgen Größmann" != typed
    assert Person.objects.get(name=typed) == club.bernd
    made = Person(name=normalize("NFD", "Änne"))
    made.save()
    assert made.name == "Änne"


def test_names_of_before_are_composed_and_two_never_become_one(club):
    decomposed = normalize("NFD", "Jürgen Größmann")

    def written(person, name):
        with connection.cursor() as cursor:
            cursor.execute(
                "UPDATE league_person SET name = %s, sort_key = 'old' WHERE id = %s",
                [name, person.pk],
            )

    def now(person):
        person.refresh_from_db()
        return person.name, person.sort_key

    written(club.bernd, decomposed)
    written(club.jette, normalize("NFD", "Änne"))
    written(club.kadir, "Änne")
    compose = import_module("league.migrations.0035_composed_names").compose
    compose(apps, None)
    assert now(club.bernd) == ("Jürgen Größmann", "jurgen grossmann")
    assert now(club.kadir) == ("Änne", "anne")
    assert now(club.jette) == (normalize("NFD", "Änne"), "anne")


def test_an_invisible_sign_goes_from_the_logins_of_before(club):
    User.objects.filter(pk=club.bernd.user.pk).update(email="bernd@club.invalid\u200f")
    User.objects.filter(pk=club.jette.user.pk).update(email="anke@club.invalid\u200f")
    import_module("league.migrations.0035_composed_names").tidy_logins(apps, None)
    assert User.objects.get(pk=club.bernd.user.pk).email == "bernd@club.invalid"
    assert User.objects.get(pk=club.jette.user.pk).email == "anke@club.invalid\u200f"
