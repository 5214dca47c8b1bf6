"""The files of banks that lie here, in every encoding and with every line end."""

import tomllib
from pathlib import Path
from typing import Any

FILES = Path(__file__).parent / "bank"
SAID = tomllib.loads((FILES / "expected.toml").read_text())
NAMES = list(SAID["files"])
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252", "mac_roman", "cp850")
LINE_ENDS = ("\n", "\r\n", "\r")
# An XML file says itself in which it is.
OF_XML = ("utf-8", "utf-16", "iso-8859-1")


def written(name: str, encoding: str = "utf-8", line_end: str = "\n") -> bytes:
    said = (FILES / name).read_text()
    if name.endswith(".xml"):
        said = said.replace('encoding="UTF-8"', f'encoding="{encoding}"')
    return said.replace("\n", line_end).encode(encoding)


def expected(name: str) -> list[dict[str, Any]]:
    """Return the lines of a file, in the order of their days."""
    said = SAID["files"][name]
    came, went = dict(SAID["usual"]["came"]), dict(SAID["usual"]["went"])
    went["cents"] = said.get("went_cents", went["cents"])
    for field in ("iban", "name", "text"):
        if f"no_{field}" in said:
            came.pop(field)
            went.pop(field)
    return [came, went]
