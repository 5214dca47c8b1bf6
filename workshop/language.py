"""What the terminal says: English in the code, German in `german.py`, by the environment."""

import argparse

from config.terminal import language
from workshop.german import GERMAN


def _(text: str, /, **values: object) -> str:
    """The text in the terminal's language, its values put in."""
    if language() == "de":
        text = GERMAN.get(text, text)
    return text.format(**values) if values else text


def number(value: float) -> str:
    """One place after the decimal mark."""
    text = f"{value:.1f}"
    return text.replace(".", ",") if language() == "de" else text


def teach_argparse() -> None:
    """Lets argparse speak as we do: it asks its own `_` for each of its words."""
    vars(argparse)["_"] = _
