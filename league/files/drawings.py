"""Drawings of figures: plain values in, SVG out. No Django, no clock, no page.

Everything is said by attributes of the shapes, so one drawing does on a page (in light and in dark:
text takes the colour of the text around it) and in a PDF. Each has a title and a description; its
caller puts the figures as a table beside it. Words and amounts come in as they are to be read.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from html import escape
from math import ceil, floor, log10

AMBER, GREY, GREEN, RED = "#e79a1c", "#8d8577", "#3f9b68", "#d0564c"
FONT = 'font-family="system-ui, Source Sans Pro, sans-serif"'
WIDTH = 640
# In units of the drawing: at the width of a phone, letters of 24 are about 14 px high.
TEXT = 24

Money = Callable[[int], str]


@dataclass(frozen=True)
class Caption:
    """The title of a drawing, and its description for readers who cannot see it."""

    title: str
    description: str


@dataclass(frozen=True)
class Bar:
    """A line of bars: `now` in full, `before` beside it if it has a value to compare."""

    name: str
    now: int
    before: int | None = None
    colour: str = AMBER


# --- lines ----------------------------------------------------------------------------------
def balance_line(
    caption: Caption,
    days: Sequence[tuple[date, int]],
    start: date,
    end: date,
    *,
    before: int,
    begin: date,
    until: date,
    months: Sequence[str],
    money: Money,
) -> str:
    """Draw a balance from `begin` on: it starts at `before` and steps on each of `days`, up to
    `until`.

    The axis goes from `start` to `end`; `months` are the twelve short names below it.
    """
    left, right, top, bottom = 8, WIDTH - 8, 40, 260
    values = [before, *(amount for _day, amount in days)]
    marks = scale(min(0, *values), max(0, *values))
    low, high = marks[0], marks[-1]
    span = max(1, (end - start).days)

    def x(day: date) -> float:
        return left + (right - left) * (day - start).days / span

    def y(amount: int) -> float:
        return bottom - (bottom - top) * (amount - low) / (high - low)

    parts = []
    for mark in marks:
        colour = 0.5 if mark == 0 else 0.16
        parts.append(_line(left, y(mark), right, y(mark), colour))
        parts.append(_text(left, y(mark) - 6, money(mark), soft=True))
    for first, name in _firsts(start, end, months):
        parts.append(_line(x(first), bottom, x(first), bottom + 8, 0.4))
        parts.append(_text(x(first) + 4, bottom + 30, name, soft=True))
    path = [f"M{x(begin):.1f} {y(before):.1f}"]
    for day, amount in days:
        path.append(f"H{x(day):.1f}V{y(amount):.1f}")
    path.append(f"H{x(until):.1f}")
    line = "".join(path)
    parts.append(
        f'<path d="{line}V{y(0):.1f}H{x(begin):.1f}Z" fill="{AMBER}" opacity="0.18"/>'
        f'<path d="{line}" fill="none" stroke="{AMBER}" stroke-width="5" stroke-linejoin="round"/>'
    )
    last = values[-1]
    parts.append(f'<circle cx="{x(until):.1f}" cy="{y(last):.1f}" r="7" fill="{AMBER}"/>')
    return _svg(caption, bottom + 42, parts)


def _firsts(start: date, end: date, months: Sequence[str]) -> Iterator[tuple[date, str]]:
    """Yield the first days of the months, every second or third one if they are many."""
    firsts = []
    year, month = start.year, start.month
    while date(year, month, 1) <= end:
        firsts.append(date(year, month, 1))
        year, month = (year, month + 1) if month < 12 else (year + 1, 1)
    step = 1 if len(firsts) <= 6 else 3 if len(firsts) > 12 else 2
    for first in firsts[::step]:
        if first >= start:
            yield first, months[first.month - 1]


# --- bars -----------------------------------------------------------------------------------
def bars(
    caption: Caption, lines: Sequence[Bar], *, money: Money, now: str = "", before: str = ""
) -> str:
    """Draw lines of bars below each other, each with its name and its amount.

    With a `before` each has a second, thinner one; `now` and `before` say which is which.
    """
    most = max([1, *(abs(line.now) for line in lines), *(abs(line.before or 0) for line in lines)])
    parts: list[str] = []
    top = 0.0
    if before:
        parts.append(_swatch(0, 8, AMBER, now, 1))
        parts.append(_swatch(WIDTH / 2, 8, GREY, before, 0.75))
        top = 44
    for line in lines:
        parts += _named(top + 26, line.name, money(line.now))
        parts.append(_bar(0, top + 36, line.now, most, 20, line.colour, 1))
        top += 62
        if line.before is not None:
            parts.append(_bar(0, top, line.before, most, 10, GREY, 0.75))
            top += 16
        top += 12
    return _svg(caption, ceil(max(top, TEXT)), parts)


def _bar(
    left: float, top: float, amount: int, most: int, height: int, colour: str, opacity: float
) -> str:
    """Draw one bar; one below zero is drawn hollow, so that colour alone says nothing."""
    wide = max(2.0, (WIDTH - left) * abs(amount) / most) if amount else 0
    shape = f'x="{left:.1f}" y="{top:.1f}" width="{wide:.1f}" height="{height}" rx="4"'
    if amount < 0:
        return f'<rect {shape} fill="none" stroke="{RED}" stroke-width="3"/>'
    return f'<rect {shape} fill="{colour}" opacity="{opacity}"/>'


def _swatch(left: float, top: float, colour: str, name: str, opacity: float) -> str:
    box = f'<rect x="{left:.1f}" y="{top}" width="22" height="22" rx="4" fill="{colour}"'
    return f'{box} opacity="{opacity}"/>' + _text(left + 32, top + 19, name)


# --- lines that go up and down by chance ----------------------------------------------------
@dataclass(frozen=True)
class Drift:
    """The state after an evening: two sums so far, and how far the first goes by chance, either
    way.
    """

    name: str
    first: float
    second: float
    wide: float


def drift(
    caption: Caption,
    marks: Sequence[Drift],
    *,
    names: tuple[str, str, str],
    number: Callable[[float], str],
) -> str:
    """Draw a full line and a dashed one from 0 on, over the band that the first keeps to by chance.

    `names` say which is which: the first line, the second, the band.
    """
    left, right, top, bottom = 8, WIDTH - 8, 96, 342
    from_nought = [Drift("", 0, 0, 0), *marks]
    every = [value for mark in marks for value in (mark.first, mark.second, mark.wide, -mark.wide)]
    levels = scale(floor(100 * min(0, *every)), ceil(100 * max(0, *every)))
    low, high = levels[0] / 100, levels[-1] / 100

    def x(place: int) -> float:
        return left + (right - left - 10) * place / len(marks)

    def y(value: float) -> float:
        return bottom - (bottom - top) * (value - low) / (high - low)

    def line(values: Sequence[float], start: int = 0) -> str:
        return "L".join(f"{x(at):.1f} {y(value):.1f}" for at, value in enumerate(values, start))

    parts = [
        _stroke(0, 14, "", names[0]),
        _stroke(WIDTH / 3, 14, ' stroke-dasharray="10 8"', names[1]),
        _swatch(0, 38, GREY, names[2], 0.3),
    ]
    upper = line([drift.wide for drift in from_nought])
    lower = "L".join(
        f"{x(at):.1f} {y(-drift.wide):.1f}" for at, drift in reversed(list(enumerate(from_nought)))
    )
    parts.append(f'<path d="M{upper}L{lower}Z" fill="{GREY}" opacity="0.2"/>')
    for level in levels:
        parts.append(_line(left, y(level / 100), right, y(level / 100), 0.16 if level else 0.5))
        parts.append(_text(left, y(level / 100) - 6, number(level / 100), soft=True))
    step = max(1, ceil(len(marks) / 5))
    for at, drift in enumerate(marks, 1):
        if (len(marks) - at) % step == 0:
            parts.append(_text(x(at), bottom + 30, drift.name, soft=True, end=at > 1))
    how = 'fill="none" stroke-width="5" stroke-linejoin="round"'
    dashes = 'stroke="currentColor" stroke-dasharray="10 8"'
    parts.append(f'<path d="M{line([drift.second for drift in from_nought])}" {how} {dashes}/>')
    parts.append(
        f'<path d="M{line([drift.first for drift in from_nought])}" {how} stroke="{AMBER}"/>'
    )
    end = f'cx="{x(len(marks)):.1f}" cy="{y(marks[-1].first):.1f}"'
    parts.append(f'<circle {end} r="8" fill="{AMBER}"/>')
    return _svg(caption, bottom + 42, parts)


def _stroke(left: float, level: int, how: str, name: str) -> str:
    colour = "currentColor" if how else AMBER
    ends = f'x1="{left:.1f}" y1="{level}" x2="{left + 40:.1f}" y2="{level}"'
    return f'<line {ends} stroke="{colour}" stroke-width="5"{how}/>' + _text(
        left + 50, level + 8, name
    )


# --- the shapes of both ---------------------------------------------------------------------
def scale(low: int, high: int) -> list[int]:
    """Return three to six round amounts that hold both ends, in whole euro: 1, 2 or 5 with
    noughts.
    """
    span = max(high - low, 400)
    power = 10 ** floor(log10(span / 4))
    step = next(int(power * factor) for factor in (1, 2, 5, 10) if power * factor * 4 >= span)
    step = max(100, step)
    first, last = floor(low / step), max(ceil(high / step), floor(low / step) + 1)
    return [step * number for number in range(first, last + 1)]


def _line(x1: float, y1: float, x2: float, y2: float, opacity: float) -> str:
    ends = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
    return f'<line {ends} stroke="currentColor" stroke-width="2" opacity="{opacity}"/>'


def _text(
    x: float, y: float, text: str, *, soft: bool = False, end: bool = False, strong: bool = False
) -> str:
    how = ' opacity="0.75"' if soft else ""
    how += ' text-anchor="end"' if end else ""
    how += ' font-weight="700"' if strong else ""
    size = TEXT - 2 if soft else TEXT
    place = f'x="{x:.1f}" y="{y:.1f}" font-size="{size}"'
    return f'<text {place} fill="currentColor"{how}>{escape(text)}</text>'


def _named(y: float, name: str, amount: str) -> list[str]:
    """Write a name and its amount at the end of the line; the name is cut to the room before it."""
    letter = TEXT * 0.58  # wide on average
    letters_left = int(WIDTH / letter) - len(amount) - 2
    shown = name if len(name) <= letters_left else name[: letters_left - 1].rstrip() + "…"
    return [_text(0, y, shown), _text(WIDTH, y, amount, end=True, strong=True)]


def _svg(label: Caption, height: int, parts: Sequence[str]) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}"'
    name = f"<title>{escape(label.title)}</title><desc>{escape(label.description)}</desc>"
    return (
        f'{head} role="img" aria-label="{escape(label.title)}" {FONT}>{name}{"".join(parts)}</svg>'
    )
