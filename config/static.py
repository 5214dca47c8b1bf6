"""Serve the static files, and name them by content, also those that our own scripts import."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from os import getpid
from pathlib import Path
from threading import get_ident
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
SOURCE = settings.BASE_DIR / "static"
MODULES = sorted(folder.name for folder in (SOURCE / "js").iterdir() if folder.is_dir())


class HashedFiles(CompressedManifestStaticFilesStorage):
    """WhiteNoise's, with our scripts' imports too, so one page never mixes two versions.

    Django's own switch would read the scripts of other packages as well, of which some import
    modules they do not bring.
    """

    # Of modules that import each other the innermost is named first; Django gives up after five.
    max_post_process_passes = 20
    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("js/*.js", _IMPORTS))


class Bundles(BaseFinder):
    """Finder of the files that are made of others (`config/bundles.py`), written anew after
    changes.
    """

    def __init__(self, app_names: Any = None, *args: Any, **kwargs: Any) -> None:
        self.storage = FileSystemStorage(location=settings.VAR_DIR / "bundles")

    def check(self, **kwargs: Any) -> list[Any]:
        return []

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        paths = []
        if path in bundles.STYLES or path.startswith(tuple(f"js/{name}" for name in MODULES)):
            made = bundled()
            if path in made:
                paths = [self._written(path, made[path])]
        if find_all:
            return paths
        return paths[0] if paths else []

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, Any]]:
        for name, text in bundled().items():
            if not matches_patterns(name, [*(ignore_patterns or ())]):
                self._written(name, text)
                yield name, self.storage

    def _written(self, name: str, text: str) -> str:
        path: str = self.storage.path(name)
        _write(Path(path), text)
        return path


def bundled() -> Mapping[str, str]:
    """Return every file made of others, bundled anew if a source has changed."""
    return _bundled(frozenset(_sources()))


def _sources() -> Iterator[tuple[str, int, int]]:
    """Yield path, size and time of the last change of each file that goes into another."""
    styles = {part for parts in bundles.STYLES.values() for part in parts}
    for path in [*(SOURCE / "js").rglob("*.js"), *(SOURCE / part for part in styles)]:
        stat = path.stat()
        yield str(path), stat.st_size, stat.st_mtime_ns


@lru_cache(maxsize=1)
def _bundled(_sources: frozenset[tuple[str, int, int]]) -> Mapping[str, str]:
    def read(*path: str) -> str:
        return SOURCE.joinpath(*path).read_text()

    made: dict[str, str] = {}
    for page in MODULES:
        if (SOURCE / "js" / page / "main.js").exists():
            files = bundles.scripts(page, lambda name: read("js", name))
            made |= {f"js/{name}": text for name, text in files.items()}
    for name, parts in bundles.STYLES.items():
        made[name] = bundles.style(map(read, parts))
    return made


def _write(path: Path, text: str) -> None:
    """Write completely or not at all: another process or thread may read it, or write the same."""
    if path.exists() and path.read_text() == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(f".{getpid()}-{get_ident()}")
    fresh.write_text(text)
    fresh.replace(path)


class ServedFiles(StaticFilesConfig):
    """Ours and htmx. The packages bring ten times as much for pages that we do not have.

    Of our own modules only their bundles are served.
    """

    ignore_patterns = [
        *StaticFilesConfig.ignore_patterns,
        *MODULES,
        "worker.js",
        "rest_framework",
        "ext",
        "htma*",
        "htmx-4*",
        "htmx-2.js",
        "django-htmx.js",
    ]
