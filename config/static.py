"""Which static files are served, and their names: by content, also what our own scripts import."""

from django.contrib.staticfiles.apps import StaticFilesConfig
from django.contrib.staticfiles.storage import HashedFilesMixin
from whitenoise.storage import CompressedManifestStaticFilesStorage

_IMPORTS = HashedFilesMixin._js_module_import_aggregation_patterns[1]  # type: ignore[attr-defined]


class HashedFiles(CompressedManifestStaticFilesStorage):
    """As WhiteNoise's, and the modules below `main.js` too, so one page never mixes two versions.

    Django's own switch would read the scripts of other packages as well, of which some import what
    they do not bring.
    """

    # Of modules that import each other the innermost is named first; Django gives up after five.
    max_post_process_passes = 20
    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("js/*.js", _IMPORTS))


class ServedFiles(StaticFilesConfig):
    """Ours and htmx. The packages bring ten times as much for pages that we do not have."""

    ignore_patterns = [
        *StaticFilesConfig.ignore_patterns,
        "rest_framework",
        "ext",
        "htma*",
        "htmx-4*",
        "htmx-2.js",
        "django-htmx.js",
    ]
