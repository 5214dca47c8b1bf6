"""The scripts find every word they ask for, and every word is asked for."""

import re
from pathlib import Path

from games.scoring.labels import scorer_words
from games.scoring.services.refusals import phone_words

STATIC = Path(__file__).resolve().parents[2] / "static" / "js"
SCRIPTS = [path for name in ("scorer", "phone") for path in sorted((STATIC / name).glob("*.js"))]


def test_the_page_brings_the_words_its_scripts_use_and_no_others():
    text = "\n".join(path.read_text() for path in SCRIPTS)
    text = re.sub(r'[!=]== "[a-z_]+"', "", text)
    calls = re.findall(r"\b(?:t|knows)\(([^()]*?(?:\([^()]*\))?[^()]*?)[,)]", text)
    asked = {key for call in calls for key in re.findall(r'"([a-z_]+)"', call)}
    begun = {key for call in calls for key in re.findall(r"`([a-z_]+)\$", call)}
    words = {**scorer_words(), **phone_words()}
    assert asked - set(words) == set()
    unused = {key for key in words if f'"{key}"' not in text and not key.startswith(tuple(begun))}
    assert unused == set()


def test_no_script_holds_a_german_word():
    for path in SCRIPTS:
        code = re.sub(r"^\s*//.*$", "", path.read_text(), flags=re.MULTILINE)
        code = re.sub(r"(?<!:)//.*$", "", code, flags=re.MULTILINE)
        assert not re.search(r"[äöüßÄÖÜ]", code), path.name
