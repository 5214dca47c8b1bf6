"""Sets one paper and ends. A process of its own, because Typst keeps the memory it took.

Reads a job as JSON from stdin, writes the PDF to stdout; what went wrong goes to stderr. Pure
modules and Typst only: starting Django would take longer than printing.
"""

import json
import re
import sys
from pathlib import Path
from typing import Any

import font_source_sans_pro
import typst

from league.web.spelling import spelt

REPORTS = Path(__file__).resolve().parents[3] / "templates" / "reports"
# Archivable, and readable by ear: tagged, with title and language.
STANDARDS: list["typst.PDFStandard"] = ["a-3a", "ua-1"]
FONTS = typst.Fonts(include_system_fonts=False, font_paths=[font_source_sans_pro.font_directory])
# Typst's error for a sign that the font does not have, which both standards forbid.
_NO_LETTER = re.compile(r'the text `"(.+?)"` could not be displayed')
_PAGE = b"""#set document(title: "signs")
#set text(font: "Source Sans Pro", lang: "de")
#sys.inputs.signs"""


def typeset(job: dict[str, Any]) -> bytes:
    data = json.dumps(job["data"], ensure_ascii=False)
    try:
        return _compiled(job, data, {})
    except typst.TypstError as error:
        if not _NO_LETTER.search(error.message):
            raise
    # One name with such a sign shall not keep eighty people from their cards.
    lacking = _lacking(set(data + job["title"]))
    return _compiled(job, data, {ord(sign): _written(sign, lacking) for sign in lacking})


def _compiled(job: dict[str, Any], data: str, table: dict[int, str]) -> bytes:
    return typst.compile(
        REPORTS / f"{job['template']}.typ",
        root=REPORTS,
        font_paths=FONTS,
        sys_inputs={
            "data": data.translate(table),
            "title": job["title"].translate(table),
            "language": job["language"],
        },
        format="pdf",
        timestamp=job["timestamp"],
        pdf_standards=STANDARDS,
    )


def _lacking(signs: set[str]) -> set[str]:
    """Return the signs that the font does not have: it would print a box for each."""
    lacking: set[str] = set()
    while left := " ".join(sorted(signs - lacking)):
        try:
            typst.compile(
                _PAGE,
                font_paths=FONTS,
                sys_inputs={"signs": left},
                format="pdf",
                pdf_standards=STANDARDS,
            )
        except typst.TypstError as error:
            found = _NO_LETTER.search(error.message)
            if found is None:
                raise
            lacking |= set(found[1])
        else:
            break
    return lacking


def _written(sign: str, lacking: set[str]) -> str:
    """Return a sign in letters of the font: a picture falls away, an unknown letter is „?“."""
    return spelt(sign, lambda part: part not in lacking, otherwise="?" if sign.isalpha() else "")


if __name__ == "__main__":
    sys.stdout.buffer.write(typeset(json.load(sys.stdin)))
