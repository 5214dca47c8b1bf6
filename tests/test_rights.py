"""Test every decision about rights: every address, every method and every actor.

The decisions are in `tests/rights/decisions.py`, the routes are Django's own: a route or a method
without a decision fails here by its name, and so does a decision without a route. The pages that
are asked for while the club is busy with all at once are in `tests/test_offers.py`.
"""

from functools import partial
from types import SimpleNamespace

import pytest
from django.db import connection
from django.test import TestCase

from tests.rights.actors import ACTORS
from tests.rights.asking import asked, asked_alike, preparation
from tests.rights.busy import WHILE_BUSY
from tests.rights.by_token import program, token_answered_otherwise
from tests.rights.decisions import DECISIONS
from tests.rights.matrix import (
    Writes,
    answered,
    head_answered_otherwise,
    not_as_decided,
    one_who_may,
    prepared_alike,
    rows,
    taken_from_another_site,
    undecided_methods,
)
from tests.rights.page import PAGE, written
from tests.rights.stage import ROUTES, answer_of, method_of, route_of, send, undone
from tests.rights.world import browser

pytestmark = pytest.mark.django_db


@pytest.mark.once
@pytest.mark.usefixtures("refused_in_a_word")
@pytest.mark.parametrize(
    ("prepared", "key"),
    rows(key for key in DECISIONS if key not in WHILE_BUSY),
    indirect=["prepared"],
)
def test_everybody_gets_the_answer_that_was_decided(
    whole_club: SimpleNamespace, prepared: None, key: str
) -> None:
    """Each person by the method that was decided on; its head alone, a form of another site, the
    other methods and, of the API, programs by their tokens are asked for while all is prepared.
    """
    with undone(), asked_alike(key, whole_club):
        wrong = [
            *not_as_decided(key, partial(answered, whole_club)),
            *head_answered_otherwise(whole_club, key),
            *taken_from_another_site(whole_club, key),
            *undecided_methods(whole_club, key),
            *token_answered_otherwise(whole_club, key),
        ]
    assert not wrong, "\n".join([f"{key} ({DECISIONS[key].deed})", *wrong])


@pytest.mark.once
@pytest.mark.parametrize("prepared", [""], indirect=True)
def test_everybody_is_refused_by_a_whole_page(whole_club: SimpleNamespace, prepared: None) -> None:
    """Of each kind one, by a page and by a form; that of the API is JSON."""
    of_pages = [key for key in DECISIONS if "api" not in key]
    of_pages.sort(key=lambda key: len(preparation(key)))  # those that need no preparation are cheap
    for actor in ACTORS:
        kinds = {(DECISIONS[key].answer(actor), method_of(key)): key for key in of_pages[::-1]}
        for (decided, _method), key in kinds.items():
            if decided in {"hidden", "forbidden", "over"}:
                with undone():
                    for step in preparation(key):
                        step(whole_club)
                    ask, writes = asked(key, whole_club, actor), Writes()
                    with connection.execute_wrapper(writes):
                        response = send(browser(whole_club, actor), key, ask)
                assert answer_of(response) == decided, (key, actor)
                assert b"<main" in response.content, (key, actor)
                assert not writes.but(ask.leaves), (key, actor)


@pytest.mark.slow
@pytest.mark.postgresql
@pytest.mark.parametrize(
    ("prepared", "keys"), prepared_alike(DECISIONS).items(), indirect=["prepared"]
)
def test_postgresql_serves_every_address_without_redis(
    whole_club: SimpleNamespace, prepared: None, redis_gone: None, keys: list[str]
) -> None:
    """Each address and method once, by an actor who may; the matrix asks SQLite, without Redis.

    Calls that follow a committed write are made as well.
    """
    wrong = []
    for key in keys:
        actor = one_who_may(key)
        with undone():
            with TestCase.captureOnCommitCallbacks(execute=True):
                response = send(browser(whole_club, actor), key, asked(key, whole_club, actor))
            got = answer_of(response)
            if got != DECISIONS[key].answer(actor) and actor != "all":
                wrong.append(f"{key} ({actor}): got {got}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.once
@pytest.mark.parametrize("prepared", [""], indirect=True)
def test_a_page_takes_no_token(whole_club: SimpleNamespace, prepared: None) -> None:
    """The API's addresses that a token opens are all asked elsewhere."""
    with undone():
        client = program(whole_club, "treasurer", with_money=True)
        for path in ("/kasse/", "/leute/", "/mein-konto/", "/mein-zugang/"):
            assert client.get(path).status_code in {302, 404}


def test_every_route_has_a_decision_and_none_is_about_one_that_is_gone() -> None:
    assert {route_of(key) for key in DECISIONS} == set(ROUTES)


def test_every_rule_names_only_people_of_the_matrix() -> None:
    for rule in DECISIONS.values():
        assert rule.may | set(rule.but) <= set(ACTORS), rule


@pytest.mark.once
@pytest.mark.parametrize("actor", ["stranger", "guest_other", "member"])
@pytest.mark.parametrize("prepared", ["games:api_events POST of a public evening"], indirect=True)
def test_a_refusal_of_the_api_says_that_it_is_about_rights(
    whole_club: SimpleNamespace, prepared: None, actor: str
) -> None:
    key = "games:api_events POST of a public evening"
    with undone():
        response = send(browser(whole_club, actor), key, asked(key, whole_club, actor))
    assert (response.status_code, response.json()["code"]) == (403, "not_allowed")


def test_the_page_for_the_chair_says_what_was_decided() -> None:
    there = PAGE.read_text("utf-8")
    assert there == written(there), "docs/rights.md is old; python -m tests.rights.page writes it"
