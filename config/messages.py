"""Compile the German texts for gettext if that file is missing, or older than they or this are.

Settings call this, so every process of ours finds the texts of `locale/de/LC_MESSAGES/django.po`:
the compiled file is in no repository and no command has to be remembered. Standard library only.
"""

import ast
import os
import re
import struct
from collections.abc import Iterator
from pathlib import Path
from tempfile import NamedTemporaryFile

LINE = re.compile(r'(?:(msgctxt|msgid|msgid_plural|msgstr(?:\[\d\])?) )?(".*")')


def compile_texts(folder: Path) -> None:
    """Write `django.mo` beside `django.po` in `folder`, complete or not at all. Repeatable."""
    written, compiled = folder / "django.po", folder / "django.mo"
    changed = max(written.stat().st_mtime_ns, Path(__file__).stat().st_mtime_ns)
    if compiled.exists() and compiled.stat().st_mtime_ns >= changed:
        return
    content = mo_bytes(written.read_text("utf-8"))
    with NamedTemporaryFile(dir=folder, delete=False) as file:
        file.write(content)
    # As old as what it was made of, so that an edit in between is compiled next time.
    os.utime(file.name, ns=(changed, changed))
    Path(file.name).chmod(0o644)
    Path(file.name).replace(compiled)


def mo_bytes(text: str) -> bytes:
    """Return the compiled catalogue: sorted pairs, lengths and offsets first (GNU gettext's MO)."""
    header = "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(n != 1);\n"
    texts = {"": header, **dict(_pairs(text))}
    pairs = sorted((key.encode(), value.encode()) for key, value in texts.items())
    start = 7 * 4 + 16 * len(pairs)
    strings = [key for key, _value in pairs] + [value for _key, value in pairs]
    index: list[int] = []
    for string in strings:
        index += [len(string), start]
        start += len(string) + 1
    count = len(pairs)
    head = struct.pack("<7I", 0x950412DE, 0, count, 28, 28 + 8 * count, 0, 28 + 16 * count)
    return (
        head
        + struct.pack(f"<{len(index)}I", *index)
        + b"".join(encoded + b"\0" for encoded in strings)
    )


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    """Yield each text with its translation, plural forms joined by NUL; untranslated ones not.

    A counted text comes once more for callers that ask without counting: gettext of C finds it in
    its plural forms, Python does so from 3.11.3 on only.
    """
    for entry in text.split("\n\n"):
        fields: dict[str, str] = {}
        field = ""
        for line in entry.splitlines():
            if match := LINE.fullmatch(line):
                field = match[1] or field
                fields[field] = fields.get(field, "") + ast.literal_eval(match[2])
        translated = [value for name, value in fields.items() if name.startswith("msgstr")]
        if not fields.get("msgid") or not all(translated):
            continue
        context = fields.get("msgctxt")
        key = f"{context}\4{fields['msgid']}" if context else fields["msgid"]
        yield key, translated[0]
        if plural := fields.get("msgid_plural"):
            yield f"{key}\0{plural}", "\0".join(translated)
