"""Test the cheap hash by which columns are found (plugins/speed.py): equal ones still have one."""

import pytest

from league.events.models import Event
from league.people.models.people import Person

pytestmark = pytest.mark.once


def column(model, name, alias="t"):
    return model._meta.get_field(name).get_col(alias)


def test_equal_columns_have_one_hash_and_others_are_told_apart():
    name = column(Person, "name")
    assert hash(name) == hash(column(Person, "name"))
    others = [column(Person, "name", "u"), column(Person, "id"), column(Event, "name")]
    assert {name, column(Person, "name"), *others} == {name, *others}
    assert len({name, *others}) == 4
