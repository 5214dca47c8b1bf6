"""Test that the measure of the docstrings' voice finds what it is made for, and can fail."""

import ast

import pytest

from workshop import voice
from workshop.paths import ROOT

GOOD = [
    "Return the cents that a member owes on that day.",
    "A payment of a member, in cents.",
    "Return the standings of an evening: whatever else is shown, each person once.",
]
BAD = [
    "What a member owes, in cents.",
    "Return the debt of whoever left.",
    "Book the payment.\n\n    It is in the books by now.",
]


def written(path, *texts):
    """Write a file with a function for each docstring, and return the docstrings found in it."""
    bodies = (f'def f{n}():\n    """{text}"""\n' for n, text in enumerate(texts))
    path.write_text("\n\n".join(bodies))
    return list(voice.docstrings_of(path, path.parent))


@pytest.mark.parametrize(
    ("text", "habits"), [*((good, 0) for good in GOOD), *((bad, 1) for bad in BAD)]
)
def test_a_bad_sentence_has_one_habit_and_a_good_one_none(tmp_path, text, habits):
    docstrings = written(tmp_path / "a.py", text)
    assert sum(len(voice.offenders(docstrings, habit)) for habit in voice.HABITS) == habits


def test_a_habit_may_be_in_one_of_a_hundred_docstrings_and_not_in_two(tmp_path):
    docstrings = written(tmp_path / "a.py", *[GOOD[0]] * 99, BAD[0])
    fine, lines = voice.report(docstrings)
    assert fine
    assert lines[1] == f"  a.py:{docstrings[-1].place.split(':')[1]}: {BAD[0]}"
    fine, lines = voice.report(written(tmp_path / "b.py", *[GOOD[0]] * 98, BAD[0], BAD[0]))
    assert not fine
    assert lines[0].startswith("2 of 100 docstrings open with a question word: 2.00%")


def test_an_api_s_docstrings_are_named_last(tmp_path):
    (tmp_path / "api").mkdir()
    docstrings = [
        *voice.docstrings_of(_file(tmp_path / "api" / "a.py"), tmp_path),
        *voice.docstrings_of(_file(tmp_path / "b.py"), tmp_path),
    ]
    found = voice.offenders(docstrings, "open with a question word")
    assert [one.place for one in found] == ["b.py:1", "api/a.py:1"]


def _file(path):
    path.write_text(f'"""{BAD[0]}"""\n')
    return path


def test_the_parser_finds_no_other_docstrings():
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    for path in [*sorted((ROOT / "workshop").glob("*.py")), ROOT / "config/settings.py"]:
        nodes = ast.walk(ast.parse(path.read_text()))
        parsed = {ast.get_docstring(node, clean=False) for node in nodes if isinstance(node, kinds)}
        texts = {text.strip() for text in parsed if text}
        assert {found.text for found in voice.docstrings_of(path)} == texts, path.name
