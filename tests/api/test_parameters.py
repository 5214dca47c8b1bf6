"""Every parameter that the API's description names is read: a value of it changes the answer, or is
refused. Drawn from the description, so a new one is asked without being named.
"""

import json
from collections.abc import Iterator
from itertools import pairwise, product
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client

from config.schema import description
from finance.books.models.claims import Claim
from finance.books.services import cashbook, objections
from league.kings import queries as kings_queries
from league.kings import services as kings
from tests.api.test_fuzzing import everything, pools_of
from tests.rights.stage import undone
from tests.rights.world import NOW, TODAY

pytestmark = [pytest.mark.django_db, pytest.mark.once]
Json = dict[str, Any]
# No name, no number, no day and no choice.
NONSENSE = "zzzqqq"
WRONG = ({NONSENSE: [NONSENSE]}, NONSENSE)
REFUSED = {400, 404, 422}
ALL_THE_SAME = {401, 403, 404}  # refused before the body is read
# Kept beside the entry, for those who read the log; a clock that cannot be read loses no tap.
UNSEEN = {("post /api/games/{key}/events/", "tapped_at")}


def read_operations() -> Iterator[tuple[str, list[str]]]:
    """Each address that is read, with the parameters behind its question mark."""
    for path, ways in description()["paths"].items():
        asked = [
            each for each in ways.get("get", {}).get("parameters", []) if each["in"] == "query"
        ]
        if asked:
            yield path, [each["name"] for each in asked]


def more_in_lists(w: SimpleNamespace) -> None:
    """Crown a King, rule on an objection and book money without a voucher: an empty list shows no
    parameter at work.
    """
    race = kings_queries.race(w.event)
    leader = race.leaders[0] if race.leaders else None
    kings.crown(event=w.event, person=leader, seen=None, by=None, now=NOW)
    others = Claim.objects.filter(is_current=True, state=Claim.State.CONFIRMED)
    claim = others.exclude(pk=w.objected.claim_id).exclude(person__user=None)[0]
    ruled = objections.object_to(claim=claim, text="Nein", by=claim.person.user, now=NOW)
    objections.rule(
        objection=ruled,
        outcome="stands",
        ruling="War krank",
        by=w.persons["chair"].user,
        today=TODAY,
        now=NOW,
    )
    cashbook.record_income(
        account="gifts",
        amount=500,
        paid_into="cash",
        day=TODAY,
        text="Spende",
        client_id="without",
        by=w.persons["treasurer"].user,
        today=TODAY,
        now=NOW,
    )


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
    for actor in ("treasurer", "referee", "chair", "member"):
        client = Client(headers={"accept-language": "de"})
        client.cookies.load(dict(w.cookies[actor]))
        yield client


def read(client: Client, address: str, **asked: str) -> tuple[int, bytes]:
    answer = client.get(address, asked)
    return answer.status_code, answer.getvalue()


def without_effect(w: SimpleNamespace, path: str, names: list[str]) -> set[str]:
    """Return the parameters that changed nothing, for the askers who may read the address."""
    left, was_read = set(names), False
    for client in askers(w):
        for address in addresses_of(path, pools_of(w)):
            plain = read(client, address)
            for name in list(left):
                status, body = read(client, address, **{name: NONSENSE})
                is_refused = status in REFUSED and (plain[0] == 200 or name.encode() in body)
                if is_refused or (status == 200 == plain[0] and body != plain[1]):
                    left.discard(name)
            was_read |= plain[0] == 200
            if not left:
                return set()
    assert was_read or not left, f"{path}: none of the askers may read it"
    return left


def written_operations() -> Iterator[tuple[str, str, Json]]:
    """Yield each address that is written with a body: its path, its method, the body's schema."""
    for path, ways in description()["paths"].items():
        for method, way in ways.items():
            body = way.get("requestBody", {}).get("content", {}).get("application/json")
            if body:
                yield path, method, resolved(body["schema"])


def resolved(schema: Json) -> Json:
    """Return the schema that a reference names, any other as it is."""
    if "$ref" not in schema:
        return schema
    named: Json = description()["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]]
    return named


def smallest(schema: Json) -> Any:
    """Return the first example of this schema or a small value, null for an unknown type."""
    schema = resolved(schema)
    for several in ("oneOf", "anyOf", "allOf"):
        if several in schema:
            return smallest(schema[several][0])
    for given in ("examples", "enum"):
        if given in schema:
            return schema[given][0]
    if schema.get("type") == "object":
        return {name: smallest(each) for name, each in schema.get("properties", {}).items()}
    if schema.get("type") == "array":
        return [smallest(schema["items"])]
    of_type = {"integer": schema.get("minimum", 1), "string": "x", "boolean": True}
    return next((value for kind, value in of_type.items() if kind in schema.get("type", "")), None)


def unread_fields(w: SimpleNamespace, path: str, method: str, schema: Json) -> set[str]:
    """Return the fields of a body that change no answer: neither beside nothing nor beside all
    other fields.
    """
    left, whole = set(schema["properties"]), smallest(schema)
    for client in askers(w):
        for address in addresses_of(path, pools_of(w)):
            for body in ({}, whole):
                plain = sent(client, method, address, body)
                if plain[0] in ALL_THE_SAME:
                    break
                for name, wrong in product(list(left), WRONG):
                    if sent(client, method, address, {**body, name: wrong}) != plain:
                        left.discard(name)
            if not left:
                return left
    return left


def sent(client: Client, method: str, address: str, body: Json) -> tuple[int, bytes]:
    with undone():
        answer = client.generic(method.upper(), address, json.dumps(body), "application/json")
        return answer.status_code, answer.getvalue()


def test_every_field_of_a_body_is_read(whole_club, monkeypatch):
    monkeypatch.setattr("config.api.MOST_BY_TOKEN", 10**9)
    operations = list(written_operations())
    assert len(operations) > 15
    with undone():
        everything(whole_club)
        unread = {
            (f"{method} {path}", name)
            for path, method, schema in operations
            for name in unread_fields(whole_club, path, method, schema)
        }
    assert unread == UNSEEN


def test_every_parameter_of_the_api_is_read(whole_club, monkeypatch, time_machine):
    monkeypatch.setattr("config.api.MOST_BY_TOKEN", 10**9)
    operations = list(read_operations())
    assert len(operations) > 10
    with undone():
        everything(whole_club)
        more_in_lists(whole_club)
        wrong = {
            path: left
            for path, names in operations
            if (left := without_effect(whole_club, path, names))
        }
    assert wrong == {}
