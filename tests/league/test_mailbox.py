"""Mail addresses: what is one, how it is stored, and how a mail server gets it."""

import idna
import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.web.mailbox import fault_of, tidy, wired

pytestmark = pytest.mark.rules


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("  Rune@Beispiel.example ", "rune@beispiel.example"),
        ("rune@beispiel.example\u200f", "rune@beispiel.example"),
        ("\ufeffrune@bei\u00adspiel.example\u200b", "rune@beispiel.example"),
        ("rune＠beispiel.example", "rune@beispiel.example"),
        ("max@xn--maanfertigung-cdb.example", "max@maßanfertigung.example"),
        ("max@xn--99999999.example", "max@xn--99999999.example"),
        ("max@MAẞANFERTIGUNG.example", "max@maßanfertigung.example"),
        ("max@mu\u0308ller.example", "max@müller.example"),
    ],
)
def test_an_address_is_stored_as_it_is_seen(typed: str, stored: str) -> None:
    assert tidy(typed) == stored
    assert fault_of(stored) == ""


@pytest.mark.parametrize(
    ("address", "fault"),
    [
        ("jürgen@bredtholt.example", "email_letters"),
        ("jörg.ß@bredtholt.example", "email_letters"),
        ("lars.petersen@mail", "email"),
        ("lars@@mail.example", "email"),
        ("lars petersen@mail.example", "email"),
        ("lars@mail .example", "email"),
        (".lars@mail.example", "email"),
        ("lars..p@mail.example", "email"),
        ("lars@-mail.example", "email"),
        ("lars@mail..example", "email"),
        ("lars@ma_il.example", "email"),
        ("lars@🎲.example", "email"),
        ("lars@127.0.0.1", "email"),
        ("lars@" + "x" * 64 + ".example", "email"),
        ("x" * 250 + "@mail.example", "email"),
        ("lars,uschi@mail.example", "email"),
        ("Lars <lars@mail.example>", "email"),
        ("", "email"),
        ("@", "email"),
        ("lars+kasse@mail.example", ""),
        ("o'neill@mail.example", ""),
        ("lars@xn--mller-kva.example", ""),
    ],
)
def test_what_is_no_address_is_told_apart(address: str, fault: str) -> None:
    assert fault_of(address) == fault


def test_ss_and_sharp_s_are_two_domains() -> None:
    assert wired("max@maßanfertigung.example") == "max@xn--maanfertigung-cdb.example"
    assert wired("max@massanfertigung.example") == "max@massanfertigung.example"


@given(st.text(alphabet="abcßäöüéłøñçžςдж日本0-", min_size=1, max_size=20))
def test_a_domain_is_encoded_as_the_standard_says(label: str) -> None:
    try:
        expected = idna.encode(f"{label}.example").decode()
    except idna.IDNAError:
        return
    assert wired(f"max@{label}.example") == f"max@{expected}"
    assert wired(tidy(f"max@{expected}")) == f"max@{expected}"
    assert fault_of(f"max@{label}.example") == ""
