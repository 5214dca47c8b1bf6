# -*- coding: utf-8 -*-
"""Choose the terminal's language: German, as the club does, or English.

Readable for old Pythons: dev.py asks here before it can say that a Python is too old.
"""

import os

# In the order in which gettext asks them.
NAMES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
# The system's language if none is set.
NOTHING = ("", "C", "POSIX")


def language():
    # type: () -> str
    """Return `de` or `en` by the first variable that is set; German if none asks for another."""
    wishes = [os.environ[name] for name in NAMES if os.environ.get(name)] or [""]
    wanted = wishes[0].split(".")[0]
    return "de" if wanted in NOTHING or wanted.lower().startswith("de") else "en"


# With this line `manage.py prepare` tells dev.py that the pages can be opened; it may go on after.
READY = "ready"
