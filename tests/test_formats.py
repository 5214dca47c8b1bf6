"""Test the figures written on a page."""

import pytest
from django.template import Context, Template
from django.utils.translation import override

from league.web.money import euro


@pytest.mark.parametrize("language", ["de", "en"])
def test_a_key_on_a_page_is_written_as_it_is(language):
    """Grouped as „1.678“, the key of a seat came back from a form as no one's."""
    with override(language):
        assert Template("{{ pk }}").render(Context({"pk": 1678})) == "1678"


def test_amounts_are_grouped():
    with override("de"):
        assert euro(167_800) == "1.678,00\N{NO-BREAK SPACE}€"
    with override("en"):
        assert euro(167_800) == "€1,678.00"
