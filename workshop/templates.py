"""Check every template: it compiles, and no line of a page is too wide.

A forgotten tag is otherwise found by a visitor; the width is what is read and compared at a glance.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

WIDTH = 120  # columns
KINDS = {".html", ".txt", ".svg"}


def too_wide(path: Path) -> Iterator[str]:
    """Yield each line of a page that is over `WIDTH`, as `file:line: …`; a mail's are its text."""
    if path.suffix != ".html":
        return
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if len(line) > WIDTH:
            yield f"{path}:{number}: {len(line)} columns, {WIDTH} at most"


def main() -> int:
    import django
    from django.template import engines

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from django.conf import settings
    from django.template import TemplateSyntaxError

    problems: list[str] = []
    folder = settings.BASE_DIR / "templates"
    for path in sorted(p for p in folder.rglob("*") if p.suffix in KINDS):
        problems += too_wide(path)
        try:
            engines["django"].get_template(str(path.relative_to(folder)))
        except TemplateSyntaxError as error:
            problems.append(f"{path}: {error}")
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
