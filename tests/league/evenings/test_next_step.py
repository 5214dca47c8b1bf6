"""The next step of an evening, for each reader of its page: decided without a page."""

import pytest

from league.evenings.next_step import NextStep, Step, TableNow, Tonight, next_step


def seated(number: int, **more) -> TableNow:
    return TableNow(**{"key": number, "number": number, "seated": 5, "writes": True, **more})


def running(number: int, **more) -> TableNow:
    return seated(number, playing=1, **more)


def played(number: int, **more) -> TableNow:
    return seated(number, played=3, **more)


def step(**evening) -> Step:
    return next_step(Tonight(**evening)).step


# The evening as it goes, for the referee, who sits at table 2.
EVENING = [
    ({"open": 24}, NextStep(Step.ATTENDANCE, 24)),
    ({"open": 24, "coming": 14}, NextStep(Step.ATTENDANCE, 14, is_answered=True)),
    ({"open": 24, "coming": 1}, NextStep(Step.ATTENDANCE, 24)),
    ({"open": 23, "here": 1, "waiting": 1}, NextStep(Step.ATTENDANCE, 23)),
    ({"open": 19, "here": 5, "waiting": 5}, NextStep(Step.SEAT_ALL, 5)),
    ({"here": 8, "waiting": 8}, NextStep(Step.SEAT_ALL, 8)),
    ({"here": 14, "waiting": 14}, NextStep(Step.CHOOSE, 14)),
    ({"here": 14, "waiting": 9, "tables": [seated(1)]}, NextStep(Step.CHOOSE, 9)),
    ({"here": 6, "waiting": 1, "tables": [seated(1)]}, NextStep(Step.BEGIN, table=seated(1))),
    (
        {"here": 10, "tables": [seated(1), seated(2, is_own=True)]},
        NextStep(Step.BEGIN, table=seated(2, is_own=True)),
    ),
    (
        {"here": 10, "tables": [seated(1), running(2, is_own=True)]},
        NextStep(Step.PLAY, table=running(2, is_own=True)),
    ),
    ({"here": 10, "tables": [running(1)]}, NextStep(Step.WATCH, 1, running(1))),
    (
        {"here": 12, "waiting": 2, "tables": [running(1), running(2)]},
        NextStep(Step.SEAT_ALL, 2),
    ),
    (
        {"tables": [played(1), running(2)], "unconfirmed": 3},
        NextStep(Step.WATCH, 1, running(2)),
    ),
    (
        {"tables": [played(1)], "unconfirmed": 3, "is_pausing": True},
        NextStep(Step.NEXT_GAME, table=played(1)),
    ),
    ({"tables": [played(1)], "unconfirmed": 3}, NextStep(Step.LOOK, 3)),
    ({"tables": [played(1)], "has_king": False}, NextStep(Step.CROWN)),
    ({"tables": [played(1)]}, NextStep(Step.NEXT_GAME, table=played(1))),
]


@pytest.mark.parametrize(("evening", "expected"), EVENING)
def test_the_referee_is_led_from_an_empty_evening_to_its_end(evening, expected):
    assert next_step(Tonight(runs=True, rules=True, **evening)) == expected


@pytest.mark.parametrize("tables", [[], [seated(1)], [running(1, is_own=True)], [played(1)]])
def test_whose_own_game_waits_for_a_second_look_is_asked_before_anything_else(tables):
    for office in ({}, {"runs": True}, {"runs": True, "rules": True, "calls": 2}):
        assert step(tables=tables, to_confirm=1, **office) is Step.CONFIRM


def test_a_call_goes_before_the_referees_own_game_and_concerns_nobody_else():
    tables = [running(1, is_own=True)]
    assert step(tables=tables, runs=True, rules=True, calls=1) is Step.REFEREE
    assert step(tables=tables, runs=True, calls=1) is Step.PLAY


def test_a_treasurer_closes_when_all_is_played_and_confirmed():
    evening = {"runs": True, "tables": [played(1)], "closing": "close", "has_king": False}
    assert step(**evening, unconfirmed=1) is Step.LOOK
    assert step(**evening, is_pausing=True) is Step.NEXT_GAME
    assert step(**evening) is Step.CLOSE
    assert step(**evening | {"closing": "closed", "is_pausing": True}) is Step.CLOSED


def test_a_member_answers_then_sits_then_plays_then_signs():
    other = {"writes": False}
    assert step(is_asked=True) is Step.ANSWER
    assert step() is Step.WAIT
    assert step(is_asked=True, tables=[seated(1, **other)]) is Step.ANSWER
    assert step(tables=[seated(1, **other), seated(2, is_own=True)]) is Step.BEGIN
    assert step(tables=[running(1, **other)]) is Step.WATCH
    assert step(tables=[running(1, **other), running(2, is_own=True)]) is Step.PLAY
    assert step(tables=[played(1, is_own=True)], unconfirmed=2) is Step.NEXT_GAME
    assert step(tables=[played(1, is_own=True)], closing="cosign") is Step.COSIGN
    assert step(tables=[played(1, **other)], unconfirmed=2, has_king=False) is Step.WAIT


def test_who_does_not_run_the_evening_is_never_asked_to_note_or_seat_people():
    for waiting in range(20):
        assert step(here=waiting, waiting=waiting, open=5) is Step.WAIT
