"""Speak the terminal's language: English in the code, German in `german.py`, by the environment."""

import argparse

from config.terminal import language
from workshop.german import GERMAN


def _(text: str, /, **values: object) -> str:
    """Return the text in the terminal's language, with its values."""
    if language() == "de":
        text = GERMAN.get(text, text)
    return text.format(**values) if values else text


def number(value: float) -> str:
    """Format a number with one place after the decimal mark."""
    text = f"{value:.1f}"
    return text.replace(".", ",") if language() == "de" else text


def teach_argparse() -> None:
    """Let argparse speak the terminal's language: it asks its own `_` for each of its words."""
    vars(argparse)["_"] = _
