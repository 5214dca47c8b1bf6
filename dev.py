#!/usr/bin/env python3
# -*- coding: utf-8 -*-
"""The entry point of run, test, check, bench and stack; the work is done in `workshop/`.

Standard library only. The file stays readable for old Pythons, so that they can say what is wrong.
"""

import os
import sys

from config.terminal import language

OLD = {
    "de": "Fehler: Schockwart braucht Python 3.11 oder neuer, das hier ist Python %d.%d.\n"
    "  Was hilft: ein neueres Python installieren und damit starten, zum Beispiel: "
    "python3.11 dev.py run\n",
    "en": "Error: Schockwart needs Python 3.11 or newer, this is Python %d.%d.\n"
    "  What helps: install a newer Python and start with it, for example: "
    "python3.11 dev.py run\n",
}
FOREIGN = {
    "de": "Fehler: Schockwart läuft unter Linux und macOS, nicht unter diesem System.\n"
    "  Was hilft: unter Windows das WSL (Windows-Subsystem für Linux) nehmen.\n",
    "en": "Error: Schockwart runs on Linux and macOS, not on this system.\n"
    "  What helps: on Windows, take the WSL (Windows Subsystem for Linux).\n",
}

if sys.version_info < (3, 11):
    sys.stderr.write(OLD[language()] % sys.version_info[:2])
    sys.exit(1)

if os.name != "posix":
    sys.stderr.write(FOREIGN[language()])
    sys.exit(1)

from workshop.main import main  # noqa: E402  an old Python cannot read it

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
