"""The links of an evening's page, for each office: decided without a page."""

import pytest
from django.utils import translation

from league.evenings.labels import links_about
from league.events.models import Event

RUNS = ["When and where", "Fines", "Table cards", "On the wall", "Rounds"]


@pytest.mark.parametrize(
    ("roles", "may_run", "texts"),
    [
        (set(), False, []),
        ({"referee"}, True, RUNS),
        ({"chair"}, True, RUNS),
        ({"treasurer"}, True, [*RUNS, "Till"]),
        ({"treasurer"}, False, ["Till"]),
        ({"auditor"}, False, ["Rounds", "Till"]),
    ],
)
def test_everybody_reads_the_rulebook_and_offices_what_is_theirs(roles, may_run, texts):
    links = links_about(Event(pk=7), may_run=may_run, roles=roles, has_tables=True)
    with translation.override("en"):
        assert [link.text for link in links] == ["Rulebook", *texts]


def test_cards_are_for_tables_that_are_set_up():
    links = links_about(Event(pk=7), may_run=True, roles={"chair"}, has_tables=False)
    with translation.override("en"):
        assert "Table cards" not in [link.text for link in links]
