"""The club of the matrix of rights, built once for each file that asks about it."""

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import time_machine
from django.db import transaction
from django.template import engines


@pytest.fixture(scope="module")
def whole_club(django_db_setup: None, django_db_blocker: Any) -> Iterator[SimpleNamespace]:
    """See `tests/rights/world.py`. Whatever a test does with it is to be done in `stage.undone`."""
    from tests.rights import world

    moment = time_machine.travel(world.NOW, tick=False)
    with django_db_blocker.unblock(), moment, transaction.atomic():
        yield world.build()
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def prepared(whole_club: SimpleNamespace, request: pytest.FixtureRequest) -> Iterator[None]:
    """All is there that the rows need which are prepared like this one; for "" nothing.

    A test asks for it by parameter. In a file with it every test with the club does so.
    """
    from tests.rights.asking import prepare
    from tests.rights.stage import undone

    with undone():
        prepare(request.param, whole_club)
        yield


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whatever turn chance gave them, rows that are prepared alike follow each other."""

    def preparation_of(item: pytest.Item) -> tuple[Path, str] | None:
        callspec = getattr(item, "callspec", None)
        key = callspec.params.get("prepared") if callspec else None
        return None if key is None else (item.path, key)

    rows = [item for item in items if preparation_of(item)]
    turn = {key: number for number, key in enumerate(dict.fromkeys(map(preparation_of, rows)))}
    ordered = iter(sorted(rows, key=lambda item: turn[preparation_of(item)]))
    items[:] = [next(ordered) if preparation_of(item) else item for item in items]


@pytest.fixture
def refused_in_a_word() -> Iterator[None]:
    """A refusal is its sentence alone, as the matrix asks for ten thousand of them.

    Whole ones are asked for in `test_everybody_is_refused_by_a_whole_page`.
    """
    engine = engines["django"].engine
    templates = engine.template_loaders[0].get_template_cache
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(templates, "404.html", engine.from_string(""))
        patch.setitem(templates, "refusal.html", engine.from_string("{{ sentence }}"))
        yield
