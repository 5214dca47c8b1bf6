"""What makes the suite quicker and changes nothing that a test could see.

Django's test client keeps a copy of every context of every template, included ones too, for tests
that look into them. Ours read what a person reads. The objects that exist before the first test
stay to the end, so the garbage collector need not walk through them.
"""

import gc

import pytest
from django.template.base import Template
from django.test.utils import _TestState


@pytest.fixture(scope="session", autouse=True)
def _templates_render_as_in_production(django_test_environment: None) -> None:
    Template._render = _TestState.saved_data.template_render  # type: ignore[method-assign]


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()
