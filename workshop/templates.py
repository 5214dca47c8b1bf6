"""Compiles every template, as a check: a forgotten tag is otherwise found by a visitor."""

import os
import sys


def main() -> int:
    import django
    from django.template import engines

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from django.conf import settings
    from django.template import TemplateSyntaxError

    bad = 0
    for folder in [settings.BASE_DIR / "templates"]:
        for path in sorted(p for p in folder.rglob("*") if p.suffix in {".html", ".txt", ".svg"}):
            try:
                engines["django"].get_template(str(path.relative_to(folder)))
            except TemplateSyntaxError as error:
                print(f"{path}: {error}")
                bad += 1
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
