"""The scripts find every word they ask the page for, and every word is asked for."""

import re
from pathlib import Path

from games.scoring.labels import scorer_words
from games.scoring.services.refusals import phone_words

SCRIPTS = Path(__file__).resolve().parents[4] / "static" / "js" / "phone"


def test_the_page_brings_the_words_of_a_phone_without_network_and_no_others():
    text = "\n".join(path.read_text() for path in sorted(SCRIPTS.glob("*.js")))
    asked = set(re.findall(r'\bt\("([a-z_]+)"\)', text))
    refused = re.findall(r"(?:invalid|illegal|stale|new Refusal)\(([^()]*)\)", text)
    # The last of the arguments names the sentence.
    asked |= {
        f"refused_{names[-1]}" for error in refused if (names := re.findall(r'"(\w+)"', error))
    }
    asked |= {f"refused_{name}" for name in re.findall(r'missing\("(\w+)"', text)}
    assert (asked | {"refused_stale"}) - set(scorer_words()) == set(phone_words())


def test_no_script_holds_a_german_word():
    for path in sorted(SCRIPTS.glob("*.js")):
        code = re.sub(r"(?<!:)//.*$", "", path.read_text(), flags=re.MULTILINE)
        assert not re.search(r"[äöüßÄÖÜ]", code), path.name
