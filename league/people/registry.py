"""Sentences of other apps about a person who leaves the club: this capability does not know those
apps.

Registered once, in an app's `ready`.
"""

from collections.abc import Callable

from league.people.models.people import Person

# What is still open with a person, in sentences.
Say = Callable[[Person], list[str]]

_SAY: list[Say] = []


def register(say: Say) -> None:
    _SAY.append(say)


def still_open(person: Person) -> list[str]:
    """Return what the officer who ends a membership is told, in whole sentences."""
    return [sentence for say in _SAY for sentence in say(person)]
