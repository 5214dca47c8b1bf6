"""Recognize the same bookings in another format: CSV in March, CAMT of the whole quarter in April.

Pure. Formats cut and spell words in their own way, so a line is known if day and amount are the
same and nothing either of them says speaks against it. A batch that one format shows as one line
and the other as many is known by its sum. A doubtful line stays one of its own: that is seen and
left out by hand, while money that no one sees is lost.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import date

from finance.bank.reading.names import plain
from finance.bank.reading.statements import Line

_BATCH = ("sammel", "sammler", "batch", "bulk")


def known_otherwise(lines: Sequence[Line], known: Sequence[Line]) -> set[int]:
    """Return the places of those of the lines that another format brought before.

    `known` are the lines that came in other formats, in their order; each matches one.
    """
    places: set[int] = set()
    left: dict[date, list[Line]] = defaultdict(list)
    for line in known:
        left[line.booked].append(line)
    for place, line in enumerate(lines):
        there = left[line.booked]
        same = next((other for other in there if _are_same(line, other)), None)
        if same is not None:
            there.remove(same)
            places.add(place)
    return places | _batches(lines, places, left)


def _are_same(line: Line, other: Line) -> bool:
    if (line.booked, line.cents) != (other.booked, other.cents):
        return False
    if line.iban and other.iban and line.iban != other.iban:
        return False
    return _agree(line.name, other.name) and _agree(line.text, other.text)


def _agree(text: str, other: str) -> bool:
    """Tell if one text says what the other says, or a part of it; an empty text agrees."""
    short, long = sorted((plain(text), plain(other)), key=len)
    if _letters(short) in _letters(long):
        return True
    words = re.findall(r"\w+", long)
    return all(
        # The last word may be cut off.
        any(other_word == word or other_word.startswith(word) for other_word in words)
        for word in re.findall(r"\w+", short)
    )


def _letters(text: str) -> str:
    return "".join(sign for sign in text if sign.isalnum())


# --- batches --------------------------------------------------------------------------------------
def _batches(
    lines: Sequence[Line], known_places: set[int], known: dict[date, list[Line]]
) -> set[int]:
    """Return lines that together are a batch known as one, or one that is known as its parts."""
    batches: set[int] = set()
    by_day: dict[date, list[int]] = defaultdict(list)
    for place, line in enumerate(lines):
        if place not in known_places:
            by_day[line.booked].append(place)
    for day, places in by_day.items():
        for batch in [line for line in known[day] if _is_batch(line)]:
            parts = _run([lines[place].cents for place in places], batch.cents)
            batches |= {places[number] for number in parts}
            places = [place for place in places if place not in batches]
        for place in places:
            if _is_batch(lines[place]):
                parts = _run([line.cents for line in known[day]], lines[place].cents)
                if parts:
                    batches.add(place)
                    known[day] = [
                        line for number, line in enumerate(known[day]) if number not in parts
                    ]
    return batches


def _is_batch(line: Line) -> bool:
    text = plain(f"{line.name} {line.text}")
    return any(word in text for word in _BATCH)


def _run(amounts: Sequence[int], total: int) -> range:
    """Return the range of two or more successive amounts that make just this sum; empty if none
    does, or if it could be in two places.
    """
    reached: dict[int, list[int]] = defaultdict(list)
    runs: list[range] = []
    sum_so_far = 0
    reached[0].append(0)
    for end, cents in enumerate(amounts, start=1):
        sum_so_far += cents
        runs += [range(start, end) for start in reached[sum_so_far - total] if end - start > 1]
        reached[sum_so_far].append(end)
    return runs[0] if len(runs) == 1 else range(0)


def not_repeated(known: Sequence[Line], lines: Sequence[Line]) -> list[int]:
    """Return the places of the known lines that none of the new ones is word for word."""
    repeated = Counter(line.fingerprint for line in lines)
    left = []
    for place, line in enumerate(known):
        if repeated[line.fingerprint]:
            repeated[line.fingerprint] -= 1
        else:
            left.append(place)
    return left
