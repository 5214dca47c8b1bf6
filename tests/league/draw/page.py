"""The table of docs/draw.md, made of what the draw knows.

`python -m tests.league.draw.page` writes it; a test compares.
"""

import random
from pathlib import Path

from bench.draw import HARDEST
from league.draw.base_rounds import BY_SIZE
from league.draw.drawing import known_design

PAGE = Path(__file__).parent.parent.parent.parent / "docs" / "draw.md"
BEGIN, END = "<!-- made of what the draw knows: begin -->", "<!-- made of what it knows: end -->"
TABLES, SIZES = range(3, 17), range(3, 7)
# Fewer than the count of pairs allows, and proven to be all.
IMPOSSIBLE = {(4, 3): 4, (5, 4): 5, (6, 6): 3}


def most(tables: int, size: int) -> int:
    """Return the most rounds without a repeat: each round takes all others of a table."""
    if size > tables:
        return 1
    return IMPOSSIBLE.get((tables, size), (tables * size - 1) // (size - 1))


def known_rounds(tables: int, size: int) -> tuple[int, str]:
    """Return how many rounds without a repeat the draw knows, and what kind of proof it has."""
    data = BY_SIZE.get((tables, size))
    if data:
        return len(data.rounds()), "data"
    design = known_design(tables, size, most(tables, size), 0, random.Random(0))
    return (len(design.rounds), "construction") if design else (1, "lot")


def table() -> str:
    lines = [f"| tables | {' | '.join(f'of {size}' for size in SIZES)} |"]
    lines.append("|---" * (len(SIZES) + 1) + "|")
    missing, open_ = [], []
    for tables in TABLES:
        cells = []
        for size in SIZES:
            rounds, kind = known_rounds(tables, size)
            at_most = most(tables, size)
            of = "" if rounds == at_most else f" of {at_most}"
            cells.append(f"{rounds}{of} {kind}")
            hardest = HARDEST[size][tables - TABLES[0]]
            if rounds < hardest:
                missing.append(f"{tables * size} = {tables} x {size} x {hardest}")
            elif rounds < at_most:
                open_.append(f"{tables} x {size}")
        lines.append(f"| {tables} | {' | '.join(cells)} |")
    lines += ["", f"Known to others and not found here: {', '.join(missing) or 'none'}."]
    lines += [
        "",
        f"Fewer than the count of pairs allows, more not known to us: {', '.join(open_)}.",
    ]
    return "\n".join(lines)


def written(page: str) -> str:
    """Return the page with its table as the draw has it now."""
    before, rest = page.split(BEGIN)
    return f"{before}{BEGIN}\n\n{table()}\n\n{END}{rest.split(END)[1]}"


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text("utf-8")), "utf-8")
