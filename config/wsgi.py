"""The entry point of the web server."""

import os
from collections.abc import Iterable
from typing import Any

from django.core.wsgi import get_wsgi_application

from config.frames import with_room

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

_django = get_wsgi_application()


def application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    return with_room(lambda: _django(environ, start_response))
