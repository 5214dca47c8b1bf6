"""Letters: what a format lacks is spelt by one table, and what cannot be spelt is named."""

from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.web.spelling import (
    LETTERS,
    SCRIPTS,
    SIGNS,
    composed,
    is_bank_letter,
    plain,
    sort_key,
    spelt,
    unspelt,
)

pytestmark = pytest.mark.rules


def bank(text: str) -> str:
    return spelt(text, is_bank_letter, otherwise=".")


@given(st.text())
def test_composed_and_decomposed_texts_are_one(text: str) -> None:
    apart = normalize("NFD", text)
    assert composed(apart) == composed(text)
    assert bank(apart) == bank(text)
    assert plain(apart) == plain(text)
    assert sort_key(apart) == sort_key(text)


@given(st.text())
def test_a_bank_gets_its_letters_alone_and_what_it_has_stays(text: str) -> None:
    assert all(map(is_bank_letter, bank(text)))
    assert bank(bank(text)) == bank(text)


@pytest.mark.parametrize("sign", LETTERS | SIGNS)
def test_whatever_the_table_knows_a_bank_can_write(sign: str) -> None:
    assert unspelt(sign, is_bank_letter) == ""
    assert all(map(is_bank_letter, spelt(sign, is_bank_letter, otherwise="�")))


@pytest.mark.parametrize("sign", SCRIPTS)
def test_cyrillic_and_greek_become_latin_and_are_named_all_the_same(sign: str) -> None:
    assert unspelt(sign, is_bank_letter) == sign
    assert all(map(is_bank_letter, spelt(sign, is_bank_letter, otherwise="�")))


@pytest.mark.parametrize(
    ("name", "latin"),
    [("ЮРИЙ Петренко", "IuRII Petrenko"), ("Жанна Ёлкина", "Zhanna Elkina"), ("Ζωή", "Zoi")],
)
def test_a_transfer_in_latin_letters_finds_its_sender(name: str, latin: str) -> None:
    assert bank(name) == latin
    assert plain(name) == plain(latin.upper())


@pytest.mark.parametrize("code", range(0xC0, 0x180))
def test_every_letter_of_western_and_middle_europe_has_a_spelling(code: int) -> None:
    if chr(code).isalpha():
        assert unspelt(chr(code), is_bank_letter) == ""


def test_what_is_lost_is_named_once() -> None:
    assert unspelt("ЮРИЙ Петренко", is_bank_letter) == "ЮРИЙПетрнко"
    assert unspelt("Ylva 🎲; Brandkamp!", is_bank_letter) == ""


@pytest.mark.parametrize(
    "other",
    [
        "JUERGEN GROESSMANN",
        "Ju\u0308rgen Gro\u0308ßmann",
        "jürgen grö\u00dfmann",
        "JÜRGEN GRÖẞMANN",
    ],
)
def test_spellings_of_one_name_compare_equal(other: str) -> None:
    assert plain(other) == plain("Jürgen Größmann")


def test_names_sort_as_in_a_german_telephone_list() -> None:
    names = ["Oz", "Øst", "Österling", "Ostmann", "Œuvre", "O’Connor", "O'Conner"]
    assert sorted(names, key=sort_key) == [
        *("O'Conner", "O’Connor", "Œuvre", "Øst", "Österling", "Ostmann", "Oz")
    ]
