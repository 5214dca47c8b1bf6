"""Test that all that the documents name exists: files, links, headings and commands."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from django.core.management import get_commands

from workshop import main

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = [*sorted((ROOT / "docs").rglob("*.md")), *sorted(ROOT.glob("[A-Z]*.md"))]
DOCUMENTS.remove(ROOT / "CHANGELOG.md")  # names what was there at its time
NAME = re.compile(r"[\w./-]+\.(?:py|toml|html|css|js|po|typ|txt|md)")


@cache
def _files() -> frozenset[str]:
    folders = (path for path in ROOT.iterdir() if not path.name.startswith((".", "var")))
    inside = (file for folder in folders for file in (folder, *folder.rglob("*")))
    return frozenset(f"/{file.relative_to(ROOT)}" for file in inside if file.is_file())


def _quoted(document: Path) -> Iterator[str]:
    """Yield all code in a document's sentences."""
    return (quote for quote in re.findall(r"`([^`\n]+)`", document.read_text()))


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_each_file_a_document_names_is_there(document):
    """By its whole path, or within a capability named before by the end of it."""
    named = {word for quote in _quoted(document) for word in quote.split() if NAME.fullmatch(word)}
    missing = [
        name
        for name in sorted(named)
        if not any(file.endswith(f"/{name}") for file in _files()) and not name.startswith(".venv/")
    ]
    assert missing == []


def _anchors(document: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", document.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_each_link_of_a_document_leads_somewhere(document):
    for target in re.findall(r"\]\(([^)\s]+)\)", document.read_text()):
        if target.startswith(("https:", "http:")):
            continue
        file, _, anchor = target.partition("#")
        path = document.parent / file if file else document
        assert path.exists(), target
        assert not anchor or anchor in _anchors(path), target


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_each_command_a_document_names_is_there(document):
    text = document.read_text()
    assert set(re.findall(r"manage\.py ([a-z_]+)", text)) <= set(get_commands())
    for words in re.findall(r"python3 dev\.py ([^`\n]+)", text):
        given, rest = main._parser().parse_known_args(words.split())
        assert not rest or given.command == "test", words


REQUIREMENT = re.compile(r"^\| (\d+\.\d+\.\d+) \| ([12]) \| (\w+) \| (.+) \|$", re.MULTILINE)


def test_each_requirement_of_the_standard_for_security_is_decided_once():
    """ASVS 5.0.0 has 70 requirements of level 1 and 183 of level 2."""
    decided = REQUIREMENT.findall((ROOT / "docs" / "security.md").read_text())
    numbers = [number for number, _level, _state, _how in decided]
    assert len(set(numbers)) == len(numbers)
    assert Counter(level for _number, level, _state, _how in decided) == {"1": 70, "2": 183}
    assert {state for _number, _level, state, _how in decided} == {"met", "part", "open", "none"}


def test_each_path_that_shows_a_requirement_is_there():
    """By its whole path, since the end of one would be found anywhere."""
    words = {word for quote in _quoted(ROOT / "docs" / "security.md") for word in quote.split()}
    paths = sorted(word for word in words if "/" in word)
    assert paths
    assert [path for path in paths if not (ROOT / path).is_file()] == []
