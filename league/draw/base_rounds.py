"""The base rounds written down, by people at a table and people; `circles` says how they turn.

Each is as long as is known for its size: at threes and fours as any can be, where nothing else is
said in docs/draw.md.
"""

import random

from .circles import Circles, Image
from .designs import Design

KNOWN = (
    Circles(
        4,
        4,
        2,
        Image(),
        (
            "0 3 7, 1 11 14, 2 10 12, 4 8 17, 5 15 16, 6 9 13",
            "0 15 17, 1 6 7, 2 9 14, 3 8 16, 4 12 13, 5 10 11",
        ),
    ),
    Circles(
        11, 2, 2, Image(), ("0 6 11, 1 3 4, 2 9 17, 5 19 23, 7 13 16, 8 18 20, 10 12 22, 14 15 21",)
    ),
    Circles(
        14,
        2,
        2,
        Image(),
        (
            "0 9 16, 1 7 15, 2 12 13, 3 20 28, 4 14 27, 5 18 24, 6 8 26, 10 21 25, "
            "11 23 29, 17 19 22",
        ),
    ),
    Circles(32, 1, 1, Image(on=16), ("0 16 32, 3 24 26, 4 11 30, 5 15 23, 9 12 29, 17 18 22",)),
    Circles(
        17,
        2,
        2,
        Image(),
        (
            "0 3 16, 1 7 25, 2 9 29, 4 6 20, 5 14 27, 8 13 17, 10 18 34, 11 26 30, "
            "12 23 24, 15 32 35, 19 22 28, 21 31 33",
        ),
    ),
    Circles(
        20,
        2,
        2,
        Image(),
        (
            "0 12 30, 1 10 17, 2 3 25, 4 32 35, 5 7 21, 6 11 31, 8 14 20, 9 24 40, "
            "13 22 41, 15 18 39, 16 23 29, 19 36 38, 26 27 34, 28 33 37",
        ),
    ),
    Circles(
        21,
        2,
        3,
        Image(),
        (
            (
                "0 2 39, 1 10 32, 3 27 38, 4 9 12, 5 16 37, 6 7 40, 8 25 44, 11 31 36, "
                "13 19 21, 14 18 33, 15 41 43, 17 24 42, 20 26 29, 22 23 35, 28 30 34"
            ),
            (
                "0 7 14, 1 8 15, 2 9 16, 3 10 17, 4 11 18, 5 12 19, 6 13 20, 21 28 35, "
                "22 29 36, 23 30 37, 24 31 38, 25 32 39, 26 33 40, 27 34 41, 42 43 44"
            ),
        ),
    ),
    Circles(
        23,
        2,
        2,
        Image(),
        (
            "0 4 29, 1 7 19, 2 42 46, 3 23 30, 5 18 28, 6 9 24, 8 16 40, 10 11 45, "
            "12 14 21, 13 26 41, 15 31 37, 17 38 43, 20 27 39, 22 36 47, 25 34 44, "
            "32 33 35",
        ),
    ),
    Circles(7, 3, 3, Image(step=1, still=1), ("0 4 6 15, 5 9 17 23",)),
    Circles(9, 3, 1, Image(times=4, step=1), ("0 9 18 27, 4 17 20 25, 5 10 12 15",)),
    Circles(
        1,
        30,
        2,
        Image(step=15, still=1),
        (
            "0 13 21 23, 1 12 22 24, 2 3 4 5, 10 26 29 30",
            "0 1 6 7, 2 19 25 30, 3 14 20 26, 8 13 24 27",
            "0 3 16 17, 4 6 20 22, 8 9 10 11, 12 13 29 31",
            "0 2 27 29, 1 11 21 30, 3 9 13 19, 5 8 22 25",
            "0 10 14 22, 1 3 28 31, 2 8 12 20, 4 9 21 26",
            "0 4 11 12, 1 5 10 13, 2 6 9 14, 3 7 8 30",
            "0 8 19 31, 1 9 20 29, 2 13 22 26, 3 12 21 25",
            "0 20 24 30, 1 14 19 23, 2 10 21 28, 3 11 22 27",
            "0 5 26 28, 1 4 25 27, 2 7 24 31, 3 6 23 29",
            "0 9 18 25, 1 8 17 26, 4 7 13 14, 5 6 12 30",
        ),
    ),
    Circles(11, 3, 3, Image(step=1, still=1), ("6 15 32 35, 8 11 16 18, 12 20 24 25",)),
    Circles(13, 3, 1, Image(step=1), ("0 13 26 39, 1 12 31 34, 2 11 16 23, 4 9 32 33",)),
    Circles(
        14,
        3,
        2,
        Image(times=9, step=1),
        ("0 14 28 42, 1 23 39 43, 2 7 37 41, 4 6 24 33, 16 29 31 40",),
    ),
    Circles(15, 3, 3, Image(step=1, still=1), ("1 4 5 30, 3 8 10 42, 9 17 26 44, 13 22 36 47",)),
    Circles(
        17, 3, 1, Image(step=1), ("0 17 34 51, 1 12 23 42, 10 15 30 43, 19 20 33 45, 22 24 31 38",)
    ),
    Circles(
        18,
        3,
        2,
        Image(times=7, step=1),
        ("0 18 36 54, 4 28 52 55, 7 20 41 53, 19 21 32 48, 25 35 42 45, 33 34 38 46",),
    ),
    Circles(
        19,
        3,
        3,
        Image(step=1, still=1),
        ("2 5 30 41, 7 47 48 54, 18 32 55 59, 23 25 33 38, 27 31 39 53",),
    ),
    Circles(
        21,
        3,
        1,
        Image(times=4, step=1),
        ("0 21 42 63, 1 14 37 44, 6 12 41 53, 7 18 23 38, 15 26 33 34, 16 55 60 61",),
    ),
    Circles(
        6,
        5,
        0,
        Image(),
        ("0 1 12 16 28, 2 9 15 19 26, 3 5 11 18 23, 4 7 8 27 29, 6 10 13 14 21, 17 20 22 24 25",),
    ),
)

BY_SIZE = {(circles.people // circles.size, circles.size): circles for circles in KNOWN}


def known(tables: int, size: int, rounds: int, empty: int, rng: random.Random) -> Design | None:
    """Up to `rounds` rounds at `tables` tables of `size`, `empty` of the last positions untaken.

    Only those who never meet may be missing, so that no table is two short. None where unknown.
    """
    circles = BY_SIZE.get((tables, size))
    if not circles or empty > circles.spare:
        return None
    pattern = circles.rounds()
    rng.shuffle(pattern)
    return Design("circles", pattern[:rounds])
