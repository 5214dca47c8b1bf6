"""From a template in templates/reports and plain data to a PDF, in a process of its own."""

import json
import logging
import subprocess
import sys
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from league.errors import LeagueError
from league.web.spelling import composed

log = logging.getLogger(__name__)
# Seconds. Two hundred pages take two.
PATIENCE = 30


class PrintError(LeagueError):
    """A paper that could not be made. The message of Typst is in the log."""


def pdf(
    template: str,
    data: Mapping[str, Any],
    *,
    title: str,
    language: str,
    now: datetime,
    patience: float | None = None,
) -> bytes:
    """Set the paper as PDF/A-3a and PDF/UA-1.

    `now` becomes its date of creation; `patience` are seconds, for callers other than a person in
    front of a page. `data` is JSON and reaches the template as values, so no name is ever read as
    Typst. Raises PrintError if nothing, or nothing in time, came out.
    """
    job = {
        "template": template,
        "data": data,
        "title": title,
        "language": language,
        "timestamp": int(now.timestamp()),
    }
    try:
        done = subprocess.run(
            [sys.executable, "-m", "league.files.printing.child"],
            cwd=settings.BASE_DIR,
            # A letter with a loose accent is set as two signs, and read aloud so.
            input=composed(json.dumps(job, ensure_ascii=False)).encode(),
            capture_output=True,
            timeout=patience or PATIENCE,
            check=True,
        )
    except subprocess.TimeoutExpired as error:
        log.error("Printing %s took more than %s seconds", template, patience or PATIENCE)
        raise PrintError(
            "print_took_too_long",
            _("Printing takes too long. Try again in a moment, or print less."),
        ) from error
    except (subprocess.CalledProcessError, OSError) as error:
        output = getattr(error, "stderr", None) or str(error).encode()
        log.error("Printing %s failed: %s", template, output.decode(errors="replace"))
        raise PrintError(
            "print_failed",
            _(
                "The PDF could not be made. Try again; if it stays that way, the reason is "
                "in the server’s log."
            ),
        ) from error
    return done.stdout
