"""The API's description: whole, without a warning, and one that can be read."""

import json
import re

import jsonschema_rs
import pytest
from django.test import Client
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.validation import validate_schema

from config.schema import description
from games.engine.play import MOVES
from tests.api.schema_check import NotDescribedError, hold

pytestmark = pytest.mark.once

TABLE = "api/tables/<int:pk>/"
METHODS = {"get", "post", "put", "patch", "delete"}


def test_the_description_is_openapi_and_nothing_in_it_was_guessed():
    GENERATOR_STATS.reset()
    description.cache_clear()
    validate_schema(description())
    assert not GENERATOR_STATS
    assert description()["openapi"] == "3.1.0"


def test_every_operation_says_what_it_is_and_every_refusal_has_codes():
    for path, methods in description()["paths"].items():
        for method, row in methods.items():
            assert method in METHODS
            assert row["description"], (path, method)
            for status, answer in row["responses"].items():
                if status >= "400":
                    schema = answer["content"]["application/json"]["schema"]
                    assert schema["allOf"][1]["properties"]["code"]["enum"], (path, status)


def test_who_asks_is_described_and_every_operation_names_what_is_there():
    schemes = description()["components"]["securitySchemes"]
    for methods in description()["paths"].values():
        for method, row in methods.items():
            asked = {name for way in row["security"] for name in way}
            assert asked <= schemes.keys()
            assert ("csrf" in asked) == (method != "get")


def test_every_event_of_a_log_is_described_with_an_example_that_holds():
    events = description()["components"]["schemas"]["LogEvent"]["oneOf"]
    assert {event["properties"]["type"]["const"] for event in events} == {*MOVES, "throw"}
    for event in events:
        (example,) = event["examples"]
        assert jsonschema_rs.is_valid(event, example), example
        assert sum(jsonschema_rs.is_valid(other, example) for other in events) == 1


def test_where_words_are_wanted_blanks_are_said_to_be_none():
    text = description()["components"]["schemas"]["ObjectionInputRequest"]["properties"]["text"]
    assert re.search(text["pattern"], " \x1f ein Wort")
    assert not re.search(text["pattern"], " \f\x1f\x85")


@pytest.mark.django_db
def test_it_is_served_as_json_and_yaml_and_as_a_page_without_foreign_scripts():
    client = Client()
    response = client.get("/api/schema/")
    assert response.json()["paths"].keys() == description()["paths"].keys()
    assert (
        client.get("/api/schema/", headers={"if-none-match": response["ETag"]}).status_code == 304
    )
    assert client.get("/api/schema.yaml").content.startswith(b"openapi: 3.1.0")
    page = client.get("/api/").content.decode()
    assert "<script" not in page
    assert "/api/tables/{id}/games/" in page


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/api/nothing/", "/api/games/no-uuid/", "/api/tables/-1/"])
def test_what_is_not_there_is_said_as_json_too(path):
    answer = Client().get(path)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


@pytest.mark.django_db
def test_a_method_an_address_does_not_have_is_refused_as_json():
    answer = Client().get("/api/tables/1/games/")
    assert (answer.status_code, answer["Allow"]) == (405, "POST, OPTIONS")
    assert answer.json()["code"] == "method_not_allowed"


class Answer:
    streaming = False

    def __init__(self, status_code, body):
        self.status_code, self.content = status_code, json.dumps(body).encode()


def test_the_suite_notices_an_answer_that_is_not_described():
    with pytest.raises(NotDescribedError, match="answers 418"):
        hold("GET", TABLE, Answer(418, {}))
    with pytest.raises(NotDescribedError, match="table"):
        hold("GET", TABLE, Answer(200, {}))
    with pytest.raises(NotDescribedError, match="gone"):
        hold("GET", TABLE, Answer(404, {"code": "gone", "sentence": "Weg."}))
    hold("GET", TABLE, Answer(404, {"code": "not_found", "sentence": "Weg."}))
