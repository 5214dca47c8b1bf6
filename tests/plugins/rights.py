"""Club of the matrix of rights, built once for each file that asks about it."""

import logging
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import time_machine
from django.db import transaction
from django.template import engines

from tests.plugins.locks import around_tests


@pytest.fixture(scope="module")
def whole_club(django_db_setup: None, django_db_blocker: Any) -> Iterator[SimpleNamespace]:
    """Yield the club of `tests/rights/world.py`. A test must do everything in `stage.undone`."""
    from tests.rights import world

    moment = time_machine.travel(world.NOW, tick=False)
    with django_db_blocker.unblock(), moment, around_tests():
        yield world.build()
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def standing(whole_club: SimpleNamespace) -> Iterator[list[tuple[Any, ExitStack]]]:
    """Yield the steps of the last preparation, each with its way back."""
    steps: list[tuple[Any, ExitStack]] = []
    yield steps
    _take_back(steps, 0)


@pytest.fixture(scope="module")
def prepared(
    whole_club: SimpleNamespace,
    standing: list[tuple[Any, ExitStack]],
    request: pytest.FixtureRequest,
) -> None:
    """Prepare all that the rows prepared like this one need; for "" nothing.

    A test asks for it by parameter. In a file with it every test with the club does so. Steps that
    the rows before needed too are kept.
    """
    from tests.rights.asking import steps_of
    from tests.rights.stage import done

    steps = steps_of(request.param) if request.param else ()
    alike = [old == new for (old, _), new in zip(standing, steps, strict=False)]
    _take_back(standing, (*alike, False).index(False))
    for step in steps[len(standing) :]:
        stack = ExitStack()
        stack.enter_context(done(step, whole_club))
        standing.append((step, stack))


def _take_back(steps: list[tuple[Any, ExitStack]], spared: int) -> None:
    while len(steps) > spared:
        steps.pop()[1].close()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put rows that are prepared alike one after the other, whatever turn chance gave them."""
    rows = [item for item in items if _prepared_for(item) is not None]
    if not rows:
        return
    from tests.rights.asking import steps_of

    def turn(item: pytest.Item) -> tuple[Path, list[str]]:
        key = _prepared_for(item)
        return item.path, [step.__name__ for step in steps_of(key)] if key else []

    ordered = iter(sorted(rows, key=turn))
    items[:] = [next(ordered) if _prepared_for(item) is not None else item for item in items]


def _prepared_for(item: pytest.Item) -> str | None:
    callspec = getattr(item, "callspec", None)
    return callspec.params.get("prepared") if callspec else None


@pytest.fixture
def refused_in_a_word() -> Iterator[None]:
    """Cut a refusal to its sentence, unlogged, as the matrix asks for ten thousand of them.

    Whole ones are asked for in `test_everybody_is_refused_by_a_whole_page`.
    """
    engine = engines["django"].engine
    templates = engine.template_loaders[0].get_template_cache
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(logging.getLogger("django.request"), "disabled", True)
        patch.setitem(templates, "404.html", engine.from_string(""))
        patch.setitem(templates, "refusal.html", engine.from_string("{{ sentence }}"))
        yield
