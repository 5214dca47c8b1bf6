"""Test that till and rulebooks call one deed by one name: neither imports the other."""

import pytest

from finance.books import labels as words
from games.rules import rulebooks as books


def charged(book):
    """Return the codes that a game under this rulebook, or its evening, can charge for."""
    codes = {
        infraction.code for infraction in book.infractions.values() if infraction.kind is not None
    }
    return codes | {error.code for error in book.outside} | set(book.options)


def cases():
    return [(book.slug, code) for book in books.all_rulebooks() for code in sorted(charged(book))]


def test_there_is_something_to_compare():
    assert ("jule", "aus_round") in cases()
    assert ("rsc2003", "no_show") in cases()


@pytest.mark.parametrize(("slug", "code"), cases())
def test_both_use_the_same_words(slug, code):
    assert code in words.CODES
    assert words.what("fine", code) == books.label(slug, code)


def test_no_identifier_is_shown():
    for slug, code in cases():
        assert books.label(slug, code) != code


def test_a_stake_is_a_stake_everywhere():
    assert words.what("stake", "stake") == books.label("rsc2003", "stake")
