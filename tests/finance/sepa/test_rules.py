"""The rules of SEPA: identifiers with their check digits, letters, bank days, three years."""

from datetime import date, timedelta

import pytest

from finance.sepa.rules import first_day, identifier, is_bank_day, is_lapsed, latin, masked


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("DE98ZZZ09999999999", "DE98ZZZ09999999999"),
        ("de98 zzz0 9999 9999 99", "DE98ZZZ09999999999"),
        ("DE98ABC09999999999", "DE98ABC09999999999"),  # the business is not in the check digits
        ("DE97ZZZ09999999999", None),
        ("DE98ZZZ09999999998", None),
        ("DE98", None),
        ("", None),
    ],
)
def test_a_creditor_identifier_has_check_digits(typed: str, expected: str | None) -> None:
    assert identifier(typed) == expected


def test_names_are_written_in_the_letters_of_banks() -> None:
    assert latin("Jürgen Groß-Öztürk") == "Juergen Gross-Oeztuerk"
    assert latin("Łukasz & Zoë Ångström") == "Lukasz + Zoe Angstroem"
    assert latin("Ωmega; „Schock“") == "Omega. 'Schock'"
    assert latin("Jette O’Connor – GroẞMANN") == "Jette O'Connor - GroSSMANN"
    assert latin("Ju\u0308rgen Mu\u0308ller") == latin("Jürgen Müller") == "Juergen Mueller"
    assert latin("Kassen­wart\u200f\nund\u00a0Wirt …") == "Kassenwart und Wirt ..."
    assert len(latin("x" * 100)) == 70


def test_banks_are_closed_at_weekends_and_on_six_days() -> None:
    closed = [
        date(2026, 1, 1),
        date(2026, 4, 3),  # Good Friday
        date(2026, 4, 6),
        date(2026, 5, 1),
        date(2026, 12, 25),
        date(2027, 3, 26),
        date(2027, 3, 29),
    ]
    assert [day for day in closed if is_bank_day(day)] == []
    # Ascension and the third of October are no holidays of the banks' system.
    assert is_bank_day(date(2026, 5, 14))
    assert is_bank_day(date(2028, 10, 3))
    year = [date(2026, 1, 1) + timedelta(days=n) for n in range(365)]
    assert sum(is_bank_day(day) for day in year) == 256


def test_a_debit_is_due_on_the_first_bank_day_after_its_notice() -> None:
    assert first_day(date(2026, 3, 20), 14) == date(2026, 4, 7)  # over Easter
    assert first_day(date(2026, 3, 2), 1) == date(2026, 3, 3)


def test_a_mandate_lapses_after_three_years_without_a_debit() -> None:
    signed = date(2023, 3, 31)
    assert not is_lapsed(signed, None, date(2026, 3, 31))
    assert is_lapsed(signed, None, date(2026, 4, 1))
    assert not is_lapsed(signed, date(2025, 1, 2), date(2026, 4, 1))


def test_of_an_account_its_owner_sees_enough_to_know_it() -> None:
    assert masked("DE02120300000000202051") == "DE02 … 2051"
