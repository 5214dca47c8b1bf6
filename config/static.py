"""Which static files are served, and their names: by content, also what our own scripts import."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.apps import StaticFilesConfig
from django.contrib.staticfiles.finders import BaseFinder
from django.contrib.staticfiles.storage import HashedFilesMixin
from django.contrib.staticfiles.utils import matches_patterns
from django.core.files.storage import FileSystemStorage
from whitenoise.storage import CompressedManifestStaticFilesStorage

from config import bundles

_IMPORTS = HashedFilesMixin._js_module_import_aggregation_patterns[1]  # type: ignore[attr-defined]
BUNDLED = [*(f"js/{name}" for name in bundles.NAMES), *bundles.STYLES]


class HashedFiles(CompressedManifestStaticFilesStorage):
    """As WhiteNoise's, and what our scripts import too, so one page never mixes two versions.

    Django's own switch would read the scripts of other packages as well, of which some import what
    they do not bring.
    """

    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("js/*.js", _IMPORTS))


class Bundles(BaseFinder):
    """The files that are made of others (`config/bundles.py`), written anew where those changed."""

    def __init__(self, app_names: Any = None, *args: Any, **kwargs: Any) -> None:
        self.source = settings.BASE_DIR / "static"
        self.storage = FileSystemStorage(location=settings.VAR_DIR / "bundles")

    def check(self, **kwargs: Any) -> list[Any]:
        return []

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        found = [self.storage.path(path)] if path in BUNDLED else []
        if found:
            self._write()
        if find_all:
            return found
        return found[0] if found else []

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, Any]]:
        self._write()
        for name in BUNDLED:
            if not matches_patterns(name, list(ignore_patterns or ())):
                yield name, self.storage

    def _write(self) -> None:
        read = self.source.joinpath
        made = {
            f"js/{name}": text
            for name, text in bundles.scripts(lambda one: read("js", one).read_text()).items()
        }
        for name, parts in bundles.STYLES.items():
            made[name] = "\n".join(read(part).read_text() for part in parts)
        for name, text in made.items():
            _write(Path(self.storage.path(name)), text)


def _write(path: Path, text: str) -> None:
    """Whole or not at all: another process may be reading it."""
    if path.exists() and path.read_text() == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(f".{id(text)}")
    fresh.write_text(text)
    fresh.replace(path)


class ServedFiles(StaticFilesConfig):
    """Ours and htmx. The packages bring ten times as much for pages that we do not have; of our own
    modules only their bundles are served.
    """

    ignore_patterns = [
        *StaticFilesConfig.ignore_patterns,
        "scorer",
        "engine",
        "phone",
        "rest_framework",
        "ext",
        "htma*",
        "htmx-4*",
        "htmx-2.js",
        "django-htmx.js",
    ]
