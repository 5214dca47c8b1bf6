"""The entry point of the web server."""

import gc
import os
from collections.abc import Iterable
from typing import Any

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

from config.frames import with_room

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

_django = get_wsgi_application()
# All views are loaded now instead of at the first request. What is there stays to the end, so the
# garbage collector need not walk through it at every large page.
get_resolver().url_patterns  # noqa: B018  asking for it loads them
gc.collect()
gc.freeze()


def application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    return with_room(lambda: _django(environ, start_response))
