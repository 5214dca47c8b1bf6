"""Formats as files: any file is read as a format or refused with its line."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league import formats
from league.formats import FormatError, read, written

many = settings(max_examples=150, deadline=None)


def told(content: bytes) -> FormatError | None:
    try:
        read(content)
    except FormatError as error:
        return error
    return None


@many
@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8")))
def test_whatever_is_sent_is_refused_and_nothing_else(content):
    refused = told(content)
    assert refused is not None
    assert refused.code in formats.CODES


@many
@given(st.sampled_from(formats.slugs()), st.randoms(use_true_random=False))
def test_a_damaged_file_is_still_read_or_its_line_is_told(slug, rng):
    lines = written(formats.load(slug)).splitlines()
    at = rng.randrange(len(lines))
    lines[at] = damaged(lines[at], rng)
    refused = told("\n".join(lines).encode())
    if refused is not None and refused.code != "no_blocks":
        assert 1 <= refused.data["line"] <= len(lines) + 1


def damaged(line: str, rng: random.Random) -> str:
    cut = rng.randint(0, len(line))
    return rng.choice(
        (
            line[:cut],
            line + ' = "x"',
            line.replace("=", "= -7 #"),
            "x = 1",
            line.replace("{", "{ y = 1,"),
        )
    )


CUP = """# a cup
[[blocks]]
name = "Vorrunde"
who = { kind = "all" }
scoring = { half_kept = 1 }
games = { default = 5 }
"""


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ("half_kept = 1", "lives = 99", "wrong_value", 5),
        ("half_kept = 1", "", "scoring_counts_nothing", 5),
        ("half_kept", "halves", "unknown_key", 5),
        ("# a cup", "colour = 1", "unknown_key", 1),
        ("default = 5", f"default = {'9' * 5000}", "file_no_toml", 7),
        ('"all"', '"all", of = 2', "who_of_which_block", 4),
        ("who", "whom", "missing_key", 2),
        ('{ kind = "all" }', '{ kind = "rest", of = 9 }', "block_refers_ahead", 4),
        ('"Vorrunde"', '"Vorrunde', "file_no_toml", 3),
        ("# a cup", "team = { size_least = 9 }", "team_sizes_invalid", 1),
    ],
)
def test_the_line_is_the_one_that_is_wrong(old, new, code, line):
    assert told(CUP.encode()) is None
    refused = told(CUP.replace(old, new, 1).encode())
    assert refused is not None
    assert (refused.code, refused.data["line"]) == (code, line)
