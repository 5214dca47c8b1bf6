"""Test the copies that the suite works on. That they are as from zero, `test_updating` asks."""

from typing import Any

import pytest
from django.db import connection

from league.guards.kinds import all_triggers
from tests.plugins import template

pytestmark = pytest.mark.slow


def test_a_copy_without_one_of_its_triggers_is_refused(db: None) -> None:
    template.refuse_incomplete()
    victim = all_triggers()[0]
    with connection.cursor() as cursor:
        on = f" ON {victim.table}" if connection.vendor == "postgresql" else ""
        cursor.execute(f"DROP TRIGGER {victim.name}{on}")
    with pytest.raises(template.IncompleteDatabaseError, match=victim.name):
        template.refuse_incomplete()


def test_another_trigger_asks_for_another_template(db: None, monkeypatch: Any) -> None:
    before = template.digest()
    monkeypatch.setattr(template, "all_triggers", lambda: all_triggers()[1:])
    assert template.digest() != before
