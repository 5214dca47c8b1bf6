"""Every parameter that the API's description names is read: a value of it changes the answer, or is
refused. Drawn from the description, so a new one is asked without being named.
"""

import json
from collections.abc import Iterator
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client

from config.schema import description
from tests.api.test_fuzzing import everything, pools_of
from tests.rights.stage import undone

pytestmark = [pytest.mark.django_db, pytest.mark.once]
# What nothing is called, no number, no day and no choice.
NONSENSE = "zzzqqq"
REFUSED = {400, 404, 422}
# Lists that are empty in the club of this test: what narrows nothing changes nothing.
EMPTY = {"/api/kings/", "/api/objections/decided/", "/api/till/bookings/unvouched/"}


def read_operations() -> Iterator[tuple[str, list[str]]]:
    """Each address that is read, with the parameters behind its question mark."""
    for path, ways in description()["paths"].items():
        asked = [
            each for each in ways.get("get", {}).get("parameters", []) if each["in"] == "query"
        ]
        if asked:
            yield path, [each["name"] for each in asked]


def addresses_of(path: str, pools: dict[str, list[Any]]) -> Iterator[str]:
    """The address with keys of what is there, one for each key of the last argument."""
    made = [""]
    for before, part in pairwise(["", *path.split("/")]):
        if part.startswith("{"):
            pool = pools.get(before) or pools.get(part.strip("{}")) or ["1"]
            made = [f"{start}/{key}" for start in made for key in pool]
        elif part:
            made = [f"{start}/{part}" for start in made]
    yield from (f"{start}/" if path.endswith("/") else start for start in made)


def askers(w: SimpleNamespace) -> Iterator[Client]:
    for actor in ("treasurer", "referee", "member"):
        client = Client(headers={"accept-language": "de"})
        client.cookies.load(dict(w.cookies[actor]))
        yield client


def read(client: Client, address: str, **asked: str) -> tuple[int, bytes]:
    answer = client.get(address, asked)
    return answer.status_code, answer.getvalue()


def without_effect(w: SimpleNamespace, path: str, names: list[str]) -> set[str]:
    """Which of these parameters changed nothing, for whoever may read the address."""
    left, was_read = set(names), False
    for client in askers(w):
        for address in addresses_of(path, pools_of(w)):
            plain = read(client, address)
            if path in EMPTY and plain[0] == 200:
                assert json.loads(plain[1])["count"] == 0
                return set()
            for name in list(left):
                status, body = read(client, address, **{name: NONSENSE})
                is_refused = status in REFUSED and (plain[0] == 200 or name.encode() in body)
                if is_refused or (status == 200 == plain[0] and body != plain[1]):
                    left.discard(name)
            was_read |= plain[0] == 200
            if not left:
                return set()
    assert was_read or not left, f"{path}: nobody could read it"
    return left


def test_every_parameter_of_the_api_is_read(whole_club, monkeypatch, time_machine):
    monkeypatch.setattr("config.api.MOST_BY_TOKEN", 10**9)
    operations = list(read_operations())
    assert len(operations) > 10
    with undone():
        everything(whole_club)
        wrong = {
            path: left
            for path, names in operations
            if (left := without_effect(whole_club, path, names))
        }
    assert wrong == {}
