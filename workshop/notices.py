"""Write docs/third-party.md: the packages of others that are installed, with their licences.

    .venv/bin/python -m workshop.notices

Names and versions are those that are locked, the licences what each package says of itself.
"""

import re
from importlib.metadata import PackageMetadata, PackageNotFoundError, metadata

from workshop.paths import ROOT

PAGE = ROOT / "docs" / "third-party.md"
LOCKED = ROOT / "requirements" / "run.txt"
HEAD = """# What of others comes along

Written by `python -m workshop.notices` out of `requirements/run.txt`, after each change of it. Each
package brings its licence's text along. In pages and PDF are drawings of Lucide (ISC), htmx (0BSD)
and the typeface Source Sans Pro (SIL OFL 1.1).

The licence is what each package's metadata says. One wheel holds more: that of pillow-heif contains
x265 and is GPL-2.0 as a whole. What follows from it is in [licence.md](licence.md).

| package | version | licence |
|---|---|---|
"""


def locked() -> dict[str, str]:
    """Return the locked packages with their versions, but for those that only some Pythons need."""
    lines = re.findall(r"^([\w.-]+)==(\S+) (?!; python)", LOCKED.read_text(), re.MULTILINE)
    return dict(lines)


def page() -> str:
    rows = []
    for name, version in locked().items():
        try:
            rows.append(f"| {name} | {version} | {_licence(metadata(name))} |\n")
        except PackageNotFoundError:
            raise SystemExit(f"{name} is not installed; run `python3 dev.py check` first") from None
    return HEAD + "".join(rows)


def _licence(package_metadata: PackageMetadata) -> str:
    """Return the licence expression; else the classifiers in words; else the free text."""
    if "License-Expression" in package_metadata:
        return str(package_metadata["License-Expression"])
    words = [
        classifier.split(" :: ")[-1] for classifier in package_metadata.get_all("Classifier") or []
    ]
    named = [word for word in words if "License" in word and "OSI" not in word]
    return ", ".join(named) or str(package_metadata["License"]).split("\n")[0]


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
