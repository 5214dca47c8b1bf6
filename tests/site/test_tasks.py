"""The tasks that wait for a person on the start page, said without a page."""

from datetime import UTC, datetime
from types import SimpleNamespace

import pytest
from django.utils import translation

from config.site.labels import king_words, last_backup, tasks
from league.events.models import Event
from tests import builders

NOTHING = {
    "to_sign": [],
    "lists_to_book": [],
    "registration_requests": [],
    "objections": 0,
    "asks_stakes": False,
    "new_claims": 0,
}


def sentences(**waiting):
    with translation.override("en"):
        return [task.sentence for task in tasks({**NOTHING, "next_event": Event(pk=7), **waiting})]


def test_where_nothing_waits_nothing_is_said():
    assert sentences() == []


def test_an_evening_that_waits_for_a_second_signature_is_named():
    close = SimpleNamespace(event_id=3, event=Event(pk=3, business_date=builders.DAY))
    (sentence,) = sentences(to_sign=[close])
    assert sentence.endswith("has been counted and waits for a second signature.")


@pytest.mark.parametrize(
    ("waiting", "count", "start"),
    [
        ("objections", 1, "One objection waits"),
        ("objections", 2, "2 objections wait"),
        ("new_claims", 1, "There is a new claim"),
        ("new_claims", 3, "There are 3 new claims"),
    ],
)
def test_what_waits_is_counted(waiting, count, start):
    (sentence,) = sentences(**{waiting: count})
    assert sentence.startswith(start)


def test_about_money_is_asked_only_where_an_evening_is_to_come():
    assert len(sentences(asks_stakes=True)) == 1
    assert sentences(asks_stakes=True, next_event=None) == []


def test_the_start_page_says_who_reigns():
    king = SimpleNamespace(person=SimpleNamespace(name="Anke"))
    with translation.override("en"):
        assert king_words({"king": king, "is_kaiser": False}) == "Anke is König"
        assert king_words({"king": king, "is_kaiser": True}) == "Anke is Kaiser"
    assert king_words({"king": None, "is_kaiser": False}) == ""


def test_a_backup_is_named_unless_it_is_too_old():
    def backup_line(**keeping):
        with translation.override("en"):
            return last_backup({"keeping": keeping or None})

    assert backup_line() == backup_line(is_old=True, backup=builders.DAY) == ""
    assert backup_line(is_old=False, backup=None) == "There is no backup yet."
    made = datetime(2026, 3, 6, 4, tzinfo=UTC)
    assert backup_line(is_old=False, backup=made).startswith("Last backup: 6 ")
