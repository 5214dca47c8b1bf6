"""Drawings of shares over time, of values that can be off, and small meters. As `drawings`, pure.

Here they say nothing that is not beside them in words or in a table.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil

from league.files.drawings import AMBER, TEXT, WIDTH, Caption, _line, _named, _svg, _text


@dataclass(frozen=True)
class Share:
    """One evening or month: the share then (0 to 1), and the share of all up to then."""

    name: str
    now: float
    so_far: float


MOST_NAMES = 5


def shares(caption: Caption, marks: Sequence[Share], *, percent: Callable[[float], str]) -> str:
    """Draw a ring for each share, and a line for the share of all up to then."""
    left, right, top, bottom = 8, WIDTH - 8, 40, 260
    begin = left + 76  # beside the words of the scale
    most = max((mark.now for mark in marks), default=0.0)
    high = next(limit for limit in (0.25, 0.5, 1.0) if most <= limit)
    step = (right - begin - 10) / max(1, len(marks) - 1)

    def x(number: int) -> float:
        return begin + step * number if len(marks) > 1 else WIDTH / 2

    def y(share: float) -> float:
        return bottom - (bottom - top) * share / high

    parts = []
    for part in (0.0, 0.5, 1.0):
        parts.append(_line(left, y(high * part), right, y(high * part), 0.16 if part else 0.5))
        parts.append(_text(left, y(high * part) - 6, percent(high * part), soft=True))
    every, free = max(1, ceil(len(marks) / MOST_NAMES)), 0.0
    for number, season in enumerate(marks):
        parts.append(
            f'<circle cx="{x(number):.1f}" cy="{y(season.now):.1f}" r="7" fill="none"'
            ' stroke="currentColor" stroke-width="3" opacity="0.6"/>'
        )
        text_width = len(season.name) * TEXT * 0.6
        if number % every == 0 and free < x(number) < right - text_width:
            parts.append(_text(x(number) - 8, bottom + 30, season.name, soft=True))
            free = x(number) + text_width
    line = "L".join(f"{x(number):.1f} {y(mark.so_far):.1f}" for number, mark in enumerate(marks))
    if marks:
        parts.append(
            f'<path d="M{line}" fill="none" stroke="{AMBER}" stroke-width="5"'
            ' stroke-linejoin="round"/>'
            f'<circle cx="{x(len(marks) - 1):.1f}" cy="{y(marks[-1].so_far):.1f}" r="7"'
            f' fill="{AMBER}"/>'
        )
    return _svg(caption, bottom + 42, parts)


@dataclass(frozen=True)
class Span:
    """A value and its possible error to both sides; hollow while it is not sure yet."""

    name: str
    middle: float
    off: float
    is_sure: bool = True


def spans(
    caption: Caption,
    lines: Sequence[Span],
    *,
    among: Sequence[float],
    number: Callable[[Span], str],
) -> str:
    """Draw values on one scale below each other, each with its name and its span.

    The scale holds all of them and the values they are `among`, which are marked on it.
    """
    low = min([*among, *(line.middle - line.off for line in lines)])
    high = max([*among, *(line.middle + line.off for line in lines)])

    def x(value: float) -> float:
        return 10 + (WIDTH - 20) * (value - low) / ((high - low) or 1)

    parts: list[str] = []
    for place, span in enumerate(lines):
        top = place * 74
        level = top + 48
        parts += _named(top + 26, span.name, number(span))
        parts.append(_line(x(low), level, x(high), level, 0.12))
        parts += [_line(x(mark), level - 14, x(mark), level + 14, 0.4) for mark in among]
        inside = f'x="{x(span.middle - span.off):.1f}" y="{level - 5}" height="10" rx="5"'
        wide = x(span.middle + span.off) - x(span.middle - span.off)
        parts.append(f'<rect {inside} width="{wide:.1f}" fill="{AMBER}" opacity="0.45"/>')
        fill = AMBER if span.is_sure else "none"
        parts.append(
            f'<circle cx="{x(span.middle):.1f}" cy="{level}" r="9" fill="{fill}"'
            ' stroke="currentColor" stroke-width="3"/>'
        )
    return _svg(caption, max(len(lines) * 74, TEXT), parts)


def meter(part: int, whole: int) -> str:
    """Draw a part of a whole, to go beside the words that say it: nothing is read out."""
    wide = 200 * part / whole if whole else 0
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 10" aria-hidden="true"'
        ' preserveAspectRatio="none"><rect width="200" height="10" rx="4" fill="currentColor"'
        f' opacity="0.12"/><rect width="{wide:.1f}" height="10" rx="4" fill="{AMBER}"/></svg>'
    )
