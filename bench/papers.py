"""P8: the booking list of a year as tagged PDF/A, beside WeasyPrint with the same rows.

* ours: from rows to PDF/A-3a with PDF/UA-1, `league.files.printing.typeset.pdf`, a process of its
  own included;
* theirs: WeasyPrint, from a small HTML table with the same columns, widths and size of letters to
  its own tagged PDF/A (`pdf_variant="pdf/a-3a"` or what its version has), in a process of its own;
  its start and its imports are not counted.

Both in turn, five rounds. Every row must be found in both files, and both must be tagged. Pages per
second are pages of each side's own file; the ratio of the seconds for the same rows is printed
beside it. The figure comes last.

WeasyPrint is nothing the project needs, so it is fetched into a virtual environment of its own; if
it cannot be had, the comparison is left out.
"""

import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench import _harness as harness
from bench import _others as others
from bench._figures import figure, size, spread

PAGES = size(200, 4)
PER_PAGE = 30  # rows of a page of ours, as some need two lines
ROUNDS = size(5, 1)
VARIANT = "pdf/a-3a"
NOW = datetime(2026, 1, 5, 20, 0, tzinfo=UTC)
COLUMNS = ["Buchung", "Datum", "Was", "Soll", "Haben", "Betrag"]

THEIRS = """
import html, json, sys, time
import weasyprint
rows = json.load(sys.stdin)
cell = lambda tag, text: f"<{tag}>{html.escape(text)}</{tag}>"
line = lambda row: "<tr>" + "".join(cell("td", text) for text in row) + "</tr>"
def make():
    page = '''<html lang="de"><head><title>Kassenbuch 2025</title><style>
      @page { size: A4; margin: 15mm;
              @bottom-right { content: counter(page) " / " counter(pages) } }
      body { font: 8.5pt sans-serif } table { width: 100%; border-collapse: collapse }
      td, th { padding: 1.1mm 1mm; border-bottom: 0.4pt solid #d9ccb4; text-align: left;
               vertical-align: top } tr { break-inside: avoid }
    </style></head><body><h1>Kassenbuch 2025</h1><table><thead><tr>''' + "".join(
        cell("th", title) for title in rows["columns"]
    ) + "</tr></thead><tbody>" + "".join(map(line, rows["rows"])) + "</tbody></table></body></html>"
    options = {"pdf_variant": rows["variant"], "pdf_tags": True} if rows["variant"] else {}
    return weasyprint.HTML(string=page).write_pdf(**options)
begun = time.perf_counter()
made = make()
took = time.perf_counter() - begun
open(rows["to"], "wb").write(made)
print(json.dumps({"took": took, "version": weasyprint.__version__}))
"""


def bookings(number: int) -> list[list[str]]:
    """Return rows like those of a club: a claim, then its payment, with names of all lengths."""
    rng = random.Random(8)
    rows = []
    for n in range(number):
        person = f"Mitglied {rng.randrange(40)} {rng.choice(['Ö', 'von der Wiesche', 'Groß'])}"
        owes = [f"Forderungen an Personen: {person}", "Einsätze"]
        sides = owes if n % 2 else ["Kasse", owes[0]]
        day = f"{1 + n * 28 // number:02}.{1 + n * 12 // number:02}.2025"
        cents = rng.randrange(50, 5_000)
        what = f"Spiel {n % 9 + 1} an Tisch {n % 3 + 1} verloren, Einsatz" if n % 2 else "bar"
        amount = f"{cents // 100},{cents % 100:02}\u00a0€"
        rows.append([f"Kasse 2025/{n + 1}", day, what, *sides, amount])
    return rows


def ours(rows: list[list[str]]) -> tuple[float, bytes]:
    from league.files.printing.typeset import pdf

    data = {
        "over": "Alle Bücher der Kasse",
        "title": "Kassenbuch 2025",
        "under": f"{len(rows)} Buchungen",
        "foot": "Bench · Kassenbuch 2025",
        "columns": COLUMNS,
        "rows": rows,
        "hashes": [],
        "words": {"page": "Seite {page} von {pages}", "hashes": "Prüfsummen"},
    }
    begun = time.perf_counter()
    made = pdf("cashbook", data, title="Kassenbuch 2025", language="de", now=NOW, patience=600)
    return time.perf_counter() - begun, made


def theirs(python: Path, rows: list[list[str]]) -> tuple[float, bytes, str]:
    with tempfile.TemporaryDirectory() as folder:
        to = Path(folder) / "theirs.pdf"
        job = {"columns": COLUMNS, "rows": rows, "variant": VARIANT, "to": str(to)}
        process = subprocess.run(
            [python, "-c", THEIRS],
            input=json.dumps(job),
            capture_output=True,
            text=True,
            check=True,
        )
        measured = json.loads(process.stdout.splitlines()[-1])
        return measured["took"], to.read_bytes(), measured["version"]


def checked(made: bytes, rows: list[list[str]]) -> tuple[int, int]:
    """Count the pages and the faults: no tags, no language, a row that is missing."""
    from pypdf import PdfReader

    reader = PdfReader(BytesIO(made))
    text = "".join("".join(page.extract_text().split()) for page in reader.pages)
    missing = sum("".join(row[0].split()) not in text for row in rows)
    tagged = bool(reader.root_object.get("/MarkInfo", {}).get("/Marked"))
    return len(reader.pages), missing + (not tagged) + (reader.root_object.get("/Lang") != "de")


def main() -> None:
    python = others.weasyprint()
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django

    django.setup()
    rows = bookings(PAGES * PER_PAGE)
    took: dict[str, list[float]] = {"ours": [], "theirs": []}
    made: dict[str, bytes] = {}
    version = ""

    def our_turn(_number: int) -> None:
        seconds, made["ours"] = ours(rows)
        took["ours"].append(seconds)

    def their_turn(_number: int) -> None:
        nonlocal version
        assert python is not None
        seconds, made["theirs"], version = theirs(python, rows)
        took["theirs"].append(seconds)

    harness.in_turn(ROUNDS, [our_turn, their_turn] if python else [our_turn])
    faults, speed = 0, {}
    for side, content in made.items():
        pages, wrong = checked(content, rows)
        faults += wrong
        speed[side] = [pages / seconds for seconds in took[side]]
        name = "Typst, as the project prints" if side == "ours" else f"WeasyPrint {version}"
        print(
            f"{name}: {len(rows):,} bookings on {pages} pages in {spread(took[side])} s,"
            f" {spread(speed[side], 1)} pages/s, {len(content) / 1e6:.1f} MB,"
            f" {wrong} faults"
        )
    figure("pages per second", speed["ours"], digits=1)
    if python:
        per_page = statistics.median(speed["ours"]) / statistics.median(speed["theirs"])
        per_row = statistics.median(took["theirs"]) / statistics.median(took["ours"])
        figure("as many pages per second", per_page, unit="x", digits=1, at_least=10)
        figure("as fast with the same bookings", per_row, unit="x", digits=1)
    figure("faults", faults, digits=0, at_most=0)
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
