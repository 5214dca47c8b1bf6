"""The chain of a format drawn as SVG: a box for each round, a line for each way. Pure."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import NamedTuple

from league import formats

WIDE, HIGH = 168, 64
GAP, BETWEEN = 14, 46


class Box(NamedTuple):
    """The box of a round: its name, its lines, the address it leads to, whether it is wrong."""

    name: str
    lines: Sequence[str]
    href: str = ""
    is_wrong: bool = False


class Spot(NamedTuple):
    """The position of a round: the number of rounds above it, and of lanes beside it."""

    row: int
    lane: int


def spots(format: formats.Format) -> dict[int, Spot]:
    """Place each round, the way to the winner leftmost.

    Works for any draft, even an invalid one.
    """
    rows: dict[int, int] = {}
    for number, block in enumerate(format.blocks, 1):
        of = [n for n in block.who.blocks if n in rows]
        if block.who.kind == "rest":
            rows[number] = rows[of[0]] if of else 0
        elif of:
            rows[number] = 1 + max(rows[n] for n in of)
        else:
            rows[number] = 1 + max(rows.values(), default=-1)
    winning = _winning(format)
    spots: dict[int, Spot] = {}
    taken: set[tuple[int, int]] = set()
    for number in sorted(rows, key=lambda n: (n not in winning, n)):
        row = rows[number]
        lane = next(n for n in range(len(rows) + 1) if (row, n) not in taken)
        if number not in winning:
            lane = max(lane, 1)
            while (row, lane) in taken:
                lane += 1
        taken.add((row, lane))
        spots[number] = Spot(row, lane)
    return spots


def _winning(format: formats.Format) -> set[int]:
    """Return the rounds on the way to the winner, from the last one back."""
    line = format.main_line()
    winning = {number for number in line if format.block(number).who.kind == "all"}
    number = line[-1] if line else 0
    while number and number not in winning:
        winning.add(number)
        takes = [source for source in format.block(number).who.takes if source.of < number]
        before = [source.of for source in takes if source.take != "losers"]
        number = (before or [source.of for source in takes] or [0])[0]
    return winning


def drawn(
    title: str,
    format: formats.Format,
    boxes: Mapping[int, Box],
    ways: Mapping[tuple[int, int], str],
    out: Mapping[int, str],
) -> str:
    """Draw the whole picture.

    `ways` holds the text at the line between two rounds, `out` the text below a round after which
    some have no further games.
    """
    at = spots(format)
    lanes = 1 + max(spot.lane for spot in at.values())
    rows = 1 + max(spot.row for spot in at.values())
    width = lanes * (WIDE + GAP) - GAP + 4
    height = rows * (HIGH + BETWEEN) - BETWEEN + 4 + (22 if out else 0)
    from_the_right = {to for of, to in ways if at[of].lane > at[to].lane}
    parts = [
        _way(at[of], at[to], text, is_left=at[of].lane < at[to].lane or to in from_the_right)
        for (of, to), text in ways.items()
    ]
    parts += [_out(at[number], text) for number, text in out.items()]
    parts += [_box(at[number], box) for number, box in boxes.items()]
    return (
        f'<svg class="chain" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' width="{width}" height="{height}" role="group" aria-label="{escape(title)}">'
        f"{''.join(parts)}</svg>"
    )


def _corner(spot: Spot) -> tuple[int, int]:
    return 2 + spot.lane * (WIDE + GAP), 2 + spot.row * (HIGH + BETWEEN)


def _box(spot: Spot, box: Box) -> str:
    x, y = _corner(spot)
    lines = "".join(
        f'<text class="small" x="{x + 10}" y="{y + 38 + 17 * at}">{escape(line)}</text>'
        for at, line in enumerate(box.lines[:2])
    )
    name = box.name if len(box.name) <= 18 else f"{box.name[:17]}…"
    inner = (
        f"<title>{escape(box.name)}</title>"
        f'<rect x="{x}" y="{y}" width="{WIDE}" height="{HIGH}" rx="10"/>'
        f'<text x="{x + 10}" y="{y + 20}">{escape(name)}</text>{lines}'
    )
    kind = "wrong" if box.is_wrong else "box"
    if box.href:
        return f'<a class="{kind}" href="{escape(box.href)}">{inner}</a>'
    return f'<g class="{kind}">{inner}</g>'


def _way(of: Spot, to: Spot, text: str, *, is_left: bool) -> str:
    """Draw a line with its text at the end of it, to the left or the right."""
    (x, y), (x2, y2) = _corner(of), _corner(to)
    x, x2 = x + WIDE // 2, x2 + WIDE // 2
    if of.row == to.row:  # beside each other
        return f'<path class="way" d="M{x} {y + HIGH // 2}H{x2}"/>'
    y += HIGH
    half = (y + y2) // 2 if y2 - y <= BETWEEN else y2 - BETWEEN // 2
    path = f'<path class="way" d="M{x} {y}C{x} {half} {x2} {half - 10} {x2} {y2}"/>'
    left = is_left and of.lane <= to.lane
    side, anchor = (x2 - 8, "end") if left else (x2 + 8, "start")
    where = f'x="{side}" y="{y2 - 7}" text-anchor="{anchor}"'
    return f'{path}<text class="small" {where}>{escape(text)}</text>'


def _out(spot: Spot, text: str) -> str:
    x, y = _corner(spot)
    return f'<text class="small out" x="{x + 8}" y="{y + HIGH + 17}">{escape(text)}</text>'
