"""Sets one paper and ends. A process of its own, because Typst keeps the memory it took.

Reads a job as JSON from stdin, writes the PDF to stdout; what went wrong goes to stderr. Standard
library and Typst only: starting Django would take longer than printing.
"""

import json
import sys
from pathlib import Path
from typing import Any

import font_source_sans_pro
import typst

REPORTS = Path(__file__).resolve().parents[3] / "templates" / "reports"
# Archivable, and readable by ear: tagged, with title and language.
STANDARDS: list["typst.PDFStandard"] = ["a-3a", "ua-1"]
# How Typst says what both standards forbid: a sign for which there is no letter.
NO_LETTER = "could not be displayed"


def typeset(job: dict[str, Any]) -> bytes:
    try:
        return _compiled(job, STANDARDS)
    except typst.TypstError as error:
        if NO_LETTER not in error.message:
            raise
        # One name with such a sign shall not keep eighty people from their cards.
        return _compiled(job, [])


def _compiled(job: dict[str, Any], standards: "list[typst.PDFStandard]") -> bytes:
    return typst.compile(
        REPORTS / f"{job['template']}.typ",
        root=REPORTS,
        font_paths=typst.Fonts(
            include_system_fonts=False, font_paths=[font_source_sans_pro.font_directory]
        ),
        sys_inputs={
            "data": json.dumps(job["data"]),
            "title": job["title"],
            "language": job["language"],
        },
        format="pdf",
        timestamp=job["timestamp"],
        pdf_standards=standards,
    )


if __name__ == "__main__":
    sys.stdout.buffer.write(typeset(json.load(sys.stdin)))
