"""Sizes of tables. The organiser says what is allowed; this module says what is fair."""

from typing import Literal

from .errors import DrawError

# Beyond this no one hears the other end of the table, and the exact seating grows too slow.
LARGEST_TABLE = 12

Fill = Literal["nearest", "smaller", "larger"]


def evenly(number: int, tables: int) -> tuple[int, ...]:
    """Spread `number` people over so many tables, the larger ones first.

    No two differ by more than one.
    """
    each, over = divmod(number, tables)
    return (each + 1,) * over + (each,) * (tables - over)


def sizes(
    number: int, target: int, least: int, most: int, fill: Fill = "nearest"
) -> tuple[int, ...]:
    """Return the tables for `number` people, the larger ones first.

    The rule: every table has `least` to `most` people, and no two tables differ by more than one.
    If that leaves a choice of how many tables, `fill` decides what happens to the people left over
    beyond full tables of `target`:

    * `smaller`: one more table, so that some are smaller (17 at 4: 4, 4, 3, 3, 3);
    * `larger`: they join a table, so that some are larger (17 at 4: 5, 4, 4, 4);
    * `nearest`: whichever leaves fewer seats off the target; smaller tables if both are equal.

    Raises `table_sizes_invalid`, or `table_sizes_impossible` with the nearest numbers of people
    that do work, `below` (None if there is none) and `above`.
    """
    if not 2 <= least <= target <= most <= LARGEST_TABLE:
        raise DrawError("table_sizes_invalid", least=least, target=target, most=most)
    possible = _numbers_of_tables(number, least, most)
    if not possible:
        # Between two workable numbers lie at most as many as one table holds.
        down = (n for n in range(number - 1, 0, -1) if _numbers_of_tables(n, least, most))
        up = (n for n in range(number + 1, number + most + 2) if _numbers_of_tables(n, least, most))
        raise DrawError(
            "table_sizes_impossible",
            number=number,
            least=least,
            most=most,
            below=next(down, None),
            above=next(up, None),
        )

    def distance(tables: int) -> tuple[int, int, int]:
        off = sum(abs(size - target) for size in evenly(number, tables))
        against = {
            "nearest": 0,
            "smaller": int(tables * target < number),
            "larger": int(tables * target > number),
        }[fill]
        return against, off, -tables

    return evenly(number, min(possible, key=distance))


def _numbers_of_tables(number: int, least: int, most: int) -> range:
    if number < 1:
        return range(0)
    return range(-(-number // most), number // least + 1)
