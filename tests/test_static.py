"""The names of static files in production: no script may be mixed from two versions."""

import re
from itertools import chain

import pytest
from django.core.management import call_command

pytestmark = pytest.mark.slow


def test_every_module_the_scorer_imports_is_named_by_its_content(settings, tmp_path):
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "config.static.HashedFiles"},
    }
    call_command("collectstatic", interactive=False, verbosity=0)
    folders = [tmp_path / "js" / folder for folder in ("scorer", "engine", "phone")]
    scripts = [list(folder.glob("*.????????????.js")) for folder in folders]
    assert min(map(len, scripts)) > 5
    for script in chain(*scripts):
        imported = re.findall(r"""(?:from\s+|import\(\s*)["']([^"']+)""", script.read_text())
        for name in imported:
            assert re.search(r"\.[0-9a-f]{12}\.js$", name), (script.name, name)
            assert (script.parent / name).exists()
