"""Keep locale/ complete, with Babel instead of the system's gettext tools.

    python -m config.translations update   new texts in, vanished ones out
    python -m config.translations check    says what is missing or wrong, changes nothing

The workflow: write English in the code, `update`, fill the empty `msgstr` in
locale/de/LC_MESSAGES/django.po by hand, `update` again. The file is sorted and knows neither line
numbers nor dates, so that branches merge calmly. Its compiled form is in no repository
(`config/messages.py`). A development tool: Babel is not installed in production, and nothing of the
application imports this module.
"""

import ast
import io
import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po
from django.template.base import Lexer, TokenType
from django.utils.translation.template import block_re, endblock_re, templatize

ROOT = Path(__file__).resolve().parent.parent
APPS = ("config", "league", "games", "finance")
LANGUAGE = "de"

HEADER = r"""# German texts of Schockwart; English is the source. Sorted by config/translations.py.
msgid ""
msgstr ""
"Language: de\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Content-Transfer-Encoding: 8bit\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"

"""

_PLAIN, _PLURAL, _CONTEXT = None, (1, 2), ((1, "c"), 2)
KEYWORDS: dict[str, Any] = {
    "_": _PLAIN,
    "N_": _PLAIN,
    "gettext": _PLAIN,
    "gettext_lazy": _PLAIN,
    "gettext_noop": _PLAIN,
    "ngettext": _PLURAL,
    "ngettext_lazy": _PLURAL,
    "pgettext": _CONTEXT,
    "pgettext_lazy": _CONTEXT,
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
}

# Words in templates that are the same in every language.
NAMES = {"Schockwart", "Deutsch", "English", "EUR", "Schocken", "CSV", "Excel", "IBAN", "SHA"}
NAMES |= {"OpenAPI", "JSON", "YAML"}
# Clubs whose rules are ready to take over.
NAMES |= {"RSC", "Schock", "Life"}
# With everything broken the visitor's language is unknown: this page says both.
BILINGUAL = {"500.html", "503.html"}


# --- the texts of the sources ---------------------------------------------------------------
def _sources() -> Iterator[Path]:
    for app in APPS:
        for path in sorted((ROOT / app).rglob("*.py")):
            if "migrations" not in path.parts and path != Path(__file__).resolve():
                yield path
    yield from templates()


def templates() -> list[Path]:
    folder = ROOT / "templates"
    return sorted(path for path in folder.rglob("*") if path.suffix in {".html", ".txt", ".svg"})


def extracted() -> Catalog:
    """Return every marked text, without its translation."""
    catalog = Catalog(locale=LANGUAGE)
    for path in _sources():
        text = path.read_text()
        if path.suffix != ".py":
            # In brackets, or Python's tokenizer would mind the indentation of HTML.
            text = f"(\n{templatize(text, origin=str(path))}\n)"
        source = io.BytesIO(text.encode())
        options = {"encoding": "utf-8"}
        for _line, words, _comments, context in extract(
            "python", source, keywords=KEYWORDS, options=options
        ):
            catalog.add(words, context=context)
    return catalog


# --- the translator's texts -----------------------------------------------------------------
def folder() -> Path:
    return ROOT / "locale" / LANGUAGE / "LC_MESSAGES"


def stored() -> Catalog:
    path = folder() / "django.po"
    if not path.exists():
        return Catalog(locale=LANGUAGE)
    with path.open("rb") as file:
        return read_po(file, locale=LANGUAGE, abort_invalid=True)


def po_bytes(catalog: Catalog) -> bytes:
    out = io.BytesIO()
    write_po(out, catalog, width=0, no_location=True, omit_header=True, sort_output=True)
    return HEADER.encode() + out.getvalue()


def _forms(words: Any) -> list[str]:
    return [words] if isinstance(words, str) else list(words or [""])


def _messages(catalog: Catalog) -> list[Message]:
    return [message for message in catalog if message.id]


# --- the two commands -----------------------------------------------------------------------
def update() -> int:
    """Bring the .po to the state of the sources, and keep each translation that still fits."""
    old, new = stored(), extracted()
    for message in _messages(new):
        known = old.get(_forms(message.id)[0], message.context)
        if known and len(_forms(known.id)) == len(_forms(message.id)):
            message.string = known.string
            message.flags |= known.flags & {"fuzzy"}
    folder().mkdir(parents=True, exist_ok=True)
    (folder() / "django.po").write_bytes(po_bytes(new))
    empty = [message for message in _messages(new) if not all(_forms(message.string))]
    print(f"{len(_messages(new))} texts, {len(empty)} of them still to be translated")
    return 0


def _key(message: Message) -> tuple[str | None, tuple[str, ...]]:
    return message.context, tuple(_forms(message.id))


PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%[sdif]|\{\w*\}")


def _placeholders_differ(message: Message) -> bool:
    originals = [sorted(PLACEHOLDER.findall(form)) for form in _forms(message.id)]
    translated = [sorted(PLACEHOLDER.findall(form)) for form in _forms(message.string)]
    if len(originals) == 1:
        return originals != translated
    # One thing may be counted in a word ("ein Deckel"), several need their number.
    return translated[-1] != originals[-1] or not set(translated[0]) <= set(originals[-1])


def problems() -> list[str]:
    """Return the faults that keep the translation from being complete, one sentence each."""
    sources = {_key(message): message for message in _messages(extracted())}
    catalog = stored()
    known = {_key(message): message for message in _messages(catalog)}
    faults = [f"missing in the .po: {key[1][0]!r}" for key in sources.keys() - known.keys()]
    faults += [f"no longer in the code: {key[1][0]!r}" for key in known.keys() - sources.keys()]
    for key, message in known.items():
        if not all(_forms(message.string)):
            faults.append(f"not translated: {key[1][0]!r}")
        elif message.fuzzy:
            faults.append(f"marked fuzzy: {key[1][0]!r}")
        elif _placeholders_differ(message):
            faults.append(f"other placeholders: {key[1][0]!r} and {message.string!r}")
    for path in _sources():
        if path.suffix == ".py":
            faults += [f"{path.relative_to(ROOT)}: {text}" for text in inside_f_strings(path)]
    for path in templates():
        if path.name in BILINGUAL:
            continue
        name = path.relative_to(ROOT)
        faults += [f"{name}: not marked for translation: {text!r}" for text in unmarked(path)]
    return sorted(faults)


def inside_f_strings(path: Path) -> list[str]:
    """Return marked texts that `extract` does not look at, so that they could not be translated."""
    return [
        f"inside an f-string: {call.args[0].value!r}"
        for joined in ast.walk(ast.parse(path.read_text()))
        if isinstance(joined, ast.JoinedStr)
        for call in ast.walk(joined)
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id in KEYWORDS
        and call.args
        and isinstance(call.args[0], ast.Constant)
    ]


def check() -> int:
    faults = problems()
    print("\n".join(faults))
    return 1 if faults else 0


# --- texts in templates that are not marked -------------------------------------------------
class _Texts(HTMLParser):
    """Gathers the text a person reads, with the attributes that are read out or shown."""

    SHOWN = frozenset({"alt", "title", "placeholder", "aria-label"})

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._code = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._code += tag in {"script", "style", "code"}
        self.texts += [value for name, value in attrs if name in self.SHOWN and value]

    def handle_endtag(self, tag: str) -> None:
        self._code -= tag in {"script", "style", "code"}

    def handle_data(self, data: str) -> None:
        if not self._code:
            self.texts.append(data)


def unmarked(path: Path) -> list[str]:
    """Return the words of a template that are in no `translate` and no `blocktranslate`."""
    plain, inside = "", False
    for token in Lexer(path.read_text()).tokenize():
        if token.token_type == TokenType.BLOCK:
            word = token.contents.split(maxsplit=1)[0]
            if block_re.match(token.contents) or word == "comment":
                inside = True
            elif endblock_re.match(token.contents) or word == "endcomment":
                inside = False
        elif token.token_type == TokenType.TEXT and not inside:
            plain += token.contents
    reader = _Texts()
    reader.feed(plain)
    reader.close()
    words = [" ".join(text.split()) for text in reader.texts]
    return [
        text
        for text in words
        if any(word not in NAMES for word in re.findall(r"[^\W\d_]{2,}", text))
    ]


if __name__ == "__main__":
    commands = {"update": update, "check": check}
    if len(sys.argv) != 2 or sys.argv[1] not in commands:
        sys.exit(f"usage: python -m config.translations {'|'.join(commands)}")
    sys.exit(commands[sys.argv[1]]())
