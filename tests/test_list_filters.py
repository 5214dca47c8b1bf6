"""Test that every field that narrows or sorts a page's list does so: it changes the sheet.

Drawn from the forms of the pages themselves, so a new field is asked without being named.
"""

from collections.abc import Iterator
from contextlib import suppress
from types import SimpleNamespace
from urllib.parse import urlsplit

import pytest
from django.test import Client
from lxml import html

from tests.api.test_fuzzing import everything
from tests.rights.asking import asked, url_of
from tests.rights.decisions import DECISIONS
from tests.rights.stage import undone
from tests.rights.world import browser

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.slow]
# Values of no row: no word, no day after it and none before it, no amount.
NOWHERE = ("zzzqqq", "2999-01-01", "1999-01-01", "99999")
ACTORS = ("treasurer", "chair")


def lists(w: SimpleNamespace) -> Iterator[tuple[Client, str, dict[str, tuple[str, ...]]]]:
    """Yield each page whose list can be narrowed: its reader, its address, and the fields.

    Each field comes with the values that it offers.
    """
    known = set()
    for key in DECISIONS:
        if not key.endswith(" GET") or "api" in key or not key.startswith(("league:", "finance:")):
            continue
        for actor in ACTORS:
            client = browser(w, actor)
            with suppress(Exception):
                address = urlsplit(url_of(key, asked(key, w, actor))).path
                page = client.get(address)
                if page.status_code != 200 or address in known or page.streaming:
                    continue
                if b'id="liste_' not in page.content:
                    break
                known.add(address)
                yield client, address, fields_of(page.content.decode())


def fields_of(page: str) -> dict[str, tuple[str, ...]]:
    fields = {}
    for field in html.document_fromstring(page).xpath('//*[starts-with(@id, "liste_")][@name]'):
        options = tuple(field.xpath(".//option/@value"))
        fields[field.get("name")] = tuple(filter(None, options)) or NOWHERE
    return fields


def sheet(client: Client, address: str, **chosen: str) -> bytes:
    answer = client.get(address, {**chosen, "export": "csv"})
    assert answer.status_code == 200
    return answer.getvalue()


def test_every_field_of_a_list_narrows_or_sorts_it(whole_club: SimpleNamespace) -> None:
    without_effect, looked_at = [], 0
    with undone():
        everything(whole_club)
        for client, address, fields in lists(whole_club):
            whole = sheet(client, address)
            rows = whole.count(b"\r\n") - 1
            for name, values in fields.items():
                if rows < (2 if name == "sort" else 1):
                    continue
                looked_at += 1
                if all(sheet(client, address, **{name: value}) == whole for value in values):
                    without_effect.append(f"{address}: {name}")
    assert without_effect == []
    assert looked_at > 20
